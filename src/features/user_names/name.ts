/**
 * User names: which texts are one, how it is shown, and by what it is found.
 *
 * A name is found by its key, the form of RFC 8265 §3.3: `Ada`, `ADA` and the wide `Ａｄａ` of a Japanese keyboard are one name.
 *
 * @module
 */

import { cut } from "../../values/same_address.ts";
import { hasCharactersOfName } from "./characters.ts";

/** A user name. */
export interface UserName {
  /** As the user writes it, without blanks around it: the UsernameCasePreserved form (RFC 8265 §3.4). */
  readonly shown: string;
  /** By what it is found and compared: the UsernameCaseMapped form (RFC 8265 §3.3), in small letters. */
  readonly key: string;
}

/** Why a text is not a user name: its length, or a character that it has, begins with or ends with. */
export type UserNameFault = "length" | "characters";

/** What an application demands of user names. */
export interface UserNameRules {
  /** The fewest characters, in code points of the key. Default: 3. */
  readonly minLength?: number;
  /** The most characters, in code points of the key. The key has at most 120 bytes, too. Default: 30. */
  readonly maxLength?: number;
}

/** Bytes that a key has at most, in UTF-8: 30 characters of four bytes. */
export const MOST_BYTES = 120;

/** Longer texts, in UTF-16, are not looked at. */
const LONGEST = 1024;

/** Wide and narrow forms of characters that a name may have. The rest are blanks, parts of Hangul syllables, and signs. */
const WIDE_OR_NARROW = /[\uff01-\uff9f]/g;

/**
 * Reads a user name that a user has typed, and returns it, or why the text is none.
 *
 * A name has letters, marks and digits of one script, and `.`, `_` and `-` between them (RFC 8264 §4.2, UTS 39 §5.2). So an address
 * is never a name, and a name can stand in a path. Whether a name is free, reserved, or looks like another is for the caller to find.
 */
export function parseUserName(
  text: string,
  { minLength = 3, maxLength = 30 }: UserNameRules = {},
): UserName | { readonly wrong: UserNameFault } {
  if (text.length > LONGEST) return { wrong: "length" };
  const shown = toShown(text);
  const key = toUserNameKey(text);
  if (key === "") return { wrong: "length" };
  if (!isName({ shown, key })) return { wrong: "characters" };
  const { length } = [...key];
  const isLong = length > maxLength || new TextEncoder().encode(key).length > MOST_BYTES;
  return length < minLength || isLong ? { wrong: "length" } : { shown, key };
}

/**
 * Returns the key of a text, by which the name is found that a user types to sign in. The key of a key is itself. Whether the text is
 * a name, `parseUserName()` says.
 */
export function toUserNameKey(text: string): string {
  return toShown(text).toLowerCase().normalize("NFC");
}

/** Width, then composition: of `ｶ` and `ﾞ` there is one character in the end. */
function toShown(text: string): string {
  return cut(text.replace(WIDE_OR_NARROW, (each) => each.normalize("NFKC")).normalize("NFC"));
}

/** Whether a text is a name, of any length: it begins with a letter or digit, and ends with no separator. */
function isName({ shown, key }: UserName): boolean {
  return hasCharactersOfName(key) && /^[\p{L}\p{Nd}]/u.test(key) && !/[._-]$/.test(key) &&
    // A capital may be another letter in disguise whose small letter is none: U+03F4 is one for theta.
    shown.normalize("NFKC") === shown;
}
