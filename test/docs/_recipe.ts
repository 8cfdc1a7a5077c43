/**
 * The code on a page of `docs/`, written into files and run.
 *
 * A page is tested section by section (`##`). The blocks of a section name their files in the fence: ```` ```ts auth.ts ````.
 * They are written into `.work/docs/<page>/<section>/`, beside the files that the sections before them have shown, so that
 * the folder holds what a reader has who began at the top of the page. `last()` adds a test: a section has run or read
 * each of them. `compile_test.ts` compiles the blocks of all pages at once.
 *
 * A section with tabs for frameworks (`#### Express`) is tested in each of them, in a folder of its own: the same test opens
 * the application of each tab. Of tabs for databases, each but the first is tested in one framework. Applications that need
 * a build are tested at night: see `_built.ts`.
 *
 * The blocks run as they are. Instead of the code, the world around it is replaced, for this test file only: the network
 * (`sites`), the clock of `Date.now()` and of deadlines, the environment variables, `Deno.serve` and the console.
 *
 * @example
 * ```ts ignore
 * const page = openPage("recipes/user_in_session.md");
 *
 * page.section("How do I get the user's id?", async (recipe) => {
 *   recipe.addProvider("https://accounts.google.com", "GOOGLE");
 *   recipe.sites["https://app.test"] = await recipe.serve("main.ts");
 *   const browser = recipe.browser();
 *   …
 * });
 *
 * page.last();
 * ```
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { test } from "node:test";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import {
  type Browser,
  type FakeProvider,
  fakeProvider,
  type FakeProviderOptions,
  type Page,
  type Site,
  type Sites,
  testBrowser,
  type TestPlatform,
  testPlatform,
} from "../../src/testing/mod.ts";
import { fileIn } from "../../docs/.vitepress/tabs.ts";
import {
  addedFiles,
  type Block,
  blocksOf,
  folderOf,
  importedBy,
  isSeen,
  needsBuild,
  type Place,
  replaced,
  STARTS,
  type Variant,
  variantsOf,
  writeBlocks,
} from "./_blocks.ts";
import { inFolder } from "./_code.ts";
import { keepDeadlines } from "./_deadlines.ts";
import { passOn } from "./_pass_on.ts";
import { questionIn } from "../_link_question.ts";

/** The origin of the application, unless the environment of a section names another one. */
export const APP = "https://app.test";

/** A secret as it should be. */
export const SECRET = "a-secret-of-forty-characters-for-tests-0";

const ROOT = new URL("../../", import.meta.url);

/** A page of `docs/`, and its tests. */
export interface RecipePage {
  /**
   * Registers the test of a section.
   *
   * @param heading Its heading, without `##`. The test fails if the page has no such section.
   */
  section(heading: string, run: (recipe: Recipe) => Promise<void>): void;
  /** Registers the test of the page as a whole. Call it after all sections. */
  last(): void;
}

/** A section of a page, and the world in which its code runs. */
export interface Recipe {
  /** Clock, and the log of the library. The clock starts at the real time. */
  readonly platform: TestPlatform;
  /** The sites that code and browsers reach, by their origin. */
  readonly sites: Sites;
  /** The environment variables. At first `AUTH_SECRET`, and `AUTH_URL` with the value of `APP`. */
  readonly env: Record<string, string>;
  /** Imports a file of the section. Its blocks count as tested. */
  // deno-lint-ignore no-explicit-any -- a test knows what the block exports
  load(file: string): Promise<any>;
  /** The tab that is tested; empty in a section without tabs for frameworks. */
  readonly tab: string;
  /** The database whose tab is tested; empty on a page without such tabs. */
  readonly database: string;
  /** The path of the library: `/auth`, in Next `/api/auth`. */
  readonly basePath: string;
  /**
   * Starts the application of the section at `APP`. One that has only a config gets an application that greets the user.
   *
   * @param pages Tab → files of the application that the section does not show.
   */
  start(pages?: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<void>;
  /** Imports a file, and returns the handler that it passes to `Deno.serve`, or its default export. */
  serve(file: string): Promise<Site>;
  /** Imports a file that starts a server of Node, such as one of Express, and returns a site that passes requests on to it. */
  listen(file: string): Promise<NodeSite>;
  /** Returns the text of a block, which counts as tested. @param file Its file name, or its language if it has none. */
  read(file: string): string;
  /** Returns what the application has printed. */
  printed(): string;
  /** Adds a provider to the network, and its credentials to the environment as `AUTH_<name>_ID` and `_SECRET`. */
  addProvider(issuer: string, name: string, options?: FakeProviderOptions): FakeProvider;
  /** Starts the application of the section, with Google. */
  startWithGoogle(...pages: Parameters<Recipe["start"]>): Promise<FakeProvider>;
  /** Adds Resend to the network, and its key to the environment. Returns the mails that it gets, oldest first. */
  addMails(): readonly SentMail[];
  /** Another person, or the same one at another device. */
  browser(): Browser;
  /** Signs in at the built-in page, or at another one. Returns the page where the user ends. */
  signIn(browser: Browser, provider: string, options?: SignInOptions): Promise<Page>;
  /** Returns what `GET /auth/session` answers. */
  // deno-lint-ignore no-explicit-any -- a test knows what its session has
  session(browser: Browser, origin?: string): Promise<any>;
  /** Posts to an endpoint of the library as the application's own scripts do, with the CSRF token. */
  post(browser: Browser, path: string, data?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends data to `callbacks` as an update of the session, as a script in the browser of the user can. */
  update(browser: Browser, data: unknown, origin?: string): Promise<void>;
}

/** A mail that the application has sent. */
export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A server of Node as a site. */
export type NodeSite = Site & {
  /** Its port on this machine, for what is not a request of a test browser. */
  readonly port: number;
};

/** How to sign in. */
export interface SignInOptions {
  /** Origin of the application. Default: `APP`. */
  readonly origin?: string;
  /** Where to go afterwards. Default `/`. */
  readonly callbackUrl?: string;
}

/** Settings of a page. */
export interface PageOptions {
  /** Texts to replace in all blocks before they are written, such as the name of a database file. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Builds the applications of tabs that need it: `built` of `_built.ts`. Required if the page has such tabs. */
  readonly built?: Builder;
}

/** Builds applications of frameworks. */
export interface Builder {
  /** Why no application is built; `false` if they are. */
  readonly skip: string | false;
  /** Makes the project of a framework for a page. */
  open(variant: Variant, page: string): Promise<Project>;
}

/** A project without the files of a recipe. */
export interface Project {
  /** Builds the application with the files of a section, and starts it. */
  start(files: ReadonlyMap<string, string>, world: Pick<Recipe, "env" | "platform">): Promise<Site>;
  /** The functions of a file. Each call runs in a process of its own, with values of JSON. */
  load(file: string): Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
  /** What the build and the server have printed. */
  printed(): string;
  /** Ends the server. */
  stop(): Promise<void>;
}

/** Opens a page. @param path Its path below `docs/`. */
export function openPage(path: string, { replace = {}, built }: PageOptions = {}): RecipePage {
  const name = path.replace(/\.md$/, "");
  const folder = inFolder(name);
  const tested = new Set<Block>();
  const blocks = blocksOf(readFileSync(new URL(`docs/${path}`, ROOT), "utf8"))
    .map((block) => ({ ...block, text: replaced(block.text, replace) }));
  const ready = writeBlocks(blocks, folder);
  ready.catch(() => {});
  return {
    section(heading, run) {
      const own = blocks.filter(({ section }) => section === heading);
      for (const variant of variantsOf(heading, blocks)) {
        const { tab, database } = variant;
        const hasDatabases = own.some(({ database }) => database);
        const where = [tab && ` in ${tab}`, hasDatabases && ` with ${database}`].filter(Boolean).join("");
        test(`docs/${path} does what it says under "${heading}"${where}`, {
          skip: needsBuild(variant) ? built?.skip ?? false : false,
        }, async () => {
          await ready;
          assert.ok(own.length > 0, `docs/${path} has no section "${heading}" with code`);
          const project = needsBuild(variant) ? await built?.open(variant, name) : undefined;
          const place = { ...variant, section: heading, folder: new URL(folderOf(heading, variant), folder) };
          await inWorld({ ...place, blocks, own, tested, project }, run);
        });
      }
    },
    last() {
      test(`docs/${path} has a test of each block`, () => {
        const [needed] = blocks.filter(needsBuild);
        assert.ok(
          built || !needed,
          `Hand \`built\` to openPage(): ${needed?.database || needed?.tab} needs a build`,
        );
        const left = blocks.filter((block) => !needsBuild(block) && !tested.has(block));
        assert.deepEqual(left.map(({ line, file }) => `line ${line}: ${file}`), []);
      });
    },
  };
}

/** An application that is on no page as a whole. */
export interface OwnApplication {
  /** Its framework, and its database. */
  readonly variant: Variant;
  /** Where its files are. */
  readonly folder: URL;
  /** File → its text. They are written already. */
  readonly files: ReadonlyMap<string, string>;
  /** Starts it, if it is built. */
  readonly project?: Project | undefined;
}

/** Runs an application that the test has written, in a world of its own. */
export async function runApplication(
  { variant, folder, files, project }: OwnApplication,
  run: (recipe: Recipe) => Promise<void>,
): Promise<void> {
  const blocks = [...files].map(([file, text]): Block => ({
    ...{ section: "", tab: "", database: "", line: 0, language: "ts" },
    file,
    text,
  }));
  const place = { ...variant, section: "", folder, blocks, own: blocks };
  await inWorld({ ...place, tested: new Set(), project }, run);
}

/** The world of a section. */
type World = Omit<Recipe, "listen" | "load" | "printed" | "read" | "serve" | "start" | "startWithGoogle"> & {
  /** What the code has passed to `Deno.serve`. */
  handler: Site | undefined;
  /** The servers of Node that the code has started. */
  readonly servers: Server[];
};

/** Where the code of a section is. */
interface Code extends Place {
  readonly blocks: readonly Block[];
  readonly own: readonly Block[];
  readonly tested: Set<Block>;
  /** Where the application of the tab is built. */
  readonly project: Project | undefined;
}

function loader(
  code: Code,
  world: World,
): Pick<Recipe, "listen" | "load" | "read" | "serve" | "start" | "startWithGoogle"> {
  const { blocks, own, tab, folder, tested, project } = code;
  const use = (file: string): readonly Block[] => {
    const found = own.filter((block) => isSeen(block, code) && block.file === file);
    for (const block of found) tested.add(block);
    return found;
  };
  const load: Recipe["load"] = async (file) => {
    // A module that another one of the section imports runs with it.
    for (const name of [file, ...importedBy(file, blocks)]) use(name);
    // The client of Prisma is in the project alone.
    if (project && code.database === "Prisma") return project.load(file);
    return await import(new URL(fileIn(tab, file), folder).href);
  };
  const loaded: ReturnType<typeof loader> = {
    load,
    async start(pages = {}) {
      const hasProgram = own.some(({ file }) => file === "main.ts");
      if (project) {
        const files = [...addedFiles(blocks, code), ...Object.entries(pages[tab] ?? {})];
        world.sites[APP] = await project.start(new Map(files), world);
      } else if (hasProgram) world.sites[APP] = await loaded[STARTS[tab]!]("main.ts");
      else world.sites[APP] = greeting(await load("auth.ts"));
    },
    async startWithGoogle(pages) {
      const google = world.addProvider("https://accounts.google.com", "GOOGLE");
      await loaded.start(pages);
      return google;
    },
    async serve(file) {
      world.handler = undefined;
      const module = await load(file);
      const handler = world.handler ?? module.default?.fetch ?? module.default;
      assert.equal(typeof handler, "function", `${file} neither calls Deno.serve nor exports a handler`);
      return handler as Site;
    },
    async listen(file) {
      await load(file);
      const server = world.servers.at(-1);
      assert.ok(server, `${file} starts no server of Node`);
      if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
      const { port } = server.address() as AddressInfo;
      const site: Site = (request) => passOn(request, port);
      return Object.assign(site, { port });
    },
    read(file) {
      const found = use(file);
      assert.ok(found.length > 0, `the section has no block "${file}"`);
      return found.map(({ text }) => text).join("\n\n");
    },
  };
  return loaded;
}

/** An application with the config of a section. */
function greeting({ config }: { config: AuthConfig }): Site {
  return DenoAuth(config, async (_request, auth) => {
    const session = await auth();
    return new Response(session ? `Hello ${session.user.name ?? session.user.email}` : "Nobody is signed in");
  });
}

/** The ports of the programs on the pages. */
const PORTS: readonly unknown[] = [4000, 8000];

/** Runs a section in a world of its own, and takes the world away afterwards. */
async function inWorld(code: Code, run: (recipe: Recipe) => Promise<void>): Promise<void> {
  const platform = testPlatform({ now: Date.now() });
  const env: Record<string, string> = { AUTH_SECRET: SECRET, AUTH_URL: APP };
  const world = createWorld(platform, env, code);
  const before = {
    fetch: globalThis.fetch,
    now: Date.now,
    env: process.env,
    toObject: Deno.env.toObject,
    get: Deno.env.get,
    serve: Deno.serve,
    listen: Server.prototype.listen,
    console: { log: console.log, error: console.error, warn: console.warn, debug: console.debug },
  };
  const log = (level: "error" | "warn" | "debug") => (...parts: unknown[]) =>
    platform.log(level, parts.map(String).join(" "));
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, headers, redirect, signal } = request;
    const body = request.body ? await request.arrayBuffer() : undefined;
    return await platform.fetch(request.url, { method, headers, redirect, signal, ...(body && { body }) });
  };
  Date.now = platform.now;
  const endDeadlines = keepDeadlines(platform);
  process.env = env;
  Deno.env.toObject = () => env;
  Deno.env.get = (name) => env[name];
  Object.assign(Deno, { serve: (...params: readonly unknown[]) => catchHandler(params, world) });
  Server.prototype.listen = function (this: Server, ...args: readonly unknown[]) {
    world.servers.push(this);
    // Any free port, unless a test has written one; and only this machine.
    return Reflect.apply(before.listen, this, PORTS.includes(args[0]) ? [0, "127.0.0.1"] : args);
  } as typeof before.listen;
  const printed: string[] = [];
  Object.assign(console, {
    log: (...parts: unknown[]) => void printed.push(parts.map(String).join(" ")),
    error: log("error"),
    warn: log("warn"),
    debug: log("debug"),
  });
  try {
    const output = () => [code.project?.printed() ?? "", ...printed].join("\n");
    await run({ ...world, ...loader(code, world), printed: output });
  } catch (error) {
    for (const { level, text } of platform.lines) before.console.error(`${level} ${text}`);
    if (code.project) before.console.error(code.project.printed());
    throw error;
  } finally {
    globalThis.fetch = before.fetch;
    Date.now = before.now;
    endDeadlines();
    process.env = before.env;
    Object.assign(Deno.env, { toObject: before.toObject, get: before.get });
    Object.assign(Deno, { serve: before.serve });
    Object.assign(console, before.console);
    Server.prototype.listen = before.listen;
    for (const server of world.servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await code.project?.stop();
  }
}

/** Keeps the handler of `Deno.serve(handler)`, `Deno.serve(options, handler)` or `Deno.serve({ fetch })`. */
function catchHandler(params: readonly unknown[], world: World): object {
  const last = params.at(-1) as Site | { readonly handler?: Site; readonly fetch?: Site };
  world.handler = typeof last === "function" ? last : last.handler ?? last.fetch;
  return { finished: new Promise(() => {}), shutdown: () => Promise.resolve() };
}

function createWorld(
  platform: TestPlatform,
  env: Record<string, string>,
  { tab, database }: Variant,
): World {
  const { sites } = platform;
  const basePath = tab === "Next" ? "/api/auth" : "/auth";
  return {
    platform,
    sites,
    env,
    tab,
    database,
    basePath,
    handler: undefined,
    servers: [],
    addProvider(issuer, name, options = {}) {
      const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256", issuer, ...options });
      sites[idp.origin] = idp.fetch;
      Object.assign(env, {
        [`AUTH_${name}_ID`]: idp.clientId,
        [`AUTH_${name}_SECRET`]: idp.clientSecret,
      });
      return idp;
    },
    addMails() {
      const mails: SentMail[] = [];
      env.AUTH_RESEND_KEY = "the-key";
      sites["https://api.resend.com"] = async (request) => {
        mails.push(await request.json());
        return Response.json({ id: "1" });
      };
      return mails;
    },
    browser: () => testBrowser(sites, { now: platform.now }),
    async signIn(browser, provider, { origin = APP, callbackUrl = "/" } = {}) {
      const page = await browser.open(`${origin}${basePath}/signin?${new URLSearchParams({ callbackUrl })}`);
      return await page.submit(`${basePath}/signin/${provider}`);
    },
    session: async (browser, origin = APP) => (await browser.fetch(`${origin}${basePath}/session`)).json(),
    async post(browser, path, data = {}) {
      const { csrfToken } = await (await browser.fetch(`${APP}${basePath}/csrf`)).json();
      const question = path === "link" && questionIn(browser, APP);
      const body = new URLSearchParams({ csrfToken, ...question, ...data });
      return await browser.fetch(`${APP}${basePath}/${path}`, { method: "POST", redirect: "manual", body });
    },
    async update(browser, data, origin = APP) {
      const { csrfToken } = await (await browser.fetch(`${origin}${basePath}/csrf`)).json();
      const answer = await browser.fetch(`${origin}${basePath}/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ csrfToken, data }),
      });
      assert.equal(answer.status, 200);
    },
  };
}
