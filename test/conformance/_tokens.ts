/**
 * Keys of every algorithm, and tokens that they sign. WebCrypto signs, so that the tokens depend on no library.
 *
 * @module
 */

import { encode } from "jose/base64url";
import type { Tamper } from "../../src/testing/mod.ts";

/** Algorithms with a published key. */
export const ASYMMETRIC = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

/** Algorithms with the client secret. */
export const SYMMETRIC = ["HS256", "HS384", "HS512"] as const;

/** A client secret that is long enough for each of them (RFC 7518 §3.2). */
export const SECRET_OF_CLIENT = "a client secret of sixty-four bytes at least, with % and + in it!";

/** A published key: its JSON Web Key. */
export type Published = JsonWebKey & { readonly kid?: string };

/** A key pair. */
export interface TestKey {
  /** Signs. */
  readonly privateKey: CryptoKey;
  /** The public half, with `kid`, `alg` and `use`. */
  readonly jwk: Published;
  /** The private half. */
  readonly privateJwk: Published;
}

/** Header and claims; text becomes the payload unchanged. */
export interface Unsigned {
  /** JOSE header; text becomes the header unchanged. */
  readonly header: Readonly<Record<string, unknown>> | string;
  /** Claims. */
  readonly payload: Readonly<Record<string, unknown>> | string;
}

const RSA = { name: "RSASSA-PKCS1-v1_5", publicExponent: new Uint8Array([1, 0, 1]) };

/** RSA keys take long to make: one pair serves all algorithms. */
let rsaPair: Promise<JsonWebKey> | undefined;
const keys = new Map<string, Promise<TestKey>>();

/** The key pair of an algorithm, made once. */
export function keyFor(alg: string): Promise<TestKey> {
  const known = keys.get(alg) ?? createKey(alg);
  keys.set(alg, known);
  return known;
}

/** A new key pair. @param kid Default: the algorithm. */
export async function createKey(alg: string, kid: string = `key for ${alg}`): Promise<TestKey> {
  const privateJwk = await privateJwkFor(alg);
  const privateKey = await crypto.subtle.importKey("jwk", privateJwk, importParams(alg), true, ["sign"]);
  return {
    privateKey,
    privateJwk: { ...privateJwk, kid },
    jwk: { ...publicHalf(privateJwk), kid, alg, use: "sig" },
  };
}

/** A new RSA key pair of any length, for RS256. */
export async function createRsaKey(modulusLength: number): Promise<TestKey> {
  const params = { ...RSA, hash: "SHA-256", modulusLength };
  const { privateKey } = await crypto.subtle.generateKey(params, true, ["sign", "verify"]);
  const privateJwk = await crypto.subtle.exportKey("jwk", privateKey);
  const kid = `RSA of ${modulusLength} bits`;
  return { privateKey, privateJwk, jwk: { ...publicHalf(privateJwk), kid, alg: "RS256", use: "sig" } };
}

/** Signs a token. @param alg The algorithm of the signature, whatever the header says. */
export async function signToken(
  { header, payload }: Unsigned,
  alg: string,
  key: CryptoKey | string,
): Promise<string> {
  const input = [header, payload].map((part) =>
    encode(typeof part === "string" ? part : JSON.stringify(part))
  )
    .join(".");
  const signing = typeof key === "string" ? await hmacKey(alg, key) : key;
  const bytes = new TextEncoder().encode(input);
  return `${input}.${encode(new Uint8Array(await crypto.subtle.sign(signingParams(alg), signing, bytes)))}`;
}

/** How a token is signed otherwise. */
export interface Signing {
  /** The algorithm. */
  readonly alg: string;
  /** Its key. Default: the published one. A text is a shared secret. */
  readonly key?: CryptoKey | string;
  /** Fields of the header; `undefined` leaves one out. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** Claims; `undefined` leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Algorithms in the metadata; `null` leaves them out. Default: this one. */
  readonly announced?: readonly string[] | null;
  /** Published keys. Default: that of the algorithm. */
  readonly published?: readonly unknown[];
}

/** A provider that signs its ID tokens with another algorithm. */
export async function signedWith(
  { alg, announced = [alg], published, ...signing }: Signing,
): Promise<Tamper> {
  const own = alg.startsWith("HS") ? [] : [(await keyFor(alg)).jwk];
  return {
    metadata: { id_token_signing_alg_values_supported: announced ?? undefined },
    jwks: { keys: published ?? own },
    tokens: async (answer) => ({ ...answer, id_token: await resign(answer, { alg, ...signing }) }),
  };
}

/** Signs the ID token of a token response again. */
export async function resign(
  answer: Readonly<Record<string, unknown>>,
  { alg, key, header, claims }: Signing,
): Promise<string> {
  const { privateKey, jwk } = alg.startsWith("HS")
    ? { privateKey: SECRET_OF_CLIENT, jwk: {} as Published }
    : await keyFor(alg);
  const unsigned = {
    header: { alg, kid: jwk.kid, ...header },
    payload: {
      ...claimsOf(answer.id_token),
      at_hash: await halfHash(alg.startsWith("Ed") ? 512 : Number(alg.slice(-3)), answer.access_token),
      ...claims,
    },
  };
  return await signToken(unsigned, alg, key ?? privateKey);
}

/** The claims of a token. */
export function claimsOf(token: unknown): Readonly<Record<string, unknown>> {
  const [, payload = ""] = String(token).split(".");
  const bytes = Uint8Array.from(
    atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
    (c) => c.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The left half of a hash, as `at_hash` has it (OpenID Connect Core §3.1.3.6). */
export async function halfHash(bits: number, text: unknown): Promise<string> {
  const digest = await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(String(text)));
  return encode(new Uint8Array(digest).subarray(0, bits / 16));
}

async function privateJwkFor(alg: string): Promise<JsonWebKey> {
  if (/^[RP]S/.test(alg)) {
    rsaPair ??= createRsaKey(2048).then(({ privateJwk }) => privateJwk);
    return withoutUse(await rsaPair);
  }
  const { privateKey } = await crypto.subtle.generateKey(importParams(alg), true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  return withoutUse(await crypto.subtle.exportKey("jwk", privateKey));
}

/** A key for any algorithm of its type. */
function withoutUse({ alg: _alg, key_ops: _operations, ext: _ext, ...jwk }: JsonWebKey): JsonWebKey {
  return jwk;
}

function publicHalf({ kty, crv, x, y, n, e }: JsonWebKey): JsonWebKey {
  return JSON.parse(JSON.stringify({ kty, crv, x, y, n, e }));
}

function importParams(alg: string): RsaHashedImportParams & EcKeyImportParams {
  const hash = `SHA-${alg.slice(-3)}`;
  const curve = alg === "ES512" ? "P-521" : `P-${alg.slice(-3)}`;
  const name = alg.startsWith("RS")
    ? RSA.name
    : alg.startsWith("PS")
    ? "RSA-PSS"
    : alg.startsWith("ES")
    ? "ECDSA"
    : "Ed25519";
  return { name, hash, namedCurve: curve };
}

function signingParams(alg: string): AlgorithmIdentifier | RsaPssParams | EcdsaParams {
  if (alg.startsWith("HS")) return "HMAC";
  const { name, hash } = importParams(alg);
  return { name, hash, saltLength: Number(alg.slice(-3)) / 8 };
}

function hmacKey(alg: string, secret: string): Promise<CryptoKey> {
  const params = { name: "HMAC", hash: `SHA-${alg.slice(-3)}` };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), params, false, ["sign"]);
}
