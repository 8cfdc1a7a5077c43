/**
 * `deno run -A tools/user_names/look_alikes.ts <confusables.txt>`: writes the look-alikes of characters into
 * `src/features/user_names/confusables.ts`.
 *
 * The file is that of Unicode, https://www.unicode.org/Public/security/16.0.0/confusables.txt; the sources of ICU 76 have it too
 * (`apt-get source icu` in Debian 13). Of its 6,355 rows, those remain whose character a user name may have, in small letters or in
 * capitals.
 *
 * @module
 */

import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { isIdentifier, isOfOneScript } from "../../src/features/user_names/characters.ts";
import { root } from "../exports.ts";

/** The version of Unicode whose file this program takes. */
export const VERSION = "16.0.0";

/** Where the file is looked for if no one names it; git ignores the folder. */
export const SOURCE: URL = new URL(".work/unicode/confusables.txt", root);

/** What the program writes. */
export const TARGET: URL = new URL("src/features/user_names/confusables.ts", root);

/** Look-alikes that the file lacks, because it compares what has capitals with what has none. */
const OURS: readonly (readonly [character: string, looksLike: string])[] = [
  // "Ida" begins as "lda" does.
  ["i", "l"],
  ["w", "vv"],
  // One letter, at the end of a word and elsewhere.
  ["ς", "σ"],
];

if (import.meta.main) {
  const [path = SOURCE] = process.argv.slice(2);
  await writeFile(TARGET, toModule(await readFile(path, "utf8")));
}

/** The module, of the text of the file. @throws {Error} if that is of another version. */
export function toModule(text: string): string {
  if (!text.includes(`\n# Version: ${VERSION}\n`)) {
    throw new Error(`This is not the file of Unicode ${VERSION}`);
  }
  let last = 0;
  const rows = [...lookAlikes(text)].sort(([a], [b]) => toNumber(a) - toNumber(b)).map(
    ([character, like]) => {
      const step = toNumber(character) - last;
      last += step;
      return `${step.toString(36)} ${[...like].map((each) => toNumber(each).toString(36)).join(" ")}`;
    },
  );
  return `/**
 * Which characters look like which, of those that a user name may have: Unicode ${VERSION}, \`confusables.txt\`, and what
 * \`tools/user_names/look_alikes.ts\` adds, which has written this file.
 *
 * @module
 */

/** A row for each character: how far it is from the one before, and what it looks like, as code points in base 36. */
export const CONFUSABLES =
  "${rows.join(",")}";
`;
}

/** What each character looks like in the end, where that is something else. */
function lookAlikes(text: string): ReadonlyMap<string, string> {
  const rows = new Map([...rowsOf(text), ...OURS]);
  const found = [...charactersOfNames()].map((character) => {
    const like = followed(character, rows);
    // A capital of Latin is a small letter unless the table has it.
    const other = isLatinCapital(character) ? followed(character.toLowerCase(), rows) : character;
    return like === other ? [] : [[character, like] as const];
  });
  return new Map(found.flat());
}

function rowsOf(text: string): (readonly [character: string, looksLike: string])[] {
  const rows = text.matchAll(/^([\dA-F]+) ;\t([\dA-F ]+) ;\tMA/gm);
  return [...rows].map(([, character = "", like = ""]) => [toText(character), toText(like)] as const);
}

/** All that a decomposed key has, and the same in capitals. */
function charactersOfNames(): ReadonlySet<string> {
  const characters = new Set<string>();
  for (let point = 0x21; point <= 0x10ffff; point++) {
    const text = String.fromCodePoint(point);
    if (!isIdentifier(text) || !isOfOneScript(text) || text.toLowerCase() !== text) continue;
    for (const each of (text + text.toUpperCase()).normalize("NFD")) characters.add(each);
  }
  return characters;
}

/** What a text looks like, followed until nothing changes. @throws {Error} if that never happens. */
function followed(text: string, rows: ReadonlyMap<string, string>): string {
  let like = text;
  for (let times = 0; times < 10; times++) {
    const next = [...like.normalize("NFD")].map((each) => rows.get(each) ?? each).join("");
    const small = [...next].map((each) => isLatinCapital(each) ? each.toLowerCase() : each).join("");
    if (small === like) return like;
    like = small;
  }
  throw new Error(`"${text}" looks like more and more`);
}

function isLatinCapital(character: string): boolean {
  return /\p{Lu}/u.test(character) && /\p{scx=Latn}/u.test(character);
}

function toText(points: string): string {
  return points.trim().split(" ").map((point) => String.fromCodePoint(parseInt(point, 16))).join("");
}

function toNumber(character: string): number {
  return character.codePointAt(0)!;
}
