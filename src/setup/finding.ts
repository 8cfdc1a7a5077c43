/**
 * A finding of `check`.
 *
 * @module
 */

import type { Server } from "../oauth/server.ts";
import type { OAuthProvider } from "../oauth/types.ts";

/** A verdict on one thing. */
export interface Finding {
  /** The thing, in a word or two. */
  readonly name: string;
  /** The verdict. A `warning` works, but is probably not meant. */
  readonly status: "ok" | "wrong" | "warning" | "skipped";
  /** The facts. */
  readonly text: string;
  /** The line to write, if the text does not say it. */
  readonly advice?: string | undefined;
}

/** A provider whose metadata `check` has read. */
export interface AskedProvider {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** Its metadata. */
  readonly server: Server;
  /** Where browsers find the application, or what stands for it in a text. */
  readonly origin: string;
}
