import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, type JWTParams, skipCSRFCheck } from "../../mod.ts";
import { openDatabase } from "./_database.ts";
import { APP, cookiesOf, openPlain, SECRET, type World } from "./_world.ts";

const COOKIE = "__Host-latchkey.csrf-token";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };

/** A POST that somebody forges. */
interface Forgery {
  /** The body. */
  readonly body?: BodyInit;
  /** Headers. */
  readonly headers?: Record<string, string>;
  /** Added to the path. */
  readonly query?: string;
  /** Value of the CSRF cookie instead of the browser's own; `null`: none. */
  readonly cookie?: string | null;
}

/** Forgeries of a POST, given the token of the browser and the value of its cookie. */
const FORGERIES: Readonly<
  Record<string, (token: string, cookie: string) => Forgery | Promise<Forgery>>
> = {
  "without a body (CS-01)": () => ({}),
  "without a token (CS-01)": () => form({}),
  "with an empty token (CS-01)": () => form({ csrfToken: "" }),
  "with a wrong token (CS-01)": () => form({ csrfToken: "0".repeat(64) }),
  "with a part of the token (CS-08)": (token) => form({ csrfToken: token.slice(0, 63) }),
  "with more than the token (CS-08)": (token) => form({ csrfToken: `${token}0` }),
  "with the whole cookie as token (CS-08)": (_, cookie) => form({ csrfToken: cookie }),
  "with the token in capitals (CS-08)": (token) => form({ csrfToken: token.toUpperCase() }),
  "with the token of another browser (CS-01)": async () => form({ csrfToken: await freshToken() }),
  "without the cookie (CS-01)": (token) => ({ ...form({ csrfToken: token }), cookie: null }),
  "with an empty cookie (CS-01)": (token) => ({ ...form({ csrfToken: token }), cookie: "" }),
  "with an empty token and cookie (CS-01)": () => ({ ...form({ csrfToken: "" }), cookie: "." }),
  "with a cookie that is not signed (CS-13)": (token) => ({ ...form({ csrfToken: token }), cookie: token }),
  "with a cookie whose signature is empty (CS-13)": (token) => ({
    ...form({ csrfToken: token }),
    cookie: `${token}.`,
  }),
  "with a cookie whose signature is another token's (CS-13)": (_, cookie) => ({
    ...form({ csrfToken: "1".repeat(64) }),
    cookie: `${"1".repeat(64)}.${cookie.split(".")[1]}`,
  }),
  "with a cookie that goes on (CS-13)": (token, cookie) => ({
    ...form({ csrfToken: token }),
    cookie: `${cookie}.x`,
  }),
  "with a cookie of another secret (CS-01)": async () => {
    const [token, cookie] = await tokenOf(openPlain({ secret: "another-secret-of-thirty-six-letters" }));
    return { ...form({ csrfToken: token }), cookie };
  },
  "with the token in the query (CS-07)": (token) => ({ ...form({}), query: `?csrfToken=${token}` }),
  "with the token in a header (CS-07)": (token) => ({
    body: "",
    headers: { ...FORM, "x-csrf-token": token, csrftoken: token },
  }),
  "with the token in plain text (CS-06)": (token) => ({
    body: `csrfToken=${token}`,
    headers: { "content-type": "text/plain" },
  }),
  "with JSON in plain text (CS-06)": (token) => ({
    body: JSON.stringify({ csrfToken: token }),
    headers: { "content-type": "text/plain" },
  }),
  "with a multipart body (CS-06)": (token) => {
    const body = new FormData();
    body.set("csrfToken", token);
    return { body };
  },
  "with a body of no type (CS-06)": (token) => ({ body: new TextEncoder().encode(`csrfToken=${token}`) }),
  "with a type that only mentions JSON (CS-06)": (token) => ({
    body: JSON.stringify({ csrfToken: token }),
    headers: { "content-type": "text/plain; application/json" },
  }),
  "with the token in an array (CS-08)": (token) => json({ csrfToken: [token] }),
  "with the token in an object (CS-08)": (token) => json({ csrfToken: { [token]: token, length: 64 } }),
  "with true for the token (CS-08)": () => json({ csrfToken: true }),
  "with null for the token (CS-08)": () => json({ csrfToken: null }),
  "with a wrong token after the right one (CS-15)": (token) => ({
    body: `csrfToken=${token}&csrfToken=x`,
    headers: FORM,
  }),
  "from another site (Sec-Fetch-Site)": (token) => ({
    ...form({ csrfToken: token }, { "sec-fetch-site": "cross-site" }),
  }),
  "from another host of the site (CS-13)": (token) =>
    form({ csrfToken: token }, { "sec-fetch-site": "same-site" }),
  "from another origin": (token) => form({ csrfToken: token }, { origin: "https://evil.test" }),
  "from another port": (token) => form({ csrfToken: token }, { origin: "https://app.test:8443" }),
  "from an unknown origin": (token) => form({ csrfToken: token }, { origin: "null" }),
};

for (const [how, forge] of Object.entries(FORGERIES)) {
  test(`POST signin/:provider starts nothing ${how}`, async () => {
    const { world, send } = await openSignedIn();
    const response = await send("signin/idp", forge);
    assertRefused(response);
    assert.deepEqual(Object.keys(cookiesOf(response)), []);
    assert.deepEqual(world.idp.requests, []);
    assert.match(world.log(), /^error \[latchkey\] MissingCSRF: /);
  });

  test(`POST signout leaves the session ${how} (CS-03)`, async () => {
    const { world, send } = await openSignedIn();
    const response = await send("signout", forge);
    assertRefused(response);
    assert.deepEqual(cookiesOf(response), {});
    assert.equal((await world.session())?.user.name, "Ada Lovelace");
  });

  test(`POST session changes nothing ${how} (CS-04)`, async () => {
    const { send, seen } = await openSignedIn();
    const response = await send("session", forge);
    assert.equal(response.status, 400);
    assert.equal(await response.json(), null);
    assert.deepEqual(cookiesOf(response), {});
    assert.deepEqual(seen, []);
  });
}

for (
  const [how, make] of Object.entries<(token: string) => Forgery>({
    "a form": (token) => form({ csrfToken: token }),
    "a form with a character set": (csrfToken) => ({
      body: new URLSearchParams({ csrfToken }).toString(),
      headers: { "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" },
    }),
    "JSON": (token) => json({ csrfToken: token }),
    "the site's own origin": (token) => form({ csrfToken: token }, { origin: APP }),
    "the browser's word that the site's own page sent it": (token) =>
      form({ csrfToken: token }, { "sec-fetch-site": "same-origin" }),
    // Behind a proxy that ends TLS the request's URL has another scheme than the browser's.
    "the browser's word, whatever the origin": (token) =>
      form({ csrfToken: token }, { "sec-fetch-site": "same-origin", origin: "http://app.test" }),
    "the browser's word that the user sent it": (token) =>
      form({ csrfToken: token }, { "sec-fetch-site": "none" }),
  })
) {
  test(`Auth() accepts a POST with the browser's token in ${how}`, async () => {
    const { send } = await openSignedIn();
    const response = await send("signout", make);
    assert.equal(response.headers.get("location"), APP);
    assert.match(cookiesOf(response)["__Host-latchkey.session-token"]!, /=; Max-Age=0;/);
  });
}

for (const path of ["signin/idp", "signout", "session"]) {
  test(`GET ${path} with a valid token has no effect (CS-09)`, async () => {
    const { world, seen } = await openSignedIn();
    const [token] = await tokenOf(world);
    await world.browser.fetch(`${APP}/auth/${path}?csrfToken=${token}&data=x&_method=POST`, {
      headers: { "x-http-method-override": "POST", "x-http-method": "POST" },
      redirect: "manual",
    });
    assert.deepEqual(world.idp.requests, []);
    assert.deepEqual(seen.filter(({ trigger }) => trigger), []);
    assert.equal((await world.session())?.user.name, "Ada Lovelace");
  });
}

test("A page of another site cannot sign a user out, in or over (CS-01, CS-03)", async () => {
  const { world } = await openSignedIn();
  const { platform, browser, session, idp } = world;
  platform.sites["https://evil.test"] = () =>
    new Response(
      ["signout", "signin/idp", "session"].map((path) =>
        `<form method=post action="${APP}/auth/${path}"><input name=csrfToken value=${"0".repeat(64)}></form>`
      ).join(""),
    );
  for (const index of [0, 1, 2]) {
    await (await browser.open("https://evil.test/")).submit(index);
    assert.equal((await session())?.user.name, "Ada Lovelace");
  }
  assert.deepEqual(idp.requests, []);
});

test("A form of another site sends no mail and stores no token (CS-05)", async () => {
  const world = openDatabase();
  world.platform.sites["https://evil.test"] = () =>
    new Response(
      `<form method="post" action="${APP}/auth/signin/email"><input name="email" value="ada@example.com"></form>`,
    );
  const page = await (await world.browser.open("https://evil.test/")).submit();
  assert.match(page.url, /error=MissingCSRF/);
  assert.deepEqual([world.mails, world.db.tokens()], [[], []]);
});

test("Auth() shows the error, and the next attempt succeeds", async () => {
  const { world } = await openSignedIn();
  const { browser } = world;
  const page = await browser.open(`${APP}/auth/signout?callbackUrl=/bye`);
  const refused = await page.submit("Sign out", { csrfToken: "x" });
  assert.ok(refused.url.startsWith(`${APP}/auth/signin?callbackUrl=`));
  assert.equal(new URL(refused.url).searchParams.get("error"), "MissingCSRF");
  assert.match(refused.text, /This page was open too long, or cookies are blocked\./);
  assert.equal((await page.submit("Sign out")).url, `${APP}/bye`);
});

test("Auth() creates a different token of 256 bits for each browser (CS-11)", async () => {
  const { config } = openPlain();
  const tokens = await Promise.all(Array.from({ length: 50 }, async () => {
    const response = await Auth(new Request(`${APP}/auth/csrf`), config);
    return (await response.json()).csrfToken as string;
  }));
  assert.equal(new Set(tokens).size, 50);
  for (const token of tokens) assert.match(token, /^[\da-f]{128}$/);
});

test("Auth() uses the runtime's randomness for tokens by default (CS-11)", async () => {
  const { config } = openPlain();
  const real = { ...config, platform: {} };
  const [one, two] = await Promise.all([real, real].map(async (config) => {
    return (await (await Auth(new Request(`${APP}/auth/csrf`), config)).json()).csrfToken;
  }));
  assert.notEqual(one, two);
});

for (
  const [url, name, attributes] of [
    [APP, COOKIE, "; Path=/; HttpOnly; Secure; SameSite=Lax"],
    ["http://app.test", "latchkey.csrf-token", "; Path=/; HttpOnly; SameSite=Lax"],
  ] as const
) {
  test(`Auth() keeps the token in a cookie until the browser is closed, on ${new URL(url).protocol} (CS-12)`, async () => {
    const response = await Auth(new Request(`${url}/auth/csrf`), openPlain().config);
    const [header] = response.headers.getSetCookie();
    assert.match(header!, new RegExp(`^${name}=[\\da-f]{64}\\.[\\w-]{43}${attributes}$`));
  });
}

test("Auth() replaces a CSRF cookie that it did not sign (CS-13)", async () => {
  const { browser } = openPlain();
  browser.setCookie(APP, `${COOKIE}=${"a".repeat(64)}.${"b".repeat(43)}; Secure; Path=/`);
  const response = await browser.fetch(`${APP}/auth/csrf`);
  assert.notEqual((await response.json()).csrfToken, "a".repeat(64));
  assert.deepEqual(Object.keys(cookiesOf(response)), [COOKIE]);
});

test("Auth() accepts tokens of an older secret, and rejects those of a removed one (SE-09)", async () => {
  const next = "the-next-secret-of-forty-letters-or-so-1";
  const { browser, config, platform } = openPlain();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const signOut = async (secret: AuthConfig["secret"]) => {
    const rotated = { ...config, secret };
    platform.sites[APP] = (request) => Auth(request, rotated);
    const body = new URLSearchParams({ csrfToken });
    const response = await browser.fetch(`${APP}/auth/signout`, { method: "POST", body, redirect: "manual" });
    return response.headers.get("location")!;
  };
  assert.equal(await signOut([next, SECRET]), APP);
  assert.match(await signOut([next]), /error=MissingCSRF/);
});

test("skipCSRFCheck turns the check off, and leaves the token out of the pages (CS-10)", async () => {
  const { browser, session, idp } = openPlain({ skipCSRFCheck });
  const page = await browser.open(`${APP}/auth/signin`);
  assert.ok(!page.html.includes("csrfToken"));
  await page.submit("/auth/signin/idp");
  assert.equal((await session())?.user.name, "Ada Lovelace");
  assert.ok(idp.requests.length > 0);
  await browser.fetch(`${APP}/auth/signout`, { method: "POST", redirect: "manual" });
  assert.equal(await session(), null);
});

for (const marker of [true, "skip-csrf-check", 1, {}, Symbol("skip-csrf-check")]) {
  test(`Auth() does not work with ${String(marker)} for skipCSRFCheck (CS-10)`, async () => {
    const { config, log } = openPlain({ skipCSRFCheck: marker as never });
    const response = await Auth(new Request(`${APP}/auth/signout`, { method: "POST" }), config);
    assert.equal(response.status, 500);
    assert.match(log(), /Cannot use `skipCSRFCheck`: use the exported `skipCSRFCheck`/);
  });
}

function form(fields: Record<string, string>, headers: Record<string, string> = {}): Forgery {
  return { body: new URLSearchParams(fields).toString(), headers: { ...FORM, ...headers } };
}

function json(value: unknown): Forgery {
  return { body: JSON.stringify(value), headers: JSON_TYPE };
}

/** A world where Ada is signed in, and a way to send what she did not mean to. */
async function openSignedIn() {
  const seen: JWTParams[] = [];
  const world = openPlain({
    callbacks: {
      jwt(params) {
        seen.push(params);
        return params.token;
      },
    },
  });
  await world.signIn();
  const [token, cookie] = await tokenOf(world);
  seen.length = world.idp.requests.length = 0;
  return { world, send, seen };

  /** Sends a POST with the browser's cookies, from nobody knows where. */
  async function send(
    path: string,
    forge: (token: string, cookie: string) => Forgery | Promise<Forgery>,
  ): Promise<Response> {
    const { body, headers, query = "", cookie: other = cookie } = await forge(token, cookie);
    const cookies = world.browser.cookies(APP).flatMap(({ name, value }) => {
      if (name !== COOKIE) return `${name}=${value}`;
      return other === null ? [] : `${name}=${other}`;
    });
    const init = { method: "POST", body, headers: { ...headers, cookie: cookies.join("; ") } };
    return await world.platform.sites[APP]!(new Request(`${APP}/auth/${path}${query}`, init));
  }
}

/** The token of a world's browser, and the value of its cookie. */
async function tokenOf({ browser }: World): Promise<[token: string, cookie: string]> {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  return [csrfToken, browser.cookies(APP).find(({ name }) => name === COOKIE)!.value];
}

/** A token that the application has given to somebody else. */
async function freshToken(): Promise<string> {
  const world = openPlain();
  // All worlds begin with the same bytes.
  world.platform.random(7);
  return (await tokenOf(world))[0];
}

function assertRefused(response: Response): void {
  assert.equal(response.status, 303);
  const { origin, pathname, searchParams } = new URL(response.headers.get("location")!);
  assert.equal(origin + pathname, `${APP}/auth/signin`);
  assert.equal(searchParams.get("error"), "MissingCSRF");
}
