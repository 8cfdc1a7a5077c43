/**
 * Where the output of a stage goes: at once to the terminal, or there as one block at the end.
 *
 * @module
 */

/** Where output goes. */
export interface Screen {
  /** Receives what a program writes to its standard output, and our own lines. */
  out(bytes: Uint8Array): void;
  /** Receives what a program writes to its standard error. */
  error(bytes: Uint8Array): void;
  /** Shows all of it. @param show Receives it part by part. Default: the terminal. */
  flush(show?: (bytes: Uint8Array) => void): void;
}

/** Shows everything at once. */
export const LIVE: Screen = {
  out: (bytes) => writeAll(Deno.stdout, bytes),
  error: (bytes) => writeAll(Deno.stderr, bytes),
  flush: () => {},
};

/** A screen that keeps everything until the end, in the order in which it came. */
export function createBlock(): Screen {
  const parts: Uint8Array[] = [];
  const keep = (bytes: Uint8Array) => void parts.push(bytes);
  return {
    out: keep,
    error: keep,
    flush: (show = LIVE.out) => parts.splice(0).forEach((part) => show(part)),
  };
}

/** Prints a line. */
export function printLine(screen: Screen, text: string): void {
  screen.out(new TextEncoder().encode(`${text}\n`));
}

function writeAll(to: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length;) sent += to.writeSync(bytes.subarray(sent));
}
