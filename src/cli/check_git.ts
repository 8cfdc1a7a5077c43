/**
 * Checks whether git keeps a secret of the config.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { relative, resolve } from "node:path";
import * as util from "node:util";
import type { Finding } from "../setup/finding.ts";
import type { Setup } from "../setup/setup.ts";

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
  const named = [...new Set(files)];
  const kept = await Promise.all(named.map(async (file) => ({ file, text: await keptIn(folder, file) })));
  return kept.flatMap(({ file, text }) => {
    const name = secretIn(text, used);
    return name === null ? [] : [toFinding(file, name)];
  });
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

/**
 * The text of a file as git keeps it; empty if it does not. The file itself may be a link to one that git does not keep, encrypted
 * in git alone, or changed since.
 */
function keptIn(folder: string, file: string): Promise<string> {
  const path = relative(folder, resolve(folder, file)).replaceAll("\\", "/");
  return new Promise((done) =>
    execFile(
      "git",
      ["cat-file", "blob", `:./${path}`],
      { cwd: folder },
      (error, printed) => done(error ? "" : printed),
    )
  );
}
