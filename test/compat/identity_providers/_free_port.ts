/**
 * Ports for servers that cannot choose one themselves.
 *
 * @module
 */

import { type AddressInfo, createServer } from "node:net";

/** Finds a port of this machine that no server has. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
