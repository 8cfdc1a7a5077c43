/**
 * What the suite uses of Miniflare, whose own declarations depend on those of Node, which contradict Deno's.
 *
 * @module
 */

import type { D1Database } from "../../src/adapters/sqlite/sqlite.ts";

/** A worker, and what it runs with. */
export interface WorkerOptions {
  /** Its name, for other workers. */
  readonly name?: string;
  /** The program. */
  readonly script: string;
  /** Deviations from how the runtime behaves by default. */
  readonly compatibilityFlags?: readonly string[];
  /** Values of `env`. */
  readonly bindings?: Readonly<Record<string, unknown>>;
  /** Databases in `env`. */
  readonly d1Databases?: Readonly<Record<string, string>>;
  /** Key-value stores in `env`. */
  readonly kvNamespaces?: Readonly<Record<string, string>>;
  /** Other workers in `env`, by name. */
  readonly serviceBindings?: Readonly<Record<string, string>>;
}

/** Workers, and what runs them. */
export interface MiniflareOptions {
  /** The workers. */
  readonly workers: readonly (Omit<WorkerOptions, "script"> & {
    /** The program, and what it is to workerd. */
    readonly modules: readonly {
      readonly type: "ESModule";
      readonly path: string;
      readonly contents: string;
    }[];
    /** As of which day the runtime behaves. */
    readonly compatibilityDate: string;
  })[];
  /** Address to listen on. */
  readonly host: string;
  /** Port to listen on. */
  readonly port: number;
  /** Receives what the runtime prints. */
  handleRuntimeStdio(stdout: AsyncIterable<Uint8Array>, stderr: AsyncIterable<Uint8Array>): void;
}

/** What a request is made of. */
export interface DispatchInit {
  /** Method. */
  readonly method: string;
  /** Headers. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Body. */
  readonly body: ArrayBuffer | null;
  /** What to do with redirects. */
  readonly redirect: "manual";
}

/** A running worker. */
export class Miniflare {
  /** Where it listens. */
  readonly ready: Promise<URL>;
  constructor(options: MiniflareOptions);
  /** Sends a request to the worker, which sees exactly this URL. */
  dispatchFetch(url: string, init: DispatchInit): Promise<Response>;
  /** The database of the first worker, as it has it. */
  getD1Database(binding: string): Promise<D1Database>;
  /** Stops it. */
  dispose(): Promise<void>;
}
