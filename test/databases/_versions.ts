/**
 * The released versions of the tables with rows in them, in `versions`: a file for each database has each line once. A line
 * such as `@ 2 3` says in which versions those below it stand.
 *
 * @module
 */

import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";

/** A line of a file, and the versions that have it. */
interface Line {
  readonly text: string;
  readonly versions: readonly number[];
}

const FOLDER = new URL("versions/", import.meta.url);

/** What a version was. @param file Such as `sqlite.sql`. */
export async function readVersion(file: string, version: number): Promise<string> {
  return textAt(linesOf(await readFile(new URL(file, FOLDER), "utf8")), version);
}

/** The same; the first run of a new version adds it to the file. */
export async function fixtureOf(file: string, version: number, write: () => string): Promise<string> {
  const path = new URL(file, FOLDER);
  const lines = linesOf(await readFile(path, "utf8"));
  const known = textAt(lines, version);
  if (known !== "" || !process.env.UPDATE_GOLDEN) return known;
  const added = write();
  await writeFile(path, fileOf(merged(lines, added.trimEnd().split("\n"), version)));
  return added;
}

function linesOf(file: string): readonly Line[] {
  let versions: readonly number[] = [];
  return file.trimEnd().split("\n").flatMap((text) => {
    if (!text.startsWith("@ ")) return [{ text, versions }];
    versions = text.split(" ").slice(1).map(Number);
    return [];
  });
}

function textAt(lines: readonly Line[], version: number): string {
  return lines.filter(({ versions }) => versions.includes(version)).map(({ text }) => `${text}\n`).join("");
}

function fileOf(lines: readonly Line[]): string {
  let last = "";
  return lines.map(({ text, versions }) => {
    const before = last;
    last = versions.join(" ");
    return `${last === before ? "" : `@ ${last}\n`}${text}\n`;
  }).join("");
}

/** The lines of all versions and of a new one, by the most lines that they share in one order. */
function merged(known: readonly Line[], added: readonly string[], version: number): readonly Line[] {
  const shared = known.map(() => new Uint16Array(added.length + 1));
  const at = (i: number, j: number) => shared[i]?.[j] ?? 0;
  for (let i = known.length - 1; i >= 0; i--) {
    for (let j = added.length - 1; j >= 0; j--) {
      const isSame = known[i]!.text === added[j];
      shared[i]![j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < known.length || j < added.length) {
    const [line, text] = [known[i], added[j]];
    if (line && line.text === text) {
      lines.push({ text, versions: [...line.versions, version] });
      [i, j] = [i + 1, j + 1];
    } else if (line && (text === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(line);
      i++;
    } else {
      lines.push({ text: text!, versions: [version] });
      j++;
    }
  }
  return lines;
}
