import assert from "node:assert/strict";
import { test } from "node:test";
import { setSameCookie } from "../../src/integrations/_session_headers.ts";

/** Names of the application's cookies, those of the session, and whether they are of one session. */
const CASES: readonly (readonly [own: readonly string[], session: readonly string[], same: boolean])[] = [
  [[], ["token"], false],
  [["token"], [], false],
  [["token"], ["token"], true],
  [["a", "token.0", "b"], ["token"], true],
  [["token"], ["token.0", "token.1"], true],
  [["token.7"], ["token.0", "token.1"], true],
  [["tokens", "token.x", "my.token", "Token"], ["token"], false],
  [["__Host-token"], ["token"], false],
];

for (const [own, session, same] of CASES) {
  test(`setSameCookie() is ${same} for [${own}] of the application and [${session}] of the session`, () => {
    const headers = new Headers();
    for (const name of session) headers.append("set-cookie", `${name}=value; Path=/`);
    assert.equal(setSameCookie(own.map((name) => `${name}=; Max-Age=0`), headers), same);
  });
}
