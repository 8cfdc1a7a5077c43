/**
 * A config that the application changes or copies after its first use, as an application of Auth.js may.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, customFetch, resolveSession, setEnvDefaults } from "../../mod.ts";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import { fakeProvider } from "../../src/testing/mod.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { encode } from "../../src/model/jwt.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Google } from "../../src/providers/google.ts";
import { oidc } from "../flows/_world.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** The code that all doors but that of workers have. */
const USE = { capabilities: ALL_CAPABILITIES };

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const OTHER = "another-secret-of-forty-characters-here-1";
const client = { clientId: "id", clientSecret: "secret" };

/** A config whose fields can be written, as JavaScript sees it. */
// deno-lint-ignore no-explicit-any -- the changes are those that no type allows
type Loose = any;

function open(more: object = {}): Loose {
  return {
    secret: SECRET,
    trustHost: true,
    basePath: "/auth",
    providers: [{ ...GitHub(client) }],
    callbacks: {},
    events: {},
    session: {},
    pages: {},
    theme: {},
    cookies: {},
    logger: { error() {}, warn() {}, debug() {} },
    ...more,
  };
}

async function get(config: Loose, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await Auth(new Request(`http://app.test${path}`, { headers }), config as AuthConfig);
}

/** Where a sign-in with the first provider leads. */
async function signInUrl(config: Loose, id = "github"): Promise<URL> {
  const csrf = await get(config, "/auth/csrf");
  const { csrfToken } = await csrf.json();
  const response = await Auth(
    new Request(`http://app.test/auth/signin/${id}`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      headers: { cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]!, origin: "http://app.test" },
    }),
    config as AuthConfig,
  );
  return new URL(response.headers.get("location")!);
}

/** The cookie of a session. */
async function cookieOf(secret: string, name = "latchkey.session-token"): Promise<Record<string, string>> {
  const token = await encode({ token: { sub: "1", name: "Ada" }, secret, salt: name });
  return { cookie: `${name}=${token}` };
}

/** What is changed, and what the next request must notice. */
const CHANGES: Readonly<
  Record<
    string,
    readonly [change: (config: Loose) => void, see: (config: Loose) => Promise<unknown>, want: unknown]
  >
> = {
  "the path": [
    (config) => (config.basePath = "/api/auth"),
    async (
      config,
    ) => [(await get(config, "/api/auth/providers")).status, (await get(config, "/auth/csrf")).status],
    [200, 404],
  ],
  "the URL": [
    (config) => (config.url = "https://other.test"),
    async (config) => (await (await get(config, "/auth/providers")).json()).github.callbackUrl,
    "https://other.test/auth/callback/github",
  ],
  "whether the host is trusted": [
    (config) => (config.trustHost = false),
    async (config) => (await get(config, "/auth/session")).status,
    500,
  ],
  "the secret": [
    (config) => (config.secret = OTHER),
    async (config) => (await (await get(config, "/auth/session", await cookieOf(OTHER))).json())?.user?.name,
    "Ada",
  ],
  "a secret in the list": [
    (config) => (config.secret = [SECRET]) && config.secret.unshift(OTHER),
    async (config) => (await (await get(config, "/auth/session", await cookieOf(OTHER))).json())?.user?.name,
    "Ada",
  ],
  "the list of providers": [
    (config) => (config.providers = [Google(client)]),
    async (config) => Object.keys(await (await get(config, "/auth/providers")).json()),
    ["google"],
  ],
  "a provider that is added": [
    (config) => config.providers.push(Google(client)),
    async (config) => Object.keys(await (await get(config, "/auth/providers")).json()),
    ["github", "google"],
  ],
  "a provider that is removed": [
    (config) => config.providers.pop(),
    async (config) => await (await get(config, "/auth/providers")).json(),
    {},
  ],
  "the client of a provider": [
    (config) => (config.providers[0].options.clientId = "new"),
    async (config) => (await signInUrl(config)).searchParams.get("client_id"),
    "new",
  ],
  "the scope of a provider": [
    (config) => (config.providers[0].options.authorization = { params: { scope: "repo" } }),
    async (config) => (await signInUrl(config)).searchParams.get("scope"),
    "repo",
  ],
  "a callback that is added": [
    (config) => (config.callbacks.session = ({ session }: Loose) => ({ ...session, role: "admin" })),
    async (config) => (await (await get(config, "/auth/session", await cookieOf(SECRET))).json()).role,
    "admin",
  ],
  "the callbacks": [
    (config) => (config.callbacks = { jwt: ({ token }: Loose) => ({ ...token, name: "Grace" }) }),
    async (config) => (await (await get(config, "/auth/session", await cookieOf(SECRET))).json()).user.name,
    "Grace",
  ],
  "an age of the session": [
    (config) => (config.session.updateAge = 0),
    async (config) => (await get(config, "/auth/session", await cookieOf(SECRET))).headers.has("set-cookie"),
    true,
  ],
  "a page": [
    (config) => (config.pages.signIn = "/in"),
    async (config) =>
      (await get(config, "/auth/signin", { accept: "text/html" })).headers.get("location")?.split("?")[0],
    "http://app.test/in",
  ],
  "the theme": [
    (config) => (config.theme.name = "Acme"),
    async (config) =>
      (await (await get(config, "/auth/signin", { accept: "text/html" })).text()).includes("Acme"),
    true,
  ],
  "a link of the theme": [
    (config) => (config.theme.links = { terms: "/terms-of-acme" }),
    async (config) =>
      (await (await get(config, "/auth/signin", { accept: "text/html" })).text()).includes("/terms-of-acme"),
    true,
  ],
  "a cookie": [
    (config) => (config.cookies.csrfToken = { name: "mine" }),
    async (config) => (await get(config, "/auth/csrf")).headers.get("set-cookie")?.startsWith("mine="),
    true,
  ],
  "a message": [
    (config) => (config.messages = { en: { signIn: { heading: "Welcome to Acme" } } }),
    async (config) =>
      (await (await get(config, "/auth/signin", { accept: "text/html" })).text()).includes("Welcome to Acme"),
    true,
  ],
  "the adapter": [
    (config) => (config.adapter = Memory()),
    async (config) => (await get(config, "/auth/session", await cookieOf(SECRET))).json(),
    null,
  ],
};

for (const [what, [change, see, want]] of Object.entries(CHANGES)) {
  test(`Auth() notices that the application changes ${what} after the first request`, async () => {
    const config = open();
    for (const path of ["/auth/session", "/auth/providers", "/auth/csrf", "/auth/signin"]) {
      await (await get(config, path, { accept: "text/html", ...await cookieOf(SECRET) })).text();
    }
    assert.notDeepEqual(await see(config), want, "before");
    change(config);
    assert.deepEqual(await see(config), want);
    assert.deepEqual(await see(config), want, "again");
  });
}

test("Auth() notices the change of an attribute deep inside a cookie, and of what an attribute replaces", async () => {
  const config = open({ cookies: { csrfToken: { options: { sameSite: "lax" } } } });
  await get(config, "/auth/csrf");
  config.cookies.csrfToken.options.sameSite = "strict";
  assert.match((await get(config, "/auth/csrf")).headers.get("set-cookie")!, /SameSite=Strict/i);
  delete config.cookies.csrfToken;
  assert.match((await get(config, "/auth/csrf")).headers.get("set-cookie")!, /SameSite=Lax/i);
});

test("Auth() notices the change of a message deep inside of the messages", async () => {
  const config = open({ messages: { en: { signInErrors: { InvalidCheck: { what: "Too late." } } } } });
  const read = async () =>
    await (await get(config, "/auth/signin?error=InvalidCheck", { accept: "text/html" })).text();
  assert.match(await read(), /Too late\./);
  config.messages.en.signInErrors.InvalidCheck.what = "Much too late.";
  assert.match(await read(), /Much too late\./);
});

test("Auth() calls a method of the adapter that the application has replaced", async () => {
  const config = open({ adapter: Memory() });
  const headers = { cookie: "latchkey.session-token=a-token-that-was-stored-before" };
  assert.equal((await get(config, "/auth/session", headers)).status, 200);
  const tokens: string[] = [];
  config.adapter.getSessionAndUser = (token: string) => {
    tokens.push(token);
    return null;
  };
  assert.equal((await get(config, "/auth/session", headers)).status, 200);
  assert.ok(tokens.length > 0);
});

test("Auth() notices a fetch of a provider's own, and an event that is replaced", async () => {
  const idp = fakeProvider({ issuer: "https://idp.test" });
  const platform = testPlatform({ sites: { [idp.origin]: idp.fetch } });
  const asked: string[] = [];
  const config = open({ platform, providers: [oidc(idp)] });
  await signInUrl(config, "idp");
  config.providers[0].options ??= {};
  config.providers[0].options[customFetch] = (url: string) => {
    asked.push(url);
    return idp.fetch(new Request(url));
  };
  const other = open({ ...config, providers: [...config.providers] });
  await signInUrl(other, "idp");
  assert.equal(asked.length, 1);
});

test("Auth() answers 500 after a change that is not valid, and goes on when it is taken back", async () => {
  const config = open();
  await get(config, "/auth/session");
  config.callbacks.jwt = "no function";
  assert.equal((await get(config, "/auth/session")).status, 500);
  delete config.callbacks.jwt;
  assert.equal((await get(config, "/auth/session")).status, 200);
  config.secret = "short";
  assert.equal((await get(config, "/auth/session")).status, 500);
  config.secret = SECRET;
  assert.equal((await get(config, "/auth/session")).status, 200);
});

test("resolveSession() reads the session with the callbacks that the config has now", async () => {
  const config = open();
  const read = async () =>
    (await resolveSession<AuthConfig>(
      new Request("http://app.test/", { headers: await cookieOf(SECRET) }),
      config,
    ))
      .session;
  assert.equal((await read())?.user.name, "Ada");
  config.callbacks.session = ({ session }: Loose) => ({ ...session, user: { name: "Grace" } });
  assert.equal((await read())?.user.name, "Grace");
  config.secret = OTHER;
  assert.equal(await read(), null);
});

test("setupOf() gives copies of a config one setup, and one for the callbacks that each has", () => {
  const config = open({ callbacks: { jwt: ({ token }: Loose) => token } });
  const setup = setupOf(config, "http", USE);
  assert.equal(setupOf({ ...config }, "http", USE), setup);
  assert.equal(setupOf({ ...config, callbacks: { ...config.callbacks } }, "http", USE), setup);
  for (let i = 0; i < 20; i++) {
    const session = ({ session }: Loose) => session;
    const copy = setupOf({ ...config, callbacks: { ...config.callbacks, session } }, "http", USE);
    assert.notEqual(copy, setup);
    assert.equal(copy.callbacks.session, session);
    assert.equal(copy.providers, setup.providers, "nothing else is made anew");
    assert.equal(setupOf(config, "http", USE), setup);
  }
});

test("setupOf() does not mix configs that share their list of providers", () => {
  const config = open();
  for (
    const more of [{ secret: OTHER }, { basePath: "/x" }, { adapter: Memory() }, { session: { maxAge: 5 } }]
  ) {
    assert.notEqual(setupOf({ ...config, ...more }, "http", USE), setupOf(config, "http", USE));
    assert.notEqual(
      setupOf({ ...config, ...more }, "http", USE).sessions,
      setupOf(config, "http", USE).sessions,
    );
  }
  assert.notEqual(setupOf(config, "https", USE), setupOf(config, "http", USE));
});

test("setEnvDefaults() leaves the providers as they are when nothing is missing", () => {
  const config = open({ providers: [GitHub, Google(client)] });
  const env = { AUTH_GITHUB_ID: "a", AUTH_GITHUB_SECRET: "b" };
  setEnvDefaults(env, config);
  const { providers } = config;
  assert.equal(providers[0].options.clientId, "a");
  setEnvDefaults(env, config);
  assert.equal(config.providers, providers);
  config.providers.push(GitHub(client));
  setEnvDefaults(env, config);
  assert.equal(config.providers.length, 3);
  assert.equal(config.providers[1], providers[1]);
});

test("a change of the config keeps the metadata of its providers", async () => {
  const idp = fakeProvider({ issuer: "https://idp.test" });
  const paths: string[] = [];
  const platform = testPlatform({
    sites: {
      [idp.origin]: (request) => {
        paths.push(new URL(request.url).pathname);
        return idp.fetch(request);
      },
    },
  });
  const config = open({ platform, providers: [oidc(idp)] });
  for (const name of ["One", "Two", "Three"]) {
    config.theme.name = name;
    assert.equal((await signInUrl(config, "idp")).origin, idp.origin);
  }
  assert.equal(paths.filter((path) => path.includes("openid-configuration")).length, 1, paths.join(" "));
});

test("mount() follows the config of the application", async () => {
  const config = open({ trustHost: undefined, basePath: undefined });
  const mounted = mount(config as AuthConfig, {
    AUTH_URL: "http://app.test",
    AUTH_GOOGLE_ID: "a",
    AUTH_GOOGLE_SECRET: "b",
  });
  const list = async () =>
    Object.keys(await (await mounted.answer(new Request("http://app.test/auth/providers"))).json());
  assert.deepEqual(await list(), ["github"]);
  config.providers.push(Google);
  assert.deepEqual(await list(), ["github", "google"]);
  const name = async () =>
    (await mounted.session(new Request("http://app.test/", { headers: await cookieOf(OTHER) })).read())?.user
      .name;
  assert.equal(await name(), undefined);
  config.secret = OTHER;
  assert.equal(await name(), "Ada");
  config.callbacks.session = ({ session }: Loose) => ({ ...session, user: { name: "Grace" } });
  assert.equal(await name(), "Grace");
  config.basePath = "/api/auth";
  assert.deepEqual([mounted.owns("/api/auth/session"), mounted.owns("/auth/session")], [true, false]);
  assert.equal(mounted.owns("/api/auth/account"), false, "the application's own path");
  config.features = [AccountPage()];
  assert.equal(mounted.owns("/api/auth/account"), true);
  config.pages.signIn = "/in";
  assert.equal(mounted.signInUrl("/here"), "/in?callbackUrl=%2Fhere");
});
