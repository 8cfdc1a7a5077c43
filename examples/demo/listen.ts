/**
 * Ports that are taken as soon as they are found, so that several demos can start at once.
 *
 * @module
 */

/** Where a server listens. */
export interface Address {
  /** Port; `0`: any that is free. */
  readonly port: number;
  /** IP address. */
  readonly hostname: string;
}

/** A server that listens. */
export interface Listening {
  /** Its port. */
  readonly port: number;
  /** Ends it. */
  close(): Promise<void>;
}

/** How many ports are tried. */
const MOST = 100;

/**
 * Listens on the first port that is free, for requests from this computer only.
 *
 * @param first The first port that is tried; `0`: any.
 * @param open Starts a server. It is called for IPv4 and for IPv6, as `localhost` can mean either.
 * @throws {Error} if this port and the 99 after it are taken.
 */
export async function listen(
  first: number,
  open: (address: Address) => Promise<Listening>,
): Promise<Listening> {
  for (let tries = 0; tries < MOST; tries++) {
    const listening = await listenOn(first && first + tries, open);
    if (listening) return listening;
  }
  throw new Error(`Cannot start the demo: the ports from ${first} to ${first + MOST - 1} are taken`);
}

async function listenOn(
  port: number,
  open: (address: Address) => Promise<Listening>,
): Promise<Listening | null> {
  const first = await open({ port, hostname: "127.0.0.1" }).catch(refuse);
  if (!first) return null;
  try {
    const second = await open({ port: first.port, hostname: "::1" });
    return { port: first.port, close: async () => void await Promise.all([first.close(), second.close()]) };
  } catch (error) {
    // A computer without IPv6 has nothing that could be taken.
    if (!isTaken(error)) return first;
    await first.close();
    return null;
  }
}

/** @throws {unknown} what is wrong, unless it is that the port is taken. */
function refuse(error: unknown): null {
  if (isTaken(error)) return null;
  throw error;
}

function isTaken(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "EADDRINUSE";
}
