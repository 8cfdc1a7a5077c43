/**
 * Recipes whose applications are built, because of their framework or for the client of Prisma: the project that the page of
 * the framework makes, with the files of a section, built for production, and started on Node 24.
 *
 * The application runs in a process of its own. `_built_world.mjs`, which is loaded before it, gives it the network and the
 * clock of the test.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page, Site, TestPlatform } from "../../src/testing/mod.ts";
import { root } from "../../tools/exports.ts";
import { freePort } from "../_free_port.ts";
import { inTurn } from "../_in_turn.ts";
import { exceptAtNight } from "../_nightly.ts";
import { ourTarball } from "../_packages.ts";
import { plainEnv, run } from "../_run.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { startProgram } from "../runtimes/process.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";
import { makeProject } from "./_follow.ts";
import type { Variant } from "./_blocks.ts";
import type { Builder, Project } from "./_recipe.ts";
import { passOn } from "./_pass_on.ts";
import { startRegistry } from "./_registry.ts";

/** A framework. */
interface Framework {
  /** The page that makes the project. */
  readonly page: string;
  /** What is installed in addition. */
  readonly more: readonly string[];
  /** Arguments of Node that build the application, and check its types. */
  readonly build: readonly (readonly string[])[];
  /** Arguments of Node that start it on the port of the variable `PORT`. */
  readonly start: readonly string[];
}

// The types of `node:sqlite`, as `docs/recipes/README.md` says.
const TYPES = "npm install --save-dev @types/node@24";

// Without the script that downloads Prisma's engine for migrations: no test runs one.
const PRISMA = [
  "npm install pg@8.23.1 @prisma/client@7.10.0 @prisma/adapter-pg@7.10.0",
  "npm install --ignore-scripts --save-dev prisma@7.10.0 @types/pg@8.23.1 typescript@7",
];

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  Next: {
    page: "docs/frameworks/next.md",
    more: [TYPES],
    build: [["node_modules/next/dist/bin/next", "build"]],
    start: ["node_modules/next/dist/bin/next", "start"],
  },
  SvelteKit: {
    page: "docs/frameworks/sveltekit.md",
    more: [TYPES, "npm install --save-dev svelte-check@4"],
    build: [["node_modules/vite/bin/vite.js", "build"], ["node_modules/svelte-check/bin/svelte-check"]],
    start: ["build/index.js"],
  },
  // With Prisma: other applications of Express need no build.
  Express: {
    page: "docs/frameworks/express.md",
    more: [TYPES, "npm install --save-dev @types/express@5.0.6", ...PRISMA],
    build: [["node_modules/prisma/build/index.js", "generate"], [
      "node_modules/typescript/bin/tsc",
      ...["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext", "--skipLibCheck"],
      ...["--allowImportingTsExtensions", "--types", "node", "main.ts"],
    ]],
    start: ["main.ts"],
  },
};

const WORK = fileURLToPath(new URL(".work/built/", root));
const NODE = nodeBinary("node24");
const PRELOAD = fileURLToPath(new URL("_built_world.mjs", import.meta.url));

// A section replaces these globals.
const { serve } = Deno;
const ownEnv = plainEnv();

/** Builds applications of Next and SvelteKit, and those with Prisma, at night. */
export const built: Builder = { skip: obstacle ?? exceptAtNight, open: openProject };

async function openProject({ tab }: Variant, page: string): Promise<Project> {
  const framework = tab || "Express";
  const { build, start } = FRAMEWORKS[framework]!;
  const folder = join(WORK, framework.toLowerCase(), page);
  await copyProject(await baseOf(framework), folder);
  let output = "";
  let server: Server | undefined;
  return {
    async start(files, { platform, env }) {
      for (const [file, text] of files) await writeInto(folder, file, text);
      const settings = { ...env, NEXT_TELEMETRY_DISABLED: "1" };
      const offline = {
        NEXT_FONT_GOOGLE_MOCKED_RESPONSES: join(homeOf(framework), "fonts.cjs"),
        // Any program: `prisma generate` does not start it.
        PRISMA_SCHEMA_ENGINE_BINARY: NODE,
        CHECKPOINT_DISABLE: "1",
      };
      for (const args of build) {
        output += await run(folder, NODE, args, { ...ownEnv, ...settings, ...offline });
      }
      server = await startServer(start, { folder, platform, env: settings });
      return server.site;
    },
    load: (file) =>
      new Proxy({}, {
        get: (_, name) =>
          // A module that is awaited has no function `then`.
          name === "then"
            ? undefined
            : (...args: readonly unknown[]) => server!.call(file, String(name), args),
      }),
    printed: () => output + (server?.printed() ?? ""),
    stop: async () => await server?.stop(),
  };
}

/** A server of a built application. */
export interface Server extends Pick<Project, "printed" | "stop"> {
  readonly site: Site;
  /** Calls a function of a file in a process of its own. */
  call(file: string, name: string, args: readonly unknown[]): Promise<unknown>;
}

/** Where a server starts. */
export interface Place {
  readonly folder: string;
  readonly platform: TestPlatform;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a built application in the world of a test. @param env The variables of the application. */
export async function startServer(
  args: readonly string[],
  { folder, platform, env }: Place,
): Promise<Server> {
  const network = openNetwork(platform);
  const [port, clock] = [freePort(), join(folder, "clock.txt")];
  const setClock = async () => {
    // In one step: the server reads the file at any time, and there may be several requests at once.
    const next = `${clock}.${crypto.randomUUID()}`;
    await writeFile(next, String(platform.now()));
    await rename(next, clock);
  };
  await setClock();
  const world = { TEST_NETWORK: `http://127.0.0.1:${network.addr.port}/`, TEST_CLOCK: clock };
  const inWorld = [`--import=${PRELOAD}`];
  const settings = { ...ownEnv, ...env, ...world, NODE_ENV: "production", NO_COLOR: "1", PORT: String(port) };
  const program = startProgram({
    program: NODE,
    args: [...inWorld, ...args],
    cwd: folder,
    env: settings,
    ends: "group",
  });
  await program.listens(port);
  return {
    async site(request) {
      await setClock();
      return await passOn(request, port, forwarded(request));
    },
    async call(file, name, args) {
      await setClock();
      const script = `import { ${name} } from "./${file}";
        const result = await ${name}(...${JSON.stringify(args)});
        process.stdout.write(JSON.stringify({ result: result ?? null }), () => process.exit());`;
      const text = await run(folder, NODE, [...inWorld, "--input-type=module", "--eval", script], settings);
      return JSON.parse(text.slice(text.lastIndexOf('{"result"'))).result;
    },
    printed: program.text,
    async stop() {
      await program.stop();
      await network.shutdown();
    },
  };
}

/** The home of the reader who makes the project of a framework. */
function homeOf(framework: string): string {
  return join(WORK, framework.toLowerCase(), "base");
}

/** The project of a framework's page, which all sections copy. It is made once for a page and a tarball. */
async function baseOf(framework: string): Promise<string> {
  const { page, more } = FRAMEWORKS[framework]!;
  const home = homeOf(framework);
  return await inTurn(`${WORK}locks/${framework}`, async () => {
    await install();
    const text = await readFile(new URL(page, root), "utf8");
    const made = JSON.stringify([text, more, (await ourTarball()).file, Deno.env.get("SCAFFOLDS")]);
    const hash = createHash("sha256").update(made).digest("hex");
    const [done, folder] = [join(home, "made.txt"), join(home, "projects/hello")];
    if (await readFile(done, "utf8").catch(() => null) === hash) return folder;
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true });
    const desk = { registry: await startRegistry(), programs: { node: NODE } };
    await makeProject(page, home, { desk, more });
    await writeFile(done, hash);
    return folder;
  });
}

/** The folders that this process has made. */
const copied = new Set<string>();

/**
 * Copies a project, with its packages as hard links, but not its settings: the section has them. The sections of a page share
 * the packages, and what Next keeps for the next build, which then takes half of the processor time.
 */
async function copyProject(from: string, to: string): Promise<void> {
  const kept = copied.has(to) ? ["node_modules", ".next"] : [];
  copied.add(to);
  await mkdir(to, { recursive: true });
  for (const name of await readdir(to)) {
    if (!kept.includes(name)) await rm(join(to, name), { recursive: true });
  }
  for (const name of await readdir(from)) {
    if (kept.includes(name) || /^\.(?:env|git)$/.test(name)) continue;
    if (name === "node_modules") await run(from, "cp", ["-al", name, to], ownEnv);
    else await cp(join(from, name), join(to, name), { recursive: true });
  }
}

async function writeInto(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${text}\n`);
}

/** A server of this process, by which the application reaches the sites of the section. */
function openNetwork(platform: TestPlatform): Deno.HttpServer<Deno.NetAddr> {
  return serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { method } = request;
    const headers = new Headers(request.headers);
    const [url, redirect] = ["x-url", "x-redirect"].map((name) => headers.get(name)!) as [
      string,
      RequestRedirect,
    ];
    for (const name of ["host", "x-url", "x-redirect"]) headers.delete(name);
    const body = request.body ? await request.arrayBuffer() : undefined;
    try {
      return await platform.fetch(url, { method, headers, redirect, ...(body && { body }) });
    } catch (error) {
      return new Response(String(error), { status: 502, headers: { "x-failed": "true" } });
    }
  });
}

/** The headers that a proxy in front of the server adds. */
function forwarded({ url }: Request): Readonly<Record<string, string>> {
  const { host, protocol } = new URL(url);
  return { "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) };
}

/**
 * The page to which Next sends a browser by a refresh: a redirect is too late where a component inside of `<Suspense>` asks
 * for it.
 */
export async function afterRefresh(browser: Browser, page: Page): Promise<Page> {
  const [, url] = /<meta id="__next-page-redirect" [^>]*content="\d+;url=([^"]+)"/.exec(page.html) ?? [];
  return url ? await browser.open(new URL(url.replaceAll("&amp;", "&"), page.url).href) : page;
}
