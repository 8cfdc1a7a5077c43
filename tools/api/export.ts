/**
 * An export of the public interface.
 *
 * @module
 */

/** An export of a sub-path. */
export interface Export {
  /** Sub-path: `./types`. */
  readonly path: string;
  /** Name by which applications import it. */
  readonly name: string;
  /** Its declarations without comments and bodies, or where they stand: `from ./types`, `= GitHub`. */
  readonly text: string;
}

/** Whether a sub-path is a single provider. Their declarations are alike, and stand in as few lines as possible. */
export function isProvider(path: string): boolean {
  return path.startsWith("./providers/");
}
