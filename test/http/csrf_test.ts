import assert from "node:assert/strict";
import { test } from "node:test";
import { MissingCSRF } from "../../src/errors/errors.ts";
import { issueCsrfToken, verifyCsrf } from "../../src/http/csrf.ts";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import type { Incoming } from "../../src/http/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";

type CsrfContext = Parameters<typeof verifyCsrf>[1];

const ORIGIN = "https://app.test";
const NAME = "__Host-latchkey.csrf-token";
const SECRET = "a-secret-of-forty-characters-for-tests-0";

function context(secrets: readonly string[] = [SECRET], seed = 1): CsrfContext {
  return { checksCsrf: true, secrets, cookies: toCookieNames("https"), platform: testPlatform({ seed }) };
}

/** A POST with a token in its body, as JSON or as a form, and a cookie. */
function post(
  csrfToken: unknown,
  cookie: string | undefined,
  headers: Record<string, string> = {},
) {
  const form = typeof csrfToken === "string";
  const request = new Request(`${ORIGIN}/auth/signin/idp`, {
    method: "POST",
    body: form ? new URLSearchParams({ csrfToken }) : JSON.stringify({ csrfToken }),
    headers: {
      "content-type": form ? "application/x-www-form-urlencoded" : "application/json",
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
  });
  return parseRequest(request, "/auth");
}

function get(cookie?: string) {
  return parseRequest(new Request(`${ORIGIN}/auth/csrf`, { headers: cookie ? { cookie } : {} }), "/auth");
}

/** Whether a request is let in. */
async function isIntended(incoming: Incoming, csrf: CsrfContext): Promise<boolean> {
  try {
    await verifyCsrf(incoming, csrf);
    return true;
  } catch (error) {
    assert.ok(error instanceof MissingCSRF);
    return false;
  }
}

/** A browser that has just got its token. */
async function visitor(csrf: CsrfContext) {
  const { token, cookies } = await issueCsrfToken(await get(), csrf);
  return { token, cookie: serializeCookie(cookies[0]!).split(";")[0]! };
}

test("issueCsrfToken() masks the token anew each time, so that no part of it stays the same (CS-17)", async () => {
  const csrf = context();
  const { cookie } = await visitor(csrf);
  const secret = cookie.slice(NAME.length + 1).split(".")[0]!;
  const tokens = [];
  for (let i = 0; i < 64; i++) tokens.push((await issueCsrfToken(await get(cookie), csrf)).token);
  assert.equal(new Set(tokens).size, 64);
  for (let at = 0; at < 128; at++) {
    assert.ok(new Set(tokens.map((token) => token[at])).size > 8, `digit ${at}`);
  }
  for (const token of tokens) {
    assert.ok(!token.includes(secret.slice(0, 8)));
    assert.equal(await isIntended(await post(token, cookie), csrf), true);
  }
});

test("verifyCsrf() also accepts the token of the cookie without a mask", async () => {
  const csrf = context();
  const { cookie } = await visitor(csrf);
  const [token] = cookie.slice(NAME.length + 1).split(".");
  assert.equal(await isIntended(await post(token, cookie), csrf), true);
});

test("issueCsrfToken() replaces a cookie that is not its own", async () => {
  const csrf = context();
  const { token, cookie } = await visitor(csrf);
  const value = cookie.slice(NAME.length + 1);
  const foreign = [
    "",
    token,
    `${token}.`,
    `.${value.split(".")[1]}`,
    `${value}.x`,
    `${"0".repeat(64)}.${value.split(".")[1]}`,
    `${token}|${value.split(".")[1]}`,
    value.slice(0, -1),
    `${value}A`,
    "constructor.constructor",
  ];
  for (const other of foreign) {
    const issued = await issueCsrfToken(await get(`${NAME}=${other}`), csrf);
    assert.notEqual(issued.token, token, other);
    assert.equal(issued.cookies.length, 1, other);
  }
});

test("verifyCsrf() refuses a token that is missing, altered, of another type, or another browser's", async () => {
  const csrf = context();
  const [{ token, cookie }, other] = [await visitor(csrf), await visitor(csrf)];
  const tokens = [
    undefined,
    null,
    "",
    token.slice(0, -1),
    `${token}0`,
    token.toUpperCase(),
    token.slice(64),
    token.slice(0, 64),
    token.slice(64) + token.slice(0, 64).replace(/^./, (digit) => digit === "0" ? "1" : "0"),
    "0".repeat(128),
    ` ${token}`,
    [token],
    { csrfToken: token },
    true,
    0,
    other.token,
    cookie.slice(NAME.length + 1),
  ];
  for (const claimed of tokens) {
    assert.equal(await isIntended(await post(claimed, cookie), csrf), false, JSON.stringify(claimed));
  }
});

test("verifyCsrf() refuses a token without its cookie, or with one that is forged", async () => {
  const csrf = context();
  const { token, cookie } = await visitor(csrf);
  const forger = await visitor(context(["a-secret-that-the-application-does-not-have"]));
  assert.equal(await isIntended(await post(token, undefined), csrf), false);
  assert.equal(await isIntended(await post(token, cookie.replace("__Host-", "")), csrf), false);
  assert.equal(await isIntended(await post(token, `${NAME}=${token}`), csrf), false);
  assert.equal(await isIntended(await post(token, `${NAME}=${token}.${token}`), csrf), false);
  assert.equal(await isIntended(await post(forger.token, forger.cookie), csrf), false);
});

test("verifyCsrf() refuses the empty token, whatever the cookie", async () => {
  for (const cookie of [undefined, `${NAME}=`, `${NAME}=.`, `${NAME}=..`]) {
    assert.equal(await isIntended(await post("", cookie), context()), false, cookie ?? "no cookie");
  }
});

test("verifyCsrf() accepts the token of either cookie, if the browser sends two of the name (SE-40)", async () => {
  const csrf = context();
  const [one, other] = [await visitor(csrf), await visitor(context([SECRET], 2))];
  const cookie = `${one.cookie}; ${other.cookie}`;
  for (const { token } of [one, other]) assert.ok(await isIntended(await post(token, cookie), csrf));
  const stranger = await visitor(context([SECRET], 3));
  assert.ok(!await isIntended(await post(stranger.token, cookie), csrf));
});

test("verifyCsrf() names the type of a body that is not read", async () => {
  const types: readonly (readonly [type: string | null, named: string])[] = [
    [null, "a body without type"],
    ["text/plain;\tcharset=utf-8; x=1", "text/plain"],
    ["text/xml;", "text/xml"],
    [`text/${"x".repeat(100)}`, `text/${"x".repeat(55)}`],
  ];
  for (const [type, named] of types) {
    const headers = new Headers(type === null ? [] : [["content-type", type]]);
    const body = new TextEncoder().encode("csrfToken=1");
    const request = new Request(`${ORIGIN}/auth/signin/idp`, { method: "POST", body, headers });
    await assert.rejects(
      verifyCsrf(await parseRequest(request, "/auth"), context()),
      ({ message }: Error) => message.endsWith(`, not as ${named}`),
    );
  }
});

test("verifyCsrf() ignores a token in the query", async () => {
  const csrf = context();
  const { token, cookie } = await visitor(csrf);
  for (const body of ["{}", '{"csrfToken":null}']) {
    const headers = { cookie, "content-type": "application/json" };
    const request = new Request(`${ORIGIN}/auth/signin?csrfToken=${token}`, {
      method: "POST",
      body,
      headers,
    });
    assert.equal(await isIntended(await parseRequest(request, "/auth"), csrf), false);
  }
});

/** Headers by which a browser says where a request comes from, and whether it may. */
const SOURCES: readonly (readonly [headers: Record<string, string>, intended: boolean])[] = [
  [{}, true],
  [{ origin: ORIGIN }, true],
  [{ origin: "https://evil.test" }, false],
  [{ origin: "https://sub.app.test" }, false],
  [{ origin: "https://app.test.evil.test" }, false],
  [{ origin: "http://app.test" }, false],
  [{ origin: "https://app.test:8443" }, false],
  [{ origin: "null" }, false],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "cross-site" }, false],
  [{ "sec-fetch-site": "anything" }, false],
  [{ "sec-fetch-site": "cross-site", origin: ORIGIN }, false],
  // A proxy that rewrites the host changes what the origin looks like, not what the browser said.
  [{ "sec-fetch-site": "same-origin", origin: "https://outside.test" }, true],
  [{ origin: ORIGIN, host: "evil.test", "x-forwarded-host": "evil.test" }, true],
];

for (const [headers, intended] of SOURCES) {
  test(`verifyCsrf() ${intended ? "accepts" : "refuses"} a right token and ${JSON.stringify(headers)} (CS-16)`, async () => {
    const csrf = context();
    const { token, cookie } = await visitor(csrf);
    assert.equal(await isIntended(await post(token, cookie, headers), csrf), intended);
  });
}

test("verifyCsrf() refuses the right source and no token", async () => {
  const incoming = await post(undefined, undefined, { "sec-fetch-site": "same-origin", origin: ORIGIN });
  assert.equal(await isIntended(incoming, context()), false);
});

test("verifyCsrf() lets everything in where the check is off", async () => {
  const csrf = { ...context(), checksCsrf: false };
  await verifyCsrf(await post(undefined, undefined), csrf);
  await verifyCsrf(await post("wrong", undefined, { origin: "https://evil.test" }), csrf);
});
