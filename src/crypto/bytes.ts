/**
 * Encodes bytes as text, and decodes text to bytes.
 *
 * @module
 */

import { nativeBuffer } from "./native.ts";

/** Bytes that own their memory, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Valid last characters of an incomplete group, by its length: unused bits are zero. `null` for a complete group. */
const ENDINGS = [null, "", "AQgw", "AEIMQUYcgkosw048"];

/** Encodes text as UTF-8. */
export function toUtf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Decodes UTF-8; `null` if the bytes are not UTF-8. */
export function parseUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Encodes bytes in base64url without padding. @see {@link https://www.rfc-editor.org/rfc/rfc4648#section-5 | RFC 4648 §5} */
export function toBase64Url(bytes: Uint8Array): string {
  if (nativeBuffer) {
    return nativeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64url");
  }
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) {
    binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return base64ToBase64Url(btoa(binary));
}

/** Decodes base64url without padding; `null` if {@linkcode toBase64Url} cannot have returned the text. */
export function parseBase64Url(text: string): Bytes | null {
  const endings = ENDINGS[text.length % 4];
  // Otherwise several texts would stand for the same bytes (RFC 4648 §3.5).
  if (endings !== null && !endings?.includes(text.slice(-1))) return null;
  if (!/^[\w-]*$/.test(text)) return null;
  if (nativeBuffer) return nativeBuffer.from(text, "base64url") as Bytes;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  // A loop, because `Uint8Array.from` with a function takes ten times as long.
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Writes base64url as base64 with padding. @see {@link https://www.rfc-editor.org/rfc/rfc4648#section-4 | RFC 4648 §4} */
export function base64UrlToBase64(text: string): string {
  return text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** Writes base64 as base64url without padding. */
export function base64ToBase64Url(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Encodes bytes in lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  if (nativeBuffer) {
    return nativeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
  }
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Formats the first 16 bytes as a UUID: version 4 for random ones, 8 for others. @see {@link https://www.rfc-editor.org/rfc/rfc9562#section-5 | RFC 9562 §5} */
export function toUuid(bytes: Uint8Array, version: 4 | 8): string {
  const uuid = bytes.slice(0, 16);
  uuid[6] = uuid[6]! & 0x0f | version << 4;
  uuid[8] = uuid[8]! & 0x3f | 0x80;
  return toHex(uuid).replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Concatenates bytes. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/** Compares in a time that depends only on the lengths. */
export function timingSafeEqual(a: Uint8Array | string, b: Uint8Array | string): boolean {
  const left = typeof a === "string" ? toUtf8(a) : a;
  const right = typeof b === "string" ? toUtf8(b) : b;
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let i = 0; i < left.length; i++) difference |= left[i]! ^ right[i]!;
  return difference === 0;
}
