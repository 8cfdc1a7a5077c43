/**
 * Listens on a free port as soon as it is found, so that several demos can start at once.
 *
 * @module
 */

/** Address of a server. */
export interface Address {
  /** Port; `0` for any free one. */
  readonly port: number;
  /** IP address. */
  readonly hostname: string;
}

/** A listening server. */
export interface Listening {
  /** Its port. */
  readonly port: number;
  /** Stops it. */
  close(): Promise<void>;
}

/** Number of ports to try. */
const MOST = 100;

/**
 * Listens on the first port that is free, for requests from this computer only.
 *
 * @param first The first port to try; `0` for any.
 * @param open Starts a server. Called for IPv4 and for IPv6, because `localhost` can mean either.
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
    // The computer has no IPv6, so IPv4 is enough.
    if (!isTaken(error)) return first;
    await first.close();
    return null;
  }
}

/** @throws {unknown} the error, unless the port is taken. */
function refuse(error: unknown): null {
  if (isTaken(error)) return null;
  throw error;
}

function isTaken(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "EADDRINUSE";
}
