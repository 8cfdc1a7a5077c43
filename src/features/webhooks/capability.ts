/**
 * The code of webhooks, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import { lazyMethods } from "../../model/lazy_store.ts";
import { assertRows, type Store } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import { METHODS } from "./methods.ts";
import type { WebhooksOptions, WebhooksRules } from "./options.ts";

const work = once(() => import("./work.ts"));

const withRows = (store: Store | null) => assertRows(store, "Cannot use `Webhooks`", "the events");

/** The hooks of webhooks. */
export const webhooks: Capability = {
  name: "webhooks",
  options: { endpoints: true, userFields: true } satisfies Keys<WebhooksOptions>,
  rules: (options, { store }): WebhooksRules => ({
    ...options as WebhooksOptions,
    store: withRows(store),
  }),
  wrapStore(own, options, { platform, logger }) {
    const store = withRows(own);
    const load = async () =>
      (await work()).tellingStore({ store, options: options as WebhooksOptions, platform, logger });
    const rows = lazyMethods(store.rows, ["store", "remove"], async () => (await load()).rows);
    // Without `beside`: changes that are made with it would not be told.
    const { beside: _, ...rest } = store;
    return { ...rest, ...lazyMethods(store, METHODS, load), rows: { ...store.rows, ...rows } };
  },
  kinds: () => ["webhookMessages"],
  ownPackage: {
    name: "standardwebhooks",
    check: async (logger) => (await import("./package.ts")).checkSigner(logger),
  },
  sessionBegan: later(work, "tellOfSignIn"),
  outside: { deliver: later(work, "deliver"), list: later(work, "list"), retry: later(work, "retry") },
};
