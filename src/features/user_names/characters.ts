/**
 * The characters that a user name may have: the IdentifierClass of RFC 8264, of one script.
 *
 * @module
 */

/** The scripts in everyday use, by their codes of ISO 15924 (UAX 31, Table 5). */
const SCRIPTS =
  "Latn Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt";

/** Scripts that one word of Japanese, Korean or Chinese mixes (UTS 39 §5.2, "highly restrictive"). */
const MIXED = ["Latn Hani Hira Kana", "Latn Hani Hang", "Latn Hani Bopo"];

/** A text of one script, for each script; most texts are of the first. */
const OF_ONE_SCRIPT: readonly RegExp[] = [...SCRIPTS.split(" "), ...MIXED].map((scripts) =>
  new RegExp(`^[\\p{scx=Zyyy}\\p{scx=Zinh}${scripts.replaceAll(/\w+ ?/g, toClass)}]+$`, "u")
);

/**
 * Letters, digits and marks, three signs of ASCII, and the letter-like characters that RFC 8264 §9.6 adds by name. Capitals are
 * mapped before.
 */
const IDENTIFIER = /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}\u06fd\u06fe\u0f0b\u3007._-]+$/u;

/**
 * What IDENTIFIER has and a name hasn't: what no one sees (RFC 8264 §9.13), parts of Hangul syllables (§9.9), signs that §9.6
 * disallows by name, and those that §9.6 allows beside certain letters alone.
 */
const DISALLOWED =
  /[\p{Default_Ignorable_Code_Point}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\u00b7\u0375\u05f3\u05f4\u30fb]/u;

/** Marks that no word has: on a separator, the same one twice, or more than four on a letter (UTS 39 §5.4). */
const STACKED = /[._-]\p{M}|(\p{Mn})\1|\p{Mn}{5}/u;

/** The scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Thaa}]/u;

/**
 * Returns whether a text in small letters has only characters of a name: of the IdentifierClass (RFC 8264 §4.2), of one script
 * (UTS 39 §5.2), with the digits of one system (UTS 39 §5.3), and no two directions (RFC 5893 §2).
 */
export function hasCharactersOfName(text: string): boolean {
  return isIdentifier(text) && isOfOneScript(text) && hasDigitsOfOneSystem(text) &&
    !STACKED.test(text.normalize("NFD")) &&
    // A name has one script. So what remains of the rule is that a digit doesn't come first.
    (!RIGHT_TO_LEFT.test(text) || /^\p{L}/u.test(text));
}

/** Returns whether a text in small letters is of the IdentifierClass (RFC 8264 §4.2), as far as a name is. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text) && !DISALLOWED.test(text) &&
    // Characters that are others in disguise (RFC 8264 §9.17).
    text.normalize("NFKC") === text;
}

/** Returns whether the letters and marks of a text are of one script, or of those that Chinese, Japanese or Korean mixes. */
export function isOfOneScript(text: string): boolean {
  return OF_ONE_SCRIPT.some((script) => script.test(text));
}

/** The digits of a system stand side by side in Unicode, in sixteen places. */
function hasDigitsOfOneSystem(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu) ?? [];
  return new Set(digits.map((digit) => digit.codePointAt(0)! >> 4)).size <= 1;
}

function toClass(script: string): string {
  return `\\p{scx=${script.trim()}}`;
}
