import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory.ts";
import { DenoAuth } from "../../src/integrations/deno.ts";
import type { Site } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { browsersHere, startBrowser } from "../e2e/chromium.ts";
import { openPage, type Recipe } from "./_recipe.ts";
import { takeTests } from "./_runners.ts";

/** A server on a port of its own, whose answers a test chooses. */
function openServer() {
  const answers: { site: Site } = { site: () => new Response(null, { status: 404 }) };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => await answers.site(request),
  );
  afterTests(() => server.shutdown());
  return Object.assign(answers, { origin: `http://localhost:${server.addr.port}` });
}

const app = openServer();
const provider = openServer();
const chromium = await startBrowser(browsersHere());
if (typeof chromium === "string") console.log(`skip: specs of Playwright: ${chromium}`);
else afterTests(() => chromium.close());

const page = openPage("recipes/testing.md", {
  replace: { "http://localhost:8000": app.origin, "http://localhost:9000": provider.origin },
});

/** Runs the tests of a file as its runner would. */
async function runTests(recipe: Recipe, file: string): Promise<void> {
  await recipe.load(file);
  const tests = takeTests();
  assert.ok(tests.length > 0);
  for (const { run } of tests) await run({} as never);
}

/** The same, each in a window of its own. */
async function runSpecs(recipe: Recipe, file: string): Promise<void> {
  await recipe.load(file);
  const tests = takeTests();
  assert.ok(tests.length > 0);
  if (typeof chromium === "string") return;
  for (const { run } of tests) {
    const context = await chromium.newContext();
    await run({ context, page: await context.newPage() });
    await context.close();
  }
}

page.section("Sign-ins, with Vitest", async (recipe) => {
  await runTests(recipe, "sign_in.test.ts");
});

page.section("Pages for a signed-in user, with Vitest", async (recipe) => {
  const { default: config } = await recipe.load("vitest.config.ts");
  Object.assign(recipe.env, config.test.env);
  await runTests(recipe, "app.test.ts");
});

page.section("Begin signed in, with Playwright", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.env.AUTH_URL = app.origin;
  app.site = await recipe.serve("main.ts");
  await runSpecs(recipe, "home.spec.ts");
  const { sessionCookie } = await recipe.load("session_cookie.ts");
  const user = { id: "1", name: '<img src=x onerror="alert(1)"> & co' };
  const { name, value } = await sessionCookie(user, app.origin, recipe.env.AUTH_SECRET);
  const answer = await app.site(new Request(app.origin, { headers: { cookie: `${name}=${value}` } }));
  assert.equal(await answer.text(), "<h1>Hello &#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; co</h1>");
});

page.section("Begin signed in, with Cypress", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.env.AUTH_URL = app.origin;
  const site = await recipe.serve("main.ts");
  const { default: { e2e } } = await recipe.load("cypress.config.ts");
  assert.equal(e2e.baseUrl, app.origin);
  // deno-lint-ignore no-explicit-any -- the tasks are those of the page
  const tasks: Record<string, (parameter: any) => Promise<any>> = {};
  e2e.setupNodeEvents((event: string, added: typeof tasks) => {
    assert.equal(event, "task");
    Object.assign(tasks, added);
  });
  // Cypress runs its commands one after another.
  let commands = Promise.resolve();
  const add = (command: () => Promise<void>) => void (commands = commands.then(command));
  let cookie = "";
  let html = "";
  const cy = {
    task: (name: string, parameter: unknown) => ({
      then: (use: (value: unknown) => void) => add(async () => use(await tasks[name]!(parameter))),
    }),
    setCookie: (name: string, value: string) => void (cookie = `${name}=${value}`),
    visit: (path: string) =>
      add(async () => {
        html = await (await site(new Request(app.origin + path, { headers: { cookie } }))).text();
      }),
    contains: (element: string, text: string) =>
      add(() => Promise.resolve(assert.equal(html, `<${element}>${text}</${element}>`))),
  };
  const it = (_name: string, run: () => void) => run();
  new Function("cy", "it", recipe.read("cypress/e2e/home.cy.js"))(cy, it);
  await commands;
  assert.match(html, /Hello Grace/);
});

page.section("The same, with stored sessions", async (recipe) => {
  const { storedSession } = await recipe.load("stored_session.ts");
  const adapter = Memory();
  const providers = [{ id: "mail", name: "E-mail", type: "email", sendVerificationRequest() {} }] as const;
  for (const origin of ["https://app.test", "http://app.test"]) {
    recipe.sites[origin] = DenoAuth({ providers, adapter, url: origin }, () => new Response("home"));
    const { name, value } = await storedSession(adapter, "grace@example.com", origin);
    const answer = await recipe.sites[origin]!(
      new Request(`${origin}/auth/session`, { headers: { cookie: `${name}=${value}` } }),
    );
    assert.equal((await answer.json()).user.email, "grace@example.com");
  }
});

page.section("Sign in at a provider, with Playwright", async (recipe) => {
  const { default: config } = await recipe.load("playwright.config.ts");
  assert.deepEqual(config.webServer.map(({ port }: { port: number }) => port), [9000, 8000]);
  for (const { command } of config.webServer) {
    assert.match(command, /^deno run -A (--env-file=\.env\.test )?(provider|main)\.ts$/);
  }
  for (const [, name, value] of recipe.read(".env.test").matchAll(/^(\w+)="?(.*?)"?$/gm)) {
    recipe.env[name!] = value!;
  }
  provider.site = await recipe.serve("provider.ts");
  recipe.sites[provider.origin] = provider.site;
  app.site = await recipe.serve("main.ts");
  await runSpecs(recipe, "google.spec.ts");
  provider.site = await recipe.listen("provider_node.ts");
  recipe.sites[provider.origin] = provider.site;
  app.site = await recipe.serve("main.ts?node");
  await runSpecs(recipe, "google.spec.ts?node");
});

page.last();
