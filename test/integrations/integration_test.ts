import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ConfigError, MissingSecret, UntrustedHost } from "../../src/errors/errors.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import type { EmailConfig } from "../../src/model/provider.ts";
import { config, signedIn } from "./_application.ts";

test("mount() reads the environment, and does not change the config", () => {
  const own = Object.freeze({ providers: Object.freeze([]) });
  const env = { AUTH_SECRET: "a-secret-of-more-than-32-characters", AUTH_TRUST_HOST: "true" };
  const mounted = mount<AuthConfig>(own, env);
  assert.deepEqual(mounted.config.secret, [env.AUTH_SECRET]);
  assert.deepEqual(Object.keys(own), ["providers"]);
});

test("mount() rejects a config that cannot work, and says how to fix it", () => {
  assert.throws(() => mount({ ...config, secret: undefined }, {}), MissingSecret);
  assert.throws(() => mount({ ...config, trustHost: false }, {}), UntrustedHost);
  assert.throws(() => mount({ ...config, basePath: "auth" }, {}), /Cannot use `basePath`/);
  const untyped = (providers: unknown) => ({ ...config, providers }) as AuthConfig;
  assert.throws(() => mount(untyped(undefined), {}), /Cannot use `providers`: list them in an array/);
  for (const providers of [[{}], [null], [() => undefined]]) {
    assert.throws(() => mount(untyped(providers), {}), /Cannot use a provider without an `id`/);
  }
});

test("mount() reads the origin from AUTH_URL", () => {
  assert.equal(mount(config, {}).origin, undefined);
  assert.equal(mount(config, { AUTH_URL: "" }).origin, undefined);
  assert.equal(mount(config, { AUTH_URL: "https://app.example/app" }).origin, "https://app.example");
  const own = { ...config, url: "https://own.example" };
  assert.equal(mount(own, { AUTH_URL: "https://app.example" }).origin, "https://own.example");
});

test("mount() rejects an invalid AUTH_URL", () => {
  for (const AUTH_URL of ["app.example", "javascript:alert(1)", "ftp://app.example"]) {
    assert.throws(() => mount(config, { AUTH_URL }), (error: Error) => {
      assert.ok(
        error instanceof ConfigError && error.message.includes("write an http or https URL"),
        error.message,
      );
      return true;
    });
  }
});

test("mount() owns the paths of endpoints below basePath, and leaves others to the application", () => {
  const { owns } = mount(config, {});
  for (const path of ["/auth/session", "/auth/session/", "/auth/callback/idp", "/auth/signin/a/"]) {
    assert.equal(owns(path), true, path);
  }
  for (
    const path of [
      "/auth",
      "/auth/",
      "/auth/login",
      "/auth/sessions",
      "/auth/session/list",
      "/auth/signin/a/b",
      "/auth/account/export",
      "/auth//session",
      "/",
      "/authx",
      "/auth.txt",
      "/a/auth/session",
      "/Auth/session",
      "//auth/session",
    ]
  ) {
    assert.equal(owns(path), false, path);
  }
});

test("mount() owns /auth below the path of AUTH_URL, also where a proxy has removed that path", () => {
  const { owns } = mount(config, { AUTH_URL: "https://app.example/app" });
  assert.deepEqual([owns("/app/auth/session"), owns("/auth/session")], [true, true]);
  for (const path of ["/app", "/app/session", "/app/authx", "/appauth", "/app/app/auth/session"]) {
    assert.equal(owns(path), false, path);
  }
});

test("mount() owns paths below an AUTH_URL that ends with /auth, as with Auth.js", () => {
  const { owns } = mount(config, { AUTH_URL: "https://app.example/api/auth" });
  assert.deepEqual([owns("/api/auth/session"), owns("/auth/session"), owns("/api/x")], [true, false, false]);
});

test("mount() owns only actions at the root", () => {
  const { owns } = mount({ ...config, basePath: "/" }, {});
  assert.deepEqual([owns("/session"), owns("/signin/github")], [true, true]);
  assert.deepEqual([owns("/"), owns("/home"), owns("/sessions")], [false, false, false]);
});

test("mount() loads the packages of providers, and logs missing ones", async () => {
  const errors: string[] = [];
  const asked: string[] = [];
  const mail = (id: string, problem?: Error): EmailConfig => ({
    ...Nodemailer({ server: "smtp://localhost", from: "sign-in@app.example", id }),
    assertInstalled: (provider) => {
      asked.push(provider.id);
      return problem ? Promise.reject(problem) : Promise.resolve();
    },
  });
  const old = new ConfigError("Cannot send mail: the package is too old");
  const providers = [mail("good"), mail("old", old), mail("throws", new Error("odd"))];
  const logger = { warn: () => {}, error: ({ message }: Error) => void errors.push(message) };
  mount({ ...config, adapter: Memory(), providers, logger }, {});
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(asked, ["good", "old", "throws"]);
  assert.equal(errors.length, 2);
  assert.match(errors[0]!, /the package is too old/);
  assert.match(errors[1]!, /odd/);
});

test("mount() answers a request of the library", async () => {
  const response = await mount(config, {}).answer(new Request("http://localhost/auth/session"));
  assert.equal(await response.json(), null);
});

test("session().headers() is empty until the session is read, then prolongs it", async () => {
  const headers = new Headers({ cookie: await signedIn() });
  const session = mount(config, {}).session({ url: "http://localhost/", headers });
  assert.deepEqual(await session.headers([]), []);
  const [one, two] = await Promise.all([session.read(), session.read()]);
  assert.equal(one, two);
  assert.equal(one?.user.name, "Ada");
  const added = await session.headers([]);
  assert.deepEqual(added.map(([name]) => name), ["cache-control", "set-cookie"]);
  assert.equal(added[0]?.[1], "private, no-cache, no-store");
  assert.match(added[1]![1], /^latchkey\.session-token=./);
});

test("session().headers() is empty where the session cannot be read", async () => {
  const adapter = { ...Memory(), getSessionAndUser: () => Promise.reject(new Error("down")) };
  const own: AuthConfig = { ...config, callbacks: {}, adapter, session: { strategy: "database" } };
  const session = mount(own, {}).session({
    url: "http://localhost/",
    headers: new Headers({ cookie: "latchkey.session-token=a" }),
  });
  await assert.rejects(session.read(), { name: "AdapterError" });
  assert.deepEqual(await session.headers([]), []);
});

test("session().addTo() lets no cache keep an answer for which the session was read (SE-41)", async () => {
  const { session } = mount({ ...config, session: {} }, {});
  for (const cookie of [await signedIn(), "other=1"]) {
    const reader = session({ url: "http://localhost/", headers: new Headers({ cookie }) });
    const answer = () => reader.addTo(new Response("page", { headers: { "cache-control": "public" } }));
    assert.equal((await answer()).headers.get("cache-control"), "public");
    await reader.read();
    const { headers } = await answer();
    assert.equal(headers.get("cache-control"), "private, no-cache, no-store");
    assert.deepEqual(headers.getSetCookie(), []);
  }
});

/** Cookies that the answer sets, and whether one of them is that of the session. */
const SET_COOKIES: readonly (readonly [setCookies: readonly string[], isSame: boolean])[] = [
  [[], false],
  [["latchkey.session-token"], true],
  [["a", "latchkey.session-token.0", "b"], true],
  [["latchkey.session-token.7"], true],
  [["latchkey.session-tokens", "latchkey.session-token.x", "my.latchkey.session-token"], false],
  [["Latchkey.session-token", "__Host-latchkey.session-token"], false],
];

for (const [names, isSame] of SET_COOKIES) {
  test(`session().headers() has ${isSame ? "no" : "the"} cookie for an answer that sets [${names}]`, async () => {
    const headers = new Headers({ cookie: await signedIn() });
    const session = mount(config, {}).session({ url: "http://localhost/", headers });
    await session.read();
    const added = await session.headers(names.map((name) => `${name}=; Max-Age=0`));
    assert.deepEqual(added.map(([name]) => name), ["cache-control", ...(isSame ? [] : ["set-cookie"])]);
  });
}
