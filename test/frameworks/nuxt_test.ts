/**
 * The nineteen checks, and what is special, in Nuxt 4. The nightly run builds `examples/nuxt` for Cloudflare Workers too:
 * `test/integrations/nuxt_test.ts` has their environment in each run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { encode } from "../../src/model/jwt.ts";
import { root } from "../../tools/exports.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { SECRET } from "../compat/_servers.ts";
import { exceptAtNight, isNightly } from "../_nightly.ts";
import { installPackages } from "../_packages.ts";
import { run } from "../_run.ts";
import { testInBrowser } from "../e2e/chromium.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary, type RunningServer } from "../runtimes/runtimes.ts";
import { bundleWorker, startWorkerd } from "../runtimes/workerd.ts";
import { type App, installApp, ORIGIN, startApp, type Wanted } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import {
  ADA,
  cookieNames,
  failingUpdateCheck,
  openKeptForm,
  ownCodeChecks,
  signedIn,
  signInAs,
  TOKEN,
  updateCheck,
} from "./_own_code.ts";
import { compile } from "./_types.ts";

const GRACE = { username: "grace", password: "correct horse" };

// All start before the first test is defined: Deno loses an error of a module that has defined one.
const opened = obstacle === null ? await openAll() : null;

if (opened) {
  frameworkChecks("Nuxt 4", opened.app);
  const headers = { origin: opened.app.origin };
  ownCodeChecks(opened.app, {
    place: "a handler of Nuxt",
    signIn: "/api/sign-in",
    signOut: "/api/leave",
    headers,
  });
  updateCheck(opened.app, "a handler of Nuxt", "/api/update");
  failingUpdateCheck(opened.app, "Nuxt", "/api/update");
  testOwnCode(opened.app);
  testFetched(opened.app);
  testShared(opened.app);
  testMistakes(opened.noSecret, opened.noUrl);
  testBase(opened.based);
  testTypes(opened.folder);
  if (opened.worker) testWorker(opened.worker);
  else console.log("skipped: examples/nuxt as a Cloudflare Worker, which the nightly run builds");
  await testClient(opened.plain);
} else console.log(`skipped: Nuxt 4, which needs Node 22: ${obstacle}`);

async function openAll() {
  await install();
  const node = nodeBinary("node24");
  const wanted = {
    name: "nuxt",
    files: ["examples/nuxt", "npm/frameworks/nuxt"],
    build: [[node, "node_modules/nuxt/bin/nuxt.mjs", "build"]] as const,
    run: [node, ".output/server/index.mjs"],
  };
  const folder = await installApp(wanted);
  const start = async (changes: Partial<Wanted>) => await startApp({ ...wanted, ...changes }, folder);
  return {
    folder,
    app: await start({}),
    noSecret: await start({ env: { AUTH_SECRET: "" } }),
    noUrl: await start({ url: null }),
    plain: await start({ url: null, env: { AUTH_TRUST_HOST: "true" } }),
    based: await start({ url: "https://app.example/docs", env: { NUXT_APP_BASE_URL: "/docs/" } }),
    worker: isNightly ? await openWorker(wanted.build[0]) : null,
  };
}

/** The example on another preset of Nitro, which has no Node, and whose environment comes with the request. */
async function openWorker(build: readonly string[]): Promise<RunningServer> {
  const folder = await installApp({
    name: "nuxt-example",
    files: ["examples/nuxt"],
    build: [[...build, "--preset", "cloudflare_module"]],
    run: [],
  });
  return await startWorkerd(
    await bundleWorker(join(folder, ".output/server/index.mjs")),
    ["nodejs_compat"],
    { AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret", AUTH_SECRET: SECRET, AUTH_URL: ORIGIN },
  );
}

/** Handlers and pages of the application. */
function testOwnCode(app: App): void {
  const at = (path: string) => app.origin + path;
  const post = { method: "POST", headers: { origin: app.origin }, redirect: "manual" } as const;

  test("a form of a protected page without a session leads to the sign-in page, and back to that page", async () => {
    const headers = { ...post.headers, accept: "text/html" };
    const answer = await app.visitor().fetch(at("/protected"), { ...post, headers, body: new FormData() });
    const url = new URL(answer.headers.get("location")!, app.origin);
    assert.deepEqual([url.pathname, url.searchParams.get("callbackUrl")], ["/auth/signin", "/protected"]);
  });

  test("signIn() in a handler of Nuxt throws wrong credentials, with their code", async () => {
    const browser = app.visitor();
    const login = async (fields: object) => {
      const headers = { ...post.headers, "content-type": "application/json" };
      const body = JSON.stringify(fields);
      const response = await browser.fetch(at("/api/login"), { ...post, headers, body });
      return { status: response.status, ...await response.json() };
    };
    const { status, message } = await login({ username: "locked", password: "wrong" });
    assert.deepEqual([status, message], [401, "Wrong name or password (locked)."]);
    assert.deepEqual(browser.cookies(at("/")), []);
    assert.deepEqual(await login(GRACE), { status: 200, url: at("/protected") });
    assert.match((await browser.open(at("/protected"))).text, /For grace/);
  });

  test("signIn() in a handler of Nuxt refuses a request of another site", async () => {
    const headers = { origin: "https://evil.example", "content-type": "application/json" };
    const body = JSON.stringify(GRACE);
    const response = await app.fetch(new Request(at("/api/login"), { method: "POST", headers, body }));
    await response.body?.cancel();
    assert.equal(response.status, 403);
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  test("auth.require() throws an error of h3, which Nitro answers and does not log", async () => {
    const headers = { accept: "application/json" };
    const response = await app.fetch(new Request(at("/api/me"), { headers }));
    const { statusCode, message } = await response.json();
    assert.deepEqual([response.status, statusCode, message], [401, 401, "Sign in first."]);
    assert.doesNotMatch(app.printed(), /Sign in first/);
  });

  test("auth.require() leads a form of Nuxt to the sign-in page, and the form is sent after it", async () => {
    const browser = app.visitor();
    await signInAs(browser, app, { sub: "ada", age: 400 });
    for (const body of [new URLSearchParams({ to: "Zoë & Bob" }), new FormData()]) {
      body.set("to", "Zoë & Bob");
      const headers = { ...post.headers, accept: "text/html", referer: at("/") };
      const response = await browser.fetch(at("/transfer"), { ...post, headers, body });
      await response.body?.cancel();
      assert.equal(response.status, 303);
      const page = await openKeptForm(browser, app, response.headers.get("location")!);
      assert.match(page.text, /Your form hasn't been sent yet/);
      assert.equal((await page.submit("/transfer")).text, "ada: Zoë & Bob");
      await signInAs(browser, app, { sub: "ada", age: 400 });
    }
    assert.doesNotMatch(app.printed(), /Verify that it's you/);
  });

  test("a page of Nuxt has the session in its payload, and prolongs it", async () => {
    const response = await (await signedIn(app)).fetch(at("/"));
    const html = await response.text();
    assert.match(html, /Hello (<!-- -->)?Ada Lovelace/);
    assert.match(html, /"ada@example\.com"/);
    assert.deepEqual(cookieNames(response), [TOKEN]);
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  });
}

/** Requests that the server sends to itself while it renders a page. */
function testFetched(app: App): void {
  test("useFetch() on the server of Nuxt has the session of the request", async () => {
    const { html } = await (await signedIn(app)).open(`${app.origin}/fetched`);
    assert.match(html, /Fetched (<!-- -->)?Ada Lovelace/);
  });

  test("what useFetch() on the server of Nuxt changes in the session reaches the browser with the page", async () => {
    const browser = await signedIn(app);
    const response = await browser.fetch(`${app.origin}/changed`);
    assert.match(await response.text(), /Changed (<!-- -->)?Ada Lovelace/);
    assert.deepEqual(cookieNames(response), [TOKEN]);
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
    assert.equal((await (await browser.fetch(`${app.origin}/session`)).json()).text, "from the page");
  });
}

/** Pages that all users share. */
function testShared(app: App): void {
  const at = (path: string) => app.origin + path;

  test("event.context.auth() is null on a page that Nitro caches, also for the first user who opens it", async () => {
    for (const browser of [await signedIn(app), app.visitor()]) {
      const response = await browser.fetch(at("/cached"));
      const html = await response.text();
      assert.match(html, /For (<!-- -->)?everyone/);
      assert.doesNotMatch(html, /Ada/);
      assert.deepEqual(cookieNames(response), []);
    }
  });

  test("auth.require() in a cached handler says that every user would get the answer", async () => {
    const response = await (await signedIn(app)).fetch(at("/api/kept"));
    await response.body?.cancel();
    assert.equal(response.status, 500);
    assert.match(
      app.printed(),
      /Cannot require a session in a handler that Nitro caches.*varies: \["cookie"\]/,
    );
  });

  test("event.context.auth() is null on a prerendered page, which is built without a secret", async () => {
    assert.match((await (await signedIn(app)).open(at("/built"))).text, /For everyone/);
  });

  test("a client that sends the mark of the prerenderer has no session", async () => {
    const browser = await signedIn(app);
    const headers = { "x-nitro-prerender": "/" };
    assert.equal(await (await browser.fetch(at("/session"), { headers })).json(), null);
    const response = await browser.fetch(at("/api/me"), { headers });
    await response.body?.cancel();
    assert.equal(response.status, 401);
  });
}

/** @param noSecret Without `AUTH_SECRET`. @param noUrl Without `AUTH_URL`. */
function testMistakes(noSecret: App, noUrl: App): void {
  test("Nuxt answers 500 to each request if the config is invalid, and its log says what to write", async () => {
    for (const path of ["/", "/auth/session", "/api/me"]) {
      const response = await noSecret.fetch(new Request(noSecret.origin + path));
      await response.body?.cancel();
      assert.equal(response.status, 500, path);
    }
    assert.match(noSecret.printed(), /AUTH_SECRET/);
  });

  test("Nuxt answers a request without AUTH_URL with an error that names it in the log", async () => {
    const response = await noUrl.fetch(new Request(`${noUrl.origin}/auth/session`));
    await response.body?.cancel();
    assert.ok(response.status >= 400);
    const page = await noUrl.fetch(new Request(`${noUrl.origin}/session`));
    await page.body?.cancel();
    assert.match(noUrl.printed(), /AUTH_URL/);
  });
}

function testBase(app: App): void {
  test("NuxtAuth() is below app.baseURL of Nuxt where AUTH_URL has it", async () => {
    app.idp.login(ADA);
    const at = (path: string) => `${app.origin}/docs${path}`;
    const browser = app.visitor();
    const page = await browser.open(
      `${at("/auth/signin")}?callbackUrl=${encodeURIComponent("/docs/session")}`,
    );
    const back = await page.submit("/docs/auth/signin/idp");
    assert.equal(back.url, at("/session"));
    assert.match(back.html, /Ada Lovelace/);
  });
}

function testTypes(folder: string): void {
  test("the components of an application of Nuxt have the types of its session", {
    skip: exceptAtNight,
  }, async () => {
    // It compiles components of Vue, with the API of TypeScript 5.
    const home = fileURLToPath(new URL(".work/vue-tsc/", root));
    await installPackages(home, {
      private: true,
      dependencies: { typescript: "5.9.3", "vue-tsc": "3.3.14" },
    });
    const vue = join(home, "node_modules/vue-tsc/bin/vue-tsc.js");
    await run(folder, "node", [vue, "--noEmit", "--skipLibCheck", "-p", ".nuxt/tsconfig.app.json"]);
  });

  for (const part of ["app", "server", "shared"]) {
    test(`the part ${part} of an application of Nuxt has the types of its session`, async () => {
      await compile(folder, ["--noEmit", "--skipLibCheck", "-p", `.nuxt/tsconfig.${part}.json`]);
    });
  }
}

/** The composable of the example, in a browser. */
async function testClient(app: App): Promise<void> {
  await testInBrowser("useAuth() of the example of Nuxt", (browser, test) => {
    test("useAuth() of the example of Nuxt signs in and out in a real browser, in all tabs", async () => {
      await using context = await browser.newContext();
      const [page, other] = [await context.newPage(), await context.newPage()];
      const problems: string[] = [];
      page.on("console", (message) => {
        if (/hydration/i.test(message.text())) problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(error.message));
      for (const tab of [page, other]) {
        await tab.goto(`${app.inner}/client`, { waitUntil: "networkidle" });
        assert.equal(await tab.textContent("#who"), "Nobody is signed in");
      }
      await page.fill("[name=username]", "locked");
      await page.fill("[name=password]", "wrong");
      await page.click("#login");
      await page.locator("#wrong", { hasText: "Wrong name or password (locked)." }).waitFor();
      await page.fill("[name=username]", GRACE.username);
      await page.fill("[name=password]", GRACE.password);
      await page.click("#login");
      await page.getByText("For grace").waitFor();
      assert.equal(new URL(page.url()).pathname, "/protected");
      await other.locator("#who", { hasText: "Hello grace" }).waitFor();
      for (const path of ["/built", "/cached"]) {
        await page.goto(app.inner + path);
        await page.getByText("For grace").waitFor();
      }
      await other.click("#logout");
      await other.locator("#who", { hasText: "Nobody is signed in" }).waitFor();
      const push = `void document.querySelector("#__nuxt").__vue_app__.$nuxt.$router.push`;
      await other.evaluate(`${push}("/protected?a=b")`);
      await other.waitForURL(/\/auth\/signin/);
      assert.equal(
        new URL(other.url()).searchParams.get("callbackUrl"),
        `${app.inner}/protected?a=b`,
      );
      // Back and forward lead there as a link does.
      await other.goto(`${app.inner}/client`, { waitUntil: "networkidle" });
      await other.fill("[name=username]", GRACE.username);
      await other.fill("[name=password]", GRACE.password);
      await other.click("#login");
      await other.getByText("For grace").waitFor();
      await other.evaluate(`${push}("/client")`);
      await other.locator("#who", { hasText: "Hello grace" }).waitFor();
      await context.clearCookies();
      // A page that a slow machine still hydrates hears none: each second one, as a user's next look would be.
      await other.evaluate("setInterval(() => window.dispatchEvent(new Event('focus')), 1000)");
      await other.locator("#who", { hasText: "Nobody is signed in" }).waitFor();
      await other.evaluate("setTimeout(() => history.back())");
      await other.waitForURL(/\/auth\/signin/);
      assert.equal(new URL(other.url()).searchParams.get("callbackUrl"), `${app.inner}/protected`);
      await page.goto(`${app.inner}/protected`);
      assert.equal(new URL(page.url()).pathname, "/auth/signin");
      assert.deepEqual(problems, []);
    });
    return Promise.resolve();
  });
}

function testWorker(worker: RunningServer): void {
  afterTests(() => worker.stop().then(() => {}));

  test("examples/nuxt as a Cloudflare Worker signs in with GitHub, and has a protected page and an API", async () => {
    const browser = testBrowser({ [ORIGIN]: worker.fetch });
    const at = (path: string) => ORIGIN + path;
    assert.match((await browser.open(at("/"))).text, /Nobody is signed in/);
    const headers = { origin: ORIGIN };
    const response = await browser.fetch(at("/api/github"), { method: "POST", headers, redirect: "manual" });
    await response.body?.cancel();
    const location = new URL(response.headers.get("location")!);
    assert.equal(location.origin + location.pathname, "https://github.com/login/oauth/authorize");
    assert.equal(location.searchParams.get("redirect_uri"), at("/auth/callback/github"));
    assert.match((await browser.open(at("/protected"))).text, /GitHub/);
    const api = await browser.fetch(at("/api/me"));
    await api.body?.cancel();
    assert.equal(api.status, 401);
  });

  test("NuxtAuth() signs in and reads the session in a Cloudflare Worker that Nitro has built", async () => {
    const get = (path: string, headers = {}) => worker.fetch(new Request(ORIGIN + path, { headers }));
    const csrf = await get("/auth/csrf");
    const { csrfToken } = await csrf.json();
    const headers = { origin: ORIGIN, cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]! };
    const body = new URLSearchParams({ csrfToken });
    const response = await worker.fetch(
      new Request(`${ORIGIN}/auth/signin/github`, { method: "POST", headers, body }),
    );
    assert.equal(response.status, 303);
    const location = new URL(response.headers.get("location")!);
    assert.equal(location.searchParams.get("redirect_uri"), `${ORIGIN}/auth/callback/github`);
    assert.match(response.headers.getSetCookie().join(), /^__Host-latchkey\.flow/);

    const refused = await get("/api/me");
    await refused.body?.cancel();
    assert.equal(refused.status, 401);
    const token = await encode({ token: { sub: "1", name: "Ada" }, secret: SECRET, salt: TOKEN });
    const cookie = `${TOKEN}=${token}`;
    assert.deepEqual(await (await get("/api/me", { cookie })).json(), { name: "Ada" });
    assert.match(await (await get("/protected", { cookie })).text(), /For (<!-- -->)?Ada/);
  });
}
