/**
 * Finds the framework of an application in its `package.json`.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { WRANGLER } from "./check_settings.ts";

/** The framework of an application, as far as the checks depend on it. */
export interface Project {
  /** Folder of an application of Next; `null` for others. */
  readonly nextRoot: string | null;
  /** Path of the library if neither the config nor AUTH_URL says it. */
  readonly handlerPath: string;
  /** Whether its integration loads languages from files: one for workers has those alone that the config imports. */
  readonly hasFiles: boolean;
  /** Whether it is likely to use `@latchkey/auth/workers`. */
  readonly isWorker: boolean;
  /** The folder of the config, and that of its `package.json`. */
  readonly folders: readonly string[];
}

/** Packages of frameworks whose integrations load languages from files, also on a platform of workers. */
const FRAMEWORKS = ["next", "nuxt", "astro", "@sveltejs/kit"];

/** Reads the `package.json` of a folder, or of the next folder above that has one. */
export async function projectOf(folder: string): Promise<Project> {
  const root = rootOf(folder) ?? folder;
  const dependencies = await dependenciesOf(root);
  const has = (name: string) => Object.hasOwn(dependencies, name);
  const folders = [...new Set([root, folder])];
  const hasWrangler = folders.some((each) => WRANGLER.some((file) => existsSync(join(each, file))));
  const hasFramework = FRAMEWORKS.some(has);
  return {
    nextRoot: has("next") ? root : null,
    handlerPath: has("next") ? "/api/auth" : "/auth",
    hasFiles: !(hasWrangler || has("hono")) || hasFramework,
    isWorker: hasWrangler && !has("hono") && !hasFramework,
    folders,
  };
}

/** The folder with the next `package.json`; `null` if there is none. */
function rootOf(folder: string): string | null {
  if (existsSync(join(folder, "package.json"))) return folder;
  return folder === dirname(folder) ? null : rootOf(dirname(folder));
}

async function dependenciesOf(folder: string): Promise<object> {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return {};
  try {
    return Object(JSON.parse(await readFile(file, "utf8")).dependencies);
  } catch {
    // The tools of the application say that the file is not valid.
    return {};
  }
}
