/**
 * `secret`: makes a secret, and prints it or writes it into a file of the environment.
 *
 * @module
 */

import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { toBase64Url } from "../crypto/bytes.ts";
import { webPlatform } from "../platform.ts";
import type { SecretCommand } from "./arguments.ts";

/** Random bytes of a secret: 44 characters. The library asks for 32 at least. */
const BYTES = 33;

/**
 * Returns a new secret as text to print, or writes it into a file and returns what was done. A secret that the file has
 * is never replaced.
 *
 * @param folder The current folder.
 */
export async function secret({ file }: Pick<SecretCommand, "file">, folder: string): Promise<string> {
  const created = toBase64Url(webPlatform.random(BYTES));
  if (file === null) return `${created}\n`;
  // Tools that read both files prefer `.env.local`.
  for (const each of file === ".env" ? [".env.local", ".env"] : [file]) {
    if (hasSecret(await readOrEmpty(resolve(folder, each)))) {
      return `${each} has an AUTH_SECRET already, so nothing was changed. ` +
        "To replace it without signing anyone out, set the new one as AUTH_SECRET_1 and keep the old one\n";
    }
  }
  const path = resolve(folder, file);
  // Only the owner may read a file that this creates.
  await writeFile(path, withSecret(await readOrEmpty(path), created), { mode: 0o600 });
  return `Wrote AUTH_SECRET into ${file}. Do not commit that file\n`;
}

/** A line that sets the variable, with its value. */
const LINE = /^([ \t]*(?:export[ \t]+)?AUTH_SECRET[ \t]*=)(.*)$/m;

/** Returns whether a file of the environment sets a secret. A comment, or quotes around nothing, are none. */
function hasSecret(text: string): boolean {
  return [...text.matchAll(new RegExp(LINE, "gm"))].some(([, , value]) => !isEmpty(value!));
}

function isEmpty(value: string): boolean {
  return /^\s*(?:""|''|``)?\s*(?:#.*)?$/.test(value);
}

function withSecret(text: string, created: string): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (LINE.test(text)) {
    return text.replace(LINE, (line, start) => `${start}${created}${line.endsWith("\r") ? "\r" : ""}`);
  }
  const end = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${end}AUTH_SECRET=${created}${newline}`;
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ENOENT") return "";
    throw error;
  }
}
