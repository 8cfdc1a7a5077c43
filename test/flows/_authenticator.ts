/**
 * An authenticator in software, and the part of the browser that speaks for it: ES256, no attestation, and every lie that
 * a test wants told.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data | WebAuthn §6.1}
 * @module
 */

import { concat, parseBase64Url, toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";

/** A credential and its key. */
export interface Credential {
  /** In base64url. */
  readonly id: string;
  readonly keys: CryptoKeyPair;
  /** In base64url. */
  readonly userHandle: string;
  readonly rpId: string;
}

/** What options have that an authenticator looks at. */
export interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string; readonly name: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly timeout?: number;
  readonly userVerification?: string;
  readonly authenticatorSelection?: Readonly<Record<string, unknown>>;
  readonly allowCredentials?: readonly { readonly id: string; readonly transports?: readonly string[] }[];
  readonly excludeCredentials?: readonly { readonly id: string; readonly transports?: readonly string[] }[];
}

/** What is said otherwise than it is. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  /** The user handle that is returned; `null` for none. Default: that of the credential. */
  readonly userHandle?: unknown;
  /** Flags of the authenticator data. Default: user present, user verified. */
  readonly flags?: number;
  readonly counter?: number;
  /** Id of the new credential. */
  readonly id?: string;
  /** Which credential answers. Default: the first that is asked for, or the newest. */
  readonly credential?: Credential;
  /** Whose key signs. */
  readonly key?: CryptoKey;
  /** How the authenticator is said to be reached. */
  readonly transports?: unknown;
  /** Whether a bit of the signature is turned over. */
  readonly badSignature?: true;
  /** The model of the authenticator: 32 hexadecimal digits, with dashes or not. Default: zeros. */
  readonly aaguid?: string;
}

/** An answer, as `PublicKeyCredential.toJSON()` gives it. */
export interface AnswerJson {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Flags of authenticator data. */
export const FLAGS = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  hasCredential: 0x40,
} as const;

/** An authenticator, used on pages of one origin. */
export interface Authenticator {
  /** Its credentials, oldest first. */
  readonly credentials: Credential[];
  /** The counter of its next answer. It stays where it is. */
  counter: number;
  /** Makes a credential. */
  create(options: Options, lies?: Lies): Promise<AnswerJson>;
  /** Signs in. */
  get(options: Options, lies?: Lies): Promise<AnswerJson>;
}

/** Turns an authenticator on. */
export function createAuthenticator(origin: string): Authenticator {
  const credentials: Credential[] = [];
  const PRESENT = FLAGS.userPresent | FLAGS.userVerified;
  return {
    credentials,
    counter: 0,
    async create(options, lies = {}) {
      const algorithm = { name: "ECDSA", namedCurve: "P-256" };
      const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as CryptoKeyPair;
      const id = lies.id ?? toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
      const rpId = options.rp!.id;
      credentials.push({ id, keys, userHandle: options.user!.id, rpId });
      const idBytes = parseBase64Url(id)!;
      const authData = concat(
        await digest(lies.rpId ?? rpId),
        Uint8Array.of((lies.flags ?? PRESENT) | FLAGS.hasCredential),
        uint32(lies.counter ?? this.counter),
        parseHex(lies.aaguid ?? "0".repeat(32)),
        Uint8Array.of(idBytes.length >> 8, idBytes.length & 0xff),
        idBytes,
        await toCose(keys.publicKey),
      );
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)],
      ]);
      return {
        ...envelope(id),
        response: {
          clientDataJSON: clientData("webauthn.create", origin, options, lies),
          attestationObject: toBase64Url(attestation),
          transports: lies.transports ?? ["internal", "hybrid"],
        },
      };
    },
    async get(options, lies = {}) {
      const asked = options.allowCredentials?.map(({ id }) => id);
      const credential = lies.credential ??
        (asked ? credentials.find(({ id }) => asked.includes(id)) : credentials.at(-1));
      if (!credential) throw new TypeError("This authenticator has none of the credentials");
      const authData = concat(
        await digest(lies.rpId ?? options.rpId!),
        Uint8Array.of(lies.flags ?? PRESENT),
        uint32(lies.counter ?? this.counter),
      );
      const clientDataJSON = clientData("webauthn.get", origin, options, lies);
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", parseBase64Url(clientDataJSON)!));
      const signature = new Uint8Array(
        await crypto.subtle.sign(
          { name: "ECDSA", hash: "SHA-256" },
          lies.key ?? credential.keys.privateKey,
          concat(authData, hash),
        ),
      );
      if (lies.badSignature) signature[40]! ^= 1;
      return {
        ...envelope(credential.id),
        response: {
          clientDataJSON,
          authenticatorData: toBase64Url(authData),
          signature: toBase64Url(toDer(signature)),
          userHandle: lies.userHandle === undefined ? credential.userHandle : lies.userHandle,
        },
      };
    },
  };
}

function envelope(id: string) {
  return {
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
  };
}

function clientData(type: string, origin: string, { challenge }: Options, lies: Lies): string {
  return toBase64Url(toUtf8(JSON.stringify({
    type: lies.type ?? type,
    challenge: lies.challenge ?? challenge,
    origin: lies.origin ?? origin,
    crossOrigin: lies.crossOrigin ?? false,
    ...(lies.topOrigin && { topOrigin: lies.topOrigin }),
  })));
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", toUtf8(text)));
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** A COSE key: EC2, ES256, P-256. @see {@link https://www.rfc-editor.org/rfc/rfc9053#section-7.1.1 | RFC 9053 §7.1.1} */
async function toCose(key: CryptoKey): Promise<Uint8Array> {
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", key));
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(raw.subarray(1, 33))],
    [cborInt(-3), cborBytes(raw.subarray(33))],
  ]);
}

/** An ECDSA signature in ASN.1, as authenticators write it. */
function toDer(signature: Uint8Array): Uint8Array {
  const integers = [signature.subarray(0, 32), signature.subarray(32)].map((half) => {
    const from = half.findIndex((byte) => byte !== 0);
    const digits = half.subarray(from);
    const padded = digits[0]! & 0x80 ? concat(Uint8Array.of(0), digits) : digits;
    return concat(Uint8Array.of(0x02, padded.length), padded);
  });
  const body = concat(...integers);
  return concat(Uint8Array.of(0x30, body.length), body);
}

/** The little CBOR that is needed. @see {@link https://www.rfc-editor.org/rfc/rfc8949 | RFC 8949} */
function cborHead(major: number, value: number): Uint8Array {
  if (value < 24) return Uint8Array.of(major << 5 | value);
  if (value < 256) return Uint8Array.of(major << 5 | 24, value);
  return Uint8Array.of(major << 5 | 25, value >> 8, value & 0xff);
}

function cborInt(value: number): Uint8Array {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Uint8Array): Uint8Array {
  return concat(cborHead(2, bytes.length), bytes);
}

function cborText(text: string): Uint8Array {
  return concat(cborHead(3, text.length), toUtf8(text));
}

function cborMap(entries: readonly (readonly [Uint8Array, Uint8Array])[]): Uint8Array {
  return concat(cborHead(5, entries.length), ...entries.flat());
}

function parseHex(text: string): Uint8Array {
  return Uint8Array.from(text.replaceAll("-", "").match(/../g)!, (byte) => parseInt(byte, 16));
}
