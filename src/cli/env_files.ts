/**
 * Reads files of the environment, with the parser of the runtime.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import process from "node:process";
import * as util from "node:util";
import type { Finding } from "../setup/finding.ts";

/** Files that are read if they exist and none is named, the one that counts first. Wrangler reads the last one. */
export const FILES: readonly string[] = [".env.local", ".env", ".dev.vars"];

/**
 * Adds the variables of files to those of the process, because modules of the application read them there. A variable
 * that is set stays.
 *
 * @param folder The current folder.
 * @param named Files to read instead of the usual ones, which may be those of another place: a secret of one must not be
 *   sent to the issuer of the other. They must exist.
 */
export async function readEnvFiles(folder: string, named: readonly string[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const file of named.length ? new Set(named) : FILES) {
    const text = await read(resolve(folder, file));
    if (text !== null) findings.push(add(text, file));
    else if (named.includes(file)) {
      findings.push({ name: "variables", status: "wrong", text: `There is no file ${file}` });
    }
  }
  return findings;
}

function add(text: string, file: string): Finding {
  const name = "variables";
  if (typeof util.parseEnv !== "function") {
    return {
      name,
      status: "warning",
      text: `This runtime cannot read ${file}`,
      advice: "Use Node 20.12 or newer, or set the variables before you run the command",
    };
  }
  const variables = Object.entries(util.parseEnv(text));
  const fresh = variables.filter(([variable]) => process.env[variable] === undefined);
  for (const [variable, value] of fresh) process.env[variable] = value;
  const set = variables.length - fresh.length;
  const count = `${variables.length} ${variables.length === 1 ? "variable" : "variables"}`;
  return {
    name,
    status: "ok",
    text: `${file}: ${count}${set ? `, of which ${set} had a value already` : ""}`,
  };
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return null;
  }
}
