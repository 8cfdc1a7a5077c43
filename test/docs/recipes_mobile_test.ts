import assert from "node:assert/strict";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { rotationSteps } from "../_rotation_steps.ts";
import { afterRefresh, built } from "./_built.ts";
import { keyStore, user } from "./_expo.ts";
import { APP, openPage, type Recipe, SECRET } from "./_recipe.ts";

const page = openPage("recipes/mobile.md", { built });

const VERIFIER = "a-verifier-of-forty-three-characters-000000";
const CHALLENGE = await challengeOf(VERIFIER);

async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return new Uint8Array(hash).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** What an app does. */
function openMobileApp(recipe: Recipe) {
  const app = recipe.browser();
  const start = (query: Readonly<Record<string, string>> = {}) =>
    `/mobile/sign-in?${new URLSearchParams({ challenge: CHALLENGE, state: "xyz", ...query })}`;
  const redeem = (body: unknown) =>
    app.fetch(`${APP}/mobile/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return {
    start,
    redeem,
    /** The URL with which a browser opens the app, after the user has pressed the button. */
    async opened(from: Browser, path = start()): Promise<URL> {
      const consent = await from.open(APP + path);
      return appUrlIn(await consent.submit("Sign in to the app").then(({ url }) => url, String))!;
    },
    async code(from: Browser): Promise<string> {
      return (await this.opened(from)).searchParams.get("code")!;
    },
    async token(from: Browser): Promise<string> {
      const answer = await redeem({ code: await this.code(from), verifier: VERIFIER });
      return (await answer.json()).token;
    },
    ask: (token: string, path = "/mobile/me", method = "GET") =>
      app.fetch(APP + path, { method, headers: { authorization: `Bearer ${token}` } }),
    async statusOf(token: string): Promise<number> {
      return (await this.ask(token)).status;
    },
    fetch: (path: string, init?: RequestInit) => app.fetch(APP + path, init),
  };
}

type MobileApp = ReturnType<typeof openMobileApp>;

/** The address of the app in the message of a browser that does not have it. */
function appUrlIn(text: string): URL | null {
  const [, url] = /"(com\.example\.app:[^"]+)"/.exec(text) ?? [];
  return url ? new URL(url) : null;
}

page.section("Sign in from a native app", async (recipe) => {
  const provider = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  const app = openMobileApp(recipe);
  const browser = recipe.browser();
  const asked = await afterRefresh(browser, await browser.open(APP + app.start()));
  assert.equal(new URL(asked.url).pathname, `${recipe.basePath}/signin`);
  const consent = await asked.submit(`${recipe.basePath}/signin/google`);
  assert.equal(consent.url, APP + app.start());
  await checkCodes(recipe, app, browser);
  await checkTokens(recipe, app, browser);
  await checkOtherSites(recipe, app, browser);
  await checkTakeover(recipe, app, browser);
  const grace = recipe.browser();
  provider.login({ sub: "2", name: "Grace", email: "grace@example.com", email_verified: true });
  await recipe.signIn(grace, "google", { callbackUrl: app.start() });
  await checkEnds(recipe, app, grace);
});

/** A code works once, within a minute, for the app with the verifier. */
async function checkCodes(recipe: Recipe, app: MobileApp, browser: Browser): Promise<void> {
  const url = await app.opened(browser, app.start({ state: "x&code=forged#" }));
  assert.equal(`${url.protocol}${url.pathname}`, "com.example.app:/signed-in");
  assert.equal(url.searchParams.get("state"), "x&code=forged#");
  assert.equal(url.searchParams.getAll("code").length, 1);
  for (const challenge of ["", "short", `${CHALLENGE}x`, await challengeOf(VERIFIER) + "\n"]) {
    const old = await browser.open(APP + app.start({ challenge }));
    assert.match(old.html, /The app is too old\./);
    assert.doesNotMatch(old.html, /Sign in to the app/);
  }
  const verifier = VERIFIER;
  const code = await app.code(browser);
  for (const body of [{ code, verifier: "another verifier" }, { code, verifier }]) {
    assert.equal((await app.redeem(body)).status, 400, "a wrong verifier uses the code up");
  }
  for (
    const body of [null, {}, [], '"text"', "no JSON", "", { code: { toString: 1 }, verifier }, {
      code: [code],
      verifier,
    }]
  ) {
    assert.equal((await app.redeem(body)).status, 400, JSON.stringify(body));
  }
  const late = await app.code(browser);
  recipe.platform.tick(60);
  assert.equal((await app.redeem({ code: late, verifier })).status, 400);
  const used = await app.code(browser);
  assert.equal((await app.redeem({ code: used, verifier })).status, 200);
  assert.equal((await app.redeem({ code: used, verifier })).status, 400);
}

/** A token is for the API alone. */
async function checkTokens(recipe: Recipe, app: MobileApp, browser: Browser): Promise<void> {
  const token = await app.token(browser);
  const { user } = await recipe.session(browser);
  assert.deepEqual(await (await app.ask(token)).json(), { userId: user.id });
  assert.equal((await app.fetch("/mobile/me")).status, 401);
  assert.equal((await browser.fetch(`${APP}/mobile/me`)).status, 200);
  assert.equal(await app.statusOf(`${token}x`), 401);
  const { sessions } = await (await browser.fetch(`${APP}${recipe.basePath}/account-data`)).json();
  assert.ok(sessions.some(({ device }: { device: { browser: string } }) => device?.browser === "App"));
  const { sessionId } = await recipe.session(browser);
  for (const value of [token, ...sessions.map(({ id }: { id: string }) => id), sessionId]) {
    const stranger = recipe.browser();
    stranger.setCookie(APP, `__Host-latchkey.session-token=${value}; Path=/; Secure; HttpOnly`);
    assert.equal(await recipe.session(stranger), null, "the token of an app is not a session cookie");
    if (value !== token) assert.equal(await app.statusOf(value), 401, "the id of a session is not a token");
  }
  assert.equal((await app.ask(token, "/mobile/sign-out", "POST")).status, 204);
  assert.equal(await app.statusOf(token), 401);
  assert.ok(await recipe.session(browser));
}

/** Another site does not get the browser to hand out a code. */
async function checkOtherSites(recipe: Recipe, app: MobileApp, browser: Browser): Promise<void> {
  const form = `<form method="post" action="${APP}${
    app.start().replaceAll("&", "&amp;")
  }"><button>Win</button></form>`;
  recipe.sites["https://evil.example"] = () =>
    new Response(form, { headers: { "content-type": "text/html" } });
  const evil = await browser.open("https://evil.example/");
  assert.equal(appUrlIn(await evil.submit("Win").then(({ url }) => url, String)), null);
}

/** The owner of the address takes the user over: neither a token nor a code of the stranger works. */
async function checkTakeover(recipe: Recipe, app: MobileApp, browser: Browser): Promise<void> {
  const { adapter } = await recipe.load("auth.ts");
  const { user } = await recipe.session(browser);
  const stolen = await app.token(browser);
  const unused = await app.code(browser);
  assert.equal(await app.statusOf(stolen), 200);
  await adapter.updateUser({ id: user.id, emailVerified: null });
  assert.ok(await adapter.takeOverUser({ id: user.id, email: user.email, emailVerified: new Date() }));
  assert.equal(await app.statusOf(stolen), 401);
  assert.equal((await app.redeem({ code: unused, verifier: VERIFIER })).status, 400);
}

/** A token ends with "sign out everywhere else", and after 90 days; a code when the browser signs out. */
async function checkEnds(recipe: Recipe, app: MobileApp, browser: Browser): Promise<void> {
  const { adapter } = await recipe.load("auth.ts");
  const { user, sessionId } = await recipe.session(browser);
  const [first, second] = [await app.token(browser), await app.token(browser)];
  await adapter.deleteSessionsByUserId(user.id, sessionId);
  assert.deepEqual([await app.statusOf(first), await app.statusOf(second)], [401, 401]);
  const third = await app.token(browser);
  const code = await app.code(browser);
  await recipe.post(browser, "signout");
  assert.equal((await app.redeem({ code, verifier: VERIFIER })).status, 400);
  recipe.platform.tick(90 * 24 * 60 * 60 - 60);
  assert.equal(await app.statusOf(third), 200);
  recipe.platform.tick(61);
  assert.equal(await app.statusOf(third), 401);
}

page.section("The app, with Expo", async (recipe) => {
  assert.equal(JSON.parse(recipe.read("app.json")).expo.scheme, "com.example.app");
  recipe.read("sh");
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const site = recipe.env.AUTH_URL = "https://example.com";
  const { config } = await recipe.load("auth.ts");
  const { appUrl, redeemCode, revokeToken, userOfToken } = await recipe.load("app_tokens.ts");
  // The server, whose tabs the section above tests.
  recipe.sites[site] = DenoAuth(config, async (request, auth) => {
    const { pathname, searchParams } = new URL(request.url);
    const authorization = request.headers.get("authorization");
    if (pathname === "/mobile/sign-in") {
      const { sessionId } = await auth.require() as unknown as { sessionId: string };
      return new Response(appUrl(sessionId, searchParams.get("challenge"), searchParams.get("state")));
    }
    if (pathname === "/mobile/token") {
      const token = await redeemCode(await request.json());
      return token ? Response.json({ token }) : new Response(null, { status: 400 });
    }
    if (pathname === "/mobile/sign-out") await revokeToken(authorization);
    const userId = await userOfToken(authorization);
    return userId ? Response.json({ userId }) : new Response(null, { status: 401 });
  });
  const browser = recipe.browser();
  await recipe.signIn(browser, "google", { origin: site });
  const { fetchApi, signIn, signOut } = await recipe.load("lib/session.ts");

  assert.equal(await signIn(), false, "the user has closed the browser");
  const opens = async (url: string) => {
    assert.match(new URL(url).searchParams.get("challenge")!, /^[\w-]{43}$/);
    return { type: "success", url: (await browser.open(url)).text } as const;
  };
  const forged = { state: "another", code: "a-code" };
  user.opens = async (url) => {
    const { url: own } = await opens(url);
    return { type: "success", url: `${own.split("?")[0]}?${new URLSearchParams(forged)}` };
  };
  assert.equal(await signIn(), false, "the answer has another state");
  user.opens = async (url) => ({ type: "success", url: (await opens(url)).url.replace("code=", "code=x") });
  assert.equal(await signIn(), false, "the site refuses the code");
  assert.equal((await fetchApi("/mobile/me")).status, 401);

  user.opens = opens;
  assert.equal(await signIn(), true);
  const { user: { id } } = await recipe.session(browser, site);
  assert.deepEqual(await (await fetchApi("/mobile/me")).json(), { userId: id });
  const [token] = keyStore.values();
  await signOut();
  assert.deepEqual([...keyStore], []);
  assert.equal(await userOfToken(`Bearer ${token}`), null);

  // A token that the site has revoked leaves the device at the next request.
  await signIn();
  await revokeToken(`Bearer ${[...keyStore.values()][0]}`);
  assert.equal((await fetchApi("/mobile/me", { method: "POST" })).status, 401);
  assert.deepEqual([...keyStore], []);
  await signIn();
  recipe.sites[site] = () => Promise.reject(new TypeError("offline"));
  await assert.rejects(signOut());
  assert.deepEqual([...keyStore], []);
});

page.section("An API on another server", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const api = recipe.sites["https://api.example.com"] = await recipe.listen("api/main.ts");
  await recipe.start();
  const browser = recipe.browser();
  const refused = await browser.fetch(`${APP}/me`);
  assert.equal(refused.status, 401);
  await recipe.signIn(browser, "google");
  const { user } = await recipe.session(browser);
  const answer = await browser.fetch(`${APP}/me`);
  assert.deepEqual(await answer.json(), { id: user.id, name: "Ada Lovelace" });
  assert.match(answer.headers.get("cache-control")!, /no-store/);
  const { encode } = await import("../../src/model/jwt.ts");
  const salt = "__Host-latchkey.session-token";
  const forged = await Promise.all([
    encode({ secret: "another-secret-of-forty-characters-00000", salt, token: { sub: "1" } }),
    encode({ secret: SECRET, salt: "another purpose", token: { sub: "1" } }),
    encode({ secret: SECRET, salt, token: { sub: "1" }, maxAge: -1 }),
  ]);
  for (const token of ["", "Bearer", "Bearer null", ...forged.map((token) => `Bearer ${token}`)]) {
    const request = new Request("https://api.example.com/me", { headers: { authorization: token } });
    assert.equal((await api(request)).status, 401, token);
  }
  // The API is the same beside each framework.
  if (recipe.tab === "Express") await checkRotation(recipe);
});

/** Rotates the secret, step by step, of the site and of the API, as `sessions.md` says. */
async function checkRotation(recipe: Recipe): Promise<void> {
  // A process of its own has a copy of the module of its own.
  const startApi = () => recipe.listen(`api/main.ts?${crypto.randomUUID()}`);
  const { config } = await recipe.load("auth.ts");
  const { before, told, sealing, after } = rotationSteps({
    old: SECRET,
    new: "the-next-secret-of-forty-characters-0000",
  });
  const browser = recipe.browser();
  const salt = "__Host-latchkey.session-token";
  for (const variables of [before, told, sealing, after]) {
    for (const name of Object.keys(told)) delete recipe.env[name];
    Object.assign(recipe.env, variables);
    recipe.sites[APP] = DenoAuth(config, () => new Response("home"));
    if (variables === before) await recipe.signIn(browser, "google");
    recipe.platform.tick(25 * 3600);
    assert.ok(await recipe.session(browser));
    const { value } = browser.cookies(APP).find(({ name }) => name === salt)!;
    const headers = { authorization: `Bearer ${value}` };
    const api = await startApi();
    const answer = await api(new Request("https://api.example.com/me", { headers }));
    assert.equal(answer.status, 200, JSON.stringify(variables));
    await answer.body?.cancel();
  }
  delete recipe.env.AUTH_SECRET;
  const failed = await (await startApi())(new Request("https://api.example.com/me"));
  assert.equal(failed.status, 500, "a mistake of the settings does not end the process");
  Object.assign(recipe.env, before);
}

page.section("A token for one purpose", async (recipe) => {
  recipe.env.API_SECRET = "another-secret-of-forty-characters-00000";
  const { createToken, readToken } = await recipe.load("report_token.ts");
  const token = await createToken("1");
  assert.equal(await readToken(token), "1");
  assert.equal(await readToken(`${token}x`), null);
  const { encode } = await import("../../src/model/jwt.ts");
  const salt = "latchkey.session-token";
  for (const secret of [recipe.env.API_SECRET, SECRET]) {
    assert.equal(await readToken(await encode({ secret, salt, token: { sub: "1" } })), null);
  }
  recipe.platform.tick(5 * 60);
  assert.equal(await readToken(token), null);
});

page.last();
