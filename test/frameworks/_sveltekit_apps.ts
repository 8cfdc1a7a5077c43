/**
 * The same application in SvelteKit 3 and 2.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { TYPESCRIPT } from "../_packages.ts";
import { run } from "../_run.ts";
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
    }),
  ];
}

/** Runs programs that need Node 22.17, as Kit 3 does. */
export async function modernRuntime(): Promise<Command> {
  const version = await run(".", "node", ["-p", "process.versions.node"]);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 17)) return ["node"];
  const installed = nodeBinary("node24");
  return existsSync(installed) ? [installed] : [Deno.execPath(), "run", "-A"];
}

function kitProgram(
  kit: string,
  program: Command,
  { name, files }: Pick<Wanted, "name" | "files">,
): KitProgram {
  const build = [[...program, VITE, "build"]];
  // `svelte-check` finds TypeScript 7 by this name.
  const packages = { "@typescript/native": `npm:typescript@${TYPESCRIPT}` };
  return { kit, program, wanted: { name, files, packages, build, run: [...program, "start.mjs"] } };
}
