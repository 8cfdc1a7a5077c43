/**
 * The other end of a connection: the client, or the proxy before this server.
 *
 * @module
 */

/** By `Request`, which has no field for it. */
const peers = new WeakMap<object, string>();

/** Takes note of the IP address at the other end of the connection, if the server tells it. Returns the request. */
export function withPeer<T extends object>(request: T, address: unknown): T {
  if (typeof address === "string") peers.set(request, address);
  return request;
}

/** The address that a framework tells; `undefined` if it throws, because its adapter knows none. */
export function peerFrom(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The IP address at the other end of the connection of a request; `null` if unknown. */
export function peerOf(request: { readonly peer?: string | undefined } | undefined): string | null {
  return request && (request.peer ?? peers.get(request) ?? null) || null;
}
