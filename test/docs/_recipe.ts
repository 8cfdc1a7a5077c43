/**
 * The code on a page of `docs/`, written into files and run.
 *
 * A page is tested section by section (`##`). The blocks of a section name their files in the fence: ```` ```ts auth.ts ````.
 * They are written into `.work/docs/<page>/<section>/`, beside the files that the sections before them have shown, so that
 * the folder holds what a reader has who began at the top of the page. `last()` adds a test: a section has run or read
 * each of them. `compile_test.ts` compiles the blocks of all pages at once.
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
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { test } from "node:test";
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
  /** Imports a file, and returns the handler that it passes to `Deno.serve`, or its default export. */
  serve(file: string): Promise<Site>;
  /** Imports a file that starts a server of Node, such as one of Express, and returns a site that passes requests on to it. */
  listen(file: string): Promise<Site>;
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
  readonly line: number;
  readonly language: string;
  /** Its file; its language if it names none. */
  readonly file: string;
  readonly text: string;
}

/** Opens a page. @param path Its path below `docs/`. */
export function openPage(path: string, { replace = {} }: PageOptions = {}): RecipePage {
  const folder = inFolder(path.replace(/\.md$/, ""));
  const tested = new Set<Block>();
  const ready = Promise.resolve().then(async () => {
    const text = await readFile(new URL(`docs/${path}`, ROOT), "utf8");
    const blocks = blocksOf(text).map((block) => ({ ...block, text: replaced(block.text, replace) }));
    await writeBlocks(blocks, folder);
    return blocks;
  });
  ready.catch(() => {});
  return {
    section(heading, run) {
      test(`docs/${path} does what it says under "${heading}"`, async () => {
        const blocks = await ready;
        const own = blocks.filter(({ section }) => section === heading);
        assert.ok(own.length > 0, `docs/${path} has no section "${heading}" with code`);
        const code = { blocks, own, folder: new URL(`${slugOf(heading)}/`, folder), tested };
        await inWorld((world) => run({ ...world, ...loader(code, world) }));
      });
    },
    last() {
      test(`docs/${path} has a test of each block`, async () => {
        const left = (await ready).filter((block) => !tested.has(block));
        assert.deepEqual(left.map(({ line, file }) => `line ${line}: ${file}`), []);
      });
    },
  };
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
    return {
      section: [...before.matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? "",
      line: before.split("\n").length,
      language: language!,
      file: file!,
      text: code!,
    };
  });
}

/** Writes the folder of each section: its own files, and those of the sections above. */
async function writeBlocks(
  blocks: readonly Block[],
  folder: URL,
  rewrite: Rewrite = npmPackages,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const files = new Map<string, string>();
  for (const section of new Set(blocks.map(({ section }) => section))) {
    const own = new Map<string, string>();
    for (const block of blocks.filter((block) => block.section === section && isFile(block))) {
      // Several blocks of one file are its parts.
      const { file, text } = block;
      own.set(file, [own.get(file), text].filter((part) => part !== undefined).join("\n\n"));
    }
    for (const [file, text] of own) files.set(file, text);
    for (const [file, text] of files) {
      const target = new URL(fileOf(section, file), folder);
      await mkdir(new URL("./", target), { recursive: true });
      await writeFile(target, `${isScript(file) ? rewrite(text) : text}\n`);
    }
  }
}

/** The modules that a page shows. */
function modulesOf(blocks: readonly Block[], folder: URL): readonly URL[] {
  const files = new Set(blocks.filter(isCode).map(({ section, file }) => fileOf(section, file)));
  return [...files].map((file) => new URL(file, folder));
}

function replaced(text: string, replace: Readonly<Record<string, string>>): string {
  return Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), text);
}

function fileOf(section: string, file: string): string {
  return `${slugOf(section)}/${file}`;
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
type World = Omit<Recipe, "listen" | "load" | "read" | "serve"> & {
  /** What the code has passed to `Deno.serve`. */
  handler: Site | undefined;
  /** The servers of Node that the code has started. */
  readonly servers: Server[];
};

/** Where the code of a section is. */
interface Code {
  readonly blocks: readonly Block[];
  readonly own: readonly Block[];
  readonly folder: URL;
  readonly tested: Set<Block>;
}

function loader(
  { blocks, own, folder, tested }: Code,
  world: World,
): Pick<Recipe, "listen" | "load" | "read" | "serve"> {
  const use = (file: string): readonly Block[] => {
    const found = own.filter((block) => block.file === file);
    for (const block of found) tested.add(block);
    return found;
  };
  const load: Recipe["load"] = async (file) => {
    // A module that another one of the section imports runs with it.
    for (const name of [file, ...importedBy(file, blocks)]) use(name);
    return await import(new URL(file, folder).href);
  };
  return {
    load,
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
      return async ({ url, method, headers, body }) => {
        const { pathname, search } = new URL(url);
        const text = body && await new Response(body).text();
        const target = `http://127.0.0.1:${port}${pathname}${search}`;
        return await realFetch(target, { method, headers, body: text, redirect: "manual" });
      };
    },
    read(file) {
      const found = use(file);
      assert.ok(found.length > 0, `the section has no block "${file}"`);
      return found.map(({ text }) => text).join("\n\n");
    },
  };
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
async function inWorld(run: (world: World) => Promise<void>): Promise<void> {
  const platform = testPlatform({ now: Date.now() });
  const env: Record<string, string> = { AUTH_SECRET: SECRET, AUTH_URL: APP };
  const world = createWorld(platform, env);
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
    await run(world);
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

function createWorld(platform: TestPlatform, env: Record<string, string>): World {
  const { sites } = platform;
  return {
    platform,
    sites,
    env,
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
      const page = await browser.open(`${origin}/auth/signin?${new URLSearchParams({ callbackUrl })}`);
      return await page.submit(`/auth/signin/${provider}`);
    },
    session: async (browser, origin = APP) => (await browser.fetch(`${origin}/auth/session`)).json(),
    async post(browser, path, data = {}) {
      const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
      const question = path === "link" && questionIn(browser, APP);
      const body = new URLSearchParams({ csrfToken, ...question, ...data });
      return await browser.fetch(`${APP}/auth/${path}`, { method: "POST", redirect: "manual", body });
    },
  };
}
