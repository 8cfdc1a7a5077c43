/**
 * Verifies JSON Web Signatures with node:crypto or WebCrypto. Both accept the same signatures.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7518#section-3.1 | RFC 7518 §3.1}
 * @see {@link https://www.rfc-editor.org/rfc/rfc8037#section-3.1 | RFC 8037 §3.1}
 * @module
 */

import type { Awaitable } from "../values/types.ts";
import { type Bytes, parseBase64Url, timingSafeEqual, toUtf8 } from "./bytes.ts";
import { type NativeCrypto, type NativeKey, nativeSignatures } from "./native.ts";

/** The smallest accepted RSA key, in bits (RFC 7518 §3.3, §3.5). */
const MIN_RSA = 2048;

/** A key that verifies: public, or a shared secret as bytes. */
export type VerificationKey = CryptoKey | ImportedNativeKey | Bytes;

/** A public key that node:crypto has imported, and verifies with. */
export interface ImportedNativeKey {
  /** The key. */
  readonly key: NativeKey;
  /** node:crypto. */
  readonly native: NativeCrypto;
  /** Bits of an RSA modulus; 0 for other keys. */
  readonly modulusLength: number;
}

/** An algorithm of RFC 7518 §3.1, RFC 8037 or RFC 9864. */
export interface SignatureAlgorithm {
  /** Its name. */
  readonly alg: string;
  /** Type of its keys: `oct` is a shared secret. */
  readonly kty: "AKP" | "EC" | "OKP" | "RSA" | "oct";
  /** Curve of its keys. */
  readonly crv?: string;
  /** Parameters for WebCrypto, to import a key and to verify with it. */
  readonly web:
    & { readonly name: string }
    & Partial<Readonly<Record<"hash" | "namedCurve", string>>>
    & { readonly saltLength?: number };
  /** Hash and parameters for node:crypto; `null` if WebCrypto verifies on all runtimes. */
  readonly native: {
    readonly hash: string | null;
    readonly padding?: number;
    readonly saltLength?: number;
    readonly dsaEncoding?: "ieee-p1363";
  } | null;
}

const ALGORITHMS: ReadonlyMap<string, SignatureAlgorithm> = new Map(
  [
    ...[256, 384, 512].flatMap((bits) => [hmac(bits), rsa(bits), pss(bits)]),
    ecdsa(256, "P-256"),
    ecdsa(384, "P-384"),
    ecdsa(512, "P-521"),
    eddsa("Ed25519"),
    eddsa("EdDSA"),
    ...[44, 65, 87].map(mlDsa),
  ].map((algorithm) => [algorithm.alg, algorithm]),
);

/** Finds an algorithm by its name; `null` if it is unknown, as `none` is. */
export function findAlgorithm(alg: string): SignatureAlgorithm | null {
  return ALGORITHMS.get(alg) ?? null;
}

/** Finds the algorithm that a key of WebCrypto signs with; `null` if it is unknown. */
export function findAlgorithmOf({ algorithm }: CryptoKey): SignatureAlgorithm | null {
  const { name, hash, namedCurve } = algorithm as Partial<RsaHashedKeyAlgorithm & EcKeyAlgorithm>;
  const isOwn = ({ web }: SignatureAlgorithm) =>
    web.name === name && web.namedCurve === namedCurve &&
    (namedCurve !== undefined || web.hash === hash?.name);
  return [...ALGORITHMS.values()].find(isOwn) ?? null;
}

/**
 * Imports the public key of an algorithm. Private members of the JWK are ignored.
 *
 * @throws {Error} if the JWK is malformed or of another type, or its RSA modulus has fewer than 2048 bits.
 */
export function importKey(jwk: JsonWebKey, algorithm: SignatureAlgorithm): Awaitable<VerificationKey> {
  return nativeSignatures && algorithm.native
    ? importNativeKey(jwk, algorithm, nativeSignatures)
    : importWebKey(jwk, algorithm);
}

/** Imports a key for node:crypto. @throws {Error} as {@linkcode importKey}. */
export function importNativeKey(
  jwk: JsonWebKey,
  algorithm: SignatureAlgorithm,
  native: NativeCrypto,
): ImportedNativeKey {
  const key = native.createPublicKey({ key: parsePublicJwk(jwk, algorithm), format: "jwk" });
  return { key, native, modulusLength: algorithm.kty === "RSA" ? bitLength(jwk.n) : 0 };
}

/** Imports a key for WebCrypto. @throws {Error} as {@linkcode importKey}. */
export async function importWebKey(jwk: JsonWebKey, algorithm: SignatureAlgorithm): Promise<CryptoKey> {
  return await crypto.subtle.importKey("jwk", parsePublicJwk(jwk, algorithm), algorithm.web, true, [
    "verify",
  ]);
}

/** An algorithm and its key. */
export interface AlgorithmKey {
  /** The algorithm. */
  readonly algorithm: SignatureAlgorithm;
  /** The key. */
  readonly key: VerificationKey;
}

/**
 * Verifies a signature. A shared secret verifies only HMAC, and a public key never verifies HMAC.
 *
 * @param data The signed text: ASCII.
 */
export async function verifySignature(
  key: AlgorithmKey,
  data: string,
  signature: Bytes,
): Promise<boolean> {
  try {
    return await verify(key, data, signature);
  } catch {
    // Some runtimes check only here that the key is a point of its curve.
    return false;
  }
}

function verify({ algorithm, key }: AlgorithmKey, data: string, signature: Bytes): Awaitable<boolean> {
  if (key instanceof Uint8Array !== (algorithm.kty === "oct")) return false;
  if (key instanceof Uint8Array) return verifyHmac(key, algorithm, { data, signature });
  const { modulusLength = 0 } = key instanceof CryptoKey ? key.algorithm as Partial<RsaKeyAlgorithm> : key;
  // OpenSSL accepts an RSA-PSS signature without its leading zeros; RFC 8017 §8.1.2 does not.
  if (modulusLength && signature.length !== Math.ceil(modulusLength / 8)) return false;
  if (key instanceof CryptoKey) return crypto.subtle.verify(algorithm.web, key, signature, toUtf8(data));
  const { hash, ...options } = algorithm.native!;
  return key.native.verify(hash, toUtf8(data), { key: key.key, ...options }, signature);
}

async function verifyHmac(
  key: Bytes,
  { web }: SignatureAlgorithm,
  { data, signature }: { readonly data: string; readonly signature: Bytes },
): Promise<boolean> {
  // An attacker could sign with the empty key.
  if (!key.length) return false;
  const imported = await crypto.subtle.importKey("raw", key, web, false, ["sign"]);
  return timingSafeEqual(new Uint8Array(await crypto.subtle.sign("HMAC", imported, toUtf8(data))), signature);
}

/** Parses the public members of a key. @throws {TypeError} if the JWK is not a key of the algorithm. */
export function parsePublicJwk(jwk: JsonWebKey, { alg, kty, crv }: SignatureAlgorithm): JsonWebKey {
  if (jwk.kty !== kty || (crv !== undefined && jwk.crv !== crv)) {
    throw new TypeError(`Cannot import a key: it is not one of ${alg}`);
  }
  switch (kty) {
    case "RSA":
      if (bitLength(jwk.n) < MIN_RSA) {
        throw new TypeError(`Cannot import a key: its modulus has fewer than ${MIN_RSA} bits`);
      }
      return { kty, n: jwk.n!, e: jwk.e! };
    case "EC":
      return { kty, crv: crv!, x: jwk.x!, y: jwk.y! };
    case "AKP":
      return { kty, alg, pub: (jwk as { readonly pub?: string }).pub } as JsonWebKey;
    case "OKP":
      return { kty, crv: crv!, x: jwk.x! };
    case "oct":
      throw new TypeError("Cannot import a key: a shared secret is not public");
  }
}

/** Counts the bits of an unsigned number in base64url, from the first that is set. */
function bitLength(number: unknown): number {
  const bytes = typeof number === "string" ? parseBase64Url(number) : null;
  const first = bytes?.findIndex(Boolean) ?? -1;
  return first < 0 ? 0 : (bytes!.length - first) * 8 - Math.clz32(bytes![first]!) + 24;
}

function hmac(bits: number): SignatureAlgorithm {
  return { alg: `HS${bits}`, kty: "oct", web: { name: "HMAC", hash: `SHA-${bits}` }, native: null };
}

function rsa(bits: number): SignatureAlgorithm {
  const web = { name: "RSASSA-PKCS1-v1_5", hash: `SHA-${bits}` };
  return { alg: `RS${bits}`, kty: "RSA", web, native: { hash: `sha${bits}` } };
}

function pss(bits: number): SignatureAlgorithm {
  const saltLength = bits / 8;
  const web = { name: "RSA-PSS", hash: `SHA-${bits}`, saltLength };
  return { alg: `PS${bits}`, kty: "RSA", web, native: { hash: `sha${bits}`, padding: 6, saltLength } };
}

function ecdsa(bits: number, crv: string): SignatureAlgorithm {
  const web = { name: "ECDSA", namedCurve: crv, hash: `SHA-${bits}` };
  return { alg: `ES${bits}`, kty: "EC", crv, web, native: { hash: `sha${bits}`, dsaEncoding: "ieee-p1363" } };
}

function eddsa(alg: string): SignatureAlgorithm {
  return { alg, kty: "OKP", crv: "Ed25519", web: { name: "Ed25519" }, native: { hash: null } };
}

/** The lattice signatures of FIPS 204, if the runtime has them. */
function mlDsa(parameters: number): SignatureAlgorithm {
  return { alg: `ML-DSA-${parameters}`, kty: "AKP", web: { name: `ML-DSA-${parameters}` }, native: null };
}
