/**
 * What the suite uses of Miniflare, whose own declarations depend on those of Node, which contradict Deno's.
 *
 * @module
 */

/** A worker, and what it runs with. */
export interface MiniflareOptions {
  /** Whether the program is a module. */
  readonly modules: true;
  /** The program. */
  readonly script: string;
  /** As of which day the runtime behaves. */
  readonly compatibilityDate: string;
  /** Deviations from that. */
  readonly compatibilityFlags: readonly string[];
  /** Values of `env`. */
  readonly bindings: Readonly<Record<string, string>>;
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
  /** Stops it. */
  dispose(): Promise<void>;
}
