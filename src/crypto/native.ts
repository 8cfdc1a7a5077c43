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

/** Node's `process`, if the runtime has it. */
const { process } = globalThis as unknown as {
  readonly process?: {
    getBuiltinModule?(id: "node:crypto" | "node:buffer"): unknown;
    readonly versions?: { readonly deno?: string; readonly bun?: string };
    readonly env?: { readonly UV_THREADPOOL_SIZE?: string };
  };
};

/** node:crypto, if the runtime has it. */
export const nativeCrypto: NativeCrypto | undefined = builtin("node:crypto") as NativeCrypto | undefined;

const { navigator } = globalThis as unknown as {
  readonly navigator?: { readonly userAgent?: string; readonly hardwareConcurrency?: number };
};

const isDeno = process?.versions?.deno !== undefined;
/** Whether this is Cloudflare Workers: an isolate has 128 MB of memory. */
export const isWorkerd: boolean = navigator?.userAgent === "Cloudflare-Workers";

/**
 * How many threads of the runtime serve all asynchronous calls, from hashes to files and names of hosts. Infinite in Deno,
 * which starts a thread for each call; `undefined` in Workers and browsers, which compute where they are called.
 *
 * @see {@link https://docs.libuv.org/en/v1.x/threadpool.html | the pool of libuv}
 */
export const poolThreads: number | undefined = isDeno ? Infinity : isWorkerd ? undefined : threadsOf(process);

function threadsOf({ versions, env }: NonNullable<typeof process> = {}): number | undefined {
  if (versions === undefined) return undefined;
  const written = env?.UV_THREADPOOL_SIZE;
  // libuv reads any other text as 0, and starts one thread.
  if (written) return Math.max(1, Number.parseInt(written) || 0);
  return versions.bun === undefined ? 4 : Math.max(2, navigator?.hardwareConcurrency ?? 2);
}

/** Node's `Buffer`, if the runtime has it. */
export const nativeBuffer: NativeBuffer | undefined =
  (builtin("node:buffer") as { readonly Buffer: NativeBuffer } | undefined)?.Buffer;

function builtin(id: "node:crypto" | "node:buffer"): unknown {
  try {
    return process?.getBuiltinModule?.(id);
  } catch {
    // The edge runtime of Next has the function, and it throws.
    return undefined;
  }
}
