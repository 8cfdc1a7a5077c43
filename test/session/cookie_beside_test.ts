import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCookies } from "../../src/http/cookies.ts";
import type { CookieNames } from "../../src/http/cookie_names.ts";
import type { BrowserSessions, SessionToken, SignedIn } from "../../src/model/session.ts";
import { givingWay } from "../../src/session/cookie_beside.ts";

test("givingWay() leaves the cookie to a sign-in, which replaces it", async () => {
  const token: SessionToken = { value: "s".repeat(9000), expires: 9000 };
  const own = {
    issue: () => Promise.resolve(token),
    toCookies: (token: SessionToken) => [{ name: "session", value: token.value, options: {} }],
  } as unknown as BrowserSessions;
  let removals = 0;
  const sessions = givingWay(own, {
    cookie: { name: "tokens", options: {} },
    cookies: {} as CookieNames,
    onRemoval: () => removals++,
  });
  const cookies = parseCookies(`tokens=${"t".repeat(3000)}`);
  assert.equal(await sessions.issue({} as SignedIn, cookies), token);
  assert.deepEqual([sessions.toCookies(token, cookies).length, removals], [1, 0]);
  assert.deepEqual([sessions.toCookies({ ...token }, cookies).length, removals], [2, 1]);
  const none = givingWay({ ...own, issue: () => Promise.resolve(null) }, {
    cookie: { name: "tokens", options: {} },
    cookies: {} as CookieNames,
    onRemoval: () => {},
  });
  assert.equal(await none.issue({} as SignedIn, cookies), null);
});
