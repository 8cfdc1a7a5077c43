/**
 * An application of a framework on the packed tarball: installed, built, and started behind a proxy that ends TLS.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Browser, type FakeProvider, testBrowser } from "../../src/testing/mod.ts";
import { root } from "../../tools/exports.ts";
import { afterTests } from "../_after.ts";
import { freePort } from "../_free_port.ts";
import { inTurn } from "../_in_turn.ts";
import { INSTALLED, installPackages, ourTarball, type PackageJson } from "../_packages.ts";
import { run } from "../_run.ts";
import { SECRET, startProvider } from "../compat/_servers.ts";
import { builder } from "../runtimes/builder.ts";
import { type Program, startProgram } from "../runtimes/process.ts";

/** Where the applications are as browsers see them. */
export const ORIGIN = "https://app.example";

/** How an application is installed, built and started. */
export interface Wanted {
  /** Name of its folder below `.work/frameworks`. */
  readonly name: string;
  /**
   * Folders whose files make the application, relative to the repository. Files of later ones replace those of earlier
   * ones: `examples/next`, then `npm/frameworks/next`. One of them has the `package.json`.
   */
  readonly files: readonly string[];
  /** More packages than those of the `package.json`, or other versions of them. */
  readonly packages?: Readonly<Record<string, string>>;
  /** Programs that build it, one after the other. The first word is `node`, `bun`, `deno` or a path. */
  readonly build?: readonly (readonly string[])[];
  /** The program that serves it, on the port of the variable `PORT`. */
  readonly run: readonly string[];
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** URL of the application as browsers see it: `AUTH_URL`. Default `ORIGIN`; `null` sets none. */
  readonly url?: string | null;
  /** Headers that the proxy adds, beside `X-Forwarded-Host`, `-Proto` and `-For`. */
  readonly proxyHeaders?: Readonly<Record<string, string>>;
}

/** An application that runs. */
export interface App {
  /** Its origin, as browsers see it. */
  readonly origin: string;
  /** Its own address, without the proxy. */
  readonly inner: string;
  /** Identity provider. */
  readonly idp: FakeProvider;
  /** Opens a browser without cookies. */
  visitor(): Browser;
  /** Sends one request through the proxy. */
  fetch(request: Request): Promise<Response>;
  /** Its output so far. */
  printed(): string;
}

/** Installs an application, where it is not there yet, and builds it. @returns Its folder. */
export async function installApp(wanted: Wanted): Promise<string> {
  return await reported(`${wanted.name} is installed and built`, () => install(wanted));
}

/**
 * The folder of an application that several test files start: the first builds it, and the others wait for that. A later run
 * with the same files and the same library starts it as it is.
 */
export async function builtApp(wanted: Wanted): Promise<string> {
  const folder = folderOf(wanted);
  return await inTurn(`${folder}../locks/${wanted.name}`, async () => {
    const built = await readFile(join(folder, BUILT), "utf8").catch(() => null);
    return built === await fingerprintOf(wanted) ? folder : await installApp(wanted);
  });
}

/** Starts an application and an identity provider of its own. Both end after the tests of the file. */
export async function startApp(wanted: Wanted, folder: string): Promise<App> {
  return await reported(`${wanted.name} starts`, () => start(wanted, folder));
}

/** Installs, builds and starts. */
export async function openApp(wanted: Wanted): Promise<App> {
  return await startApp(wanted, await installApp(wanted));
}

/** Makes a failure that of a test: Deno forgets what a module throws once its first test is registered. */
async function reported<T>(what: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    test(`the application of a test ${what}`, () => {
      throw error;
    });
    throw error;
  }
}

async function install(wanted: Wanted): Promise<string> {
  const { files, build = [] } = wanted;
  const folder = folderOf(wanted);
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(folder)) {
    if (file !== "node_modules" && file !== INSTALLED) {
      await rm(join(folder, file), { recursive: true, force: true });
    }
  }
  for (const source of files) {
    const from = fileURLToPath(new URL(`${source}/`, root));
    await cp(from, folder, { recursive: true, filter: isOwn });
  }
  await cp(fileURLToPath(new URL("npm/frameworks/app_config.mjs", root)), join(folder, "app_config.mjs"));
  await installPackages(folder, await manifestOf(wanted, folder));
  for (const [program, ...args] of build) {
    await run(folder, program === "node" ? await builder() : program!, args, { AUTH_SECRET: "" });
  }
  await writeFile(join(folder, BUILT), await fingerprintOf(wanted));
  return folder;
}

/** The `package.json` of the folder with our package, and with the packages that are wanted. */
async function manifestOf({ packages = {} }: Wanted, folder: string): Promise<PackageJson> {
  const { dependencies, devDependencies, ...manifest } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  );
  const ours = { "@latchkey/auth": `file:${(await ourTarball()).file}` };
  return {
    ...manifest,
    devDependencies: Object.fromEntries(
      Object.entries(devDependencies ?? {}).filter(([name]) => !(name in packages)),
    ),
    dependencies: { ...dependencies, ...packages, ...ours },
  };
}

/** The file that says what an application was built from. */
const BUILT = "built.txt";

function folderOf({ name }: Wanted): string {
  return fileURLToPath(new URL(`.work/frameworks/${name}/`, root));
}

/** Changes with each file, package and command that makes an application, and with the library. */
async function fingerprintOf({ files, packages, build }: Wanted): Promise<string> {
  const made = JSON.stringify([files, packages, build, (await ourTarball()).file]);
  const hash = createHash("sha256").update(made);
  for (const source of [...files, "npm/frameworks/app_config.mjs"]) {
    for (const path of await filesBelow(fileURLToPath(new URL(source, root)))) {
      hash.update(JSON.stringify(path)).update(await readFile(path));
    }
  }
  return hash.digest("hex");
}

/** A file, or the files of a folder and of those in it. */
async function filesBelow(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    .filter(isOwn).sort();
}

/** Packages that are installed in a folder of the repository do not belong to its files. */
function isOwn(path: string): boolean {
  return !/\/node_modules(\/|$)/.test(path);
}

async function start(wanted: Wanted, folder: string): Promise<App> {
  const { env, url = ORIGIN, proxyHeaders = {} } = wanted;
  const [port, idp] = [freePort(), startProvider({ refreshTokens: "rotated" })];
  const [program, ...args] = wanted.run;
  const started: Program = startProgram({
    program: program!,
    args,
    cwd: folder,
    env: {
      NODE_ENV: "production",
      NO_COLOR: "1",
      AUTH_SECRET: SECRET,
      ...(url !== null && { AUTH_URL: url }),
      PORT: String(port),
      HOST: "127.0.0.1",
      IDP_ISSUER: idp.issuer,
      IDP_ID: idp.clientId,
      IDP_SECRET: idp.clientSecret,
      ...env,
    },
  });
  afterTests(() => started.stop().then(() => {}));
  await started.listens(port);
  const inner = `http://127.0.0.1:${port}`;
  const { origin } = new URL(url ?? inner);
  const forward = async (request: Request) => {
    const forwarded = new Request(request.url.replace(origin, inner), request);
    const { host, protocol } = new URL(origin);
    const added = {
      "x-forwarded-host": host,
      "x-forwarded-proto": protocol.slice(0, -1),
      "x-forwarded-for": "10.1.2.3",
    };
    for (const [header, value] of Object.entries({ ...added, ...proxyHeaders })) {
      if (!forwarded.headers.has(header)) forwarded.headers.set(header, value);
    }
    return await fetch(forwarded, { redirect: "manual" });
  };
  const sites = {
    [origin]: forward,
    [idp.origin]: (request: Request) => fetch(request, { redirect: "manual" }),
  };
  return { origin, inner, idp, visitor: () => testBrowser(sites), fetch: forward, printed: started.text };
}
