import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../../src/errors/errors.ts";
import { createMigration, type MigrationOptions } from "../../src/migrate/create_migration.ts";
import type { TokenFormat } from "../../src/migrate/token_format.ts";
import { toHex } from "../../src/crypto/bytes.ts";
import { sha256 } from "../../src/crypto/hash.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const OURS = "latchkey.session-token";
const OURS_SECURE = `__Host-${OURS}`;
const OLDER = "older.session-token";
const UNTIL = Date.UTC(2031, 0, 1);
const platform = testPlatform();
const NOW = platform.now() / 1000;
const END = NOW + 60;

/** A library whose tokens are JSON, with the secret and the salt beside it. */
const FORMAT: TokenFormat = {
  library: "Older",
  cookies: "older",
  sessionSalt: (name) => name,
  decrypt: (token) => Promise.resolve(token.startsWith("{") ? token : null),
};

const create = (options: Partial<MigrationOptions> = {}) =>
  createMigration(FORMAT, { secret: "secret", until: new Date(UNTIL), ...options });

/** A migration whose tokens the application decodes. */
function decoding(claims: unknown, options: Partial<MigrationOptions> = {}) {
  const asked: { readonly secret: unknown; readonly token?: string | undefined }[] = [];
  const decode = (params: { readonly secret: unknown; readonly token?: string | undefined }) => {
    asked.push(params);
    return claims as never;
  };
  return { asked, migration: create({ ...options, jwt: { decode } }) };
}

const at = (time: number) => testPlatform({ now: time });

test("a migration reads claims that have begun and have an end", async () => {
  const read = async (claims: object) =>
    (await create().readToken(JSON.stringify({ sub: "1", exp: END, ...claims }), platform)).claims?.sub;
  for (const claims of [{}, { nbf: NOW }, { nbf: NOW - 1 }, { nbf: String(NOW + 9) }]) {
    assert.equal(await read(claims), "1", JSON.stringify(claims));
  }
  for (const claims of [{ exp: undefined }, { exp: String(END) }, { exp: NOW }, { nbf: NOW + 1 }]) {
    assert.equal(await read(claims), undefined, JSON.stringify(claims));
  }
  const early = await create().readToken(JSON.stringify({ sub: "1", exp: END, nbf: NOW + 1 }), platform);
  assert.deepEqual(early, { claims: null, expired: true });
});

test("a migration whose tokens the application decodes stops at `until`, also without an end (MI-03)", async () => {
  const { migration } = decoding({ sub: "1" });
  assert.equal((await migration.readToken("token", at(UNTIL - 1))).claims?.sub, "1");
  assert.deepEqual(await migration.readToken("token", at(UNTIL)), { claims: null, expired: true });
});

test("a migration accepts nothing but claims from the application's decode", async () => {
  for (const claims of [null, undefined, "claims", 7, true]) {
    assert.deepEqual(await decoding(claims).migration.readToken("token", platform), { claims: null });
  }
});

test("a migration hands the application's decode a copy of its secrets", async () => {
  const secrets = Object.freeze(["one", "two"]);
  const { asked, migration } = decoding({ sub: "1" }, { secret: secrets });
  await migration.readToken("token", platform);
  assert.deepEqual(asked[0]?.secret, ["one", "two"]);
  assert.notEqual(asked[0]?.secret, secrets);
});

test("readClaims() reads on https only a cookie of the other library with the prefix (MI-07)", async () => {
  const token = JSON.stringify({ sub: "1", exp: END });
  const read = async (cookie: string, names: readonly string[]) =>
    (await create().readClaims({ cookies: new Map([[cookie, token]]), bearer: null, names }, platform))?.sub;
  assert.equal(await read(OLDER, [OURS_SECURE]), undefined);
  assert.equal(await read(`__Secure-${OLDER}`, [OURS_SECURE]), "1");
  for (const names of [[OURS], [OURS_SECURE, OURS]]) assert.equal(await read(OLDER, names), "1");
});

test("readClaims() takes the newest of several tokens, of two of one time the first, and asks for no other", async () => {
  const tokens = [{ iat: 1 }, { iat: 3, name: "first" }, { iat: 3, name: "second" }, { iat: 2 }, {}]
    .map((claims) => JSON.stringify({ sub: "1", exp: END, ...claims }));
  const cookies = new Map(tokens.map((token, i) => [" ".repeat(i) + OLDER, token]));
  const claims = await create().readClaims({ cookies, bearer: null, names: [OURS] }, platform);
  assert.equal(claims?.name, "first");
  const { asked, migration } = decoding({ sub: "1" });
  assert.equal(
    await migration.readClaims({ cookies: new Map(), bearer: null, names: [OURS] }, platform),
    null,
  );
  assert.deepEqual(asked, []);
});

test("a migration hashes a mailed token with the secret of the mails alone, if there is one", async () => {
  const hashes = await create({ secret: ["new", "old"], mailSecret: "mails" }).hashesOf("t", platform);
  assert.deepEqual(hashes, [toHex(await sha256("tmails"))]);
});

test("a migration reads a sign-in until `until`", async () => {
  const cookies = new Map([["older.state", JSON.stringify({ value: "s", provider: "idp", exp: UNTIL })]]);
  const callback = { provider: { id: "idp", type: "oidc" }, state: "s", cookies, secure: false };
  assert.equal((await create().readFlow(callback, at(UNTIL - 1)))?.state, "s");
  assert.equal(await create().readFlow(callback, at(UNTIL)), null);
});

test("a migration warns from `until` on, and of no secret of 32 characters", () => {
  const migration = create({ secret: "x".repeat(32) });
  assert.deepEqual(migration.warnings({ now: () => UNTIL - 1 }), []);
  assert.match(migration.warnings({ now: () => UNTIL })[0]!, /^migration-over: /);
  assert.match(create({ secret: "x".repeat(31) }).warnings({ now: () => 0 })[0]!, /^short-secret: /);
});

test("a migration accepts as `until` a day, or a time of a day, and nothing beside it", () => {
  assert.equal(create({ until: "2031-01-01" }).until, UNTIL);
  assert.equal(create({ until: "2031-01-01T00:00:00Z" }).until, UNTIL);
  for (const until of ["about 2031-01-01", "12031-01-01", "2031-01-011", ["2031-01-01"], "2031-01"]) {
    assert.throws(() => create({ until: until as string }), ConfigError, String(until));
  }
  assert.throws(() => create({ secret: [7 as unknown as string] }), ConfigError);
});

test("sessionCookies() gives the names and attributes with which the other library has set them", () => {
  const cookiesOf = (secure: boolean, options: Partial<MigrationOptions> = {}) =>
    create(options).sessionCookies({ secure });
  const shared = { httpOnly: true, sameSite: "lax", path: "/" };
  const prefixed = { name: `__Secure-${OLDER}`, options: { ...shared, secure: true } };
  const plain = { name: OLDER, options: { ...shared, secure: false } };
  assert.deepEqual(cookiesOf(true), [prefixed]);
  assert.deepEqual(cookiesOf(false), [prefixed, plain]);
  assert.deepEqual(cookiesOf(false, { useSecureCookies: true }), [prefixed]);
  assert.deepEqual(cookiesOf(true, { useSecureCookies: false }), [prefixed, plain]);
  for (const [name, onHttp] of [["sid", false], ["my__Secure-sid", false], ["__Host-sid", true]] as const) {
    const own = { cookies: { sessionToken: { name, options: { domain: "app.test" } } } };
    const cookie = (secure: boolean) => [{ name, options: { ...shared, secure, domain: "app.test" } }];
    assert.deepEqual([cookiesOf(false, own), cookiesOf(true, own)], [cookie(onHttp), cookie(true)]);
  }
});
