import assert from "node:assert/strict";
import { test } from "node:test";
import { toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { ConfigError, MissingCSRF } from "../../src/errors/errors.ts";
import { frontEnds } from "../../src/features/trusted_origins/front_ends.ts";
import { assertOwnOrigin, isFromForm, issueCsrfToken, verifyCsrf } from "../../src/http/csrf.ts";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import { isFromOtherSite } from "../../src/http/fetch_site.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import { testPlatform } from "../../src/testing/mod.ts";

type CsrfContext = Parameters<typeof verifyCsrf>[1];

const ORIGIN = "https://app.test";
const FRONT = "https://front.app.test";
const SECRET = "a-secret-of-forty-characters-for-tests-0";
const TOKEN = "ab".repeat(32);

/** A POST to an action with these headers. */
function post(action: string, headers: Readonly<Record<string, string>>, body: object = {}) {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
  return parseRequest(new Request(`${ORIGIN}/auth/${action}`, init), "/auth", {
    frontEnds: frontEnds(new Set([FRONT])),
  });
}

/** The result of a check: what it throws. */
function outcomeOf(check: () => void): string {
  try {
    check();
    return "accepted";
  } catch (error) {
    if (error instanceof MissingCSRF) return "refused";
    assert.ok(error instanceof ConfigError);
    return "misconfigured";
  }
}

type Result = "accepted" | "refused" | "misconfigured";

/**
 * Headers of a form of the application, and what becomes of it: to begin a sign-in, to sign out, and to sign out where the
 * config has the URL.
 */
const FORMS:
  readonly (readonly [headers: Record<string, string>, signIn: Result, signOut: Result, withUrl: Result])[] =
    [
      [{}, "accepted", "accepted", "accepted"],
      [{ "sec-fetch-site": "none" }, "accepted", "accepted", "accepted"],
      [{ "sec-fetch-site": "same-origin" }, "accepted", "accepted", "accepted"],
      [{ "sec-fetch-site": "cross-site" }, "accepted", "refused", "refused"],
      [{ "sec-fetch-site": "same-site" }, "accepted", "refused", "refused"],
      [{ origin: ORIGIN }, "accepted", "accepted", "accepted"],
      [{ origin: ORIGIN, "sec-fetch-site": "same-origin" }, "accepted", "accepted", "accepted"],
      [{ origin: ORIGIN, "sec-fetch-site": "cross-site" }, "refused", "refused", "refused"],
      [{ origin: FRONT, "sec-fetch-site": "same-site" }, "accepted", "accepted", "accepted"],
      [{ origin: FRONT, "sec-fetch-site": "cross-site" }, "refused", "refused", "refused"],
      [{ origin: "null" }, "refused", "refused", "refused"],
      [{ origin: "null", "sec-fetch-site": "same-origin" }, "accepted", "accepted", "accepted"],
      [{ origin: "null", "sec-fetch-site": "cross-site" }, "refused", "refused", "refused"],
      [{ origin: "https://evil.test" }, "refused", "refused", "refused"],
      [
        { origin: "https://outside.test", "sec-fetch-site": "same-origin" },
        "accepted",
        "accepted",
        "refused",
      ],
      [{ referer: "https://evil.test/" }, "accepted", "refused", "refused"],
      [{ referer: `${ORIGIN}/home` }, "accepted", "accepted", "accepted"],
      [
        { origin: "http://app.test", "sec-fetch-site": "same-origin" },
        "accepted",
        "accepted",
        "misconfigured",
      ],
    ];

for (const [headers, signIn, signOut, withUrl] of FORMS) {
  test(`assertOwnOrigin() finds where a form comes from: ${JSON.stringify(headers)} (CS-16)`, async () => {
    const [beginning, linking, ending] = [
      await post("signin/idp", headers),
      await post("signin/idp", headers, { link: true }),
      await post("signout", headers),
    ];
    assert.equal(outcomeOf(() => assertOwnOrigin(beginning, {})), signIn);
    assert.equal(
      outcomeOf(() => assertOwnOrigin(linking, {})),
      signOut,
      "to link is more than to begin a sign-in",
    );
    assert.equal(outcomeOf(() => assertOwnOrigin(ending, {})), signOut);
    assert.equal(outcomeOf(() => assertOwnOrigin(ending, { origin: ORIGIN })), withUrl);
  });
}

test("isFromOtherSite() knows another site only from what the browser says", () => {
  const isForeign = (site: string) =>
    isFromOtherSite({ headers: new Headers({ "sec-fetch-site": site }), origin: ORIGIN });
  assert.deepEqual(["cross-site", "same-site", "same-origin", "none"].map(isForeign), [
    true,
    true,
    false,
    false,
  ]);
  for (const odd of ["not-cross-site", "same-site, cross-site", "same-sites"]) {
    assert.equal(isForeign(odd), false, odd);
  }
  assert.equal(isFromOtherSite({ headers: new Headers(), origin: ORIGIN }), false);
  assert.equal(isFromOtherSite({ origin: ORIGIN }), false);
});

test("isFromOtherSite() reads `Referer` where the browser sends no `Sec-Fetch-Site`", () => {
  const isForeign = (headers: Record<string, string>, requestOrigin = "http://inner:3000") =>
    isFromOtherSite({ headers: new Headers(headers), origin: ORIGIN, requestOrigin });
  for (const referer of ["http://evil.test/", "https://www.app.test/", "https://app.test:8443/"]) {
    assert.equal(isForeign({ referer }), true, referer);
    assert.equal(isForeign({ referer, "sec-fetch-site": "same-origin" }), false, "the browser says more");
  }
  // A proxy that ends TLS, another origin of the application, and what names no page.
  for (const referer of [`${ORIGIN}/home`, "http://app.test/", "http://inner:3000/", "", "null", "/home"]) {
    assert.equal(isForeign({ referer }), false, referer);
  }
  assert.equal(isForeign({ referer: ORIGIN, "sec-fetch-site": "cross-site" }), true);
});

test("isFromForm() is a form or a script: it has an origin, or a method that no link has", () => {
  const isForm = (headers: Record<string, string>, method?: string) =>
    isFromForm({ headers: new Headers(headers), origin: ORIGIN }, method);
  for (const method of ["GET", "get", "HEAD", "OPTIONS"]) {
    assert.equal(isForm({}, method), false, method);
    assert.equal(isForm({ origin: ORIGIN }, method), true, method);
  }
  for (const method of ["POST", "PUT", "DELETE", "TARGET", "GETS", undefined]) {
    assert.equal(isForm({}, method), true, String(method));
    assert.equal(
      isForm({ "sec-fetch-site": "cross-site" }, method),
      false,
      "something has removed its origin",
    );
    const sent = { headers: new Headers({ referer: "https://evil.test/" }), origin: ORIGIN };
    assert.equal(isFromForm(sent, method), false, "in an old browser, too");
  }
});

/** The message for a request. */
function messageOf(check: () => void): string {
  try {
    check();
  } catch (error) {
    if (error instanceof MissingCSRF) return error.message;
  }
  return assert.fail("the request is not refused");
}

test("assertOwnOrigin() says which origin the browser names, shortened", async () => {
  const message = async (headers: Record<string, string>, origin?: string) => {
    const incoming = await post("signout", headers);
    return messageOf(() => assertOwnOrigin(incoming, { origin }));
  };
  assert.match(
    await message({ origin: "https://evil.test", "sec-fetch-site": "cross-site" }),
    /\(Origin: https:\/\/evil\.test, Sec-Fetch-Site: cross-site\) than https:\/\/app\.test/,
  );
  assert.match(
    await message({ "sec-fetch-site": "same-site" }),
    /\(Origin: not sent, Sec-Fetch-Site: same-site\)/,
  );
  assert.match(
    await message({ referer: "http://evil.test/secret?path" }),
    /\(Origin: not sent, Sec-Fetch-Site: not sent\) than https:\/\/app\.test$/,
  );
  const long = `https://${"x".repeat(300)}.test`;
  assert.match(await message({ origin: long }), /Origin: https:\/\/x{192}, Sec-Fetch-Site: not sent\)/);
});

test("assertOwnOrigin() advises to correct the address of the site, if the browser shows another one", async () => {
  const message = async (headers: Record<string, string>, origin?: string) => {
    const incoming = await post("signout", headers);
    return messageOf(() => assertOwnOrigin(incoming, { origin }));
  };
  const proxied =
    "but the request came for https://app.test: let the proxy pass on `Host`, or set AUTH_URL to the address " +
    "in the browser";
  const [named, hidden] = [{ origin: "https://shop.test" }, {
    origin: "null",
    "sec-fetch-site": "cross-site",
  }];
  assert.ok((await message(named)).endsWith(`shows the site at https://shop.test, ${proxied}`));
  const foreign = { ...named, "sec-fetch-site": "cross-site" };
  assert.ok((await message(foreign)).endsWith(`shows the site at https://shop.test, ${proxied}`));
  assert.ok((await message(hidden)).endsWith(`shows the site at another address, ${proxied}`));
  assert.match(
    await message(named, ORIGIN),
    /but AUTH_URL \(`url` in the config\) is https:\/\/app\.test: open the site there/,
  );
  // A browser that names no other origin gets no advice.
  const without: readonly Record<string, string>[] = [
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    {
      origin: ORIGIN,
      "sec-fetch-site": "cross-site",
    },
  ];
  for (const headers of without) {
    assert.ok((await message(headers)).endsWith("than https://app.test"), JSON.stringify(headers));
  }
});

const CSRF: CsrfContext = {
  checksCsrf: true,
  secrets: [SECRET],
  cookies: toCookieNames("https"),
  platform: testPlatform(),
};

test("verifyCsrf() accepts a token that HMAC-SHA-256 signs, with the key of the purpose that every version has", async () => {
  const secret = await crypto.subtle.importKey("raw", toUtf8(SECRET), "HKDF", false, ["deriveBits"]);
  const info = toUtf8("Latchkey CSRF token, HMAC-SHA-256");
  const params = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info };
  const bits = await crypto.subtle.deriveBits(params, secret, 256);
  const key = await crypto.subtle.importKey("raw", bits, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, toUtf8(TOKEN))));
  const cookie = `${CSRF.cookies.csrfToken.name}=${TOKEN}.${signature}`;
  await verifyCsrf(await post("signout", { cookie }, { csrfToken: TOKEN }), CSRF);
});

test("verifyCsrf() names the endpoint that gives a token", async () => {
  const incoming = await post("signout", {});
  await assert.rejects(verifyCsrf(incoming, CSRF), /GET \/csrf gives a token/);
  await assert.rejects(
    verifyCsrf(incoming, { ...CSRF, basePath: "/auth" }),
    /GET \/auth\/csrf gives a token/,
  );
  const claiming = await post("signout", {}, { csrfToken: TOKEN });
  await assert.rejects(verifyCsrf(claiming, { ...CSRF, basePath: "/auth" }), /GET \/auth\/csrf sets it/);
});

test("verifyCsrf() tells a mistake in the config from a request of another site", async () => {
  const misplaced = await post("signout", { origin: "http://app.test" }, { csrfToken: TOKEN });
  await assert.rejects(verifyCsrf(misplaced, { ...CSRF, origin: ORIGIN }), ConfigError);
});

test("verifyCsrf() accepts a request without Origin, also where the config has the URL", async () => {
  const { token, cookies: [cookie] } = await issueCsrfToken(await post("csrf", {}), CSRF);
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
  await verifyCsrf(await post("signout", headers, { csrfToken: token }), { ...CSRF, origin: ORIGIN });
});

test("verifyCsrf() refuses a request without a body", async () => {
  const empty = await parseRequest(new Request(`${ORIGIN}/auth/signout`, { method: "POST" }), "/auth");
  await assert.rejects(verifyCsrf(empty, CSRF), MissingCSRF);
});

test("issueCsrfToken() issues nothing where the check is off", async () => {
  const issued = await issueCsrfToken(await post("csrf", {}), { ...CSRF, checksCsrf: false });
  assert.deepEqual(issued, { token: "", cookies: [] });
});
