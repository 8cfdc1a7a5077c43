/**
 * Texts from outside that are longer than the column that keeps them.
 *
 * @module
 */

import { toBase64Url } from "./bytes.ts";
import { sha256 } from "./hash.ts";

/** A text of at most `most` characters that stands for another one: the same; `sha256:` and its hash, if it is longer. */
export async function shortened(text: string, most: number): Promise<string> {
  return text.length <= most ? text : `sha256:${toBase64Url(await sha256(text))}`;
}
