/**
 * Keys of a fake provider, and valid or invalid JSON Web Signatures.
 *
 * @module
 */

import type { CryptoKey } from "jose";
import { encode } from "jose/base64url";
import { CompactSign } from "jose/jws/compact/sign";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import type { SigningAlgorithm } from "./types.ts";

/** A key pair with its key ID and algorithm. */
export interface SigningKey {
  /** Key ID. */
  readonly kid: string;
  /** Its algorithm. */
  readonly alg: SigningAlgorithm;
  /** Signs. */
  readonly privateKey: CryptoKey;
  /** Verifies. */
  readonly publicKey: CryptoKey;
}

/** Generates a key pair. */
export async function createSigningKey(alg: SigningAlgorithm, kid: string): Promise<SigningKey> {
  return { kid, alg, ...await generateKeyPair(alg) };
}

/** The public half, as a key set lists it (RFC 7517 §4). */
export async function toPublicJwk({ kid, alg, publicKey }: SigningKey): Promise<Record<string, unknown>> {
  return { ...await exportJWK(publicKey), kid, alg, use: "sig" };
}

/** Input of a signature. */
interface Signature {
  /** JOSE header. */
  readonly header: Readonly<Record<string, unknown>>;
  /** Claims, or the payload as a string. */
  readonly payload: unknown;
  /** Signs. */
  readonly key: CryptoKey | Uint8Array;
}

/**
 * Signs a payload with any header: without a signature if `alg` is a spelling of `none`; with a signature of zeros if
 * `alg` does not fit the key. Invalid tokens must reach the client under test, so nothing fails here.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7515#section-7.1 | RFC 7515 §7.1}
 */
export async function sign({ header, payload, key }: Signature): Promise<string> {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  const unsigned = `${encode(JSON.stringify(header))}.${encode(text)}.`;
  if (String(header.alg).toLowerCase() === "none") return unsigned;
  // jose refuses to sign unknown critical extensions unless they are listed.
  const extensions = Object.fromEntries([header.crit ?? []].flat().map((name) => [name, true]));
  const jws = new CompactSign(new TextEncoder().encode(text)).setProtectedHeader(header as JWSHeader);
  return await jws.sign(key, { crit: extensions }).catch(() => unsigned + encode(new Uint8Array(64)));
}

type JWSHeader = Parameters<CompactSign["setProtectedHeader"]>[0];
