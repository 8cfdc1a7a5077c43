/**
 * The code of administration, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { ConfigError, MissingAdapterMethods } from "../../errors/errors.ts";
import { later } from "../../http/route.ts";
import { assertRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import { lazyBeside } from "../../session/lazy_beside.ts";
import type { Call, OutsideCall } from "../../setup/call.ts";
import type { Capability, Setup } from "../../setup/setup.ts";
import { ADMINISTRATION_CALLS, ADMINISTRATION_OPERATIONS } from "../../shapes/administration.ts";
import type { Keys } from "../../values/keys.ts";
import { ADMINISTRATION, type AdministrationOptions, type AdministrationRules } from "./options.ts";

const work = once(() => import("./work.ts"));

/** The hooks of administration. */
export const administration: Capability = {
  name: "administration",
  options: { isAdmin: true, may: true, pages: true, hidesActing: true } satisfies Keys<AdministrationOptions>,
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
  kinds: () => ["bans", "actingSessions"],
  words: () => import("../../messages/administration/en.ts"),
  offers: (endpoint, { rules }) => !endpoint.endsWith(" admin") || rules.get(ADMINISTRATION)!.pages === true,
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
  beforeSessionsEnd: later(work, "endActing"),
  beforeWrites: later(work, "refuseBanned"),
  beforeSession: later(work, "refuseBannedSince"),
  calls: /* @__PURE__ */ functions(
    ADMINISTRATION_CALLS,
    (name): Call<Setup> => async (...call) => await (await work()).inRequest(name, ...call),
  ),
  outside: /* @__PURE__ */ functions(
    ADMINISTRATION_OPERATIONS,
    (name): OutsideCall<Setup> => async (params, setup) => await (await work()).outside(name, params, setup),
  ),
};

function functions<Name extends string, F>(names: readonly Name[], make: (name: Name) => F) {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}
