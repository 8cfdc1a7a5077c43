import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import http from "node:http";
import { fileURLToPath } from "node:url";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { Site } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { rotationSteps, type Variables } from "../_rotation_steps.ts";
import { freePort } from "../_free_port.ts";
import { browsersHere, startBrowser } from "../e2e/chromium.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { built } from "./_built.ts";
import { inFolder } from "./_code.ts";
import { addOwnIdentity, byProvider } from "./_own_identity.ts";
import { inPage } from "./_page.ts";
import { APP, openPage, SECRET } from "./_recipe.ts";

/** The package as `npm install` unpacks it. */
const PACKAGE = fileURLToPath(new URL("../../npm/dist/package", import.meta.url));
const PUBLIC = new URL("use-the-client-without-a-bundler/express/public", inFolder("recipes/sessions"));

const EXPRESS = `http://localhost:${freePort()}`;

const page = openPage("recipes/sessions.md", {
  built,
  replace: {
    '"node_modules/@latchkey/auth"': JSON.stringify(PACKAGE),
    "app.listen(8000)": `app.listen(${new URL(EXPRESS).port})`,
    '"public"': JSON.stringify(fileURLToPath(PUBLIC)),
  },
});

/** A server for Chromium, whose answers a test chooses. */
const app: { site: Site } = { site: () => new Response(null, { status: 404 }) };
const server = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen() {} },
  async (request) => await app.site(request),
);
afterTests(() => server.shutdown());

const chromium = await startBrowser(browsersHere());
if (typeof chromium === "string") console.log(`skip: scripts on pages: ${chromium}`);
else afterTests(() => chromium.close());

const HOUR = 3600;

const SESSION_COOKIE = "__Host-latchkey.session-token";

page.section("How long a session lasts", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  const expires = async () => (await recipe.session(browser))?.expires;
  await recipe.signIn(browser, "google");
  const first = await expires();
  recipe.platform.tick(14 * 60);
  assert.equal(await expires(), first);
  recipe.platform.tick(60);
  const prolonged = await expires();
  assert.notEqual(prolonged, first);
  for (const _ of [1, 2, 3]) {
    recipe.platform.tick(7 * HOUR);
    assert.ok(await expires());
  }
  // A copy of the cookie ends as well.
  const [copy] = browser.cookies(APP).filter(({ name }) => name === SESSION_COOKIE);
  recipe.platform.tick(8 * HOUR + 1);
  assert.equal(await expires(), undefined);
  browser.setCookie(APP, `${SESSION_COOKIE}=${copy!.value}; Path=/; Secure; HttpOnly`);
  assert.equal(await expires(), undefined);
});

page.section("Sign in again after a fixed time", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const inTokens = recipe.sites[APP]!;
  const { config } = await recipe.load("auth.ts");
  const adapter = Memory();
  const stored = DenoAuth(
    { ...config, session: { ...config.session, strategy: "database" }, adapter } as AuthConfig,
    () => new Response("home"),
  );
  for (const site of [inTokens, stored]) {
    recipe.sites[APP] = site;
    const browser = recipe.browser();
    await recipe.signIn(browser, "google");
    for (const _ of [1, 2, 3]) {
      recipe.platform.tick(3 * HOUR);
      assert.ok(await recipe.session(browser));
    }
    // An identity of a thief does not begin the time anew. Without a database, nothing is added to a user.
    if (site === stored) {
      await addOwnIdentity(recipe, browser, byProvider(recipe, browser, { id: "google", provider: google }));
      google.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true });
    }
    recipe.platform.tick(3 * HOUR + 1);
    assert.equal(await recipe.session(browser), null);
    await recipe.signIn(browser, "google");
    assert.ok(await recipe.session(browser));
  }
});

for (const heading of ["Remember me", "Remember me, with stored sessions"]) {
  page.section(heading, (recipe) =>
    withQuickScrypt(async () => {
      await recipe.start();
      const signIn = async (fields: Record<string, string>) => {
        const browser = recipe.browser();
        const form = await browser.open(`${APP}${recipe.basePath}/signin`);
        const home = await form.submit(`${recipe.basePath}/callback/credentials`, {
          email: "ada@example.com",
          ...fields,
        });
        return { browser, home };
      };
      const wrong = await signIn({ password: "wrong", remember: "on" });
      assert.match(wrong.home.url, /error=CredentialsSignin/);
      // At the same time: the choice of one request is not that of another.
      const [{ browser: shared }, { browser: own }] = await Promise.all([
        signIn({ password: "correct horse" }),
        signIn({ password: "correct horse", remember: "on" }),
      ]);
      recipe.platform.tick(3 * HOUR);
      assert.ok(await recipe.session(shared));
      // Only the form of the sign-in decides.
      await recipe.update(shared, { remember: true });
      recipe.platform.tick(2 * HOUR);
      assert.equal(await recipe.session(shared), null);
      await recipe.update(shared, { remember: true });
      assert.equal(await recipe.session(shared), null);
      for (const _ of [1, 2]) {
        assert.ok(await recipe.session(own));
        recipe.platform.tick(29 * 24 * HOUR);
      }
      recipe.platform.tick(2 * 24 * HOUR);
      assert.equal(await recipe.session(own), null);
    }));
}

page.section("Change the session, stored in a database", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  await inPage(browser, `${APP}/`, async ({ element }) => {
    const { rename } = await recipe.load("browser/rename.ts");
    await rename("Countess of Lovelace");
    assert.equal(element("#name").textContent, "Countess of Lovelace");
    await rename("   ");
  });
  assert.match((await browser.open(`${APP}/`)).text, /Hello Countess of Lovelace/);
  const { user } = await recipe.session(browser);
  const forged = [null, "text", { name: 1 }, { name: "", email: "x@y.z" }, { user: { id: "1", name: "x" } }];
  for (const data of forged) {
    await recipe.update(browser, data);
    assert.deepEqual((await recipe.session(browser)).user, user, JSON.stringify(data));
  }
  await recipe.update(browser, { name: "x".repeat(1000), id: "1", email: "x@y.z" });
  assert.deepEqual((await recipe.session(browser)).user, { ...user, name: "x".repeat(60) });
});

page.section("Change the session, kept in a token", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  const { user, theme } = await recipe.session(browser);
  assert.equal(theme, "light");
  await inPage(browser, `${APP}/`, async () => {
    const { useDark } = await recipe.load("browser/theme.ts");
    await useDark();
  });
  assert.deepEqual({ ...await recipe.session(browser), expires: "" }, { user, theme: "dark", expires: "" });
  await recipe.update(browser, { theme: "<b>", sub: "1", name: "Mallory", auth_time: 0 });
  assert.deepEqual({ ...await recipe.session(browser), expires: "" }, { user, theme: "light", expires: "" });
});

page.section("Read the session in the browser", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  const greet = async (again: string, expected: string) =>
    await inPage(browser, `${APP}/`, async ({ element }) => {
      await recipe.load(`browser/greeting.ts${again}`);
      while (element("#greeting").textContent !== expected) {
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
  await greet("", "Please sign in");
  await recipe.signIn(browser, "google");
  await greet("?again", "Hello Ada Lovelace");
  // The config of the section before it adds the theme.
  const { theme: _, ...session } = await recipe.session(browser);
  const shown = JSON.parse(recipe.read("session.json"));
  assert.deepEqual({ ...shown.user, id: session.user.id }, session.user);
  assert.deepEqual(Object.keys(shown), Object.keys(session));

  // The page itself, in a browser.
  const html = recipe.read("index.html");
  if (typeof chromium === "string") return;
  const local = `http://localhost:${server.addr.port}`;
  recipe.env.AUTH_URL = local;
  const { config } = await recipe.load("auth.ts");
  const page = () => new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
  const site = recipe.sites[local] = app.site = DenoAuth(config, page);
  const context = await chromium.newContext();
  const tab = await context.newPage();
  const shows = async (text: string) => {
    await tab.goto(local);
    await tab.getByText(text, { exact: true }).waitFor();
  };
  await shows("Please sign in");
  const signedIn = recipe.browser();
  await recipe.signIn(signedIn, "google", { origin: local });
  await context.addCookies(
    signedIn.cookies(local).map(({ name, value }) => ({ name, value, url: local })),
  );
  await shows("Hello Ada Lovelace");
  app.site = (request) =>
    new URL(request.url).pathname === "/auth/session" ? new Response(null, { status: 503 }) : site(request);
  await shows("Try again in a moment.");
  await context.close();
});

page.section("Use the client without a bundler", async (recipe) => {
  assert.ok(existsSync(PACKAGE), "run `deno task npm`");
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.env.AUTH_URL = EXPRESS;
  const html = recipe.read("public/index.html");
  const server = await listening(() => recipe.load("main.ts"));
  try {
    if (typeof chromium === "string") return;
    const context = await chromium.newContext();
    await context.route(`${google.origin}/**`, async (route) => {
      const answer = await google.fetch(new Request(route.request().url()));
      const headers = Object.fromEntries(answer.headers);
      await route.fulfill({ status: answer.status, headers, body: await answer.text() });
    });
    const tab = await context.newPage();
    await tab.goto(EXPRESS);
    assert.equal((await tab.request.get(tab.url()).then((answer) => answer.text())).trim(), html);
    const shows = (text: string) => tab.locator("#greeting", { hasText: new RegExp(`^${text}$`) }).waitFor();
    await shows("unauthenticated");
    await tab.getByRole("button", { name: "Sign in with Google" }).click();
    await shows("Hello Ada Lovelace");
    await tab.getByRole("button", { name: "Sign out" }).click();
    await shows("unauthenticated");
    await context.close();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

/** Runs code that starts a server, and returns the server. */
async function listening(start: () => Promise<unknown>): Promise<http.Server> {
  const { listen } = http.Server.prototype;
  const servers: http.Server[] = [];
  http.Server.prototype.listen = function (this: http.Server, ...params: unknown[]) {
    servers.push(this);
    return listen.apply(this, params as Parameters<typeof listen>);
  };
  try {
    await start();
  } finally {
    http.Server.prototype.listen = listen;
  }
  const [server] = servers;
  assert.ok(server, "the code starts no server");
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  return server;
}

page.section("Make a secret", async (recipe) => {
  assert.match(recipe.read("sh"), /latchkey\/auth secret$/m);
  await Promise.resolve();
});

page.section("Rotate the secret", async (recipe) => {
  recipe.read(".env");
  assert.equal(recipe.read("sh"), "npx @latchkey/auth reseal\n\nnpx @latchkey/auth check");
  const { DenoAuth } = await import("../../src/integrations/fetch/deno.ts");
  const { Google } = await import("../../src/providers/google.ts");
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const steps = rotationSteps({ old: SECRET, new: "the-next-secret-of-forty-characters-0000" });
  const { before, told, sealing, after } = steps;
  const start = (variables: Variables) => {
    for (const name of Object.keys(told)) delete recipe.env[name];
    Object.assign(recipe.env, variables);
    recipe.sites[APP] = DenoAuth({ providers: [Google] }, () => new Response("home"));
  };
  const browser = recipe.browser();
  start(before);
  await recipe.signIn(browser, "google");
  // While a step is deployed, servers of both steps answer.
  for (const step of [told, before, told, sealing, told, sealing, after, sealing, after]) {
    start(step);
    assert.ok(await recipe.session(browser));
    // No server of the first step is left by then.
    if (step !== before) recipe.platform.tick(25 * HOUR);
  }
});

page.section("If the secret has leaked", async (recipe) => {
  assert.match(
    recipe.read("sh"),
    /^AUTH_SECRET=<the old secret> AUTH_SECRET_1=<the new secret> npx @latchkey\/auth reseal$/m,
  );
  const { DenoAuth } = await import("../../src/integrations/fetch/deno.ts");
  const { Google } = await import("../../src/providers/google.ts");
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const start = (secret: string) => {
    recipe.env.AUTH_SECRET = secret;
    recipe.sites[APP] = DenoAuth({ providers: [Google] }, () => new Response("home"));
  };
  const browser = recipe.browser();
  start(SECRET);
  await recipe.signIn(browser, "google");
  start("another-secret-of-forty-characters-00000");
  assert.equal(await recipe.session(browser), null);
});

page.last();
