/**
 * How each integration answers when the application does not catch an error of `auth.accessTokens.get()`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthError } from "../../src/errors/errors.ts";
import { openTokens, TOKEN_DOORS } from "./_token_doors.ts";

/** Integrations that answer an error of `auth` themselves, and log it. */
const OWN = ["Deno and Bun", "Workers", "Node", "Astro"];

/** Frameworks that read neither `status` nor `headers` of an error, where the library does not see it: 500, which they log. */
const DEAF = ["SvelteKit"];

for (const [name, open] of Object.entries(TOKEN_DOORS)) {
  const status = DEAF.includes(name) ? 500 : 503;
  test(`${name}: a provider that is down is answered by ${status}, and logged at most once`, async (t) => {
    // Frameworks write what they do not handle to the console.
    t.mock.method(console, "error", () => {});
    const logged: Error[] = [];
    const world = openTokens((error) => logged.push(error));
    const ada = await world.join("1", ["ada"]);
    const away = new TypeError("fetch failed", {
      cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    });
    world.idp.tamper = { respond: { token: () => Promise.reject(away) } };
    await using door = await open(world.config);
    const response = await door.ask("/calendar", { headers: { cookie: ada.cookie } });
    const text = await response.text();
    assert.equal(response.status, status, text);
    if (DEAF.includes(name)) assert.equal(text, "ProviderUnavailable");
    if (OWN.includes(name)) {
      assert.equal(text, "Service unavailable.");
      assert.match(response.headers.get("cache-control")!, /no-store/);
    }
    assert.deepEqual(
      logged.map((error) => (error as AuthError).type),
      OWN.includes(name) ? ["ProviderUnavailable"] : [],
    );
    // Nothing is lost.
    world.idp.tamper = {};
    const later = await door.ask("/calendar", { headers: { cookie: ada.cookie } });
    assert.match((await later.json()).token, /^fake-access-/);
  });
}

/** Integrations that send the answer of the error: they lead a page to the sign-in page. */
const LEADING = [...OWN, "Koa", "Hono"];

/** The status of the answer to `ReconnectRequired`: some frameworks do not read it from the error. */
const statusOf = (name: string) => DEAF.includes(name) ? 500 : 403;

for (const [name, open] of Object.entries(TOKEN_DOORS)) {
  test(`${name}: a user without an account at the provider is led there, or refused, and nothing is logged`, async (t) => {
    t.mock.method(console, "error", () => {});
    const logged: Error[] = [];
    const world = openTokens((error) => logged.push(error));
    const ada = await world.join("1", []);
    await using door = await open(world.config);
    const ask = async (headers: Record<string, string>) => {
      const response = await door.ask("/left", { headers: { cookie: ada.cookie, ...headers } });
      const location = response.headers.get("location");
      return { status: response.status, location, text: await response.text() };
    };
    const [page, script] = [await ask({ accept: "text/html" }), await ask({})];
    if (LEADING.includes(name)) {
      assert.deepEqual([page.status, script.status], [303, 403]);
      assert.match(page.location!, /link=true&provider=idp$/);
      assert.deepEqual(JSON.parse(script.text), { message: "Connect with the provider again." });
    } else {
      assert.deepEqual([page.status, script.status], [statusOf(name), statusOf(name)]);
    }
    assert.deepEqual(logged, []);
  });
}
