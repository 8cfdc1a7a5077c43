/**
 * `secret`: makes a secret, and prints it or writes it into a file of the environment.
 *
 * @module
 */

import { chmod, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { toBase64Url } from "../crypto/bytes.ts";
import { MIN_SECRET } from "../config/session_check.ts";
import { webPlatform } from "../platform/platform.ts";

/** Random bytes of a secret: 44 characters. The library asks for 32 at least. */
const BYTES = 33;

/**
 * Returns a new secret as text to print, or writes it into a file and returns what was done. A secret that the file has
 * is never replaced.
 *
 * @param folder The current folder.
 */
export async function secret({ file }: { readonly file: string | null }, folder: string): Promise<string> {
  const created = toBase64Url(webPlatform.random(BYTES));
  if (file === null) return `${created}\n`;
  // Tools that read both files prefer `.env.local`.
  for (const each of file === ".env" ? [".env.local", ".env"] : [file]) {
    const text = await readOrEmpty(resolve(folder, each));
    if (hidesSecret(text)) {
      await replaceFile(await targetOf(resolve(folder, each)), withoutEmpty(text));
      return `Removed the empty AUTH_SECRET from ${each}, which hid the one above it\n`;
    }
    if (hasShortSecret(text)) {
      return `${each} has an AUTH_SECRET of fewer than ${MIN_SECRET} characters, which the library refuses, so nothing ` +
        "was changed. If another program uses it, keep a copy; then remove the line, and run this command again\n";
    }
    if (hasSecret(text)) {
      return `${each} has an AUTH_SECRET already, so nothing was changed. ` +
        "To replace it, follow https://latchkey.github.io/auth/recipes/sessions#rotate-the-secret\n";
    }
  }
  const path = await targetOf(resolve(folder, file));
  await replaceFile(path, withSecret(await readOrEmpty(path), created));
  return `Wrote AUTH_SECRET into ${file}. Do not commit that file\n`;
}

/** A line that sets the variable, with its value; the first one may be behind a byte order mark. */
const LINE = /^((?:\xef\xbb\xbf)?[ \t]*(?:export[ \t]+)?AUTH_SECRET[ \t]*=)(.*)$/gm;

/** Returns whether a file of the environment sets a secret. A comment, or quotes around nothing, are none. */
function hasSecret(text: string): boolean {
  return [...text.matchAll(LINE)].some(([, , value]) => !isEmpty(value!));
}

/** Returns whether the secret that counts is too short for the library. Quotes, and a comment behind a space, are not of it. */
function hasShortSecret(text: string): boolean {
  const values = [...text.matchAll(LINE)].map(([, , value]) => value!).filter((value) => !isEmpty(value));
  const last = values.at(-1);
  if (last === undefined) return false;
  const [, , quoted, plain = ""] = /^(["'`])([^]*?)\1|^(.*?)(?:\s+#.*)?$/.exec(last.trim()) ?? [];
  return (quoted ?? plain).length < MIN_SECRET;
}

/** Returns whether the last line that sets the variable, which counts, is empty, and an earlier one is not. */
function hidesSecret(text: string): boolean {
  return hasSecret(text) && isEmpty([...text.matchAll(LINE)].at(-1)![2]!);
}

/** Removes the lines that set the variable to nothing. */
function withoutEmpty(text: string): string {
  return text.replaceAll(
    new RegExp(`${LINE.source}(?:\\r?\\n|$)`, "gm"),
    (line, _start, value) => isEmpty(value) ? "" : line,
  );
}

function isEmpty(value: string): boolean {
  return /^\s*(?:""|''|``)?\s*(?:#.*)?$/.test(value);
}

/** Fills the last line that sets the variable, because that one counts, and removes the others, which are empty, too. */
function withSecret(text: string, created: string): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const last = [...text.matchAll(LINE)].at(-1);
  if (last) {
    const [line, start] = last;
    const before = text.slice(0, last.index).replaceAll(new RegExp(`${LINE.source}\\r?\\n`, "gm"), "");
    return `${before}${start}${created}${text.slice(last.index + line.length)}`;
  }
  const end = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${end}AUTH_SECRET=${created}${newline}`;
}

/** Each byte is one character, so that the bytes of a file in any encoding stay as they are. */
const BYTEWISE = "latin1";

async function readOrEmpty(path: string): Promise<string> {
  return await orIfMissing(readFile(path, BYTEWISE), "");
}

/** Returns the file that a symbolic link leads to. The link stays. */
async function targetOf(path: string): Promise<string> {
  return await orIfMissing(realpath(path), path);
}

/** Writes a file as a whole or not at all: a full disk must not cost the other variables. It keeps the permissions. */
async function replaceFile(path: string, text: string): Promise<void> {
  // Only the owner may read a file that this creates.
  const mode = await orIfMissing(stat(path).then(({ mode }) => mode & 0o777), 0o600);
  const temporary = `${path}.${toBase64Url(webPlatform.random(9))}.tmp`;
  try {
    await writeFile(temporary, text, { encoding: BYTEWISE, mode, flag: "wx" });
    // The mask of the process may have taken permissions away.
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function orIfMissing<T>(found: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ENOENT") return otherwise;
    throw error;
  }
}
