/**
 * Email addresses that users type: checked, and in one form.
 *
 * @module
 */

import { InvalidEmail } from "../errors/errors.ts";
import type { EmailConfig } from "../model/provider.ts";
import { isA } from "../errors/thrown.ts";
import { cut, isSameAddress, MAX_MAIL_ADDRESS, toEmail } from "../values/same_address.ts";

/**
 * Parses the address that an email is sent to and that a user is looked up by.
 *
 * @throws {InvalidEmail} if it is not an address.
 */
export function parseAddress(
  address: unknown,
  { normalizeIdentifier }: Pick<EmailConfig, "normalizeIdentifier">,
): string {
  if (typeof address !== "string") throw new InvalidEmail("Cannot send a mail: the form has no `email`");
  if (address.length > MAX_MAIL_ADDRESS) {
    throw new InvalidEmail("Cannot send a mail: the address is too long");
  }
  try {
    const normalized = (normalizeIdentifier ?? normalizeAddress)(cut(address));
    if (typeof normalized === "string" && isPlain(normalized)) return normalized;
    // If `normalizeIdentifier` is async: an unhandled rejection would end the process.
    Promise.resolve(normalized).catch(() => {});
  } catch (error) {
    throw isA(error, InvalidEmail) ? error : new InvalidEmail(error as Error);
  }
  throw new InvalidEmail("Cannot send a mail: `normalizeIdentifier` returned no address");
}

/** Another spelling of an address than the one that all doors store. */
export interface Spelling {
  /** As Auth.js, or an import, has stored it. Absent if it is the same. */
  readonly former?: string | undefined;
}

/** The spelling in which Auth.js would have stored what was typed for an address: none that is another mailbox. */
export function spellingOf(typed: unknown, address: string): Spelling {
  const former = typeof typed === "string" ? typed.trim().toLowerCase() : address;
  return former !== address && isSameAddress(former, address) ? { former } : {};
}

/** Whether a text has no white space, control or format characters. */
export function isPlain(text: string): boolean {
  return /^[^\s\p{Cc}\p{Cf}\p{Cs}]+$/u.test(text);
}

/** Whether a text is an address in the form that `normalizeAddress` returns, or has returned, with the domain in Unicode. */
export function isNormalized(address: string): boolean {
  try {
    return normalizeAddress(address) !== "" && lower(cut(address)) === address;
  } catch {
    return false;
  }
}

/** The addresses that a form takes, fewer than `toEmail`: no dot at the ends of the local part, nor two in a row. Letters of any script. */
const ADDRESS = /^(?![.\p{M}]|.*\.[.@])[\p{L}\p{M}\p{N}!#-'*+./=?^-~-]+@\w+((\.|-+)\w+)*$/iu;

/**
 * Normalizes an address, then checks it. Besides what `toEmail` does, what is typed is read in Unicode NFKC, which turns look-alikes
 * of `@` and the comma into these characters. Some letters of lower case have a form of their own. `toEmail` folds the domain, as `URL`
 * does: `toLowerCase` makes another sigma of one that ends a word.
 *
 * @throws {InvalidEmail} if it is not an address.
 */
export function normalizeAddress(address: string): string {
  const email = toEmail(toNfkc(address).replace(/^[^@]+/, lower));
  if (email && ADDRESS.test(email)) return email;
  throw new InvalidEmail("Cannot send a mail: this is not an email address");
}

function lower(text: string): string {
  return toNfkc(toNfkc(text).toLowerCase());
}

/** NFKC, which would take the vowel "am" of Thai and Lao apart: what comes of it is another mailbox. */
function toNfkc(text: string): string {
  return text.replace(/[^\u0E33\u0EB3]+/g, (part) => part.normalize("NFKC"));
}
