/**
 * Bodies, read within a limit.
 *
 * @module
 */

/**
 * Reads a body as UTF-8.
 *
 * @param limit The most bytes that are read.
 * @returns The text; `null` if it is longer, of which no more is read.
 */
export async function readText(
  { body }: { readonly body: ReadableStream<Uint8Array> | null },
  limit: number,
): Promise<string | null> {
  if (!body) return "";
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let [text, length] = ["", 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) {
      reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
