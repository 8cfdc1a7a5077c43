import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { AuthError } from "../../src/errors/errors.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { serve } from "./_server.ts";
import { openCookieTokens, type Opened, openTokens, TOKEN_DOORS, type TokenWorld } from "./_token_doors.ts";

const BROWSER = { accept: "text/html,*/*;q=0.8" };

const REFUSES = () => Promise.resolve(Response.json({ error: "invalid_grant" }, { status: 400 }));

/** A test of the application behind each integration. */
function eachDoor(title: string, run: (door: Opened, world: TokenWorld) => Promise<void>) {
  for (const [name, open] of Object.entries(TOKEN_DOORS)) {
    test(`auth.accessTokens.get() behind the integration ${name} ${title}`, async () => {
      const world = openTokens();
      await using door = await open(world.config);
      await run(door, world);
    });
  }
}

async function tokenOf({ ask }: Opened, cookie: string, path = "/calendar"): Promise<string> {
  const response = await ask(path, { headers: { cookie } });
  assert.equal(response.status, 200);
  return (await response.json()).token;
}

eachDoor("renews the token of each of two users at the same time once, and keeps it", async (door, world) => {
  const users = [await world.join("1", ["ada"]), await world.join("2", ["bob"])];
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, i) => tokenOf(door, users[i % 2]!.cookie)),
  );
  assert.equal(new Set(tokens).size, 2);
  const owners = await Promise.all(tokens.map((token) => world.ownerOf(token)));
  assert.deepEqual(owners, ["ada", "bob", "ada", "bob", "ada", "bob", "ada", "bob", "ada", "bob"]);
  assert.equal(world.renewals().length, 2);
  assert.equal(await tokenOf(door, users[0]!.cookie), tokens[0]);
  const next = await tokenOf(door, users[0]!.cookie, `/?rejected=${tokens[0]}`);
  assert.notEqual(next, tokens[0]);
  assert.equal(world.renewals().length, 3);
});

eachDoor("returns the token of the account that is named, if it is that of the user", async (door, world) => {
  const ada = await world.join("1", ["home", "work"]);
  await world.join("2", ["bob"]);
  for (const account of ["work", "home", "work"]) {
    assert.equal(await world.ownerOf(await tokenOf(door, ada.cookie, `/?account=${account}`)), account);
  }
  assert.equal(world.renewals().length, 2);
  const foreign = await door.ask("/?account=bob", { headers: { cookie: ada.cookie } });
  const { code, signInUrl } = await foreign.json();
  assert.deepEqual([foreign.status, code], [403, "NotConnected"]);
  assert.equal(signInUrl, "/auth/signin?callbackUrl=%2F%3Faccount%3Dbob&link=true&provider=idp");
});

eachDoor(
  "returns nothing after auth.accessTokens.revoke(), which another site cannot call (TK-11)",
  async (door, world) => {
    const ada = await world.join("1", ["ada"]);
    const revoke = (headers: Record<string, string>) => door.ask("/revoked", { method: "POST", headers });
    const forged = { cookie: ada.cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    for (const headers of [forged, {}]) {
      // Some frameworks answer an error themselves.
      const response = await revoke(headers);
      await response.body?.cancel();
      assert(response.status >= 303, String(response.status));
    }
    assert(!world.idp.requests.some(({ endpoint }) => endpoint === "revocation"));
    assert.match(await tokenOf(door, ada.cookie), /^fake-access-/);
    const revoked = await revoke({ cookie: ada.cookie, origin: door.origin });
    assert.deepEqual([revoked.status, await revoked.json()], [200, { user: "1" }]);
    const refused = await door.ask("/", { headers: { cookie: ada.cookie } });
    const { code, user } = await refused.json();
    assert.deepEqual([refused.status, code, user], [403, "Revoked", "1"]);
  },
);

eachDoor(
  "leads each of the requests that share a refusal to where its user connects again, and back to its own page",
  async (door, world) => {
    const ada = await world.join("1", ["ada"]);
    world.idp.tamper = { respond: { token: REFUSES } };
    const open = async (path: string) => {
      const response = await door.ask(path, { headers: { cookie: ada.cookie } });
      assert.equal(response.status, 403);
      assert.deepEqual(await response.json(), {
        code: "Refused",
        provider: "idp",
        signInUrl: `/auth/signin?${new URLSearchParams({ callbackUrl: path })}` +
          "&error=ReconnectRequired&provider=idp",
        user: "1",
      });
      for (const cookie of response.headers.getSetCookie()) assert.doesNotMatch(cookie, /Max-Age=0|=;/);
    };
    await Promise.all(["/one", "/two?week=7", "/three"].map(open));
    await open("/two?week=7");
    assert.equal(world.renewals().length, 1);
  },
);

eachDoor("refuses a request without a session as auth.require() does", async (door, world) => {
  await world.join("1", ["ada"]);
  const requests: readonly Record<string, string>[] = [BROWSER, {}, {
    cookie: "latchkey.session-token=forged",
  }];
  for (const headers of requests) {
    const refusals = await Promise.all(["/required", "/calendar"].map(async (path) => {
      const response = await door.ask(path, { headers });
      const { status, headers: answered } = response;
      const [location, cache] = ["location", "cache-control"].map((name) => answered.get(name));
      const url = new RegExp(path.slice(1), "g");
      return { status, location: location?.replace(url, "page"), cache, body: await response.text() };
    }));
    assert.ok([303, 401].includes(refusals[0]!.status), String(refusals[0]!.status));
    assert.deepEqual(refusals[1], refusals[0]);
  }
  assert.deepEqual(world.renewals(), []);
});

for (const [name, open] of Object.entries(TOKEN_DOORS)) {
  test(`${name}: auth.accessTokens.get() without a database sets the cookie that keeps the next token`, async () => {
    const world = openCookieTokens();
    await using door = await open(world.config);
    const cookie = await world.signIn(0);
    const ask = async (cookie: string) => {
      const response = await door.ask("/calendar", { headers: { cookie } });
      const set = response.headers.getSetCookie().filter((each) => each.includes("provider-tokens"));
      return { token: (await response.json()).token, set };
    };
    const answers = await Promise.all([ask(cookie), ask(cookie), ask(cookie)]);
    const { token, set } = answers[0]!;
    assert.match(token, /^fake-access-/);
    for (const answer of answers) assert.deepEqual([answer.token, answer.set.length], [token, 1]);
    assert.equal(world.renewals().length, 1);
    const [session] = cookie.split("; ").filter((each) => each.includes("session-token"));
    const next = await ask(`${session}; ${set[0]!.split(";")[0]}`);
    assert.deepEqual(next, { token, set: [] });
    assert.equal(world.renewals().length, 1);
    // The cookie of a user is of no use in the session of another one.
    const bob = await world.join("bob", []).catch(() => null);
    const foreign = `${bob!.cookie}; ${set[0]!.split(";")[0]}`;
    const refused = await door.ask("/calendar", { headers: { cookie: foreign } });
    const { code, signInUrl } = await refused.json();
    assert.deepEqual([refused.status, code], [403, "NotConnected"]);
    // Without a database there is no account to add: the page says why the user signs in anew.
    assert.equal(
      signInUrl,
      "/auth/signin?callbackUrl=%2Fcalendar&error=ReconnectRequired&provider=idp",
    );
  });
}

test("auth.accessTokens.get() sends no refresh token after the answer has begun, and says so", async () => {
  const world = openCookieTokens();
  const cookie = await world.signIn(0);
  const seen: unknown[] = [];
  const config = { ...world.config, features: [AccessTokens({ keptIn: "cookie" })] };
  const server = await serve(NodeAuth(config, async (_req, res, auth) => {
    res.write("The answer has begun. ");
    seen.push(await auth.accessTokens.get("idp").catch((error) => error));
    res.end();
  }));
  await (await fetch(server.url, { headers: { cookie } })).text();
  await server[Symbol.asyncDispose]();
  assert.equal((seen[0] as AuthError).type, "TokenNotWritable");
  assert.deepEqual(world.renewals(), []);
});

test("auth.accessTokens.get() returns nothing of a user whose session names no one", async () => {
  const world = openTokens();
  const { cookie } = await world.join("1", ["ada"]);
  const config = { ...world.config, callbacks: { session: () => null } } as AuthConfig;
  for (const [name, open] of Object.entries(TOKEN_DOORS)) {
    await using door = await open(config);
    const response = await door.ask("/calendar", { headers: { cookie } });
    await response.body?.cancel();
    assert.equal(response.status, 401, name);
  }
  assert.deepEqual(world.renewals(), []);
});
