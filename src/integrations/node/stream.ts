/**
 * Sends a body as fast as the client takes it.
 *
 * @module
 */

import type { NodeRequest, NodeResponse } from "./types.ts";

/** A response that says when it has room again, and whether its stream of HTTP/2 is gone. */
type Streamed = NodeResponse & Pick<NodeRequest, "on"> & {
  readonly stream?: { readonly destroyed?: boolean } | null;
};

/**
 * Sends a stream, and ends the response. A client that goes away cancels the stream. Never rejects.
 *
 * @returns Whether the client may take what it got for the whole: not after a failure of the stream, which has logged it.
 */
export async function sendStream(
  res: NodeResponse,
  stream: ReadableStream<Uint8Array>,
): Promise<boolean> {
  const reader = stream.getReader();
  let goOn = () => {};
  const leave = () => {
    // Its failure is that of the read below.
    reader.cancel().catch(() => {});
    goOn();
  };
  // One listener for all parts: a middleware that compresses adds each to another stream.
  (res as Streamed).on("drain", () => goOn());
  res.once("close", leave);
  if (res.destroyed || (res as Streamed).stream?.destroyed) leave();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const room = new Promise<void>((resolve) => goOn = resolve);
      if (res.write(part.value) === false) await room;
    }
    res.end();
    return true;
  } catch {
    return false;
  }
}
