/**
 * The part of a capability that completes providers of its type.
 *
 * @module
 */

import type { ConfigError } from "../errors/errors.ts";
import type { ProviderConfig } from "../model/provider.ts";
import type { Store } from "../model/store.ts";
import type { Platform } from "../platform/platform.ts";
import type { LoggerInstance } from "../values/types.ts";

/** What the code of a type does with its providers. @typeParam P A completed provider. */
export interface Completing<P> {
  /** The names of options that a definition of a provider itself has in its texts. Default: none. */
  readonly optionsIn?: (definition: object) => readonly string[];
  /**
   * Completes a provider of its type with what it needs of the setup, or returns what the provider lacks: it is switched off.
   *
   * @throws {ConfigError} if one of its options is wrong, or the setup lacks something.
   */
  complete?(provider: ProviderConfig, context: CompletionContext): P | ConfigError;
  /** What makes a completed provider weaker than it should be: each a code, a colon, and an advice. */
  weaknesses?(provider: P): Iterable<string>;
  /** Lets a completed provider use what is cached for the one with its id in an earlier setup, if there was one. */
  adopt?(provider: P, earlier: P | undefined): void;
  /** Names what is cached for a completed provider: those with one name may share it. */
  cacheName?(provider: P): string;
  /** Lets a completed provider use what is cached by a key: that of a name. */
  shareCaches?(provider: P, key: object): void;
}

/** What a provider needs to be completed. */
export interface CompletionContext {
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** Clock, timers and network. */
  readonly platform: Platform;
  /** The log. */
  readonly logger?: LoggerInstance | undefined;
  /** Base URL of the redirect proxy, as configured. */
  readonly redirectProxyUrl: string | undefined;
}
