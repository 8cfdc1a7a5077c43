import { base64url, EncryptJWT, jwtDecrypt, SignJWT, UnsecuredJWT } from "jose";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decode,
  decodeWith,
  DEFAULT_MAX_AGE,
  encode,
  encodeWith,
  getToken,
  type JWT,
} from "../../src/model/jwt.ts";
import { toUtf8 } from "../../src/crypto/bytes.ts";
import { hkdf } from "../../src/crypto/keys.ts";
import { JWTSessionError, MissingSecret } from "../../src/errors/errors.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const OTHER_SECRET = "another-secret-of-more-than-32-characters";
const NAME = "latchkey.session-token";
const SECURE_NAME = `__Host-${NAME}`;
const HTTPS = "https://app.test/";
const HTTP = "http://localhost/";

/** A token as the application's cookie has it. */
function tokenFor(salt: string, secret = SECRET): Promise<string> {
  return encode({ token: { sub: "1", name: "Ada" }, secret, salt });
}

function request(headers: Record<string, string>, url = HTTPS): Request {
  return new Request(url, { headers });
}

function derivedKey(salt: string) {
  return hkdf(SECRET, salt, "Latchkey session token, A256CBC-HS512", 64);
}

test("encode() adds iat, exp and a fresh jti to the claims, and decode() returns them (SE-16)", async () => {
  const now = Math.floor(Date.now() / 1000);
  const token = await encode({ token: { sub: "1", roles: ["a"] }, secret: SECRET, salt: "s", maxAge: 60 });
  const { iat, exp, jti, ...claims } = (await decode({ token, secret: SECRET, salt: "s" }))!;
  assert.deepEqual(claims, { sub: "1", roles: ["a"] });
  assert.ok(iat! >= now && iat! <= now + 5);
  assert.equal(exp! - iat!, 60);
  assert.equal(typeof jti, "string");
});

test("encode() replaces iat, exp and jti of the claims", async () => {
  const platform = testPlatform({ now: 1_000_000 });
  const old = { sub: "1", iat: 1, exp: 2, jti: "old" };
  const token = await encodeWith({ token: old, secret: SECRET, salt: "s", maxAge: 60 }, platform);
  const { claims } = await decodeWith({ token, secret: SECRET, salt: "s" }, platform);
  assert.deepEqual({ ...claims, jti: "" }, { sub: "1", iat: 1000, exp: 1060, jti: "" });
  assert.notEqual(claims!.jti, "old");
});

test("encode() defaults to no claims and 30 days", async () => {
  const token = await encode({ secret: SECRET, salt: "s" });
  const claims = (await decode({ token, secret: SECRET, salt: "s" }))!;
  assert.deepEqual(Object.keys(claims), ["iat", "exp", "jti"]);
  assert.equal(claims.exp! - claims.iat!, DEFAULT_MAX_AGE);
  assert.equal(DEFAULT_MAX_AGE, 30 * 24 * 60 * 60);
});

test("encode() creates for each token its own IV and, as jti, its own UUID (RFC 9562 §5.4, SE-16)", async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenFor("s")));
  assert.equal(new Set(tokens.map((token) => token.split(".")[2])).size, 20);
  const ids = await Promise.all(
    tokens.map(async (token) => (await decode({ token, secret: SECRET, salt: "s" }))!.jti),
  );
  assert.equal(new Set(ids).size, 20);
  for (const id of ids) assert.match(id!, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("encode() does not change the claims that it is given", async () => {
  const claims = Object.freeze({ sub: "1" });
  await encode({ token: claims, secret: Object.freeze([SECRET]), salt: "s" });
  assert.deepEqual(claims, { sub: "1" });
});

test("encode() makes what jose decrypts with the derived key", async () => {
  const { payload, protectedHeader } = await jwtDecrypt(await tokenFor(NAME), await derivedKey(NAME));
  assert.equal(payload.sub, "1");
  assert.deepEqual(Object.keys(protectedHeader), ["alg", "enc", "kid"]);
  assert.deepEqual([protectedHeader.alg, protectedHeader.enc], ["dir", "A256CBC-HS512"]);
});

test("decode() reads what jose encrypts with the derived key", async () => {
  const token = await new EncryptJWT({ name: "Zoë 🙂" })
    .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" })
    .setExpirationTime("1h")
    .encrypt(await derivedKey(NAME));
  assert.equal((await decode({ token, secret: SECRET, salt: NAME }))?.name, "Zoë 🙂");
});

test("decodeWith() reads a token until the second of exp, and then says that it is too old", async () => {
  const platform = testPlatform();
  const params = { secret: SECRET, salt: "s" };
  const token = await encodeWith({ ...params, token: { sub: "1" }, maxAge: 60 }, platform);
  platform.tick(59.999);
  assert.equal((await decodeWith({ ...params, token }, platform)).claims?.sub, "1");
  platform.tick(0.001);
  assert.deepEqual(await decodeWith({ ...params, token }, platform), { claims: null, expired: true });
});

test("decodeWith() gives no promise once the key is derived, where there is node:crypto", async () => {
  const params = { secret: SECRET, salt: "at once" };
  const platform = testPlatform();
  const token = await encodeWith({ ...params, token: { sub: "1" } }, platform);
  const decoded = decodeWith({ ...params, token }, platform);
  assert.equal("claims" in decoded && decoded.claims?.sub, "1");
});

test("decodeWith() does not call a token too old that is invalid as well", async () => {
  const platform = testPlatform();
  const token = await encodeWith({ secret: OTHER_SECRET, salt: "s", maxAge: 1 }, platform);
  platform.tick(2);
  assert.deepEqual(await decodeWith({ token, secret: SECRET, salt: "s" }, platform), { claims: null });
});

test("decode() accepts a token without exp, which other issuers may omit", async () => {
  const token = await new EncryptJWT({ sub: "1" })
    .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" })
    .encrypt(await derivedKey("s"));
  assert.deepEqual(await decode({ token, secret: SECRET, salt: "s" }), { sub: "1" });
});

test("decode() returns null without a token", async () => {
  for (const token of [undefined, ""]) assert.equal(await decode({ token, secret: SECRET, salt: "s" }), null);
});

test("decode() rejects a token of another secret or salt with JWTSessionError", async () => {
  const token = await tokenFor(NAME);
  await assert.rejects(() => decode({ token, secret: OTHER_SECRET, salt: NAME }), JWTSessionError);
  for (const salt of ["", SECURE_NAME, `${NAME} `]) {
    await assert.rejects(() => decode({ token, secret: SECRET, salt }), JWTSessionError, salt);
  }
});

test("decode() says that a token has expired", async () => {
  const token = await encode({ secret: SECRET, salt: "s", maxAge: -1 });
  await assert.rejects(() => decode({ token, secret: SECRET, salt: "s" }), {
    name: "JWTSessionError",
    message: "Cannot read a session token: it has expired",
    cause: { expired: true },
  });
  await assert.rejects(() => decode({ token: "no-token", secret: SECRET, salt: "s" }), {
    cause: { expired: false },
  });
});

test("decode() rejects a token with JWTSessionError if any character differs", async () => {
  const token = await tokenFor("s");
  for (let i = 0; i < token.length; i++) {
    const other = token[i] === "A" ? "B" : "A";
    const altered = token.slice(0, i) + other + token.slice(i + 1);
    await assert.rejects(
      () => decode({ token: altered, secret: SECRET, salt: "s" }),
      JWTSessionError,
      `character ${i}`,
    );
  }
});

test("decode() refuses signed and unsigned tokens, and keys that are the secret itself (SE-05, SE-06)", async () => {
  const claims = { sub: "1", exp: 9_999_999_999 };
  const raw = toUtf8(SECRET.repeat(2).slice(0, 64));
  const none = base64url.encode('{"alg":"none"}');
  const tokens = {
    none: new UnsecuredJWT(claims).encode(),
    "none, in five parts": `${none}..${base64url.encode(JSON.stringify(claims))}..`,
    HS256: await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(toUtf8(SECRET)),
    "HS512 with the derived key": await new SignJWT(claims).setProtectedHeader({ alg: "HS512" })
      .sign(await derivedKey("s")),
    "the secret as key": await new EncryptJWT(claims)
      .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" }).encrypt(raw),
    "the secret as password": await new EncryptJWT(claims)
      .setProtectedHeader({ alg: "PBES2-HS256+A128KW", enc: "A256CBC-HS512" }).encrypt(toUtf8(SECRET)),
    "an empty key": await new EncryptJWT(claims)
      .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" }).encrypt(new Uint8Array(64)),
    A256GCM: await new EncryptJWT(claims).setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .encrypt((await derivedKey("s")).slice(0, 32)),
  };
  for (const [name, token] of Object.entries(tokens)) {
    await assert.rejects(() => decode({ token, secret: SECRET, salt: "s" }), JWTSessionError, name);
  }
});

test("encode() uses the first of several secrets, decode() any of them", async () => {
  const salt = "s";
  const old = await tokenFor(salt, OTHER_SECRET);
  const recent = await encode({ token: { sub: "1" }, secret: [SECRET, OTHER_SECRET], salt });
  assert.equal((await decode({ token: old, secret: [SECRET, OTHER_SECRET], salt }))?.sub, "1");
  assert.equal((await decode({ token: recent, secret: SECRET, salt }))?.sub, "1");
  await assert.rejects(() => decode({ token: recent, secret: OTHER_SECRET, salt }), JWTSessionError);
  await assert.rejects(() => decode({ token: old, secret: SECRET, salt }), JWTSessionError);
});

test("encode() and decode() throw MissingSecret without a secret, even without a token", async () => {
  for (const secret of ["", [], [""], [SECRET, ""], undefined as unknown as string]) {
    await assert.rejects(() => encode({ secret, salt: "s" }), MissingSecret);
    await assert.rejects(() => decode({ secret, salt: "s" }), MissingSecret);
  }
});

test("getToken() reads the session cookie of a Request, an IncomingMessage, or headers in a record", async () => {
  const token = await tokenFor(NAME);
  const cookie = `a=b; ${NAME}=${token}`;
  const carriers = [
    request({ cookie }, HTTP),
    { headers: new Headers({ cookie }) },
    { headers: { cookie } },
    { headers: { Cookie: cookie } },
    { headers: { cookie: ["a=b", `${NAME}=${token}`] } },
    { url: "/page", headers: { cookie, host: "app.test" } },
  ];
  for (const req of carriers) assert.equal((await getToken({ req, secret: SECRET }))?.name, "Ada");
});

test("getToken() reads a cookie in chunks", async () => {
  const token = await encode({ token: { big: "x".repeat(9000) }, secret: SECRET, salt: SECURE_NAME });
  const chunks = token.match(/.{1,3900}/g)!.map((chunk, i) => `${SECURE_NAME}.${i}=${chunk}`);
  assert.ok(chunks.length > 2);
  const claims = await getToken({ req: request({ cookie: chunks.reverse().join("; ") }), secret: SECRET });
  assert.equal((claims!.big as string).length, 9000);
  const req = request({ cookie: chunks.slice(1).join("; ") });
  assert.equal(await getToken({ req, secret: SECRET }), null);
});

test("getToken() reads `Authorization: Bearer`, whose scheme may be written in any case", async () => {
  const token = await tokenFor(SECURE_NAME);
  for (const scheme of ["Bearer", "bearer", "BEARER", "Bearer "]) {
    const req = request({ authorization: `${scheme} ${token}` });
    assert.equal((await getToken({ req, secret: SECRET }))?.name, "Ada", scheme);
    const inRecord = { url: HTTPS, headers: { Authorization: `${scheme} ${token}` } };
    assert.equal((await getToken({ req: inRecord, secret: SECRET }))?.name, "Ada", scheme);
  }
});

test("getToken() percent-decodes a bearer token", async () => {
  const req = request({ authorization: "Bearer a%2Bb" });
  assert.equal(await getToken({ req, raw: true }), "a+b");
});

test("getToken() returns null for any other Authorization header, raw or not (SE-19)", async () => {
  const token = await tokenFor(SECURE_NAME);
  const headers = [
    "Bearer",
    "Bearer ",
    "Bearer %",
    "Bearer %E0%A4%A",
    "Bearer %FF",
    `Basic ${token}`,
    `Bearer${token}`,
    `Bearer ${token} x`,
    `XBearer ${token}`,
    token,
    "",
  ];
  for (const authorization of headers) {
    const req = request({ authorization });
    assert.equal(await getToken({ req, secret: SECRET }), null, authorization);
    assert.equal(await getToken({ req, raw: true }), null, authorization);
  }
});

test("getToken() hands a migration the bearer token, or that there is none", async () => {
  const bearers: (string | null)[] = [];
  const migration = {
    readClaims({ bearer }: { readonly bearer: string | null }) {
      bearers.push(bearer);
      return Promise.resolve(null);
    },
  };
  for (const authorization of ["Bearer a", "Bearer %", ""]) {
    await getToken({ req: request({ authorization }), secret: SECRET, migration });
  }
  assert.deepEqual(bearers, ["a", null, null]);
});

test("getToken() prefers the cookie, and does not fall back when it is invalid", async () => {
  const [good, bearer] = [await tokenFor(SECURE_NAME), `Bearer ${await tokenFor(SECURE_NAME)}`];
  const raw = await getToken({
    req: request({ cookie: `${SECURE_NAME}=${good}`, authorization: bearer }),
    raw: true,
  });
  assert.equal(raw, good);
  const req = request({ cookie: `${SECURE_NAME}=broken`, authorization: bearer });
  assert.equal(await getToken({ req, secret: SECRET }), null);
});

test("getToken() reads on https the cookie with the prefix alone (SE-19)", async () => {
  const [plain, secure] = [await tokenFor(NAME), await tokenFor(SECURE_NAME)];
  const both = { cookie: `${NAME}=${plain}; ${SECURE_NAME}=${secure}` };
  assert.equal(await getToken({ req: request(both), raw: true }), secure);
  assert.equal(await getToken({ req: request({ cookie: `${NAME}=${plain}` }), secret: SECRET }), null);
  // A cookie that a sibling domain could set does not become one of https by its value.
  assert.equal(await getToken({ req: request({ cookie: `${SECURE_NAME}=${plain}` }), secret: SECRET }), null);
});

test("getToken() without https reads either cookie, the one with prefix first", async () => {
  const [plain, secure] = [await tokenFor(NAME), await tokenFor(SECURE_NAME)];
  const both = `${NAME}=${plain}; ${SECURE_NAME}=${secure}`;
  for (const url of [HTTP, undefined]) {
    const req = (cookie: string) => url ? request({ cookie }, url) : { headers: { cookie } };
    assert.equal(await getToken({ req: req(both), raw: true }), secure);
    assert.equal((await getToken({ req: req(`${SECURE_NAME}=${secure}`), secret: SECRET }))?.name, "Ada");
    assert.equal((await getToken({ req: req(`${NAME}=${plain}`), secret: SECRET }))?.name, "Ada");
    const bearer = url
      ? request({ authorization: `Bearer ${plain}` }, url)
      : { headers: { authorization: `Bearer ${plain}` } };
    assert.equal((await getToken({ req: bearer, secret: SECRET }))?.name, "Ada");
  }
});

test("getToken() reads the cookie that has `domain`, after the one of this host", async () => {
  const shared = SECURE_NAME.replace("__Host-", "__Secure-");
  const [own, other] = [await tokenFor(SECURE_NAME), await tokenFor(shared)];
  const reads = [
    request({ cookie: `${shared}=${other}` }),
    request({ cookie: `${shared}=${other}` }, HTTP),
    { headers: { cookie: `${shared}=${other}` } },
  ];
  for (const req of reads) {
    assert.equal((await getToken({ req, secret: SECRET }))?.name, "Ada");
    assert.equal((await getToken({ req, secret: SECRET, secureCookie: true }))?.name, "Ada");
    assert.equal(await getToken({ req, secret: SECRET, secureCookie: false }), null);
  }
  const both = request({ cookie: `${shared}=${other}; ${SECURE_NAME}=${own}` });
  assert.equal(await getToken({ req: both, raw: true, secret: SECRET }), own);
  assert.equal(await getToken({ req: both, raw: true }), own);
});

test("getToken() follows secureCookie, cookieName and salt", async () => {
  const [plain, secure] = [await tokenFor(NAME), await tokenFor(SECURE_NAME)];
  const both = request({ cookie: `${NAME}=${plain}; ${SECURE_NAME}=${secure}` });
  assert.equal(await getToken({ req: both, secureCookie: false, raw: true }), plain);
  assert.equal(await getToken({ req: both, secureCookie: true, raw: true }), secure);
  const own = await tokenFor("own");
  const named = request({ cookie: `own=${own}; other=${own}` });
  assert.equal((await getToken({ req: named, secret: SECRET, cookieName: "own" }))?.name, "Ada");
  assert.equal(await getToken({ req: named, secret: SECRET, cookieName: "other" }), null);
  const salted = { req: named, secret: SECRET, cookieName: "other", salt: "own" };
  assert.equal((await getToken(salted))?.name, "Ada");
});

test("getToken() returns with `raw` the token unread, and needs no secret for it", async () => {
  const req = request({ cookie: `${SECURE_NAME}=anything` });
  assert.equal(await getToken({ req, raw: true }), "anything");
  assert.equal(await getToken({ req: request({}), raw: true }), null);
  const several = request({ cookie: `${SECURE_NAME}=first; ${SECURE_NAME}=second` });
  assert.equal(await getToken({ req: several, raw: true }), "first");
});

test("getToken() returns with `raw` and a secret the newest of several tokens that opens, else the first", async () => {
  const foreign = await tokenFor(SECURE_NAME, OTHER_SECRET);
  const [older, newer] = [await tokenFor(SECURE_NAME), await tokenFor(SECURE_NAME)];
  const rawOf = async (values: readonly string[], rest: object = {}) => {
    const cookie = values.map((value) => `${SECURE_NAME}=${value}`).join("; ");
    return await getToken({ req: request({ cookie }), secret: SECRET, raw: true, ...rest });
  };
  for (const values of [["any", foreign, newer], [newer, foreign]]) assert.equal(await rawOf(values), newer);
  for (const values of [[foreign, "any"], ["any"]]) assert.equal(await rawOf(values), values[0]);
  const decode = ({ token }: { token?: string }) => ({ iat: token === newer ? 2 : 1 });
  for (const values of [[older, newer], [newer, older]]) assert.equal(await rawOf(values, { decode }), newer);
  const same = () => ({ iat: 1 });
  assert.equal(
    await rawOf([older, newer], { decode: same }),
    older,
    "the first of the same second, as a session",
  );
  const cookie = `${SECURE_NAME}=${foreign}; ${NAME}=${await tokenFor(NAME)}`;
  const plain = await getToken({ req: { headers: { cookie } }, secret: SECRET, raw: true });
  assert.ok(cookie.endsWith(`; ${NAME}=${plain}`));
});

test("getToken() returns null for a token that cannot be read, and logs why without the token (SE-19)", async () => {
  const altered = `${(await tokenFor(SECURE_NAME)).slice(0, -2)}AA`;
  const old = await encode({ token: { sub: "1" }, secret: SECRET, salt: SECURE_NAME, maxAge: -1 });
  const foreign = await tokenFor(SECURE_NAME, OTHER_SECRET);
  const decode = (params: { readonly token?: string }) =>
    Promise.reject(new Error(`cannot read ${params.token}`));
  const CASES = [
    [foreign, {}, "is malformed, or has another secret or salt"],
    [altered, {}, "is malformed, or has another secret or salt"],
    ["no-token", {}, "is malformed, or has another secret or salt"],
    [old, {}, "has expired"],
    [foreign, { decode }, "`decode` threw an error"],
  ] as const;
  for (const [token, options, reason] of CASES) {
    const entries: unknown[] = [];
    const logger = { debug: (...entry: unknown[]) => void entries.push(entry) };
    const req = request({ cookie: `${SECURE_NAME}=${token}` });
    assert.equal(await getToken({ req, secret: SECRET, logger, ...options }), null);
    assert.deepEqual(entries, [["session token could not be read", { reason }]]);
    for (const silent of [{}, { logger: {} as never }]) {
      assert.equal(await getToken({ req, secret: SECRET, ...options, ...silent }), null);
    }
    const readable = request({ cookie: `${SECURE_NAME}=${await tokenFor(SECURE_NAME)}` });
    assert.equal((await getToken({ req: readable, secret: SECRET, logger }))?.name, "Ada");
    assert.equal(entries.length, 1);
  }
});

test("getToken() uses the application's own `decode`", async () => {
  const calls: unknown[] = [];
  const decode = (params: object): JWT => {
    calls.push(params);
    return { sub: "own" };
  };
  const req = request({ cookie: `${SECURE_NAME}=token` });
  assert.deepEqual(await getToken({ req, secret: [SECRET], decode }), { sub: "own" });
  assert.deepEqual(calls, [{ token: "token", secret: [SECRET], salt: SECURE_NAME }]);
});

test("getToken() throws MissingSecret without a secret, and TypeError without a request", async () => {
  for (const secret of [undefined, "", []]) {
    await assert.rejects(() => getToken({ req: request({}), secret }), MissingSecret);
  }
  for (const params of [undefined, {}, { req: undefined }, { req: {} }]) {
    await assert.rejects(() => getToken(params as never), {
      name: "TypeError",
      message: /pass the request as `req`/,
    });
  }
});

test("getToken() finds no cookie in what every object has", async () => {
  for (const cookieName of ["constructor", "__proto__", "toString"]) {
    assert.equal(await getToken({ req: { headers: {} }, raw: true, cookieName }), null);
  }
});
