/**
 * Runs the command-line tools of the tests.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const exec = promisify(execFile);

/** Whether this is the nightly run: see `test/README.md`. */
export const isNightly: boolean = process.env.NIGHTLY === "true";

/**
 * Options of TypeScript 7 for a project of some files: each further checker reads the libraries again. Older compilers have no
 * such option.
 */
export const ONE_CHECKER: readonly string[] = ["--checkers", "1"];

/** Runs a Node program in this folder. @returns What it wrote. @throws {Error} with what it wrote, if it fails. */
export async function runNode(...args: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await exec(process.execPath, args, {
      cwd: import.meta.dirname,
      // attw writes megabytes.
      maxBuffer: 64 * 2 ** 20,
    });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    const written = `${stdout}${stderr}`.slice(0, 20_000);
    throw new Error(`Cannot run "${args.join(" ")}":\n${written}`, { cause: error });
  }
}
