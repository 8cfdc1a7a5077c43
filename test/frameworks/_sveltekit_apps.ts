/**
 * The same application in SvelteKit 3 and 2. Vite 8 builds SvelteKit 2 too: it takes two thirds of the processor time of
 * Vite 7, which the nightly run has.
 *
 * @module
 */

import { isNightly } from "../_nightly.ts";
import { TYPESCRIPT } from "../_packages.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";
import type { Wanted } from "./_app.ts";

/** An application, and the program that runs its tools. */
export interface KitProgram {
  /** Name and version of the framework. */
  readonly kit: string;
  /** How it is installed, built and started. */
  readonly wanted: Wanted;
  /** Runs a JavaScript file. */
  readonly program: Command;
}

/** A program and its first arguments. */
type Command = readonly [program: string, ...args: string[]];

/** Vite, in the folder of the application. */
export const VITE = "node_modules/vite/bin/vite.js";

const FILES = ["examples/sveltekit", "npm/frameworks/sveltekit"];

/** The applications, the newest first. */
export async function kitPrograms(): Promise<readonly KitProgram[]> {
  const modern = await modernRuntime();
  return [
    kitProgram("SvelteKit 3", modern, { name: "sveltekit", files: FILES }),
    kitProgram("SvelteKit 2", ["node"], {
      name: "sveltekit2",
      files: [...FILES, "npm/frameworks/sveltekit2"],
      packages: isNightly ? {} : { "vite": "8.3.8", "@sveltejs/vite-plugin-svelte": "7.3.1" },
    }),
  ];
}

/** Runs programs that need Node 22.17, as Kit 3 does. It is the same one in each test file, as they share what is built. */
export async function modernRuntime(): Promise<Command> {
  if (obstacle !== null) return [Deno.execPath(), "run", "-A"];
  await install();
  return [nodeBinary("node24")];
}

function kitProgram(
  kit: string,
  program: Command,
  { packages, ...application }: Pick<Wanted, "name" | "files" | "packages">,
): KitProgram {
  const build = [[...program, VITE, "build"]];
  // `svelte-check` finds TypeScript 7 by this name.
  const checker = { "@typescript/native": `npm:typescript@${TYPESCRIPT}` };
  const wanted = { ...application, build, packages: { ...packages, ...checker } };
  return { kit, program, wanted: { ...wanted, run: [...program, "start.mjs"] } };
}
