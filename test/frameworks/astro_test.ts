/**
 * The nineteen checks, and what is special, in Astro 7 and 5; in the nightly run in Astro 6 too, and `examples/astro` as it
 * is, whose page `start_test.ts` follows then.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isNightly } from "../_nightly.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";
import { type App, installApp, openApp, startApp, type Wanted } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { ADA, cookieNames, failingUpdateCheck, ownCodeChecks, signedIn, TOKEN } from "./_own_code.ts";
import { continueWithGitHub } from "./_member_example.ts";
import { compile } from "./_types.ts";

const FILES = ["examples/astro", "npm/frameworks/astro"];
const FORM = "application/x-www-form-urlencoded";

// All start before the first test is defined: Deno loses an error of a module that has defined one.
const newest = obstacle === null ? await openNewest() : null;
const older: Record<string, App> = {
  ...newest?.between && { "Astro 6": newest.between },
  "Astro 5": await openVersion("astro5", ["node", "node_modules/astro/astro.js"]),
};

if (newest) testNewest(newest);
else console.log(`skipped: Astro 7 and 6, which need Node 22: ${obstacle}`);
for (const [framework, app] of Object.entries(older)) testVersion(framework, app);

/** A program, and that of Astro. */
type Astro = readonly [node: string, astro: string];

type Newest = Awaited<ReturnType<typeof openNewest>>;

async function openNewest() {
  await install();
  const node = nodeBinary("node24");
  const astro: Astro = [node, "node_modules/astro/bin/astro.mjs"];
  const configs = ["astro.config.mjs", "astro.checked.mjs"];
  const wanted = {
    name: "astro",
    files: FILES,
    build: configs.map((config) => [...astro, "build", "--config", config]),
    run: [node, "dist/server/entry.mjs"],
  };
  const folder = await installApp(wanted);
  const start = async (changes: Partial<Wanted>) => await startApp({ ...wanted, ...changes }, folder);
  return {
    folder,
    app: await start({}),
    based: await start({ run: [node, "dist-checked/server/entry.mjs"], url: "https://app.example/docs" }),
    noSecret: await start({ env: { AUTH_SECRET: "" } }),
    noUrl: await start({ url: null }),
    example: isNightly ? await openExample(astro) : null,
    between: isNightly ? await openVersion("astro6", astro) : null,
  };
}

async function openExample(astro: Astro): Promise<App> {
  const wanted: Wanted = {
    name: "astro-example",
    files: ["examples/astro"],
    build: [[...astro, "build"]],
    run: [astro[0], "dist/server/entry.mjs"],
    env: { AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" },
  };
  const folder = await installApp(wanted);
  await compile(folder, ["--noEmit", "--skipLibCheck"]);
  return await startApp(wanted, folder);
}

async function openVersion(name: string, astro: Astro): Promise<App> {
  return await openApp({
    name,
    files: [...FILES, `npm/frameworks/${name}`],
    build: [[...astro, "build"]],
    run: [astro[0], "dist/server/entry.mjs"],
  });
}

function testNewest({ folder, app, based, noSecret, noUrl, example }: Newest): void {
  testVersion("Astro 7", app);
  testBase(based);
  testMistakes(noSecret, noUrl);
  if (example) testExample(example);
  else console.log("skipped: examples/astro as it is, which the nightly run builds");
  test("LocalsOf and the middleware have the types of Astro 7", async () => {
    await compile(folder, ["-p", "tsconfig.types.json"]);
  });
}

function testVersion(framework: string, app: App): void {
  frameworkChecks(framework, app);
  const headers = { origin: app.origin, "content-type": FORM };
  ownCodeChecks(app, {
    place: `an endpoint of ${framework}`,
    signIn: "/sign-in",
    signOut: "/leave",
    headers,
  });
  testOwnCode(framework, app);
  testBuilt(framework, app);
}

/** Actions and endpoints of the application. */
function testOwnCode(framework: string, app: App): void {
  const at = (path: string) => app.origin + path;
  const post = {
    method: "POST",
    headers: { origin: app.origin, "content-type": FORM },
    redirect: "manual",
  } as const;

  test(`signIn() in an action of ${framework} throws wrong credentials to the action, with their code`, async () => {
    const browser = app.visitor();
    const login = async (username: string, password: string) => {
      const body = new URLSearchParams({ username, password });
      const response = await browser.fetch(at("/login?_action=login"), { ...post, body });
      return { response, text: await response.text() };
    };
    const wrong = await login("locked", "wrong");
    assert.equal(wrong.response.status, 401);
    assert.match(wrong.text, /Wrong name or password \(locked\)\./);
    assert.deepEqual(browser.cookies(at("/")), []);
    const right = await login("grace", "correct horse");
    assert.deepEqual([right.response.status, right.response.headers.get("location")], [
      302,
      at("/protected"),
    ]);
    assert.match((await browser.open(at("/protected"))).text, /For grace/);
  });

  test(`update() in an endpoint of ${framework} changes the session`, async () => {
    const browser = await signedIn(app);
    const response = await browser.fetch(at("/update"), {
      ...post,
      body: "new",
      headers: { origin: app.origin },
    });
    assert.deepEqual(await response.json(), [null, "new", "new"]);
    assert.deepEqual(cookieNames(response), [TOKEN]);
    assert.equal((await (await browser.fetch(at("/session"))).json()).text, "new");
  });

  failingUpdateCheck(app, framework, "/update");

  test(`AstroAuth() refuses forms of other sites in ${framework}, as Astro does`, async () => {
    const send = async (headers: Record<string, string>) => {
      const body = new TextEncoder().encode("a=1");
      const response = await app.fetch(new Request(at("/echo"), { method: "POST", headers, body }));
      await response.body?.cancel();
      return response.status;
    };
    const foreign = { origin: "https://evil.example" };
    for (const type of [FORM, "multipart/form-data; boundary=x", "Text/Plain;charset=utf-8"]) {
      assert.equal(await send({ ...foreign, "content-type": type }), 403, type);
    }
    assert.equal(await send(foreign), 403);
    assert.equal(await send({ origin: "null", "content-type": FORM }), 403);
    assert.equal(await send({ "content-type": FORM }), 403);
    assert.equal(await send({ origin: app.origin, "content-type": FORM }), 200);
    assert.equal(await send({ ...foreign, "content-type": "application/json" }), 200);
  });

  test(`AstroAuth() works before other middlewares in sequence() of ${framework}`, async () => {
    const page = await app.visitor().open(at("/inside?a=b"));
    assert.equal(new URL(page.url).searchParams.get("callbackUrl"), "/inside?a=b");
    assert.match((await (await signedIn(app)).open(at("/inside"))).text, /Inside: Ada/);
  });

  test(`AstroAuth() prolongs the session once where ${framework} rewrites the request`, async () => {
    const response = await (await signedIn(app)).fetch(at("/rewritten"));
    assert.equal((await response.json()).user.name, "Ada Lovelace");
    assert.deepEqual(cookieNames(response), [TOKEN]);
  });
}

/** Pages that are built in advance, without a secret. */
function testBuilt(framework: string, app: App): void {
  test(`locals.auth() is null on a prerendered page of ${framework}, and a server island reads the session`, async () => {
    const browser = await signedIn(app);
    const { html } = await browser.open(`${app.origin}/built`);
    assert.match(html, /Built for everyone/);
    const [island] = /\/_server-islands\/[^'"\s]+/.exec(html)!;
    const response = await browser.fetch(
      app.origin + island.replaceAll("&#38;", "&").replaceAll("&amp;", "&"),
    );
    assert.match(await response.text(), /Hello Ada Lovelace/);
    assert.deepEqual(cookieNames(response), [TOKEN]);
  });

  test(`signIn() on a prerendered page of ${framework} says what to write`, async () => {
    const { text } = await app.visitor().open(`${app.origin}/late`);
    assert.match(text, /Cannot sign in: the page is prerendered.*export const prerender = false/);
  });
}

/** An application below `base`, with Astro's `security.checkOrigin`, which runs before any middleware. */
function testBase(app: App): void {
  const at = (path: string) => `${app.origin}/docs${path}`;

  test("AstroAuth() is below `base` of Astro 7 where AUTH_URL has it, and security.allowedDomains says the host", async () => {
    app.idp.login(ADA);
    const browser = app.visitor();
    const page = await browser.open(
      `${at("/auth/signin")}?callbackUrl=${encodeURIComponent("/docs/inside")}`,
    );
    const back = await page.submit("/docs/auth/signin/idp");
    assert.equal(back.url, at("/inside"));
    assert.match(back.text, /Ada Lovelace/);
    assert.match((await browser.open(at("/protected"))).text, /For Ada Lovelace/);
  });

  test("security.checkOrigin of Astro 7 refuses the answer that a provider posts, before the middleware", async () => {
    app.idp.login(ADA);
    const browser = app.visitor();
    const page = await browser.open(at("/auth/signin"));
    const answer = await (await page.submit("/docs/auth/signin/idp-form")).submit();
    assert.equal(answer.status, 403);
    assert.match(answer.text, /Cross-site POST form submissions are forbidden/);
  });
}

/** @param noSecret Without `AUTH_SECRET`. @param noUrl Without `AUTH_URL`. */
function testMistakes(noSecret: App, noUrl: App): void {
  test("Astro 7 answers 500 to each request if the config is invalid, and its log says what to write", async () => {
    for (const path of ["/", "/auth/session", "/api/me"]) {
      const response = await noSecret.fetch(new Request(noSecret.origin + path));
      await response.body?.cancel();
      assert.equal(response.status, 500, path);
    }
    assert.match(noSecret.printed(), /AUTH_SECRET/);
    assert.match(
      await (await noSecret.fetch(new Request(`${noSecret.origin}/built`))).text(),
      /Built for everyone/,
    );
  });

  test("Astro 7 answers a sign-in without AUTH_URL with a sentence that names it", async () => {
    const response = await noUrl.fetch(new Request(`${noUrl.origin}/auth/session`));
    await response.body?.cancel();
    assert.ok(response.status >= 400);
    assert.match(noUrl.printed() + response.statusText, /AUTH_URL/);
  });
}

function testExample(app: App): void {
  const at = (path: string) => app.origin + path;

  test("examples/astro signs in with GitHub, and has a protected page, an API and a server island", async () => {
    const browser = app.visitor();
    assert.match((await browser.open(at("/"))).text, /Nobody is signed in/);
    const headers = { origin: app.origin, "content-type": FORM };
    const response = await browser.fetch(at("/sign-in"), { method: "POST", headers, redirect: "manual" });
    await response.body?.cancel();
    const page = new URL(response.headers.get("location")!, at("/"));
    assert.equal(page.pathname, "/auth/signin");
    assert.match(page.searchParams.get("callbackUrl")!, /\/protected$/);
    const { searchParams } = await continueWithGitHub(browser, page.href);
    assert.equal(searchParams.get("redirect_uri"), at("/auth/callback/github"));
    assert.match((await browser.open(at("/protected"))).text, /GitHub/);
    const api = await browser.fetch(at("/api/me"));
    assert.deepEqual([api.status, await api.json()], [401, { message: "Sign in first." }]);
    assert.match((await browser.open(at("/about"))).html, /_server-islands\/Account/);
  });
}
