/**
 * Challenges of ALTCHA that a browser solves by work: made, signed and verified here, without a service.
 *
 * @see {@link https://altcha.org/docs/v2/proof-of-work/ | the proof of work of ALTCHA}, version 2
 * @module
 */

import { type Bytes, concat, timingSafeEqual, toHex } from "../../crypto/bytes.ts";
import { newestSecret } from "../../crypto/keys.ts";
import { macOf } from "../../crypto/mac.ts";
import type { Platform } from "../../platform/platform.ts";

/** How long a challenge may be solved, in seconds: as long as a form may stay open. */
const LIFETIME = 1200;

/** How a key is derived. Browsers have it, and so does the widget. */
const ALGORITHM = "PBKDF2/SHA-256";

/** The first byte of a key that solves a challenge: one of 256 keys does. */
const PREFIX = "00";

/** The longest answer that is read, in characters. */
const MAX_ANSWER = 4096;

/** What a challenge consists of. */
interface Parameters {
  /** What a solution derives its key from, with its number: hexadecimal. */
  readonly nonce: string;
  /** The salt of the derivation: hexadecimal. */
  readonly salt: string;
  /** Iterations of each derivation. */
  readonly cost: number;
  /** When it ends, in seconds since the epoch. */
  readonly expiresAt: number;
}

/** Makes a challenge, as the widget reads it. */
export async function makeChallenge(
  cost: number,
  { secrets, platform }: { readonly secrets: readonly string[]; readonly platform: Platform },
): Promise<object> {
  const [nonce, salt] = [toHex(platform.random(16)), toHex(platform.random(16))];
  const parameters = { nonce, salt, cost, expiresAt: Math.floor(platform.now() / 1000) + LIFETIME };
  return {
    parameters: { ...parameters, algorithm: ALGORITHM, keyLength: 32, keyPrefix: PREFIX },
    signature: await signatureOf(parameters, newestSecret(secrets)),
  };
}

/** The challenge that an answer solves: its nonce, and when it ends; `null` if it solves none of ours, or too late. */
export async function solvedBy(
  answer: string | undefined,
  { secrets, platform }: { readonly secrets: readonly string[]; readonly platform: Pick<Platform, "now"> },
): Promise<Pick<Parameters, "nonce" | "expiresAt"> | null> {
  const { parameters, signature, counter } = parseAnswer(answer) ?? {};
  if (!parameters || parameters.expiresAt * 1000 <= platform.now()) return null;
  const known = await Promise.all(secrets.map((secret) => signatureOf(parameters, secret)));
  // Only what was made here costs a derivation.
  if (!known.some((each) => timingSafeEqual(each, signature!))) return null;
  return (await keyOf(parameters, counter!)).startsWith(PREFIX) ? parameters : null;
}

/** Parses an answer; `null` if it is none. */
function parseAnswer(answer = "") {
  if (!answer || answer.length > MAX_ANSWER) return null;
  try {
    const { challenge, solution } = JSON.parse(atob(answer));
    const { nonce, salt, cost, expiresAt } = challenge.parameters;
    const { signature } = challenge;
    const { counter } = solution;
    const isWhole = [cost, expiresAt, counter].every((each) => Number.isInteger(each) && each >= 0);
    const isText = [nonce, salt, signature].every((each) => /^[\da-f]{32,64}$/.test(each));
    if (!isWhole || !isText || counter > 0xffffffff) return null;
    return {
      parameters: { nonce, salt, cost, expiresAt } as Parameters,
      signature: String(signature),
      counter,
    };
  } catch {
    return null;
  }
}

/** Signs what matters of a challenge. */
async function signatureOf({ nonce, salt, cost, expiresAt }: Parameters, secret: string): Promise<string> {
  const mac = await macOf(
    secret,
    "latchkey challenge HMAC-SHA-256",
    JSON.stringify([nonce, salt, cost, expiresAt]),
  );
  return toHex(mac);
}

/** The key that a number derives, hexadecimal: PBKDF2 (RFC 8018 §5.2) of the nonce and the number, four bytes of it. */
async function keyOf({ nonce, salt, cost }: Parameters, counter: number): Promise<string> {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, counter);
  const password = concat(fromHex(nonce), number);
  const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: fromHex(salt), iterations: cost };
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)));
}

function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
