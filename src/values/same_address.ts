/**
 * Email addresses of all doors in one form, and whether two are the same.
 *
 * @module
 */

/** White space, and characters that no one sees. */
const AROUND = /^[\s\p{Cf}\p{DI}]+|[\s\p{Cf}\p{DI}]+$/gu;
const WITHIN = /[\s\p{Cc}\p{Cf}\p{Cs}\p{DI}\uFFFD]/u;

/** The longest address that an email can be sent to. */
export const MAX_MAIL_ADDRESS = 254;

/** The longest text that is looked at, in characters: what cuts the white space takes quadratic time. */
const MAX_TEXT = 1024;

/**
 * All but the three characters of which Unicode NFC makes one of ASCII, such as the Kelvin sign: these stay, because the mailbox may be
 * another.
 */
const OWN_LETTERS = /[^\u037E\u1FEF\u212A]+/g;

/**
 * Returns an address in the form in which all are stored and compared: without white space and format characters around it, in
 * Unicode NFC and lower case, with its domain in ASCII (RFC 5891). Not in NFKC: what only looks like another address is one of its own.
 *
 * @returns `null` if it is not one address, or has such characters within.
 */
export function toAddress(text: string): string | null {
  const address = cut(text);
  const [local, host, more] = address.split("@");
  if (!local || !host || more !== undefined || address.length > MAX_TEXT || WITHIN.test(address)) return null;
  const domain = toAsciiDomain(host);
  if (!/^[\w-]+(\.[\w-]+)*$/.test(domain)) return null;
  return `${
    local.replaceAll(OWN_LETTERS, (letters) => letters.normalize("NFC").toLowerCase().normalize("NFC"))
  }@${domain}`;
}

/**
 * Texts that an email service may read as another address, or as several: a list, a comment, quotes, angle brackets, an encoded word
 * (RFC 2047 §2). Two dots in a row are fine: some services have given out such addresses.
 */
const SPLIT = /[,;:<>()"\\[\]].*@|@.*@|=\?[^?]+\?[bq]\?/i;

/**
 * The `email` of a user who comes in, at any door: other text than an address, such as an account name, stays as it is. `null` if it is
 * not one mailbox, or longer than one that an email can be sent to (RFC 5321 §4.5.3.1).
 */
export function toEmail(text: string): string | null {
  const email = text.includes("@") ? toAddress(text) : text;
  // In NFKC, as what is typed: a character of which it makes a bracket may become one on the way.
  const read = (email ?? "").normalize("NFKC");
  return read.length > MAX_MAIL_ADDRESS || SPLIT.test(read) ? null : email;
}

/** Cuts white space and format characters around a text. */
export function cut(text: string): string {
  return text.length > MAX_TEXT ? text : text.replaceAll(AROUND, "");
}

/** Returns `""` if it is no domain. `URL` reads some numbers as the address of a machine. */
function toAsciiDomain(host: string): string {
  if (!/\P{ASCII}/u.test(host)) return host.toLowerCase();
  const url = `https://${host}`;
  const ascii = /[^\P{ASCII}\w.-]/u.test(host) || !URL.canParse(url) ? "" : new URL(url).host;
  return /[a-z]/.test(ascii) ? ascii : "";
}

/** Returns whether two addresses are the same. Of what is none, only the case of ASCII letters is ignored. */
export function isSameAddress(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

/** An address in its one form; of other text, such as an account name, the ASCII letters in lower case. */
export function comparable(text: string): string {
  return toAddress(text) ?? toAsciiLowerCase(text);
}

/** Converts the ASCII letters of a text to lower case. */
export function toAsciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
