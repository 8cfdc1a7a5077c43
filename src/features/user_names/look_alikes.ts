/**
 * Which user names look alike: the skeletons of UTS 39 §4, in small letters, in capitals, and as they are shown.
 *
 * The table behind it is large, so this file is loaded when a name is chosen, and not when one is typed to sign in.
 *
 * @module
 */

import { CONFUSABLES } from "./confusables.ts";
import type { UserName } from "./name.ts";

/** Each character that looks like another one, or like several, and these. */
const LOOKS: ReadonlyMap<string, string> = readLooks();

/**
 * Returns what a name looks like: one text, two or three; the one in small letters first, then in capitals, then as it is shown. Two
 * names look alike if they have one of them in common, so a name is free only if no other has any of its texts.
 *
 * The Cyrillic `вов` looks like no Latin name, but `ВОВ` looks like `BOB`, and `гоВ` like `roB`. A name in Latin letters has one text,
 * but for the few whose capitals are others, such as `ß`; a name without capitals has one as well.
 */
export function skeletonsOf({ shown, key }: UserName): readonly string[] {
  return [...new Set([key, key.toUpperCase(), shown].map(skeletonOf))];
}

/**
 * Returns what a text looks like (UTS 39 §4): two texts with the same skeleton look alike as they stand. It is only for comparison:
 * that of `admin` is `adrnln`.
 */
export function skeletonOf(text: string): string {
  // A dot above an `i` is there already, and a longer line is hard to see.
  const seen = text.normalize("NFD").replace(/(\p{Soft_Dotted}\p{M}*?)\u0307/gu, "$1").replace(
    /([._-])\1+/g,
    "$1",
  );
  return Array.from(seen, toLook).join("").normalize("NFD");
}

/** Capitals of Latin are read as small letters, so that all skeletons of most names are one. */
function toLook(character: string): string {
  const look = LOOKS.get(character);
  if (look !== undefined || !/\p{Lu}/u.test(character) || !/\p{scx=Latn}/u.test(character)) {
    return look ?? character;
  }
  const small = character.toLowerCase();
  return LOOKS.get(small) ?? small;
}

function readLooks(): ReadonlyMap<string, string> {
  let point = 0;
  return new Map(
    CONFUSABLES.split(",").map((row) => {
      const [step = 0, ...look] = row.split(" ").map((number) => parseInt(number, 36));
      point += step;
      return [String.fromCodePoint(point), String.fromCodePoint(...look)];
    }),
  );
}
