/**
 * `update()` in a route of each integration.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthError } from "../../src/errors/errors.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { config, signedIn } from "./_application.ts";
import { DOORS, type Listening, type Route } from "./_doors.ts";

const TOKEN = "latchkey.session-token";

const coloured = {
  ...config,
  callbacks: {
    jwt: ({ token, trigger, session }) => trigger === "update" ? { ...token, ...session } : token,
    session: ({ session, token }) => ({ ...session, color: token?.color, size: token?.size }),
  },
} satisfies AuthConfig;

/**
 * Returns the session before, after a first update, after a second one, and as the application reads it then. `update` has
 * the type of the session that the application reads.
 */
async function changeTwice<S>(
  update: (data: object) => Promise<S | null>,
  read: () => Promise<S | null>,
): Promise<readonly (S | null)[]> {
  return [await read(), await update({ color: "red" }), await update({ size: 2 }), await read()];
}

const route: Route<typeof coloured> = async (_url, auth) => {
  try {
    return { body: await changeTwice((data) => auth.update(data), auth) };
  } catch (error) {
    return { body: (error as AuthError).type };
  }
};

for (const [name, open] of Object.entries(DOORS)) {
  test(`update() in a route of ${name} changes the session, and sets its cookie once`, async () => {
    await using server = await open(coloured, route);
    const cookie = await signedIn();
    const response = await fetch(server.url, { method: "POST", headers: { cookie, origin: server.url } });
    const steps: { color?: string; size?: number; user: { name: string } }[] = await response.json();
    assert.deepEqual(steps.map(({ user, color, size }) => [user.name, color, size]), [
      ["Ada", undefined, undefined],
      ["Ada", "red", undefined],
      ["Ada", "red", 2],
      ["Ada", "red", 2],
    ]);
    const set = response.headers.getSetCookie();
    assert.deepEqual(set.map((each) => each.split("=", 1)[0]).sort(), [TOKEN, "mine"].sort());
    assert.match(response.headers.get("cache-control")!, /no-store/);
    assert.deepEqual(await stored(server, response, cookie), ["red", 2]);
  });

  test(`update() in a route of ${name} gives null if no one is signed in, and sets no cookie of a session`, async () => {
    await using server = await open(coloured, route);
    const response = await fetch(server.url, { method: "POST" });
    assert.deepEqual(await response.json(), [null, null, null, null]);
    assert.deepEqual(response.headers.getSetCookie(), ["mine=1"]);
  });

  test(`update() in a route of ${name} refuses a request of another site, and changes nothing`, async () => {
    await using server = await open(coloured, route);
    const cookie = await signedIn();
    const headers = { cookie, origin: "https://evil.example" };
    const response = await fetch(server.url, { method: "POST", headers });
    assert.equal(await response.text(), "MissingCSRF");
    assert.deepEqual(await stored(server, response, cookie), [undefined, undefined]);
  });
}

/** Reads color and size from the session that a browser has after a response. @param cookie Its cookie before. */
async function stored({ url }: Listening, response: Response, cookie: string): Promise<readonly unknown[]> {
  const set = response.headers.getSetCookie().find((each) => each.startsWith(TOKEN));
  const headers = { cookie: set?.split(";", 1)[0] ?? cookie };
  const { user, color, size } = await (await fetch(`${url}/auth/session`, { headers })).json();
  assert.equal(user.name, "Ada");
  return [color, size];
}
