/**
 * The code of administration, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { ConfigError, MissingAdapterMethods } from "../../errors/errors.ts";
import { removeChunked } from "../../http/chunked_cookies.ts";
import { later } from "../../http/route.ts";
import { assertRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import { lazyBeside } from "../../session/lazy_beside.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import type { Key } from "../../values/typed_map.ts";
import type { AdministrationOptions, AdministrationRules } from "./options.ts";

const work = once(() => import("./work.ts"));

/** Its rules. That of `options.ts` would be a file of its own in programs that are split. */
const OWN: Key<AdministrationRules> = { name: "administration" };

/** The hooks of administration. */
export const administration: Capability = {
  name: "administration",
  options: { isAdmin: true, may: true, pages: true, hidesActing: true, logKeptFor: true } satisfies Keys<
    AdministrationOptions
  >,
  rules(options, { store, strategy }): AdministrationRules {
    const own = options as AdministrationOptions;
    if (typeof own.isAdmin !== "function") {
      throw new ConfigError("Cannot use `Administration`: write `isAdmin`, a function of the user");
    }
    const owner = assertRows(store, "Cannot use `Administration`", "the bans");
    if (strategy !== "jwt" && !owner.deleteSessionsByUserId) {
      throw new MissingAdapterMethods(
        "Cannot use `Administration`: the adapter has no `deleteSessionsByUserId`",
      );
    }
    return { ...own, store: owner };
  },
  kinds: () => ["bans", "actingSessions", "activities"],
  words: () => import("../../messages/administration/en.ts"),
  offers: (endpoint, { rules }) => !endpoint.endsWith(" admin") || !!rules.get(OWN)!.pages,
  routes: {
    "GET admin": { run: later(work, "showAdmin") },
    "POST admin": { run: later(work, "changeAdmin"), csrf: true, page: "admin" },
    "GET acting": { run: later(work, "showActing") },
    "POST acting": { run: later(work, "stopByForm"), csrf: true },
  },
  // Only for a browser that has the cookie.
  followInBrowser: (own, context, options) =>
    lazyBeside(
      own,
      context.cookies.acting,
      async () => (await work()).withActing(own, options as AdministrationOptions, context),
    ),
  // Only for a browser that has the cookie.
  signOutCookies: async (incoming, setup) =>
    removeChunked(incoming.cookies, setup.cookies.acting).length
      ? await (await work()).stopAtSignOut(incoming, setup)
      : [],
  beforeWrites: later(work, "refuseBanned"),
  beforeSession: later(work, "refuseBannedSince"),
  calls: (name) => async (...call) => await (await work()).inRequest(name, ...call),
  outside: (name) => async (...call) => await (await work()).outside(name, ...call),
};
