/**
 * Codes of authenticator apps: six digits from a secret and the time.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6238 | RFC 6238}
 * @see {@link https://www.rfc-editor.org/rfc/rfc4226 | RFC 4226}
 * @module
 */

import { type Bytes, timingSafeEqual } from "../../crypto/bytes.ts";
import type { Platform } from "../../platform/platform.ts";

/** Length of a secret, in bytes: as long as the hash (RFC 4226 §4). */
const SECRET_LENGTH = 20;

/** Length of a time step, in milliseconds. */
const STEP = 30_000;

/** How far the clock of a device may be off, in time steps (RFC 6238 §5.2). */
const DRIFTS = [-1, 0, 1];

const DIGITS = 6;

/** @see {@link https://www.rfc-editor.org/rfc/rfc4648#section-6 | RFC 4648 §6} */
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The times that a code is checked against. */
interface CodeTime {
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  /** Time step of the last code that was used; 0 if there is none. A code counts once (RFC 6238 §5.2). */
  readonly after: number;
}

/** What an authenticator app stores. */
interface OtpauthKey {
  /** The secret, in base32. */
  readonly secret: string;
  /** Name of the application. */
  readonly issuer: string;
  /** Name of the user at the application, such as an address. Empty: the app shows the issuer alone. */
  readonly account: string;
}

/** Returns a new secret in base32. */
export function createTotpSecret(random: Platform["random"]): string {
  return toBase32(random(SECRET_LENGTH));
}

/** The time step at a time in milliseconds since the epoch (RFC 6238 §4.2). */
export function stepAt(now: number): number {
  return Math.floor(now / STEP);
}

/**
 * Returns the time step that a code belongs to: one of the current step and its neighbours that comes after the last code
 * that was used. `null` for any other text.
 *
 * @param secret In base32. Blanks, hyphens, lower case and padding make no difference.
 * @param code As the user has typed it, with blanks, or with the digits of another keyboard.
 */
export async function stepOfCode(
  secret: string,
  code: string,
  { now, after }: CodeTime,
): Promise<number | null> {
  const digits = toDigits(code);
  const key = fromBase32(secret);
  // WebCrypto refuses an empty key.
  if (!key.length) return null;
  const macKey = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const current = stepAt(now);
  let found: number | null = null;
  // The latest one: were two steps to have the same code, the code would count twice otherwise.
  for (const drift of DRIFTS) {
    const step = current + drift;
    const isSame = timingSafeEqual(await codeAt(step, macKey), digits);
    if (isSame && step > after) found = step;
  }
  return found;
}

/**
 * Returns the URI that authenticator apps read, as a link or as a QR code.
 *
 * It names neither algorithm nor length nor period: they are the defaults, and apps ignore these parameters or refuse them.
 * Blanks are `%20`, because apps show a `+`. A colon separates the issuer from the account, so neither may have one.
 *
 * @see {@link https://github.com/google/google-authenticator/wiki/Key-Uri-Format | Key URI format}
 */
export function otpauthUri({ secret, issuer, account }: OtpauthKey): string {
  const [app, user] = [toLabel(issuer), toLabel(account)];
  return `otpauth://totp/${[app, user].filter(Boolean).join(":")}?secret=${secret}&issuer=${app}`;
}

function toLabel(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/[\s:]+/g, " ").trim());
}

/** The code of a time step. @see {@link https://www.rfc-editor.org/rfc/rfc4226#section-5.3 | RFC 4226 §5.3} */
async function codeAt(step: number, key: CryptoKey): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter));
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
  const number = mac.getUint32(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The digits of a code that was typed, if it is one. Full-width, Arabic and Persian digits count. */
function toDigits(code: string): string {
  return code.normalize("NFKC")
    .replace(/[\s\u200e\u200f]/g, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Encodes bytes, whose number is a multiple of five, in base32. */
function toBase32(bytes: Bytes): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (group) => BASE32[parseInt(group, 2)]!);
}

/** Decodes base32. Other characters do not count. */
function fromBase32(text: string): Bytes {
  const characters = text.toUpperCase().replace(/[^A-Z2-7]/g, "");
  const bits = characters.replace(/./g, (each) => BASE32.indexOf(each).toString(2).padStart(5, "0"));
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
}
