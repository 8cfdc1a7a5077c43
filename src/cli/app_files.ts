/**
 * Reads the files of an application as text.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import { relative } from "node:path";

/** Returns the first file whose text, without comments, matches all patterns; `null` if there is none. A missing file has no text. */
export async function firstThat(
  files: readonly string[],
  ...patterns: readonly Pattern[]
): Promise<string | null> {
  for (const file of files) {
    const text = await codeOf(file);
    if (patterns.every((pattern) => pattern.test(text))) return file;
  }
  return null;
}

/** A part of what is looked for in a text. */
type Pattern = Pick<RegExp, "test">;

const STRING_OR_COMMENT =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm;

/** The text of a file without its comments. A missing file has no text. */
export async function codeOf(file: string): Promise<string> {
  const source = await readFile(file, "utf8").catch(() => "");
  // A string such as "/api/*" begins no comment.
  return source.replaceAll(STRING_OR_COMMENT, (found) => found.startsWith("/") ? "" : found);
}

/** The files below a folder, relative to it. A folder that is missing or cannot be read has none. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  return await readdir(folder, { recursive: true }).catch(() => []);
}

/** The last part of a path. */
export function fileName(file: string): string {
  return file.split(/[\\/]/).at(-1)!;
}

/** A path as the report has it, relative to the folder of the application. */
export function shown(root: string, file: string): string {
  return relative(root, file).replaceAll("\\", "/");
}
