/**
 * node:crypto and node:buffer where the runtime has them. They do in microseconds on the calling thread what
 * WebCrypto hands to a thread pool. Looked up, not imported, so that bundles for other runtimes stay clean; this is
 * the only file below `integrations/` that knows of `process`.
 *
 * @module
 */

/** A hash or MAC under way. */
export interface NativeDigest {
  /** Adds input. */
  update(data: string | Uint8Array): NativeDigest;
  /** Ends it. */
  digest(): Uint8Array;
}

/** A cipher under way. */
export interface NativeCipher {
  /** Adds input. */
  update(data: string | Uint8Array, encoding?: "utf8"): Uint8Array;
  /** Ends it. */
  final(): Uint8Array;
}

/** Cost of scrypt, and the bytes of memory it may take. */
export interface NativeScryptOptions {
  /** CPU and memory cost: a power of two. */
  readonly N: number;
  /** Block size. */
  readonly r: number;
  /** Parallelization. */
  readonly p: number;
  /** The most memory, in bytes. */
  readonly maxmem: number;
}

/** The part of node:crypto that is used here. */
export interface NativeCrypto {
  /** Begins a hash. */
  createHash(algorithm: string): NativeDigest;
  /** Begins a MAC. */
  createHmac(algorithm: string, key: Uint8Array): NativeDigest;
  /** Begins an encryption. */
  createCipheriv(algorithm: string, key: Uint8Array, iv: Uint8Array): NativeCipher;
  /** Begins a decryption. */
  createDecipheriv(algorithm: string, key: Uint8Array, iv: Uint8Array): NativeCipher;
  /** Derives a key. */
  hkdfSync(digest: string, ikm: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): ArrayBuffer;
  /** Derives a key from a password, on another thread. */
  scrypt(
    password: Uint8Array,
    salt: Uint8Array,
    length: number,
    options: NativeScryptOptions,
    callback: (error: Error | null, key: Uint8Array) => void,
  ): void;
}

/** The part of node:buffer that is used here. */
export interface NativeBuffer {
  /** Text to bytes. */
  from(text: string, encoding: "base64url"): Uint8Array;
  /** A view of bytes that becomes text. */
  from(
    data: ArrayBufferLike,
    offset: number,
    length: number,
  ): { toString(encoding: "base64url" | "hex"): string };
}

/** Node's `process`, where there is one. */
const { process } = globalThis as unknown as {
  readonly process?: {
    getBuiltinModule?(id: "node:crypto" | "node:buffer"): unknown;
    readonly versions?: { readonly deno?: string };
  };
};

/** Whether node:crypto works on as many threads at a time as it is asked to, as in Deno. Node has a pool of four. */
export const threadsAreUnlimited: boolean = process?.versions?.deno !== undefined;

/** node:crypto, if the runtime has it. */
export const nativeCrypto: NativeCrypto | undefined = process?.getBuiltinModule?.("node:crypto") as
  | NativeCrypto
  | undefined;

/** Node's `Buffer`, if the runtime has it. */
export const nativeBuffer: NativeBuffer | undefined =
  (process?.getBuiltinModule?.("node:buffer") as { readonly Buffer: NativeBuffer } | undefined)?.Buffer;
