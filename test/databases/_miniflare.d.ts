/**
 * What the test of D1 uses of Miniflare, whose own declarations depend on those of Node, which contradict Deno's.
 *
 * @module
 */

import type { D1Database } from "../../src/adapters/sqlite.ts";

/** A worker with a database. */
export class Miniflare {
  /** Starts it. */
  constructor(options: {
    readonly modules: true;
    readonly script: string;
    readonly compatibilityDate: string;
    readonly d1Databases: Readonly<Record<string, string>>;
  });
  /** The database, as a worker has it. */
  getD1Database(binding: string): Promise<D1Database>;
  /** Ends it. */
  dispose(): Promise<void>;
}
