/**
 * The application of Next that follows all recipes: the one of `docs/frameworks/next.md` with the files of the recipes, built
 * for production, on the packed tarball. It is built once, and started as often as a test wants.
 *
 * @module
 */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { builtApp } from "../frameworks/_app.ts";
import { NEXT_16_QUICK, wantedNext } from "../frameworks/_next_app.ts";
import { type Server, startServer } from "./_built.ts";
import type { Project } from "./_recipe.ts";

/** The files of the recipes, for the folder of the application. */
const SOURCE = ".work/together/next";

/** `next start`. */
const START = ["node_modules/next/dist/bin/next", "start"];

/** Builds the application. @returns Its folder. */
export async function buildNext(files: ReadonlyMap<string, string>): Promise<string> {
  const folder = fileURLToPath(new URL(`${SOURCE}/`, root));
  await rm(folder, { recursive: true, force: true });
  const settings = await readFile(new URL(`${NEXT_16_QUICK}/next.config.mjs`, root), "utf8");
  const types = JSON.parse(await readFile(new URL("examples/next/tsconfig.json", root), "utf8"));
  // As `docs/recipes/README.md` and the recipe of the content security policy say.
  const compilerOptions = { ...types.compilerOptions, allowImportingTsExtensions: true };
  const all = new Map([
    ...files,
    ["next.config.mjs", settings.replace(/^ {2}(?:cacheComponents|partialPrefetching): true,\n/gm, "")],
    ["tsconfig.json", JSON.stringify({ ...types, compilerOptions })],
  ]);
  for (const [file, text] of all) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${text}\n`);
  }
  return await builtApp(wantedNext("next_recipes", ["examples/next", SOURCE]));
}

/** What starts it. */
export function nextProject(folder: string): Project {
  let server: Server | undefined;
  return {
    async start(_, { platform, env }) {
      server = await startServer(START, { folder, platform, env: { ...env, NEXT_TELEMETRY_DISABLED: "1" } });
      return server.site;
    },
    load: () => ({}),
    printed: () => server?.printed() ?? "",
    stop: async () => await server?.stop(),
  };
}
