/**
 * The options of webhooks.
 *
 * @module
 */

import type { RowStore } from "../../model/store.ts";
import type { Key } from "../../values/typed_map.ts";
import type { WebhookType } from "./types.ts";

/** The options of webhooks. */
export interface WebhooksOptions {
  /** Who receives events: at least one endpoint. Each gets every event of its own accord, with retries of its own. */
  readonly endpoints: readonly WebhookEndpoint[];
  /**
   * Fields of users of the application's own that `data` of an event about a user has as well, such as `["locale"]`. Default: none.
   */
  readonly userFields?: readonly string[];
}

/** Who receives events. */
export interface WebhookEndpoint {
  /** URL to which each event is posted: https, or http on `localhost`. */
  readonly url: string;
  /**
   * The key that signs events: `whsec_` and 24 to 64 random bytes in base64 (Standard Webhooks, "Signature scheme"). A list while it's
   * replaced, the newest first: each of them signs. Read it from the environment.
   */
  readonly secret: string | undefined | readonly (string | undefined)[];
  /** The types of the events that it receives, such as `["user.created"]`. Default: all. */
  readonly events?: readonly WebhookType[];
  /**
   * What the endpoint is called in the log and in `list()`: 1 to 64 of `a-z`, `0-9`, `_`, `-`. What waits for it follows the name, so that
   * its URL may change. Default: the URL.
   */
  readonly name?: string;
}

/** Names the rules of webhooks. */
export const WEBHOOKS: Key<WebhooksRules> = { name: "webhooks" };

/** The options, as the application has written them, and what they need: `rules.ts` checks them. */
export interface WebhooksRules extends WebhooksOptions {
  /** The database. */
  readonly store: RowStore;
}
