/**
 * The code on a page of `docs/`, written into files and run.
 *
 * A page is tested section by section (`##`). The blocks of a section name their files in the fence: ```` ```ts auth.ts ````.
 * They are written into `.work/docs/<page>/<section>/`, beside the files that the sections before them have shown, so that
 * the folder holds what a reader has who began at the top of the page. `last()` adds a test: a section has run or read
 * each of them. `compile_test.ts` compiles the blocks of all pages at once.
 *
 * A section with tabs for frameworks (`#### Express`) is tested in each of them, in a folder of its own: the same test opens
 * the application of each tab. Those that need a build, are tested at night.
 *
 * The blocks run as they are. Instead of the code, the world around it is replaced, for this test file only: the network
 * (`sites`), the clock of `Date.now()`, the environment variables, `Deno.serve` and the console.
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
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { test } from "node:test";
import { DenoAuth } from "../../src/integrations/deno.ts";
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
import { fileIn, kindOf, tabOf } from "../../docs/.vitepress/tabs.ts";
import { inFolder, npmPackages, type PageCode, type Rewrite } from "./_code.ts";
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
  /** The path of the library: `/auth`, in Next `/api/auth`. */
  readonly basePath: string;
  /** Starts the application of the section at `APP`. One that has only a config gets an application that greets the user. */
  start(): Promise<void>;
  /** Imports a file, and returns the handler that it passes to `Deno.serve`, or its default export. */
  serve(file: string): Promise<Site>;
  /** Imports a file that starts a server of Node, such as one of Express, and returns a site that passes requests on to it. */
  listen(file: string): Promise<NodeSite>;
  /** Returns the text of a block, which counts as tested. @param file Its file name, or its language if it has none. */
  read(file: string): string;
  /** Adds a provider to the network, and its credentials to the environment as `AUTH_<name>_ID` and `_SECRET`. */
  addProvider(issuer: string, name: string, options?: FakeProviderOptions): FakeProvider;
  /** Another person, or the same one at another device. */
  browser(): Browser;
  /** Signs in at the built-in page, or at another one. Returns the page where the user ends. */
  signIn(browser: Browser, provider: string, options?: SignInOptions): Promise<Page>;
  /** Returns what `GET /auth/session` answers. */
  // deno-lint-ignore no-explicit-any -- a test knows what its session has
  session(browser: Browser, origin?: string): Promise<any>;
  /** Posts to an endpoint of the library as the application's own scripts do, with the CSRF token. */
  post(browser: Browser, path: string, data?: Readonly<Record<string, string>>): Promise<Response>;
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
}

/** A block of code. */
interface Block {
  readonly section: string;
  /** The framework whose tab it stands in; empty outside of tabs. */
  readonly tab: string;
  readonly line: number;
  readonly language: string;
  /** Its file; its language if it names none. */
  readonly file: string;
  readonly text: string;
}

/** Frameworks whose applications run without a build, and how they start. */
const STARTS: Readonly<Record<string, "serve" | "listen">> = {
  "": "serve",
  Deno: "serve",
  Express: "listen",
  Hono: "serve",
  Node: "listen",
};

/** Opens a page. @param path Its path below `docs/`. */
export function openPage(path: string, { replace = {} }: PageOptions = {}): RecipePage {
  const folder = inFolder(path.replace(/\.md$/, ""));
  const tested = new Set<Block>();
  const blocks = blocksOf(readFileSync(new URL(`docs/${path}`, ROOT), "utf8"))
    .map((block) => ({ ...block, text: replaced(block.text, replace) }));
  const ready = writeBlocks(blocks, folder);
  ready.catch(() => {});
  return {
    section(heading, run) {
      const own = blocks.filter(({ section }) => section === heading);
      for (const tab of tabsIn(own)) {
        const place = tab ? ` in ${tab}` : "";
        test(`docs/${path} does what it says under "${heading}"${place}`, {
          skip: tab in STARTS ? false : "nightly",
        }, async () => {
          await ready;
          assert.ok(own.length > 0, `docs/${path} has no section "${heading}" with code`);
          const code = { blocks, own, tab, folder: new URL(folderOf(heading, tab), folder), tested };
          await inWorld(code, run);
        });
      }
    },
    last() {
      test(`docs/${path} has a test of each block`, () => {
        const left = blocks.filter((block) => block.tab in STARTS && !tested.has(block));
        assert.deepEqual(left.map(({ line, file }) => `line ${line}: ${file}`), []);
      });
    },
  };
}

/** The frameworks for which a section has tabs. One without tabs is for all: `""`. */
function tabsIn(blocks: readonly Block[]): readonly string[] {
  const tabs = new Set(blocks.map(({ tab }) => tab).filter(Boolean));
  return tabs.size ? [...tabs] : [""];
}

/** Writes the code of a page into files below a folder, a folder for each section. */
export async function writePage(page: string, folder: URL, rewrite: Rewrite): Promise<PageCode> {
  const blocks = blocksOf(await readFile(new URL(`docs/${page}`, ROOT), "utf8"));
  await writeBlocks(blocks, folder, rewrite);
  const text = blocks.filter(isCode).map(({ text }) => text).join("\n");
  return { page: `docs/${page}`, modules: modulesOf(blocks, folder), text };
}

/** The blocks of a page. The fence says language and file: ```` ```ts auth.ts ````. */
function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w+)(?: (\S+))?.*\n([^]*?)\n```$/gm)].map((match) => {
    const [, language, file = language, code] = match;
    const before = text.slice(0, match.index);
    const prose = before.replaceAll(/^```.*?^```$/gms, "");
    const heading = [...prose.matchAll(/^(?:#+ (.+)|---)$/gm)].at(-1)?.[1] ?? "";
    return {
      section: [...prose.matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? "",
      tab: kindOf(heading) === "framework" ? heading : "",
      line: before.split("\n").length,
      language: language!,
      file: file!,
      text: code!,
    };
  });
}

/** Writes the folder of each section and of each of its tabs: their own files, and those of the sections above. */
async function writeBlocks(
  blocks: readonly Block[],
  folder: URL,
  rewrite: Rewrite = npmPackages,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const sections = [...new Set(blocks.map(({ section }) => section))];
  for (const [i, section] of sections.entries()) {
    const above = blocks.filter((block) => isFile(block) && sections.indexOf(block.section) <= i);
    const own = above.filter((block) => block.section === section);
    for (const tab of new Set(["", ...tabsIn(own)])) {
      for (const [file, text] of filesIn(above, tab)) {
        const target = new URL(folderOf(section, tab) + file, folder);
        await mkdir(new URL("./", target), { recursive: true });
        await writeFile(target, `${isScript(file) ? rewrite(text) : text}\n`);
      }
    }
  }
}

/** The files of a tab, with those that all tabs have. A file of the tab, or of a later section, replaces one of this name. */
function filesIn(blocks: readonly Block[], tab: string): ReadonlyMap<string, string> {
  const files = new Map<string, { readonly from: string; readonly text: string }>();
  for (const block of blocks.filter((block) => block.tab === "" || block.tab === tab)) {
    const file = pathOf(block, tab);
    const from = `${block.section} ${block.tab}`;
    const known = files.get(file);
    // Several blocks of one file are its parts.
    const text = known?.from === from ? `${known.text}\n\n${block.text}` : block.text;
    files.set(file, { from, text });
  }
  return new Map([...files].map(([file, { text }]) => [file, text]));
}

/** Where a tab has the file of a block. */
function pathOf({ tab: own, file }: Block, tab: string): string {
  return own === tab ? file : fileIn(tab, file);
}

/** The modules that a page shows. */
function modulesOf(blocks: readonly Block[], folder: URL): readonly URL[] {
  const files = new Set(
    blocks.filter(isCode).filter(({ tab }) => tab in STARTS)
      .map(({ section, tab, file }) => folderOf(section, tab) + file),
  );
  return [...files].map((file) => new URL(file, folder));
}

function replaced(text: string, replace: Readonly<Record<string, string>>): string {
  return Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), text);
}

/** The folder of a section, or of a tab in it, with a slash at its end. */
function folderOf(section: string, tab: string): string {
  return `${slugOf(section)}/${tab && `${tabOf(tab)}/`}`;
}

function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-") || "top";
}

function isFile({ file, language }: Block): boolean {
  return file !== language;
}

function isCode(block: Block): boolean {
  return isFile(block) && isScript(block.file);
}

function isScript(file: string): boolean {
  return /\.(m?[jt]s|[jt]sx)$/.test(file);
}

/** The world of a section. */
type World = Omit<Recipe, "listen" | "load" | "read" | "serve" | "start"> & {
  /** What the code has passed to `Deno.serve`. */
  handler: Site | undefined;
  /** The servers of Node that the code has started. */
  readonly servers: Server[];
};

/** Where the code of a section is. */
interface Code {
  readonly blocks: readonly Block[];
  readonly own: readonly Block[];
  readonly tab: string;
  readonly folder: URL;
  readonly tested: Set<Block>;
}

function loader(
  { blocks, own, tab, folder, tested }: Code,
  world: World,
): Pick<Recipe, "listen" | "load" | "read" | "serve" | "start"> {
  const use = (file: string): readonly Block[] => {
    const found = own.filter((block) => (!block.tab || block.tab === tab) && block.file === file);
    for (const block of found) tested.add(block);
    return found;
  };
  const load: Recipe["load"] = async (file) => {
    // A module that another one of the section imports runs with it.
    for (const name of [file, ...importedBy(file, blocks)]) use(name);
    return await import(new URL(fileIn(tab, file), folder).href);
  };
  const loaded: ReturnType<typeof loader> = {
    load,
    async start() {
      const hasProgram = own.some(({ file }) => file === "main.ts");
      world.sites[APP] = hasProgram ? await loaded[STARTS[tab]!]("main.ts") : greeting(await load("auth.ts"));
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
      const site: Site = async ({ url, method, headers, body }) => {
        const { pathname, search } = new URL(url);
        const text = body && await new Response(body).text();
        const target = `http://127.0.0.1:${port}${pathname}${search}`;
        return await realFetch(target, { method, headers, body: text, redirect: "manual" });
      };
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

/** The files that a file imports, and those that they import. */
function importedBy(file: string, blocks: readonly Block[], known: Set<string> = new Set()): Set<string> {
  for (const block of blocks.filter((block) => block.file === file)) {
    for (const [, specifier] of block.text.matchAll(/(?:from|import|import\() ?"(\.[^"]+)"/g)) {
      const name = new URL(specifier!, `file:///${file}`).pathname.slice(1);
      if (known.has(name)) continue;
      known.add(name);
      importedBy(name, blocks, known);
    }
  }
  return known;
}

const realFetch = globalThis.fetch;

/** Runs a section in a world of its own, and takes the world away afterwards. */
async function inWorld(code: Code, run: (recipe: Recipe) => Promise<void>): Promise<void> {
  const platform = testPlatform({ now: Date.now() });
  const env: Record<string, string> = { AUTH_SECRET: SECRET, AUTH_URL: APP };
  const world = createWorld(platform, env, code.tab);
  const before = {
    fetch: globalThis.fetch,
    now: Date.now,
    env: process.env,
    toObject: Deno.env.toObject,
    get: Deno.env.get,
    serve: Deno.serve,
    listen: Server.prototype.listen,
    console: { error: console.error, warn: console.warn, debug: console.debug },
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
  process.env = env;
  Deno.env.toObject = () => env;
  Deno.env.get = (name) => env[name];
  Object.assign(Deno, { serve: (...params: readonly unknown[]) => catchHandler(params, world) });
  Server.prototype.listen = function (this: Server, ...args: readonly unknown[]) {
    world.servers.push(this);
    // Any free port, unless a test has written one; and only this machine.
    return Reflect.apply(before.listen, this, args[0] === 8000 ? [0, "127.0.0.1"] : args);
  } as typeof before.listen;
  Object.assign(console, { error: log("error"), warn: log("warn"), debug: log("debug") });
  try {
    await run({ ...world, ...loader(code, world) });
  } catch (error) {
    for (const { level, text } of platform.lines) before.console.error(`${level} ${text}`);
    throw error;
  } finally {
    globalThis.fetch = before.fetch;
    Date.now = before.now;
    process.env = before.env;
    Object.assign(Deno.env, { toObject: before.toObject, get: before.get });
    Object.assign(Deno, { serve: before.serve });
    Object.assign(console, before.console);
    Server.prototype.listen = before.listen;
    for (const server of world.servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

/** Keeps the handler of `Deno.serve(handler)`, `Deno.serve(options, handler)` or `Deno.serve({ fetch })`. */
function catchHandler(params: readonly unknown[], world: World): object {
  const last = params.at(-1) as Site | { readonly handler?: Site; readonly fetch?: Site };
  world.handler = typeof last === "function" ? last : last.handler ?? last.fetch;
  return { finished: new Promise(() => {}), shutdown: () => Promise.resolve() };
}

function createWorld(platform: TestPlatform, env: Record<string, string>, tab: string): World {
  const { sites } = platform;
  const basePath = tab === "Next" ? "/api/auth" : "/auth";
  return {
    platform,
    sites,
    env,
    tab,
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
  };
}
