/**
 * Passwords that are tried first: a short list, repetitions, runs of the keyboard, and what is known of the user.
 *
 * A password of fifteen characters is seldom on a list of leaks; what is left are short ones written several times.
 *
 * @module
 */

import { toHashed } from "../../crypto/password_text.ts";
import type { PasswordOwner } from "./types.ts";

/** The parts of which passwords that are tried first are made. */
export const WORDS: readonly string[] = (
  "password passwort contraseña senha motdepasse wachtwoord parola haslo geheim secret " +
  "qwerty qwertz azerty asdfgh zxcvbn qazwsx 1q2w3e4r 1qaz2wsx letmein welcome iloveyou sunshine princess monkey " +
  "dragon football baseball superman batman trustno1 admin administrator login master shadow michael jordan " +
  "starwars pokemon computer internet whatever changeme default guest user test hello abc123 correcthorsebatterystaple"
).split(" ");

/** Runs of which a part is a part of a password: both directions. */
export const RUNS: readonly string[] = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
].flatMap((run) => [run, [...run].toReversed().join("")]);

/** Fewer characters than this, once all that is known is taken away, are as good as none. */
export const LEAST_REST = 4;

/** How much of a password is looked at, in characters. */
export const LONGEST = 256;

/** Whether a password is made of what a stranger tries first, of one part again and again, or of the user's own address. */
export function isGuessable(
  password: string,
  { email, app }: Pick<PasswordOwner, "email" | "app">,
): boolean {
  // Some characters become eighteen. What follows the first 256 makes no password worse.
  const text = toHashed(password).slice(0, LONGEST).toLowerCase();
  const plain = lettersOf(text);
  if (plain.length === 0) return new Set(text).size < LEAST_REST;
  if (unitOf(plain).length <= LEAST_REST || unitOf(text).length <= LEAST_REST) return true;
  const parts = (word: string) => [word, ...word.split("@"), ...word.split(/[^\p{L}\p{N}]+/u)];
  const known = [email, ...app].flatMap(parts)
    .map(lettersOf)
    .filter((word) => word.length >= LEAST_REST);
  const words = [...known, ...WORDS].toSorted((a, b) => b.length - a.length);
  // Of a long one, the last word may have been cut.
  const least = text.length < LONGEST ? LEAST_REST : LONGEST / 4;
  return [plain, lettersOf(toLetters(text))].some((read) => {
    const left = words.reduce((text, word) => text.replaceAll(word, " "), read);
    const rest = withoutRuns(left).replaceAll(" ", "");
    return unitOf(rest).length < least || /^\d{1,8}$/.test(rest);
  });
}

/** The letters and digits of a text, in small letters. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The shortest part whose repetition is the text: `abc` of `abcabcab`. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** Takes away parts of four characters and more that stand side by side in the alphabet or on a keyboard. */
function withoutRuns(text: string): string {
  let left = text;
  for (let length = 12; length >= LEAST_REST; length--) {
    for (const run of RUNS) {
      for (let at = 0; at + length <= run.length; at++) {
        left = left.replaceAll(run.slice(at, at + length), " ");
      }
    }
  }
  return left;
}

/** Letters that digits and signs stand for: `p@ssw0rd`. */
export const LETTERS: Readonly<Record<string, string>> = {
  ...{ 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" },
  ...{ "@": "a", "$": "s", "!": "i" },
};

function toLetters(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (digit) => LETTERS[digit] ?? digit);
}
