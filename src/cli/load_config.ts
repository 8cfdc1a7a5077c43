/**
 * Finds the module of the application that has the config, loads it, and takes the config out of it.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import type { AuthConfig } from "../model/auth_config.ts";
import type { Environment } from "../config/env.ts";
import { TimedOut, webPlatform, within } from "../platform/platform.ts";
import { isA, messageOf } from "../errors/thrown.ts";
import { explainFailure, LoadError, SEPARATE } from "./_load_failure.ts";
import { importAsBundlersDo } from "./node_imports.ts";
import type { Finding } from "../setup/finding.ts";
import { StandIns } from "./stand_ins.ts";

export { LoadError };

/** A config, and where it was. */
export interface LoadedConfig {
  /** The config as the application wrote it. */
  readonly config: AuthConfig;
  /** Absolute path of the module. */
  readonly path: string;
  /** The module and its export; modules that could not be loaded. */
  readonly findings: readonly Finding[];
  /** What stands in for the bindings of a platform; `null` if nothing does. */
  readonly standIns: StandIns | null;
}

/** Folders that may have the config. */
const FOLDERS = [
  "",
  "src/",
  "lib/",
  "src/lib/",
  "src/lib/server/",
  "lib/server/",
  "server/",
  "src/server/",
  "app/",
];

/** Modules that may have the config, without extension. One for the config alone needs no framework, so it comes first. */
export const PLACES: readonly string[] = ["auth.config", "auth"].flatMap((name) =>
  FOLDERS.map((folder) => folder + name)
);

/** Extensions of these modules, the one that counts first. */
const EXTENSIONS: readonly string[] = ["ts", "mts", "js", "mjs"];

/** Exports that may be the config, the one that counts first. */
const NAMES = ["config", "authConfig", "authOptions", "default"];

/** How long a module may take to load, and a function to make the config, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Loads the config of an application.
 *
 * @param file Path of the module, from the folder; `null` to look for it.
 * @param folder The current folder.
 * @param env The variables, for a function that makes the config.
 * @throws {LoadError} if there is none. It says what to write.
 */
export async function loadConfig(
  file: string | null,
  folder: string,
  env: Environment,
): Promise<LoadedConfig> {
  const stop = importAsBundlersDo(folder);
  try {
    return await loadFirst(pathsOf(file, folder), folder, env);
  } finally {
    stop();
  }
}

async function loadFirst(paths: readonly string[], folder: string, env: Environment): Promise<LoadedConfig> {
  const failures: LoadError[] = [];
  for (const path of paths) {
    const shown = relative(folder, path);
    try {
      const module = await load(path, shown);
      const [name, exported] = findExport(module, shown);
      const { config, standIns, isNeeded }: Created = typeof exported === "function"
        ? await create(exported, { name, shown, env })
        : { config: exported, standIns: null };
      const findings = failures.map(({ message, advice }): Finding => ({
        name: "file",
        status: "warning",
        text: message,
        advice,
      }));
      const how = typeof exported === "function" ? `what the function \`${name}\` returns` : `\`${name}\``;
      findings.push({ name: "file", status: "ok", text: `${shown}: ${how}` });
      findings.push(...otherFindings(module, { exported, shown }));
      if (isNeeded && standIns) findings.push(standIns.finding());
      findings.push(...serverFindings(shown));
      return { config: config as AuthConfig, path, findings, standIns };
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      failures.push(error);
    }
  }
  throw failures[0]!;
}

/** @throws {LoadError} if there is no such file, or none to be found. */
function pathsOf(file: string | null, folder: string): readonly string[] {
  if (file !== null) {
    const path = resolve(folder, file);
    if (existsSync(path)) return [path];
    throw new LoadError(`There is no file ${file}`, "Write the path of the module that exports the config");
  }
  const all = PLACES.flatMap((place) => EXTENSIONS.map((extension) => `${place}.${extension}`));
  const found = all.map((each) => resolve(folder, each)).filter(existsSync);
  if (found.length) return found;
  throw new LoadError(
    `There is no config: looked for ${
      PLACES.map((place) => `${place}.ts`).join(", ")
    }, and the same with .mts, ` +
      ".js and .mjs",
    "Run the command in the folder of the application, or name the file: `npx @latchkey/auth check path/to/auth.ts`",
  );
}

async function load(path: string, shown: string): Promise<Readonly<Record<string, unknown>>> {
  const { href } = pathToFileURL(path);
  try {
    return await within(PATIENCE, webPlatform, () => import(href));
  } catch (error) {
    if (isA(error, TimedOut)) {
      throw new LoadError(
        `${shown} is not loaded after ${
          PATIENCE / 1000
        } seconds: it waits for something, such as a server or a database`,
        SEPARATE,
      );
    }
    throw explainFailure(error, shown);
  }
}

function findExport(
  module: Readonly<Record<string, unknown>>,
  shown: string,
): readonly [name: string, exported: object] {
  const others = Object.keys(module).filter((name) => !NAMES.includes(name));
  // A function with several parameters is a handler of a server: it must not be called.
  const isSource = (value: unknown) => typeof value === "function" && value.length < 2;
  const name = [...NAMES, ...others].find((name) => isConfig(module[name])) ??
    NAMES.find((name) => isSource(module[name]));
  if (name) return [name, module[name] as object];
  const [first, ...rest] = Object.keys(module).map((name) => `\`${name}\``);
  const exported = first === undefined ? "nothing" : `${[first, ...rest].join(", ")}, but no config`;
  const server = opensServers() ? ", and starts a server when it is loaded" : "";
  throw new LoadError(`${shown} exports ${exported}${server}`, server ? SEPARATE : EXPORT);
}

const EXPORT = "Export the object that you pass to the library: `export const config = { providers: […] }`";

function isConfig(value: unknown): value is AuthConfig {
  return typeof value === "object" && value !== null &&
    Array.isArray((value as Partial<AuthConfig>).providers);
}

/** Returns a warning that names the configs which are not checked: that of the application may be one of them. */
function otherFindings(
  module: Readonly<Record<string, unknown>>,
  { exported, shown }: { readonly exported: object; readonly shown: string },
): readonly Finding[] {
  const others = Object.keys(module).filter((name) => isConfig(module[name]) && module[name] !== exported);
  if (!others.length) return [];
  return [{
    name: "file",
    status: "warning",
    text: `${shown} exports other configs, which were not checked: ${
      others.map((name) => `\`${name}\``).join(", ")
    }`,
    advice:
      "Export each config from a file of its own, and name the file: `npx @latchkey/auth check auth.config.ts`",
  }];
}

interface Created extends Pick<LoadedConfig, "standIns"> {
  readonly config: unknown;
  /** Whether the function fails without what stands in. */
  readonly isNeeded?: boolean;
}

/**
 * Calls a function that makes the config for each request: with the variables, and if it needs more, such as a database of
 * Workers, once more with something in its place.
 */
async function create(
  source: object,
  { name, shown, env }: { readonly name: string; readonly shown: string; readonly env: Environment },
): Promise<Created> {
  const advice =
    "The command calls it with a Request that has the variables as `env`. Export a config that needs no " +
    "more, or name another file";
  const call = source as (context: unknown) => unknown;
  const tryWith = async ({ env: given }: StandIns): Promise<AuthConfig> => {
    let config: unknown;
    try {
      config = await within(PATIENCE, webPlatform, async () => await call(toContext(env, given)));
    } catch (error) {
      throw new LoadError(`The function \`${name}\` of ${shown} fails: ${messageOf(error)}`, advice);
    }
    if (isConfig(config)) return config;
    throw new LoadError(`The function \`${name}\` of ${shown} returns no config with \`providers\``, advice);
  };
  const [plain, standIns] = [new StandIns(env, false), new StandIns(env, true)];
  const second = () => tryWith(standIns).catch(() => null);
  try {
    const config = await tryWith(plain);
    // Other adapters need their database at the first question only.
    const adapter = config.adapter && plain.names.size ? (await second())?.adapter : undefined;
    return adapter ? { config: { ...config, adapter }, standIns } : { config, standIns: null };
  } catch (error) {
    const config = plain.names.size ? await second() : null;
    if (!config) throw error;
    return { config, standIns, isNeeded: true };
  }
}

/**
 * A request that is also the context of frameworks, as far as a config may read it: `env`, `request`, a variable.
 *
 * @param given The variables, and perhaps what stands in for others.
 */
function toContext({ AUTH_URL = "" }: Environment, given: object): unknown {
  const request = new Request(URL.canParse(AUTH_URL) ? AUTH_URL : "http://localhost:3000/");
  const fields: Readonly<Record<string, unknown>> = {
    env: given,
    request,
    platform: { env: given },
    locals: {},
  };
  return new Proxy(request, {
    get(target, key) {
      if (key in target) {
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return typeof key === "string" ? fields[key] ?? Reflect.get(given, key) : undefined;
    },
  });
}

function serverFindings(shown: string): readonly Finding[] {
  return opensServers()
    ? [{
      name: "file",
      status: "warning",
      text: `${shown} starts a server when it is loaded. The command ends it`,
      advice: SEPARATE,
    }]
    : [];
}

/** Returns whether this process listens, as far as the runtime says it. */
function opensServers(): boolean {
  try {
    return process.getActiveResourcesInfo().some((resource) => /^TCPServerWrap$/i.test(resource));
  } catch {
    return false;
  }
}
