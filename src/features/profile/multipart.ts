/**
 * Reads a form with a file. What is larger than allowed is read and dropped: a browser shows no answer before it has sent
 * everything.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7578 | RFC 7578}
 * @module
 */

import type { FormReader, SentFile } from "../../http/types.ts";

/** Room for the other fields, in bytes. */
const ROOM_FOR_TEXTS = 65_536;

/** How many times as much as is kept is read before the connection ends. */
const MOST_DROPPED = 32;

/** The most parts of a form: parsers take long for thousands of empty ones. */
const MOST_PARTS = 64;

/** Returns what reads forms whose files have at most so many bytes. */
export function formReader(most: number): FormReader {
  return async ({ headers, body }) => {
    const type = headers.get("content-type") ?? "";
    const [, quoted, plain] = /;\s*boundary=(?:"([\w'()+,./:=? -]+)"|([^\s;"\\]+))/i.exec(type) ?? [];
    const boundary = quoted ?? plain;
    const start = body && boundary && await readStart(body, most + ROOM_FOR_TEXTS);
    if (!start) return null;
    // A form that was cut ends here.
    const end = start.isCut ? `\r\n--${boundary}--\r\n` : "";
    const blob = new Blob([...start.parts as Uint8Array<ArrayBuffer>[], end]);
    const text = new TextDecoder("latin1").decode(await blob.arrayBuffer());
    if (text.split(`--${boundary}`).length > MOST_PARTS) return null;
    const form = new URLSearchParams();
    const files = new Map<string, SentFile>();
    for (
      const [name, value] of await new Response(blob, {
        // Its own, so that both read the same parts.
        headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
      }).formData()
    ) {
      if (typeof value === "string") form.append(name, value);
      // A browser sends an empty file for an input that the user has left alone.
      else if (value.size > 0) {
        const bytes = new Uint8Array(await value.arrayBuffer());
        files.set(name, { bytes, isTooLarge: start.isCut || value.size > most });
      }
    }
    return { form, files };
  };
}

/**
 * Reads the first bytes of a body, and drops the others; `null` if there are too many of them.
 *
 * @param dropped How many times as much as is kept is read at most.
 */
export async function readStart(
  body: ReadableStream<Uint8Array>,
  most: number,
  dropped = MOST_DROPPED,
): Promise<{ readonly parts: readonly Uint8Array[]; readonly isCut: boolean } | null> {
  const parts: Uint8Array[] = [];
  const reader = body.getReader();
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (length < most) parts.push(part.value.subarray(0, most - length));
    length += part.value.length;
    if (length > most * dropped) {
      reader.cancel().catch(() => {});
      return null;
    }
  }
  return { parts, isCut: length > most };
}
