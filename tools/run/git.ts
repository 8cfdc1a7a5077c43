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

/** The files that differ from the branch that this one leads to. */
export interface Changes {
  /** Those that are here, with those that git does not know yet. */
  readonly changed: readonly string[];
  /** Those that are not here any more, also under their name before a move. */
  readonly removed: readonly string[];
}

/** Reads what differs from the branch that this one leads to. */
export async function readChanges(): Promise<Changes> {
  const base = await mergeBase();
  const differing = (filter: string) =>
    git("diff", "--name-only", "--no-renames", `--diff-filter=${filter}`, base);
  const [changed, removed, added] = await Promise.all([
    differing("d"),
    differing("D"),
    git("ls-files", "--others", "--exclude-standard"),
  ]);
  return { changed: [...changed, ...added], removed };
}

/** The last commit that this branch shares with `main`; the current commit where there is no other branch. */
async function mergeBase(): Promise<string> {
  for (const branch of ["origin/main", "main"]) {
    const [base] = await git("merge-base", "HEAD", branch).catch(() => []);
    if (base) return base;
  }
  return "HEAD";
}
