/**
 * What a new user is asked for: reads and draws it, for the page of this capability and for those of others.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { NewUserForm } from "../../setup/new_user.ts";
import type { Setup } from "../../setup/setup.ts";
import { drawForm } from "./pages/form.ts";
import { ACCEPTED, rulesOf } from "./rules.ts";
import { isRefused, isWrong, tellsOf } from "./values.ts";

/** The terms that a user has accepted, as fields of their row. */
interface AcceptedTerms {
  readonly termsVersion?: unknown;
  readonly termsAcceptedAt?: unknown;
}

/** The form. */
export const NEW_USER_FORM: NewUserForm<Setup> = {
  async typedIn(body, setup) {
    const { names } = await rulesOf(setup);
    return Object.fromEntries([...names, ACCEPTED].flatMap((name) => {
      const value = body[name];
      return typeof value === "string" || typeof value === "boolean" ? [[name, String(value)]] : [];
    }));
  },
  exported: ({ termsVersion = null, termsAcceptedAt = null }: AdapterUser & AcceptedTerms) =>
    termsVersion === null ? {} : { termsVersion, termsAcceptedAt },
  isWrong: async (typed, setup) => isWrong(typed, await rulesOf(setup), setup),
  isRefused: async (typed, setup) => await isRefused(typed, await rulesOf(setup), setup),
  tells: async (typed, setup) => tellsOf(typed, await rulesOf(setup)),
  async draw(page, typed, setup) {
    return await drawForm(page, { typed, values: {}, owner: null, rules: await rulesOf(setup) }, setup);
  },
};
