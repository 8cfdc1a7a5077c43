/**
 * TypeScript for the applications of frameworks: the newest one, which takes a fifth of the processor time of version 5.
 * The nightly run checks types with version 5.9 as well.
 *
 * @module
 */

import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { inTurn } from "../_in_turn.ts";
import { isNightly } from "../_nightly.ts";
import { installPackages, TYPESCRIPT } from "../_packages.ts";
import { run } from "../_run.ts";

const home = fileURLToPath(new URL(".work/typescript/", root));

/** Name of the package in `home` → version. */
const VERSIONS = { typescript: TYPESCRIPT, oldest: "5.9.3" } as const;

/** A version of TypeScript. */
type Compiler = keyof typeof VERSIONS;

/** What the types are checked with. */
const COMPILERS: readonly Compiler[] = isNightly ? ["oldest", "typescript"] : ["typescript"];

/** One checker of types takes half the processor time of four, each of which reads the libraries. Version 5 has one. */
const OPTIONS = { typescript: ["--checkers", "1"], oldest: [] } as const;

/** Compiles in a folder. @param args Arguments of `tsc`. */
export async function compile(folder: string, args: readonly string[] = []): Promise<void> {
  await inTurn(home, async () => {
    const { typescript, oldest } = VERSIONS;
    const dependencies = { typescript, oldest: `npm:typescript@${oldest}` };
    await installPackages(home, { private: true, dependencies });
  });
  for (const compiler of COMPILERS) {
    await run(folder, "node", [
      join(home, `node_modules/${compiler}/bin/tsc`),
      ...OPTIONS[compiler],
      ...args,
    ]);
  }
}

/**
 * Defines a test that checks the types of an application with those of its framework.
 *
 * @param projects Its `tsconfig.json`, and others if files extend the same types of the framework differently.
 */
export function checkTypes(framework: string, folder: string, projects = ["tsconfig.json"]): void {
  test(`The types of ${framework} and of its integration fit together`, async () => {
    for (const project of projects) await compile(folder, ["-p", project]);
  });
}
