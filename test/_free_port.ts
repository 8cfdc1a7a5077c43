/**
 * Ports for servers in processes of their own.
 *
 * @module
 */

/** No system gives these to outgoing connections, so that a port is still free when its server starts seconds later. */
const PORTS = { first: 15_000, last: 32_000 } as const;

/** A port of this computer on which nothing listens. */
export function freePort(): number {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * (PORTS.last - PORTS.first));
    try {
      Deno.listen({ port, hostname: "127.0.0.1" }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
