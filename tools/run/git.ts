/**
 * What git says of the files of this repository.
 *
 * @module
 */

import { root } from "../exports.ts";

/** Runs a command of git. @returns The lines of its output. @throws {Error} if it fails. */
export async function git(...args: readonly string[]): Promise<readonly string[]> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args: [...args], cwd: root }).output();
  if (!success) throw new Error(`git ${args.join(" ")}: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean);
}

/** Whether git knows the files of this folder. It knows nothing of an archive. */
export async function isClone(): Promise<boolean> {
  const [known] = await git("ls-files", "deno.json").catch(() => []);
  return known !== undefined;
}

/** The files that differ from the branch that this one leads to, with those that git does not know yet. */
export async function changedFiles(): Promise<readonly string[]> {
  const base = await mergeBase();
  const changed = await git("diff", "--name-only", "--diff-filter=d", base);
  return [...changed, ...await git("ls-files", "--others", "--exclude-standard")];
}

/** The last commit that this branch shares with `main`; the current commit where there is no other branch. */
async function mergeBase(): Promise<string> {
  for (const branch of ["origin/main", "main"]) {
    const [base] = await git("merge-base", "HEAD", branch).catch(() => []);
    if (base) return base;
  }
  return "HEAD";
}
