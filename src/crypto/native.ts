/**
 * node:crypto and node:buffer, if the runtime has them. They take microseconds on the calling thread, while WebCrypto
 * uses a thread pool. The library looks them up instead of importing them, so that bundles for other runtimes do not
 * contain them. Outside of `integrations/` only this file uses `process`.
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
interface NativeCipher {
  /** Adds input. */
  update(data: string | Uint8Array, encoding?: "utf8"): Uint8Array;
  /** Ends it. */
  final(): Uint8Array;
}

/** Cost of scrypt, and the bytes of memory it may take. */
interface NativeScryptOptions {
  /** CPU and memory cost: a power of two. */
  readonly N: number;
  /** Block size. */
  readonly r: number;
  /** Parallelization. */
  readonly p: number;
  /** The most memory, in bytes. */
  readonly maxmem: number;
}

/** Input and cost of Argon2. */
interface NativeArgon2Cost {
  /** The password. */
  readonly message: Uint8Array;
  /** The salt. */
  readonly nonce: Uint8Array;
  /** Lanes. */
  readonly parallelism: number;
  /** Bytes of the result. */
  readonly tagLength: number;
  /** Memory in KiB. */
  readonly memory: number;
  /** Passes over the memory. */
  readonly passes: number;
  /** Key of the application. */
  readonly secret?: Uint8Array;
}

/** A secret key. */
interface NativeSecretKey {
  /** `secret`. */
  readonly type: string;
}

/** The part of node:crypto that the library uses. */
export interface NativeCrypto {
  /** Hashes in one call. Absent in Node before 20.12, for instance. */
  hash?(algorithm: string, data: string, encoding: "buffer"): Uint8Array;
  /** Derives a key from a password, on another thread. Absent in Node before 24.7, Deno, Bun and Workers. */
  argon2?(
    algorithm: "argon2id",
    options: NativeArgon2Cost,
    callback: (error: Error | null, tag: Uint8Array) => void,
  ): void;
  /** Begins a hash. */
  createHash(algorithm: string): NativeDigest;
  /** Begins a MAC. */
  createHmac(algorithm: string, key: NativeSecretKey): NativeDigest;
  /** Begins an encryption. */
  createCipheriv(algorithm: string, key: NativeSecretKey, iv: Uint8Array): NativeCipher;
  /** Begins a decryption. */
  createDecipheriv(algorithm: string, key: NativeSecretKey, iv: Uint8Array): NativeCipher;
  /** Copies the bytes of a secret key. Node 24 needs 15 µs for each call that gets bytes instead. */
  createSecretKey(key: Uint8Array): NativeSecretKey;
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

/** The part of node:buffer that the library uses. */
interface NativeBuffer {
  /** Text to bytes. */
  from(text: string, encoding: "base64url"): Uint8Array;
  /** A view of bytes that can be converted to text. */
  from(
    data: ArrayBufferLike,
    offset: number,
    length: number,
  ): { toString(encoding: "base64url" | "hex"): string };
  /** Concatenates bytes. The result may be a part of a larger buffer. */
  concat(parts: readonly Uint8Array[]): Uint8Array;
}

/** The part of Node's `process` that the library uses. */
export interface NativeProcess {
  /** Returns a module of Node. */
  getBuiltinModule?(id: "node:crypto" | "node:buffer"): unknown;
  /** Versions of the runtime. */
  readonly versions?: { readonly deno?: string; readonly bun?: string };
  /** The environment. */
  readonly env?: { readonly UV_THREADPOOL_SIZE?: string };
}

/** Node's `process`, if the runtime has it. */
export const { process: nativeProcess }: { readonly process?: NativeProcess } = globalThis as never;

/** node:crypto, if the runtime has it. */
export const nativeCrypto: NativeCrypto | undefined = builtin("node:crypto") as NativeCrypto | undefined;

/** Node's `Buffer`, if the runtime has it. */
export const nativeBuffer: NativeBuffer | undefined =
  (builtin("node:buffer") as { readonly Buffer: NativeBuffer } | undefined)?.Buffer;

function builtin(id: "node:crypto" | "node:buffer"): unknown {
  try {
    return nativeProcess?.getBuiltinModule?.(id);
  } catch {
    // The edge runtime of Next has the function, and it throws.
    return undefined;
  }
}
