/**
 * Servers for the tests of the integrations.
 *
 * @module
 */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that listens. Leaving the block that declares it with `await using` ends it. */
export interface Listening extends AsyncDisposable {
  /** Its port. */
  readonly port: number;
  /** Its origin. */
  readonly url: string;
}

/** Starts a server of Node on a free port. */
export async function serve(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a server of Deno on a free port. */
export function serveWeb(handler: Deno.ServeHandler<Deno.NetAddr>): Promise<Listening> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  const { port } = server.addr;
  const url = `http://127.0.0.1:${port}`;
  return Promise.resolve({ port, url, [Symbol.asyncDispose]: () => server.shutdown() });
}
