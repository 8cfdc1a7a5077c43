/**
 * Reads bodies up to a limit.
 *
 * @module
 */

/**
 * Reads a body as UTF-8.
 *
 * @param limit In bytes.
 * @returns The text; `null` if the body is longer. The function stops reading there.
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
