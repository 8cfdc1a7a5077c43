import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, type Provider, resolveSession } from "../../mod.ts";
import { ConfigError } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ForwardEmail } from "../../src/providers/forwardemail.ts";
import { Mailgun } from "../../src/providers/mailgun.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import { Postmark } from "../../src/providers/postmark.ts";
import { Resend } from "../../src/providers/resend.ts";
import { SendGrid } from "../../src/providers/sendgrid.ts";
import {
  APP,
  cookieHeader,
  cookiesOf,
  oauth2,
  oidc,
  open,
  openPlain,
  request,
  SECRET,
  type World,
} from "./_world.ts";

const MESSAGE = { message: "There is a problem with the server's configuration. Its log has the details." };

/** Configs that cannot work, and what the log says to write instead: `test/config/check_test.ts` has more of each kind. */
const MISTAKES: Readonly<Record<string, readonly [config: object, advice: RegExp]>> = {
  "no trustHost (CFG-01)": [
    { trustHost: undefined },
    /UntrustedHost: .* set AUTH_URL .*, or `trustHost: true`/,
  ],
  "trustHost false (CFG-01)": [{ trustHost: false }, /UntrustedHost: .* set AUTH_URL/],
  "trustHost as text (CFG-01, CFG-05)": [{ trustHost: "true" }, /UntrustedHost: /],
  "no secret (CFG-02)": [
    { secret: undefined },
    /MissingSecret: .* set AUTH_SECRET, .*npx @latchkey\/auth secret --env/,
  ],
  "an empty secret (CFG-02)": [{ secret: "" }, /MissingSecret: .* set AUTH_SECRET/],
  "an empty list of secrets (CFG-02)": [{ secret: [] }, /MissingSecret: .* set AUTH_SECRET/],
  "an empty secret in a list (CFG-02)": [{ secret: [""] }, /MissingSecret: .* set AUTH_SECRET/],
  "an empty secret beside a good one (CFG-02)": [
    { secret: [SECRET, ""] },
    /MissingSecret: .* set AUTH_SECRET/,
  ],
  "a short secret (CFG-03)": [{ secret: "x".repeat(31) }, /MissingSecret: .*fewer than 32 characters/],
  "a short secret beside a good one (CFG-03)": [
    { secret: [SECRET, "short"] },
    /MissingSecret: .*fewer than 32 characters/,
  ],
  "no providers": [{ providers: undefined }, /Configuration: Cannot use `providers`: list them in an array/],
  "a url in quotes": [{ url: '"https://app.test"' }, /such as https:\/\/example\.com, without quotes/],
  "a basePath without slash": [
    { basePath: "auth" },
    /Cannot use `basePath`: "auth" must .* such as "\/auth"/,
  ],
  "a basePath that is a pattern (CFG-07)": [{ basePath: "/.*+" }, /Cannot use `basePath`/],
  "sessions that last no time": [
    { session: { maxAge: 0 } },
    /Cannot use `session.maxAge`: 0 must be a number of seconds/,
  ],
  "tokens that last no time": [{ jwt: { maxAge: 0 } }, /Cannot use `jwt.maxAge`/],
  "a page that is no URL": [
    { pages: { error: "http://[" } },
    /Cannot use `pages.error`: write a path that begins with \/, or a URL/,
  ],
  "a cookie with an impossible name": [
    { cookies: { flow: { name: "a b" } } },
    /Cannot use `cookies.flow`: .*the name is not a token/,
  ],
  "a cookie with an impossible path (DS-10)": [
    { cookies: { sessionToken: { options: { path: "/;\r\nSet-Cookie: a=b" } } } },
    /Cannot use `cookies.sessionToken`/,
  ],
};

for (const [what, [config, advice]] of Object.entries(MISTAKES)) {
  test(`Auth() rejects ${what}, and logs how to fix it`, async () => {
    const { log, send } = openBroken(config);
    for (const [method, path] of REQUESTS) {
      const response = await send(method, path);
      assert.equal(response.status, 500, path);
      assert.deepEqual(await response.json(), MESSAGE);
      assert.equal(response.headers.get("content-type"), "application/json");
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
    assert.match(log(), advice);
    assert.doesNotMatch(log(), new RegExp(SECRET));
  });

  // A session check reads no page: `Auth` refuses it.
  if ("pages" in config) continue;
  test(`resolveSession() throws a ConfigError with ${what}`, async () => {
    const { config: broken } = openBroken(config);
    await assert.rejects(resolveSession(request("/"), broken), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(`${error.name}: ${error.message}`, advice);
      return true;
    });
  });
}

const FROM = "Example <sign-in@example.com>";

/** What sends mail from an address that the application gives. */
const MAIL_SERVICES: Readonly<Record<string, (options: { readonly from: string }) => Provider>> = {
  ForwardEmail,
  Mailgun,
  Nodemailer: (options) => Nodemailer({ server: "smtp://localhost", ...options }),
  Postmark,
  Resend,
  SendGrid,
};

/** Providers that cannot be used, and what the log says about it: `test/config/providers_test.ts` has each mail service. */
const PROVIDERS: Readonly<Record<string, readonly [(idp: World["idp"]) => Provider[], RegExp]>> = {
  "two providers of one id (CFG-12)": [
    (idp) => [oidc(idp), oauth2(idp)],
    /Cannot use provider "idp": it is listed twice; give one of them another `id`/,
  ],
  "a provider without client id": [
    (idp) => [oidc(idp, { id: "my-idp", clientId: undefined })],
    /InvalidEndpoints: Cannot use provider "my-idp": set `clientId`, or AUTH_MY_IDP_ID in the environment/,
  ],
  "an OpenID provider without issuer": [
    (idp) => [oidc(idp, { issuer: undefined })],
    /InvalidEndpoints: Cannot use provider "idp": set `issuer`/,
  ],
  "an OAuth provider without authorization endpoint": [
    (idp) => [oauth2(idp, { authorization: undefined, issuer: undefined })],
    /Cannot use provider "idp": set `issuer`, or AUTH_IDP_ISSUER in the environment, for discovery. .* sets `authorization`/,
  ],
  "an OAuth provider without token endpoint": [
    (idp) => [oauth2(idp, { token: undefined, issuer: undefined })],
    /sets `token`/,
  ],
  "an OAuth provider without userinfo endpoint": [
    (idp) => [oauth2(idp, { userinfo: undefined, issuer: undefined })],
    /sets `userinfo`/,
  ],
  "an endpoint without TLS (OA-19)": [
    (idp) => [oauth2(idp, { token: "http://idp.test/token" })],
    /`token` is "http:\/\/idp\.test\/token", which is neither an https URL nor http on this machine/,
  ],
  "an endpoint that is a script (OA-19)": [
    (idp) => [oauth2(idp, { authorization: "javascript:alert(1)" })],
    /`authorization` is "javascript:alert\(1\)"/,
  ],
  "an id that is no part of a URL": [
    (idp) => [oidc(idp, { id: "my/idp" })],
    /its `id` is part of URLs; use only A-Z a-z 0-9 \. _ -/,
  ],
  "a mail service without key": [
    () => [Resend({ id: "post-office", from: FROM })],
    /Configuration: Cannot send mail with "post-office": set AUTH_POST_OFFICE_KEY, or its `apiKey`/,
  ],
};

for (const [what, [providers, advice]] of Object.entries(PROVIDERS)) {
  test(`Auth() does nothing with ${what}, and its log says so`, async () => {
    const { config, log } = open({ providers });
    for (const path of ["session", "csrf", "signin"]) {
      const response = await Auth(request(`/auth/${path}`), config);
      assert.equal(response.status, 500);
      assert.deepEqual(await response.json(), MESSAGE);
      assert.deepEqual(cookiesOf(response), {});
    }
    assert.match(log(), advice);
  });
}

test("Auth() asks an application that sends the mail itself for neither key nor sender", async () => {
  const sendVerificationRequest = () => {};
  const { config, log } = open({
    adapter: Memory(),
    providers: () =>
      Object.values(MAIL_SERVICES).map((service) => service({ sendVerificationRequest } as never)),
  });
  assert.equal((await Auth(request("/auth/session"), config)).status, 200, log());
});

test("Auth() shows a page without details of a broken config", async () => {
  const { config, log } = openBroken({ secret: "short", theme: { logo: "https://cdn.test/logo.svg" } });
  for (const path of ["signin?error=x&callbackUrl=//evil.test", "session", "callback/idp", "nothing"]) {
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const response = await Auth(request(`/auth/${path}`, { headers }), config);
    const html = await response.text();
    assert.equal(response.status, 500);
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.match(response.headers.get("content-security-policy")!, /^default-src 'none'/);
    assert.equal(response.headers.get("cache-control"), "private, no-cache, no-store");
    assert.deepEqual(cookiesOf(response), {});
    assert.match(html, /<h1>Sign-in isn&#39;t working<\/h1>/);
    assert.doesNotMatch(html, /secret|short|csrfToken|<form|cdn\.test|evil\.test/i);
  }
  assert.match(log(), /MissingSecret/);
});

test("Auth() with a broken config answers the error to scripts, not a URL, and passes its type to the logger", async () => {
  const seen: Error[] = [];
  const { config } = openBroken({ secret: "", logger: { error: (error: Error) => void seen.push(error) } });
  const headers = { "x-auth-return-redirect": "1" };
  const response = await Auth(request("/auth/signin/idp", { method: "POST", headers }), config);
  assert.equal(response.status, 500);
  assert.deepEqual(await response.json(), MESSAGE);
  assert.deepEqual(seen.map(({ name }) => name), ["MissingSecret"]);
});

test("Auth() answers 500 without a config", async (t) => {
  const lines: unknown[] = [];
  t.after(replaceConsole((line) => lines.push(line)));
  for (const config of [undefined, null, {}]) {
    const response = await Auth(request("/auth/session"), config as AuthConfig);
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), MESSAGE);
  }
  assert.equal(lines.length, 3);
});

test("Auth() does not write to its config, however deep", async () => {
  const { idp, platform } = openPlain();
  const parts = deepFrozen<AuthConfig>({
    providers: [oauth2(idp, { options: { style: { brandColor: "red" } } })],
    secret: [SECRET],
    trustHost: true,
    callbacks: {},
    cookies: { sessionToken: { options: { sameSite: "strict" } } },
    pages: { error: "/oops" },
    session: { maxAge: 3600 },
    theme: { brandColor: "#123456" },
  });
  const config = Object.freeze({ ...parts, platform });
  for (const path of ["signin", "csrf", "session", "providers", "error", "callback/idp"]) {
    const response = await Auth(request(`/auth/${path}`), config);
    assert.ok(response.status < 400, path);
  }
});

/** What a server is asked for. */
const REQUESTS = [
  ["GET", "csrf"],
  ["GET", "session"],
  ["GET", "providers"],
  ["GET", "signin"],
  ["GET", "signout"],
  ["GET", "error"],
  ["GET", "verify-request"],
  ["GET", "callback/idp"],
  ["GET", "nothing"],
  ["POST", "signin/idp"],
  ["POST", "signout"],
  ["POST", "session"],
  ["POST", "callback/idp"],
  ["DELETE", "session"],
] as const;

/** A world whose config has a mistake, and a browser that brings what it got before. */
function openBroken(mistake: object) {
  const world = openPlain();
  const config: AuthConfig = { ...world.config, ...mistake };
  return { config, log: world.log, send };

  async function send(method: string, path: string): Promise<Response> {
    const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
    const cookie = cookieHeader(world.browser);
    const body = method === "POST" ? new URLSearchParams({ csrfToken }) : undefined;
    return await Auth(request(`/auth/${path}`, { method, body, headers: { cookie } }), config);
  }
}

function deepFrozen<T>(value: T): T {
  if (value && typeof value === "object") { for (const part of Object.values(value)) deepFrozen(part); }
  return Object.freeze(value);
}

/** Replaces `console.error`, and returns what puts it back. */
function replaceConsole(error: (line: unknown) => void): () => void {
  const { error: before } = console;
  console.error = error;
  return () => void (console.error = before);
}

test("Auth() logs once that a provider is switched off, and offers the others", async () => {
  const world = openPlain();
  const [idp] = world.config.providers;
  const config = {
    ...world.config,
    providers: [idp!, { ...oauth2(world.idp), id: "other", clientSecret: undefined }],
  };
  const get = async (path: string, scheme = "https") =>
    await Auth(new Request(`${scheme}://app.test/auth/${path}`), config as AuthConfig);
  for (const scheme of ["https", "http"]) {
    assert.deepEqual(Object.keys(await (await get("providers", scheme)).json()), ["idp"]);
  }
  assert.doesNotMatch(await (await get("signin")).text(), /signin\/other/);
  const lines = world.log().split("\n").filter((line) => line.includes('"other"'));
  assert.equal(lines.filter((line) => line.includes("Cannot use provider")).length, 1, world.log());
  assert.match(
    world.log(),
    /InvalidEndpoints: Cannot use provider "other": set `clientSecret`, or AUTH_OTHER_SECRET/,
  );
});
