/**
 * Checks whether git keeps a secret of the config.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as util from "node:util";
import type { Setup } from "../config/setup.ts";
import type { Finding } from "./report.ts";

/**
 * Names the files of variables that are in git and have a secret which the config uses. Without git, and outside of a
 * repository, there is none.
 *
 * @param folder The current folder.
 * @param files The files, from the folder.
 */
export async function gitFindings(
  folder: string,
  files: readonly string[],
  { secrets, proxySecrets }: Pick<Setup, "secrets" | "proxySecrets">,
): Promise<readonly Finding[]> {
  const used = new Set([...secrets, ...proxySecrets]);
  const findings: Finding[] = [];
  for (const file of await trackedOf(folder, files)) {
    const name = secretIn(await readFile(join(folder, file), "utf8").catch(() => ""), used);
    if (name !== null) findings.push(toFinding(file, name));
  }
  return findings;
}

function toFinding(file: string, variable: string): Finding {
  return {
    name: "secret",
    status: "warning",
    text: `${file} is in git, with ${variable}: everyone who can read the repository can sign in as any user`,
    advice:
      `Run \`git rm --cached ${file}\`, add ${file} to .gitignore, and replace the secret: git keeps the old one`,
  };
}

/** Returns the variable whose value is one of the secrets; `null` if there is none. */
function secretIn(text: string, secrets: ReadonlySet<string>): string | null {
  if (typeof util.parseEnv !== "function") return null;
  return Object.entries(util.parseEnv(text)).find(([, value]) => secrets.has(value!))?.[0] ?? null;
}

/** Returns the files that git tracks. */
function trackedOf(folder: string, files: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve) =>
    execFile(
      "git",
      ["ls-files", "-z", "--", ...files],
      { cwd: folder },
      (error, printed) => resolve(error ? [] : printed.split("\0").filter(Boolean)),
    )
  );
}
