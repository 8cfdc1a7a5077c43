import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import {
  AuthError,
  ConfigError,
  CredentialsSignin,
  InvalidCode,
  MissingCSRF,
  Verification,
} from "../../src/errors/errors.ts";
import { type ActionRequest, type ActionResult, mount } from "../../src/integrations/mount/integration.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { fakeProvider, testPlatform } from "../../src/testing/mod.ts";
import { oidc } from "../flows/_world.ts";

const ORIGIN = "https://app.test";

const platform = testPlatform();
const idp = fakeProvider({ now: platform.now });
platform.sites[idp.origin] = idp.fetch;

class Locked extends CredentialsSignin {
  override readonly code: string = "locked";
}

/** What the application's functions have received. */
const received: unknown[] = [];

/** The codes of the mails. */
const codes: string[] = [];

const config: AuthConfig = {
  url: ORIGIN,
  secret: "a-secret-of-forty-characters-for-tests-0",
  platform,
  adapter: Memory(),
  session: { strategy: "jwt" },
  providers: [
    oidc(idp),
    Credentials({
      credentials: { username: {}, password: {} },
      async authorize(credentials, request) {
        received.push({ ...credentials }, await request.json());
        if (credentials.username === "locked") throw new Locked();
        return credentials.password === "right" ? { id: "1", name: String(credentials.username) } : null;
      },
    }),
    {
      id: "mail",
      name: "Mail",
      type: "email",
      from: "a@app.test",
      mails: "both",
      sendVerificationRequest: ({ identifier, code = "" }) => {
        received.push(identifier);
        codes.push(code);
      },
    },
  ],
  callbacks: {
    jwt: ({ token, trigger, session }) => trigger === "update" ? { ...token, name: String(session) } : token,
  },
  logger: { error() {}, warn() {} },
};

const auth = mount(config, {});

function request(headers: Record<string, string> = {}, path = "/form"): ActionRequest {
  return { url: ORIGIN + path, headers: new Headers(headers) };
}

/** The value of a `Cookie` header after a result. */
function cookieOf({ cookies }: Pick<ActionResult, "cookies">): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
}

async function signedIn(): Promise<string> {
  const fields = { username: "ada", password: "right" };
  return cookieOf(await auth.signIn(request(), { providerId: "credentials", fields }));
}

async function nameIn(cookie: string): Promise<string | null | undefined> {
  return (await auth.session({ url: `${ORIGIN}/`, headers: new Headers({ cookie }) }).read())?.user?.name;
}

test("signIn() gives the address of the provider, and the cookie that its callback needs", async () => {
  const action = {
    providerId: "idp",
    redirectTo: "/home",
    authorizationParams: { login_hint: "ada@app.test" },
  };
  const result = await auth.signIn(request(), action);
  const url = new URL(result.url);
  assert.equal(url.origin, idp.origin);
  assert.equal(url.searchParams.get("redirect_uri"), `${ORIGIN}/auth/callback/idp`);
  assert.equal(url.searchParams.get("login_hint"), "ada@app.test");
  assert.equal(result.cookies.length, 1);
  assert.match(result.cookies[0]!.name, /^__Host-latchkey\.flow/);
  const answer = await idp.fetch(new Request(result.url));
  const callback = answer.headers.get("location")!;
  const back = await auth.answer(new Request(callback, { headers: { cookie: cookieOf(result) } }));
  assert.equal(back.headers.get("location"), `${ORIGIN}/home`);
});

test("signIn() checks credentials, and gives the cookie of the session", async () => {
  received.length = 0;
  const fields = { username: "ada", password: "right" };
  const result = await auth.signIn(request(), { providerId: "credentials", fields, redirectTo: "/home" });
  assert.equal(result.url, `${ORIGIN}/home`);
  assert.equal(await nameIn(cookieOf(result)), "ada");
  const [credentials, body] = received as Record<string, unknown>[];
  assert.deepEqual(credentials, fields);
  assert.equal(body?.username, "ada");
});

test("signIn() throws CredentialsSignin with its code", async () => {
  for (const [username, code] of [["ada", "credentials"], ["locked", "locked"]] as const) {
    const fields = { username, password: "wrong" };
    await assert.rejects(auth.signIn(request(), { providerId: "credentials", fields }), (error: Error) => {
      assert.ok(error instanceof CredentialsSignin);
      assert.deepEqual([error.type, error.code], ["CredentialsSignin", code]);
      return true;
    });
  }
});

test("signIn() sends a mail, and gives the page that says so", async () => {
  received.length = 0;
  const result = await auth.signIn(request(), { providerId: "mail", fields: { email: "ada@app.test" } });
  assert.equal(new URL(result.url).pathname, "/auth/verify-request");
  assert.deepEqual(received, ["ada@app.test"]);
});

test("signIn() takes the code of the mail, in the browser that asked for it", async () => {
  const fields = { email: "grace@app.test" };
  const asked = cookieOf(await auth.signIn(request(), { providerId: "mail", fields, redirectTo: "/home" }));
  const enter = (fields: Record<string, string>, cookie = asked) =>
    auth.signIn(request({ cookie }), { providerId: "mail", fields, redirectTo: "/" });
  await assert.rejects(enter({ code: "00000000" }), InvalidCode);
  await assert.rejects(enter({ code: codes.at(-1)! }, ""), Verification);
  const early = await enter({ code: "", again: "true" });
  assert.match(early.url, /\/verify-request\?.*again=early/);
  const done = await enter({ code: codes.at(-1)! });
  assert.equal(done.url, `${ORIGIN}/home`);
  const cookie = cookieOf(done);
  const session = await auth.session({ url: `${ORIGIN}/`, headers: new Headers({ cookie }) }).read();
  assert.equal(session?.user?.email, "grace@app.test");
});

test("signIn() leads to the sign-in page without a provider, and with one that does not exist", async () => {
  for (const providerId of [undefined, "", "nobody", "__proto__", "../signout"]) {
    const { url, cookies } = await auth.signIn(request(), { providerId, redirectTo: "/home" });
    const query = new URLSearchParams({ callbackUrl: `${ORIGIN}/home` });
    if (providerId) query.set("error", "InvalidProvider");
    assert.equal(url, `${ORIGIN}/auth/signin?${query}`);
    assert.deepEqual(cookies, []);
  }
});

/** The `Referer` of a request, and where the user goes after a sign-in that names no address. */
const PAGES: readonly (readonly [referer: string | null, url: string])[] = [
  [null, ""],
  ["", ""],
  ["not a url at all:", ""],
  [`${ORIGIN}/shop?a=b`, "/shop?a=b"],
  [`${ORIGIN}/signin?callbackUrl=%2Fprivate`, "/private"],
  [`${ORIGIN}/signin?callbackUrl=https%3A%2F%2Fevil.test`, "/"],
  ["https://evil.test/page", "/"],
];

for (const [referer, path] of PAGES) {
  test(`signIn() returns by default to the page with the form: Referer ${referer}`, async () => {
    const action = { providerId: "credentials", fields: { username: "ada", password: "right" } };
    const { url } = await auth.signIn(
      request({ origin: ORIGIN, ...(referer !== null && { referer }) }),
      action,
    );
    assert.equal(url, ORIGIN + path);
  });
}

/** Requests that another site has caused. */
const FOREIGN: readonly Record<string, string>[] = [
  { origin: "https://evil.test" },
  { origin: "https://evil.test", "sec-fetch-site": "same-origin" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "https://sub.app.test", "sec-fetch-site": "same-site" },
  // A link, in an old browser or on http.
  { referer: "https://evil.test/" },
];

for (const headers of FOREIGN) {
  test(`signIn(), signOut() and update() refuse a request of another site (CS-18): ${JSON.stringify(headers)}`, async () => {
    const action = { providerId: "credentials", fields: { username: "ada", password: "right" } };
    const cookie = await signedIn();
    const foreign = request({ ...headers, cookie });
    await assert.rejects(auth.signIn(foreign, action), MissingCSRF);
    await assert.rejects(auth.signOut(foreign, {}), MissingCSRF);
    await assert.rejects(auth.update(foreign, "x"), MissingCSRF);
  });
}

test("signIn() says which AUTH_URL is wrong if the browser is at another origin of the application", async () => {
  const own = mount({ ...config, url: "https://www.app.test" }, {});
  const sent = { url: "http://app.test/form", headers: new Headers({ origin: "http://app.test" }) };
  await assert.rejects(own.signOut(sent, {}), (error: Error) => {
    assert.ok(error instanceof ConfigError);
    assert.match(
      error.message,
      /the browser is at http:\/\/app\.test, but the config says https:\/\/www\.app\.test/,
    );
    return true;
  });
});

test("signIn() ignores headers that describe the body of the application's own request", async () => {
  received.length = 0;
  const headers = {
    "content-type": "multipart/form-data; boundary=x",
    "content-length": "1000000",
    "x-auth-return-redirect": "1",
    "user-agent": "test",
  };
  const fields = { username: "ada", password: "right" };
  const result = await auth.signIn(request(headers), { providerId: "credentials", fields });
  assert.equal(await nameIn(cookieOf(result)), "ada");
  assert.equal((received[1] as Record<string, unknown>).password, "right");
});

test("signOut() ends the session, and gives where to go", async () => {
  const cookie = await signedIn();
  const result = await auth.signOut(request({ cookie }), { redirectTo: "/bye" });
  assert.equal(result.url, `${ORIGIN}/bye`);
  assert.deepEqual(result.cookies.map(({ name, value, options }) => [name, value, options.maxAge]), [
    ["__Host-latchkey.session-token", "", 0],
  ]);
  assert.equal((await auth.signOut(request(), {})).url, ORIGIN);
  const below = mount({ ...config, url: `${ORIGIN}/app` }, {});
  assert.equal((await below.signOut(request(), {})).url, `${ORIGIN}/app`);
});

test("update() passes data to the callbacks, and gives the new session with its cookie", async () => {
  const result = await auth.update(request({ cookie: await signedIn() }), "Countess");
  assert.equal(result.session?.user?.name, "Countess");
  assert.equal(await nameIn(cookieOf(result)), "Countess");
  assert.deepEqual(await auth.update(request(), "Countess"), { session: null, cookies: [] });
});

test("signIn() does not change what Auth() answers: a form without a CSRF token is refused there", async () => {
  await signedIn();
  const body = new URLSearchParams({ username: "ada", password: "right" });
  const response = await auth.answer(
    new Request(`${ORIGIN}/auth/callback/credentials`, { method: "POST", body }),
  );
  assert.match(response.headers.get("location")!, /error=MissingCSRF/);
  assert.deepEqual(response.headers.getSetCookie().filter((each) => /session-token=./.test(each)), []);
});

test("signIn() throws an AuthError for any failure, and logs it once", async () => {
  const errors: Error[] = [];
  const platform = testPlatform({ sites: { [idp.origin]: () => Promise.reject(new TypeError("down")) } });
  const own = mount({ ...config, platform, logger: { error: (error) => void errors.push(error) } }, {});
  await assert.rejects(own.signIn(request(), { providerId: "idp" }), AuthError);
  assert.equal(errors.length, 1);
});

test("signInUrl() is the path of the sign-in page, with the page to return to", () => {
  const pages: readonly (readonly [signIn: string | undefined, url: string])[] = [
    [undefined, "/auth/signin?callbackUrl=%2Fa%3Fb%3Dc"],
    ["/login", "/login?callbackUrl=%2Fa%3Fb%3Dc"],
    ["/login?x=y", "/login?x=y&callbackUrl=%2Fa%3Fb%3Dc"],
    ["https://id.app.test/login", "https://id.app.test/login?callbackUrl=%2Fa%3Fb%3Dc"],
  ];
  for (const [signIn, url] of pages) {
    assert.equal(mount({ ...config, pages: { signIn } }, {}).signInUrl("/a?b=c"), url);
  }
});
