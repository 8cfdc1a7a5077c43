/**
 * Ports for servers in processes of their own.
 *
 * @module
 */

import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { root } from "../tools/exports.ts";

/** No system gives these to outgoing connections, so that a port is still free when its server starts seconds later. */
const PORTS = { first: 15_000, last: 32_000 } as const;

/** How long a port is kept for the server that is to start, in milliseconds. */
const KEPT = 300_000;

/** A port of this computer on which nothing listens, by any address, and that no other process of tests has been given. */
export function freePort(): number {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * (PORTS.last - PORTS.first));
    if (["127.0.0.1", "0.0.0.0", "::1", "::"].every((hostname) => isFree(port, hostname)) && isKept(port)) {
      return port;
    }
  }
}

function isFree(port: number, hostname: string): boolean {
  try {
    Deno.listen({ port, hostname }).close();
    return true;
  } catch (error) {
    // Not every computer has IPv6.
    return !(error instanceof Deno.errors.AddrInUse);
  }
}

/** Keeps the port: of several processes, one makes the file. */
function isKept(port: number): boolean {
  const folder = new URL(".work/ports/", root);
  const file = new URL(String(port), folder);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, "", { flag: "wx" });
    return true;
  } catch {
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - since > KEPT) rmSync(file, { force: true });
    return false;
  }
}
