/**
 * What the code of a way to sign in completes a provider with.
 *
 * @module
 */

import type { CredentialsConfig, CustomFetch, EmailConfig, WebAuthnConfig } from "../model/provider.ts";
import type { Store } from "../model/store.ts";

/** A provider whose code completes it, with its `options`. */
export type CompletedConfig = CredentialsConfig | EmailConfig | WebAuthnConfig;

/** What the code of a provider completes it with. */
export interface CompletionContext {
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** Makes a `fetch` with limits on time and size. */
  readonly fetch: () => CustomFetch;
}
