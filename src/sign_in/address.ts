/**
 * E-mail addresses that users type: checked, and in one form.
 *
 * @module
 */

import { InvalidEmail } from "../errors/errors.ts";
import type { EmailConfig } from "../model/provider.ts";
import { isA } from "../errors/thrown.ts";

/** The longest address that a mail can be sent to (RFC 5321 §4.5.3.1). */
const MAX_MAIL_ADDRESS = 254;

/** What begins an encoded word (RFC 2047 §2). A mail service that decodes one in an address would send to another mailbox. */
const ENCODED_WORD = /=\?[^?]+\?[bq]\?/;

/** One mailbox. No list, comment, quotes or angle brackets; letters of any script. */
const ADDRESS =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;

/**
 * Parses the address that a mail is sent to and that a user is looked up by.
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
    const normalized = (normalizeIdentifier ?? normalizeAddress)(address);
    if (typeof normalized === "string" && normalized && !/[\s\p{Cc}]/u.test(normalized)) return normalized;
    // If `normalizeIdentifier` is async: an unhandled rejection would end the process.
    Promise.resolve(normalized).catch(() => {});
  } catch (error) {
    throw isA(error, InvalidEmail) ? error : new InvalidEmail(error as Error);
  }
  throw new InvalidEmail("Cannot send a mail: `normalizeIdentifier` returned no address");
}

/** Whether a text is an address in the form that `normalizeAddress` returns. */
export function isNormalized(address: string): boolean {
  try {
    return normalizeAddress(address) === address;
  } catch {
    return false;
  }
}

/**
 * Normalizes an address (trimmed, Unicode NFKC, lower case), then checks it: NFKC turns look-alikes of `@` and the comma
 * into these characters.
 *
 * @throws {InvalidEmail} if it is not an address.
 */
export function normalizeAddress(address: string): string {
  const normalized = address.trim().normalize("NFKC").toLowerCase().normalize("NFKC");
  const isShort = normalized.length <= MAX_MAIL_ADDRESS;
  if (isShort && ADDRESS.test(normalized) && !ENCODED_WORD.test(normalized)) return normalized;
  throw new InvalidEmail("Cannot send a mail: this is not an e-mail address");
}
