/**
 * The code of administration, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { ConfigError, MissingAdapterMethods } from "../../errors/errors.ts";
import { later } from "../../http/route.ts";
import { assertRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Call, OutsideCall } from "../../setup/call.ts";
import type { Capability, Setup } from "../../setup/setup.ts";
import { ADMINISTRATION_ACTIONS, type AdministrationAction } from "../../shapes/administration.ts";
import type { Keys } from "../../values/keys.ts";
import { ADMINISTRATION, type AdministrationOptions, type AdministrationRules } from "./options.ts";

const work = once(() => import("./work.ts"));

/** The hooks of administration. */
export const administration: Capability = {
  name: "administration",
  options: { isAdmin: true, may: true, pages: true } satisfies Keys<AdministrationOptions>,
  rules(options, { store, strategy }): AdministrationRules {
    const { isAdmin, may } = options as AdministrationOptions;
    if (typeof isAdmin !== "function") {
      throw new ConfigError(
        "Cannot use `Administration`: write `isAdmin`, a function that returns whether a user is an administrator",
      );
    }
    if (may !== undefined && typeof may !== "function") {
      throw new ConfigError("Cannot use `Administration`: `may` must be a function");
    }
    const owner = assertRows(store, "Cannot use `Administration`", "the bans");
    if (strategy !== "jwt" && !owner.deleteSessionsByUserId) {
      throw new MissingAdapterMethods(
        "Cannot use `Administration`: the adapter has no `deleteSessionsByUserId`, with which a ban ends sessions",
      );
    }
    return { ...options as AdministrationOptions, store: owner };
  },
  words: () => import("../../messages/administration/en.ts"),
  offers: (endpoint, { rules }) => !endpoint.endsWith(" admin") || rules.get(ADMINISTRATION)!.pages === true,
  routes: {
    "GET admin": { run: later(work, "showAdmin") },
    "POST admin": { run: later(work, "changeAdmin"), csrf: true, page: "admin" },
  },
  kinds: () => ["bans"],
  beforeWrites: later(work, "refuseBanned"),
  beforeSession: later(work, "refuseBannedSince"),
  calls: /* @__PURE__ */ functions((name): Call<Setup> => async (...call) =>
    await (await work()).inRequest(name, ...call)
  ),
  outside: /* @__PURE__ */ functions((name): OutsideCall<Setup> => async (params, setup) =>
    await (await work()).outside(name, params, setup)
  ),
};

function functions<F>(make: (name: AdministrationAction) => F) {
  return Object.fromEntries(ADMINISTRATION_ACTIONS.map((name) => [name, make(name)]));
}
