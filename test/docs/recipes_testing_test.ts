import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { Session } from "../../src/values/types.ts";
import type { Site } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { browsersHere, startBrowser } from "../e2e/chromium.ts";
import { fileIn } from "../../docs/.vitepress/tabs.ts";
import { blocksOf, STARTS } from "./_blocks.ts";
import { built } from "./_built.ts";
import { passOn } from "./_pass_on.ts";
import { inFolder, npmPackages } from "./_code.ts";
import { APP, openPage, type Recipe, runApplication } from "./_recipe.ts";
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

const PAGE = "recipes/testing.md";

const page = openPage(PAGE, {
  built,
  replace: {
    "http://localhost:8000": app.origin,
    "http://localhost:9000": provider.origin,
    ".listen(9000)": ".listen(0)",
  },
});

const blocks = blocksOf(await readFile(new URL(`../../docs/${PAGE}`, import.meta.url), "utf8"));

/** Starts the application that the section on Playwright shows. */
async function startApp(recipe: Recipe): Promise<void> {
  recipe.env.AUTH_URL = app.origin;
  const start = STARTS[recipe.tab];
  if (start) app.site = await recipe[start]("main.ts");
  else {
    const shown = blocks.filter(({ section, tab }) =>
      section === "Begin signed in, with Playwright" && tab === recipe.tab
    );
    // No runner of tests is installed: the build must not check what imports it.
    const runners = blocks.filter(({ text }) => /"@playwright\/test"/.test(text)).map(({ file }) => file);
    const pages = [
      ...shown.map(({ file, text }) => [file, text] as const),
      ...runners.map((file) => [fileIn(recipe.tab, file), "export {};"] as const),
    ];
    await recipe.start({ [recipe.tab]: Object.fromEntries(pages) });
    app.site = recipe.sites[APP]!;
  }
}

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
  // Vitest and Playwright run in one folder: by default, Vitest takes `*.spec.ts`, too.
  assert.deepEqual(config.test.include, ["**/*.test.ts"]);
  const files = blocksOf(await readFile(new URL("../../docs/recipes/testing.md", import.meta.url), "utf8"));
  for (const { text, file } of files) {
    if (text.includes('from "vitest"')) assert.match(file, /\.test\.ts$/);
    if (text.includes("@playwright/test") && !file.includes("config")) assert.match(file, /\.spec\.ts$/);
  }
  Object.assign(recipe.env, config.test.env);
  // A test reaches servers of its own, as it does outside of this world.
  const own = (origin: string) => /^http:\/\/127\.0\.0\.1:(\d+)$/.exec(origin)?.[1];
  Object.setPrototypeOf(
    recipe.sites,
    new Proxy({}, {
      get(_, name) {
        const port = typeof name === "string" && own(name);
        return port ? (request: Request) => passOn(request, Number(port)) : undefined;
      },
    }),
  );
  await runTests(recipe, "app.test.ts");
});

test("a test whose config has callbacks that use the adapter leaves it there, with a seed for each platform", async () => {
  const files = new Map<string, string>();
  for (
    const [page, section, file] of [
      ["recipes/sign_out.md", "Sign out everywhere, with sessions in tokens", "auth.ts"],
      [PAGE, "Sign-ins, with Vitest", "test_app.ts"],
    ]
  ) {
    const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), "utf8");
    const block = blocksOf(text).find((each) => each.section === section && each.file === file);
    files.set(
      file!,
      npmPackages(block!.text).replace('"auth.sqlite"', '":memory:"').replace(
        "openApp() {\n  const platform = testPlatform()",
        "openApp(seed) {\n  const platform = testPlatform({ seed })",
      ),
    );
  }
  const folder = inFolder("recipes/testing/callbacks");
  await mkdir(folder, { recursive: true });
  for (const [file, text] of files) await writeFile(new URL(file, folder), text);
  await runApplication({ variant: { tab: "", database: "" }, folder, files }, async (recipe) => {
    const { openApp, origin } = await recipe.load("test_app.ts");
    for (const seed of [1, 2]) {
      const { browser, session } = openApp(seed);
      const page = await browser.open(`${origin}/auth/signin`);
      await page.submit("/auth/signin/google");
      assert.equal((await session())?.user.name, "Ada Lovelace");
    }
  });
});

page.section("Begin signed in, with Playwright", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await startApp(recipe);
  await runSpecs(recipe, "home.spec.ts");
  const { sessionCookies } = await recipe.load("session_cookie.ts");
  const user = { id: "1", name: '<img src=x onerror="alert(1)"> & co' };
  const [{ name, value }] = await sessionCookies(user);
  const answer = await app.site(new Request(app.origin, { headers: { cookie: `${name}=${value}` } }));
  const html = await answer.text();
  assert.match(html, /Hello (?:<!-- -->)?&(?:#60|lt);img src=x onerror=/);
  assert.doesNotMatch(html, /<img/);
});

page.section("Begin signed in, with Cypress", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.env.AUTH_URL = app.origin;
  const { config } = await recipe.load("auth.ts");
  const site = DenoAuth(config, async (_request, auth) => {
    const session = await auth() as Session | null;
    return new Response(`<h1>Hello ${session?.user.name}</h1>`);
  });
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

page.section("Sign in at a provider, with Playwright", async (recipe) => {
  const { default: config } = await recipe.load("playwright.config.ts");
  assert.deepEqual(config.webServer.map(({ port }: { port: number }) => port), [9000, 8000]);
  const commands = config.webServer.map(({ command }: { command: string }) => command);
  assert.deepEqual(commands, COMMANDS[recipe.tab]);
  for (const [, name, value] of recipe.read(".env.test").matchAll(/^(\w+)="?(.*?)"?$/gm)) {
    recipe.env[name!] = value!;
  }
  provider.site = await recipe.listen("provider.ts");
  recipe.sites[provider.origin] = provider.site;
  await startApp(recipe);
  await runSpecs(recipe, "google.spec.ts");
});

const ENV = "--env-file=.env.test";

/** Tab → what Playwright starts. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  Next: [
    "node provider.ts",
    `npx next build && node ${ENV} node_modules/next/dist/bin/next start --port 8000`,
  ],
  Express: ["node provider.ts", `node ${ENV} main.ts`],
  SvelteKit: ["node src/provider.ts", `npx vite build --mode test && node ${ENV} build`],
  Hono: ["node provider.ts", `node ${ENV} node.ts`],
  Node: ["node provider.ts", `node ${ENV} main.ts`],
  Deno: ["deno run -A provider.ts", `deno run -A ${ENV} main.ts`],
};

page.last();
