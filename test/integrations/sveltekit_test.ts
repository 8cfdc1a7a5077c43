import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ConfigError } from "../../src/errors/errors.ts";
import { seeAlso } from "../../src/errors/help.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import { KitAuth, type KitEvent, type LocalsOf } from "../../src/integrations/sveltekit/sveltekit.ts";
import { encode } from "../../src/model/jwt.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { config, signedIn } from "./_application.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { inEnvironment } from "./_environment.ts";

const ORIGIN = "http://localhost";

/** An event as Kit creates it, and the cookies that were set. */
interface TestEvent extends KitEvent {
  readonly set: SetCookie[];
  readonly locals: Partial<LocalsOf<typeof config>>;
}

function eventOf(
  path: string,
  init: RequestInit = {},
  more: Pick<Partial<KitEvent>, "url" | "platform" | "isDataRequest"> = {},
): TestEvent {
  const request = new Request(ORIGIN + path, init);
  const set: SetCookie[] = [];
  const cookies = {
    set: (name: string, value: string, options: SetCookie["options"]) =>
      void set.push({ name, value, options }),
  };
  return { request, url: new URL(request.url), locals: {}, cookies, set, ...more };
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  headers: { origin: ORIGIN },
  body: new URLSearchParams(fields),
});

const password = Credentials({
  authorize: ({ password }) => password === "correct" ? { id: "1", name: "Grace" } : null,
});
const withPassword = { ...config, providers: [password] } satisfies AuthConfig;

/** Lets the hook see an event, then calls an action of the application. */
async function inAction<T>(
  auth: ReturnType<typeof KitAuth>,
  event: TestEvent,
  action: (event: TestEvent) => Promise<T>,
): Promise<T> {
  let result: Promise<T> | undefined;
  await auth.handle({
    event,
    resolve: async () => {
      result = action(event);
      await result.catch(() => {});
      return new Response();
    },
  });
  return await result!;
}

test("KitAuth() refuses what is no config, at once", () => {
  for (const source of [undefined, null, "config"]) {
    assert.throws(() => KitAuth(source as never), {
      name: "Configuration",
      message:
        `Cannot read the config: KitAuth got ${source}: write KitAuth({ providers: […] }), or pass a function ` +
        "that returns such an object" + seeAlso("Configuration"),
    });
  }
});

test("KitAuth({ checkOrigin: true }) refuses forms of other sites, but no logout token", async () => {
  const post = async (path: string, options: { checkOrigin?: boolean }, headers = {}, more = {}) => {
    const { handle } = KitAuth({ ...config, ...more }, options);
    const body = new URLSearchParams({ a: "b" });
    const event = eventOf(path, { method: "POST", body, headers });
    const answer = await handle({ event, resolve: () => new Response("mine") });
    return [answer.status, await answer.text()];
  };
  const foreign = { origin: "https://evil.example" };
  const [status, text] = await post("/page", { checkOrigin: true }, foreign);
  assert.deepEqual([status, /KitAuth\(config, { checkOrigin: false }\)/.test(String(text))], [403, true]);
  assert.equal((await post("/page", { checkOrigin: true }))[0], 403);
  assert.deepEqual(await post("/page", { checkOrigin: true }, { origin: ORIGIN }), [200, "mine"]);
  // A page with `Referrer-Policy: no-referrer`, as packages of security headers set it.
  const hidden = { origin: "null", "sec-fetch-site": "same-origin" };
  assert.deepEqual(await post("/page", { checkOrigin: true }, hidden), [200, "mine"]);
  assert.equal(
    (await post("/page", { checkOrigin: true }, { ...hidden, "sec-fetch-site": "cross-site" }))[0],
    403,
  );
  assert.deepEqual(await post("/page", {}, foreign), [200, "mine"]);
  // A host that only reads the session.
  const cookies = { sessionToken: { name: "shared", options: { domain: "example.com" } } };
  const more = { url: "https://accounts.example.com", cookies };
  const shop = { origin: "https://shop.example.com", host: "shop.example.com" };
  assert.deepEqual(await post("/page", { checkOrigin: true }, shop, more), [200, "mine"]);
  assert.equal((await post("/page", { checkOrigin: true }, { ...shop, ...foreign }, more))[0], 403);
  assert.notEqual((await post("/auth/callback/other", { checkOrigin: true }))[0], 403);
});

test("KitAuth() prolongs the session also where a later hook throws a redirect", async () => {
  const { handle } = KitAuth(config);
  const event = eventOf("/", { headers: { cookie: await signedIn() } });
  const thrown = { status: 303, location: "/plain" };
  await assert.rejects(
    handle({
      event,
      resolve: async () => {
        await (event.locals as { auth(): Promise<unknown> }).auth();
        throw thrown;
      },
    }),
    (error) => error === thrown,
  );
  assert.deepEqual(event.set.map(({ name }) => name), ["latchkey.session-token"]);
});

test("KitAuth() takes the path of the request, which a remote function cannot change", async () => {
  const { handle } = KitAuth(config);
  const event = eventOf("/_app/remote/x", {}, { url: new URL(`${ORIGIN}/auth/session`) });
  assert.equal(await (await handle({ event, resolve: () => new Response("mine") })).text(), "mine");
});

test("KitAuth() keeps a page out of caches that has asked an endpoint of the application for one user", async () => {
  const { handle } = KitAuth(config);
  const asked = async (url: string, control: string) => {
    const answer = (_url: string) =>
      Promise.resolve(new Response("me", { headers: { "cache-control": control } }));
    const event = Object.assign(eventOf("/"), { fetch: answer });
    const response = await handle({
      event,
      resolve: async () => new Response((await event.fetch(url)).body),
    });
    assert.equal(await response.text(), "me");
    return /no-store/.test(response.headers.get("cache-control") ?? "");
  };
  assert.equal(await asked("/api/me", "private, no-cache, no-store"), true);
  assert.equal(await asked("/api/news", "public, max-age=60"), false);
  assert.equal(await asked("https://cms.example/news", "no-store"), false);
});

test("KitAuth() prolongs the session at the end where Kit lets no cookie be set, as in a query of a remote function", async () => {
  const { handle } = KitAuth(config);
  const event = eventOf("/", { headers: { cookie: await signedIn() } });
  const cookies = {
    set: () => {
      throw new Error("Cannot set cookies in `query`");
    },
  };
  const response = await handle({
    event: { ...event, cookies },
    resolve: async ({ locals }) => new Response((await locals.auth!())?.id),
  });
  assert.equal(await response.text(), "1");
  assert.equal(response.headers.getSetCookie().length, 1);
});

test("KitAuth() leaves a response alone whose headers are sent before the session is read", async () => {
  const { handle } = KitAuth(config);
  const event = eventOf("/", { headers: { cookie: await signedIn() } });
  const response = await handle({ event, resolve: () => new Response("begun") });
  assert.equal((await event.locals.auth!())?.id, "1");
  assert.deepEqual(response.headers.getSetCookie(), []);
});

test("KitAuth() needs no secret while Kit prerenders, and no one is signed in", async () => {
  const { handle } = KitAuth({ providers: [] });
  const page = eventOf("/about");
  Object.defineProperty(page.url, "search", {
    get() {
      throw new Error("Cannot access url.search on a page with prerendering enabled");
    },
  });
  for (const event of [page, eventOf("/[fallback]")]) {
    const resolve = async () => new Response(String(await event.locals.auth!()));
    assert.equal(await (await handle({ event, resolve })).text(), "null");
  }
  await assert.rejects(handle({ event: eventOf("/about"), resolve: () => new Response() }), /secret/);
});

test("KitAuth() reads `env`, then the platform, then the process", async () => {
  const seen = async (env: Record<string, unknown>, platform: unknown) => {
    const { secret: _, ...rest } = config;
    const { handle } = KitAuth({ ...rest, basePath: "/auth" }, { env });
    const resolve = () => new Response();
    const cookie = await signedIn();
    const response = await handle({
      event: eventOf("/auth/session", { headers: { cookie } }, { platform }),
      resolve,
    });
    return (await response.json())?.id;
  };
  const right = config.secret;
  const wrong = "another-secret-of-more-than-32-characters";
  assert.equal(await seen({ AUTH_SECRET: right }, { env: { AUTH_SECRET: wrong } }), "1");
  assert.equal(await seen({ PORT: 8000 }, { env: { AUTH_SECRET: right, KV: {} } }), "1");
  await inEnvironment({ AUTH_SECRET: right }, async () => {
    assert.equal(await seen({}, { env: { DB: {} } }), "1");
    assert.equal(await seen({}, { env: { AUTH_SECRET: wrong } }), undefined);
    assert.equal(await seen({ AUTH_SECRET: wrong }, undefined), undefined);
  });
  await inEnvironment({ AUTH_SECRET: wrong }, async () => {
    assert.equal(await seen({}, { env: { AUTH_SECRET: right } }), "1");
  });
});

test("KitAuth() accepts variables that are JSON values, as Cloudflare's may be", async () => {
  const { trustHost: _, ...rest } = config;
  for (const place of ["env", "platform"]) {
    const variables = { AUTH_TRUST_HOST: true };
    const { handle } = KitAuth(rest as AuthConfig, place === "env" ? { env: variables } : {});
    const platform = place === "platform" ? { env: variables } : undefined;
    const event = eventOf("/auth/session", {}, { platform });
    const response = await handle({ event, resolve: () => new Response() });
    assert.deepEqual([response.status, await response.json()], [200, null], place);
  }
});

test("KitAuth() refuses a second hook with the same name in event.locals, and accepts another name", async () => {
  const [one, two, three] = [KitAuth(config), KitAuth(config), KitAuth(config, { name: "members" })];
  const nested = (inner: typeof one, event = eventOf("/")) =>
    one.handle({ event, resolve: (event) => inner.handle({ event, resolve: () => new Response("mine") }) });
  await assert.rejects(
    nested(two),
    /Cannot set `event\.locals\.auth`: .*KitAuth\(config, { name: "members" }\)/,
  );
  const event = eventOf("/");
  assert.equal(await (await nested(three, event)).text(), "mine");
  assert.deepEqual(Object.keys(event.locals), ["auth", "members"]);
});

test("signIn() and signOut() say what to write if the hook is missing", async () => {
  const { signIn, signOut } = KitAuth(config);
  for (const [wish, act] of Object.entries({ "sign in": signIn, "sign out": signOut })) {
    await assert.rejects(act(eventOf("/")), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(
        error.message,
        new RegExp(`^Cannot ${wish}: .*hooks\\.server\\.ts: .export { handle } from "\\./auth"`),
      );
      return true;
    });
  }
});

test("auth.signInUrl() leads to the sign-in page of the config, and back to the page that Kit names", async () => {
  const seen = async (more: Partial<AuthConfig>, returnTo?: string) => {
    const auth = KitAuth({ ...config, ...more });
    const event = eventOf("/a/__data.json?b=c", {}, { url: new URL(`${ORIGIN}/a?b=c`) });
    return await inAction(auth, event, ({ locals }) => Promise.resolve(locals.auth!.signInUrl(returnTo)));
  };
  assert.equal(await seen({}), "/auth/signin?callbackUrl=%2Fa%3Fb%3Dc");
  assert.equal(await seen({}, "/d"), "/auth/signin?callbackUrl=%2Fd");
  assert.equal(await seen({ pages: { signIn: "/login" } }), "/login?callbackUrl=%2Fa%3Fb%3Dc");
});

test("auth.require() returns the session, and needs the npm package to refuse a request", async () => {
  const auth = KitAuth(config);
  const required = async (path: string, headers: Record<string, string>, more = {}) =>
    await inAction(auth, eventOf(path, { headers }, more), ({ locals }) => locals.auth!.require());
  assert.equal((await required("/", { cookie: await signedIn() })).id, "1");
  await assert.rejects(
    required("/own?/save&a=b", { accept: "text/html" }),
    /Cannot redirect to "\/auth\/signin\?callbackUrl=%2Fown%3Fa%3Db": .* npm package only.*auth\.signInUrl\(\)/,
  );
  await assert.rejects(required("/a", {}, { isDataRequest: true }), /Cannot redirect to .*callbackUrl=%2Fa"/);
  await assert.rejects(required("/a", { "x-sveltekit-action": "true" }), /Cannot redirect to/);
  const script = { accept: "text/html", "x-requested-with": "XMLHttpRequest" };
  await assert.rejects(required("/api", script), /Cannot answer 401 \(Sign in first\.\).* npm package only/);
});

test("signIn() sets whole cookies, and the rest of the request has the session", async () => {
  const auth = KitAuth(withPassword);
  const fields = { providerId: "credentials", password: "correct", redirect: "false", redirectTo: "/home" };
  const event = eventOf("/signin", form(fields));
  const result = await inAction(auth, event, async (event) => {
    assert.equal(await event.locals.auth!(), null);
    return [await auth.signIn(event), await event.locals.auth!()] as const;
  });
  assert.deepEqual(result[0], { url: `${ORIGIN}/home` });
  assert.equal(result[1]?.user?.name, "Grace");
  const [cookie] = event.set;
  assert.equal(cookie?.name, "latchkey.session-token");
  const { expires, ...options } = cookie?.options ?? {};
  assert.ok(expires! > new Date());
  // Kit has defaults for what is missing.
  assert.deepEqual(options, { path: "/", httpOnly: true, secure: false, sameSite: "lax" });
});

test("signIn() refuses a body that was read, and does not read it if it is given what it needs", async () => {
  const auth = KitAuth(withPassword);
  const event = () => eventOf("/signin", form({ password: "correct" }));
  const read = async (event: TestEvent) => void await event.request.formData();
  await assert.rejects(
    inAction(auth, event(), async (event) => [await read(event), await auth.signIn(event)]),
    (error: Error) => error instanceof ConfigError && /signIn\(event, { … }\)/.test(error.message),
  );
  const wanted = { providerId: "credentials", fields: { password: "correct" }, redirect: false };
  const given = await inAction(auth, event(), async (event) => {
    await read(event);
    return await auth.signIn(event, wanted);
  });
  assert.equal(given.url, ORIGIN);
});

test("the form actions for passwords read the form, or take what the application has read", async () => {
  const mails: string[] = [];
  const sendVerificationRequest = ({ identifier }: { identifier: string }) => void mails.push(identifier);
  const providers = [Password(), Email({ mails: "both", sendVerificationRequest })];
  const auth = KitAuth({ ...config, adapter: Memory(), providers });
  const email = "ada@example.com";
  const sent = { url: `${ORIGIN}/auth/new-password?provider=password&type=email` };
  const typed = eventOf("/forgot", form({ email, redirect: "false" }));
  assert.deepEqual(await inAction(auth, typed, auth.password.forgot), sent);
  const read = eventOf("/forgot", form({}));
  const given = (event: TestEvent) => auth.password.forgot(event, { email, redirect: false });
  assert.deepEqual(await inAction(auth, read, given), sent);
  assert.deepEqual(mails, [email, email]);
  const short = { email, password: "short", current: "" };
  for (const act of [auth.password.signUp, auth.password.reset, auth.password.keep, auth.password.change]) {
    const event = eventOf("/form", form(short));
    // Each leaves the page, or fails, as the function of `locals.auth` does.
    await assert.rejects(inAction(auth, event, act), /Cannot (set the password|sign in|ask|redirect)/);
  }
});

test("the form actions for second factors read the form, and return the recovery codes", async () => {
  const adapter = Memory();
  await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  const own = { ...config, adapter, session: { strategy: "jwt" }, features: [SecondFactor()] } as const;
  const auth = KitAuth(own);
  const salt = "latchkey.session-token";
  const token = { sub: "1", auth_time: Math.floor(Date.now() / 1000) };
  const cookie = `${salt}=${await encode({ token, secret: own.secret, salt })}`;
  const event = (fields: Record<string, string> = {}) =>
    eventOf("/2fa", { ...form(fields), headers: { origin: ORIGIN, cookie } });
  const page = await inAction(
    auth,
    event(),
    ({ locals }) => (locals as LocalsOf<typeof own>).auth.secondFactor.start(),
  );
  assert.ok(!page.needsMailCode);
  const code = codeAt(page.secret, Math.floor(Date.now() / 30_000));
  const typed = event({ setup: page.setup, code, redirectTo: "/home" });
  const on = await inAction(auth, typed, (event) => auth.secondFactor.setUp(event));
  assert.deepEqual([on.codes?.length, on.url], [10, `${ORIGIN}/home?done=second-factor-on`]);
  const prove = (event: TestEvent) => auth.secondFactor.prove(event, { question: "x", code: "000000" });
  await assert.rejects(inAction(auth, event(), prove), /no sign-in waits for it/);
});

test("signIn() cannot redirect outside of the npm package, and says so", async () => {
  const auth = KitAuth(withPassword);
  const event = eventOf("/signin", form({ providerId: "credentials", password: "correct" }));
  await assert.rejects(inAction(auth, event, auth.signIn), /with the npm package only.*redirect: false/);
});

test("signOut() removes the session, also one that was prolonged before in the same request", async () => {
  const auth = KitAuth(config);
  const event = eventOf("/", {
    ...form({ redirect: "false" }),
    headers: { origin: ORIGIN, cookie: await signedIn() },
  });
  const response = await auth.handle({
    event,
    resolve: async (event) => {
      assert.equal((await event.locals.auth!())?.id, "1");
      await auth.signOut(event);
      assert.equal(await event.locals.auth!(), null);
      return new Response();
    },
  });
  assert.deepEqual(response.headers.getSetCookie(), []);
  const { name, value, options } = event.set.at(-1)!;
  assert.deepEqual([name, value, options.maxAge], ["latchkey.session-token", "", 0]);
});

test("signOut() forbids caches to keep the answer, whatever the application says", async () => {
  const auth = KitAuth(config);
  const event = eventOf("/x", { headers: { cookie: await signedIn() } });
  const resolve = async () => {
    await auth.signOut(event, { redirect: false });
    return new Response("bye", { headers: { "cache-control": "public, max-age=600" } });
  };
  assert.match((await auth.handle({ event, resolve })).headers.get("cache-control")!, /no-store/);
});
