import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { ConfigError } from "../../src/entries/errors.ts";
import { warningsOf } from "../../src/config/warnings.ts";
import { toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { encode, getToken } from "../../src/model/jwt.ts";
import { fromAuthJs, fromNextAuth4, type MigrationOptions } from "../../src/migrate/mod.ts";
import { webPlatform } from "../../src/platform/platform.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import {
  AUTH_JS_SESSION,
  AUTH_JS_STATE,
  NEXT_AUTH_SESSION,
  NEXT_AUTH_STATE,
  NEXT_AUTH_UNSALTED_STATE,
} from "./_tokens.ts";

const OURS = "a-secret-of-forty-characters-for-tests-0";
const UNTIL = "2099-03-01";
const LIBRARIES = {
  fromAuthJs: {
    create: fromAuthJs,
    session: AUTH_JS_SESSION,
    cookie: "authjs.session-token",
    foreign: [AUTH_JS_STATE, NEXT_AUTH_SESSION],
  },
  fromNextAuth4: {
    create: fromNextAuth4,
    session: NEXT_AUTH_SESSION,
    cookie: "next-auth.session-token",
    foreign: [NEXT_AUTH_STATE, NEXT_AUTH_UNSALTED_STATE, AUTH_JS_SESSION],
  },
};

for (const [name, { create, session, cookie, foreign }] of Object.entries(LIBRARIES)) {
  const migration = create({ secret: "secret", until: UNTIL });
  const platform = testPlatform();
  const read = (token: string) => migration.readToken(token, platform);
  const request = (headers: Record<string, string>) => new Request("http://app.test", { headers });

  test(`${name}() reads a recorded session of the library`, async () => {
    const { claims } = await read(session);
    assert.deepEqual([claims?.name, claims?.sub, claims?.exp], ["n", "1", 4102444800]);
  });

  test(`${name}() refuses a session token with any one character changed (MI-01)`, async () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
    for (let i = 0; i < session.length; i++) {
      for (const step of [1, 7, 32]) {
        const index = (alphabet.indexOf(session[i]!) + step) % alphabet.length;
        const altered = session.slice(0, i) + alphabet[index] + session.slice(i + 1);
        assert.deepEqual(await read(altered), { claims: null }, `character ${i}`);
      }
    }
  });

  test(`${name}() refuses a session token with characters removed, added or repeated (MI-01)`, async () => {
    for (let i = 0; i < session.length; i++) {
      assert.deepEqual(await read(session.slice(0, i)), { claims: null }, `cut at ${i}`);
      assert.deepEqual(await read(session.slice(0, i) + session.slice(i + 1)), { claims: null });
    }
    for (const text of ["", ".", "....", "a.b.c.d.e", "x".repeat(300_000), `${session}A`, `${session}.`]) {
      assert.deepEqual(await read(text), { claims: null }, text.slice(0, 40));
    }
  });

  test(`${name}() refuses tokens of the same secret for another purpose or library (MI-02)`, async () => {
    for (const token of foreign) assert.deepEqual(await read(token), { claims: null });
    const own = await encode({ token: { sub: "1" }, secret: "secret", salt: cookie });
    assert.deepEqual(await read(own), { claims: null });
  });

  test(`${name}() refuses every header but that of the library (MI-01)`, async () => {
    const [, ...rest] = session.split(".");
    for (
      const header of [
        { alg: "none" },
        { alg: "dir", enc: "A128GCM" },
        { alg: "dir", enc: "A256GCM", zip: "DEF" },
        { alg: "dir", enc: "A256CBC-HS512", crit: ["exp"] },
        { alg: "A256KW", enc: "A256GCM" },
        { alg: "dir", enc: name === "fromAuthJs" ? "A256GCM" : "A256CBC-HS512" },
      ]
    ) {
      const token = [toBase64Url(toUtf8(JSON.stringify(header))), ...rest].join(".");
      assert.deepEqual(await read(token), { claims: null }, JSON.stringify(header));
    }
  });

  test(`${name}() reads nothing from until on (KL-02)`, async () => {
    const late = testPlatform({ now: Date.parse(UNTIL) });
    assert.deepEqual(await migration.readToken(session, late), { claims: null, expired: true });
    assert.deepEqual(await migration.hashesOf("token", late), []);
    const early = testPlatform({ now: Date.parse(UNTIL) - 1 });
    assert.ok((await migration.readToken(session, early)).claims);
    assert.equal((await migration.hashesOf("token", early)).length, 1);
  });

  test(`${name}() hashes a mailed token with all secrets together, as the library does, and with each`, async () => {
    const hashes = await create({ secret: ["new", "old"], until: UNTIL }).hashesOf("t", platform);
    const hash = async (text: string) => {
      const digest = await crypto.subtle.digest("SHA-256", toUtf8(text));
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    };
    assert.deepEqual(hashes, await Promise.all(["tnew,old", "tnew", "told"].map(hash)));
  });

  test(`${name}() reads tokens with a decode of the application, which gets secret and salt`, async () => {
    const asked: unknown[] = [];
    const own = create({
      secret: "secret",
      until: UNTIL,
      cookies: { sessionToken: { name: "sid" } },
      jwt: {
        decode: ({ token, secret, salt }) => {
          asked.push([secret, salt]);
          if (token === "broken") throw new Error("broken");
          return token === "good" ? { sub: "7", auth_time: 1 } : null;
        },
      },
    });
    assert.deepEqual(await own.readToken("good", platform), { claims: { sub: "7" } });
    assert.deepEqual(await own.readToken("broken", platform), { claims: null });
    assert.deepEqual(asked[0], ["secret", name === "fromAuthJs" ? "sid" : ""]);
  });

  test(`getToken() reads the session of ${name}() from its cookie, in chunks, or as bearer`, async () => {
    const secret = OURS;
    const half = session.length / 2;
    const chunks = `${cookie}.0=${session.slice(0, half)}; ${cookie}.1=${session.slice(half)}`;
    for (const headers of [{ cookie: `${cookie}=${session}` }, { cookie: chunks }, bearer(session)]) {
      const claims = await getToken({ req: request(headers), secret, migration });
      assert.equal(claims?.sub, "1", JSON.stringify(headers));
      assert.equal(await getToken({ req: request(headers), secret }), null);
    }
    const both = `latchkey.session-token=broken; ${cookie}=${session}`;
    assert.equal(await getToken({ req: request({ cookie: both }), secret, migration }), null);
    const moved = `latchkey.session-token.moved=1; ${cookie}=${session}`;
    assert.equal(await getToken({ req: request({ cookie: moved }), secret, migration }), null);
    const raw = await getToken({ req: request({ cookie: `${cookie}=${session}` }), raw: true, migration });
    assert.equal(raw, null);
  });

  test(`${name}() throws a ConfigError that says what to write, without a secret or a date`, () => {
    const wrong: readonly [unknown, RegExp][] = [
      [{ secret: "secret" }, /`until` is undefined; write the day when to stop, such as "2027-03-01"/],
      [{ secret: "secret", until: "soon" }, /`until` is "soon"/],
      [{ secret: "secret", until: "1" }, /`until` is "1"/],
      [{ secret: "secret", until: "2027-13-45" }, /`until` is "2027-13-45"/],
      [{ secret: "secret", until: 1_900_000_000 }, /`until` is 1900000000/],
      [{ secret: "secret", until: null }, /`until` is null/],
      [{ secret: "secret", until: new Date(NaN) }, /`until` is null/],
      [{ secret: "", until: UNTIL }, /`secret` is empty; write the secret that the other deployment had/],
      [{ secret: [], until: UNTIL }, /`secret` is empty/],
      [{ until: UNTIL }, /`secret` is empty/],
      [{ secret: ["a", undefined], until: UNTIL }, /`secret` is empty/],
      [{ secret: "secret", until: UNTIL, jwt: { secret: "" } }, /`jwt.secret` is empty/],
      [undefined, /`until` is undefined/],
    ];
    for (const [options, message] of wrong) {
      assert.throws(() => create(options as MigrationOptions), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, message);
        return true;
      });
    }
  });

  test(`${name}() warns of nothing before until`, () => {
    const migration = create({ secret: OURS, until: "2030-01-02" });
    assert.deepEqual(warningsOf({ providers: [], platform: testPlatform(), migration }), []);
  });

  test(`${name}() warns of a secret of fewer than 32 characters, until it stops (MI-14)`, () => {
    const short = ["secret", [OURS, "secret"]] as const;
    for (const secret of short) {
      const migration = create({ secret, until: "2030-01-02" });
      const [warning, ...others] = warningsOf({ providers: [], platform: testPlatform(), migration });
      assert.match(warning!, /^short-secret: .*until 2030-01-02/);
      assert.deepEqual(others, []);
    }
  });

  test(`${name}() takes no check of any version for a session, whoever decodes it (MI-08)`, async () => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    for (const check of [{ value: "v" }, { state: "s" }, { code_verifier: "c" }, { nonce: "n" }, {}]) {
      const decoded = { ...check, provider: "idp", iat: 1, exp, jti: "j" };
      const migration = create({ secret: OURS, until: UNTIL, jwt: { decode: () => decoded } });
      assert.equal((await migration.readToken("token", webPlatform)).claims, null, JSON.stringify(check));
    }
    const session = create({ secret: OURS, until: UNTIL, jwt: { decode: () => ({ sub: "1", exp }) } });
    assert.equal((await session.readToken("token", webPlatform)).claims?.sub, "1");
  });

  test(`${name}() is refused at start beside a cookie of ours with the name of the other library`, async () => {
    const migration = create({ secret: OURS, until: UNTIL });
    const cookie = migration.sessionCookies({ secure: true })[0]!.name;
    const errors: string[] = [];
    const config: AuthConfig = {
      secret: OURS,
      trustHost: true,
      providers: [],
      migration,
      cookies: { sessionToken: { name: cookie } },
      logger: { error: ({ message }) => void errors.push(message) },
    };
    assert.equal((await Auth(new Request("https://app.test/auth/session"), config)).status, 500);
    assert.match(errors[0]!, /is the name in the other deployment/);
  });

  test(`${name}() warns at start, once, if until has passed`, async () => {
    const platform = testPlatform();
    const config: AuthConfig = {
      secret: OURS,
      trustHost: true,
      providers: [],
      platform,
      migration: create({ secret: "secret", until: "2029-12-31" }),
    };
    for (let i = 0; i < 2; i++) await Auth(new Request("http://app.test/auth/session"), config);
    // Warnings are loaded on their own, so that no request waits for them.
    const over = () => platform.lines.filter(({ text }) => text.includes("migration-over"));
    for (let i = 0; i < 100 && over().length === 0; i++) {
      await new Promise((done) => setTimeout(done, 10));
    }
    const warnings = over();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!.text, /since 2029-12-31T00:00:00.000Z.* Remove `migration` from the config/);
  });
}

test("fromNextAuth4() refuses the state of an older next-auth as session (MI-08)", async () => {
  const migration = fromNextAuth4({ secret: "secret", until: UNTIL });
  assert.deepEqual(await migration.readToken(NEXT_AUTH_UNSALTED_STATE, testPlatform()), { claims: null });
});

test("a config whose migration is no result of fromAuthJs() is refused", async () => {
  const platform = testPlatform();
  const config = { secret: OURS, trustHost: true, providers: [], platform, migration: { secret: "secret" } };
  const response = await Auth(
    new Request("http://app.test/auth/session"),
    config as unknown as AuthConfig,
  );
  assert.equal(response.status, 500);
  assert.match(JSON.stringify(platform.lines), /Cannot use `migration`: write the result of `fromAuthJs`/);
});

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
