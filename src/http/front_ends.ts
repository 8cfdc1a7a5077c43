/**
 * Front ends on other origins that count as pages of the application, as a type.
 *
 * @module
 */

import type { Awaitable } from "../values/types.ts";
import type { Outcome, Received } from "./types.ts";

/** What they may do. */
export interface FrontEnds {
  /** Whether one of them has sent a request. */
  readonly trusts: (headers: Received["headers"]) => boolean;
  /** Allows what a callback allows, and of what it refuses, their addresses. */
  readonly redirect: (own: { readonly redirect: Redirect }) => Redirect;
  /** Lets them read an answer. */
  readonly readable: (received: Received, outcome: Outcome) => Promise<Outcome>;
}

/** `callbacks.redirect`. */
export type Redirect = (asked: { url: string; baseUrl: string }) => Awaitable<string>;
