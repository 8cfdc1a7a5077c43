/**
 * The application's own forms for second factors.
 *
 * @module
 */

import { throwRefused, toPosted } from "./_http.ts";
import { finish, leavePage, readFormOptions, type SignInContext } from "./_sign_in.ts";
import type { SecondFactorClient } from "./types.ts";

const SETUP = "second-factor-setup";

/** Creates the functions. */
export function createSecondFactorClient(context: SignInContext): SecondFactorClient {
  const { http } = context;
  const submit = (path: string, options: object) =>
    finish({ path, form: readFormOptions(options, http), endsHere: true }, context);
  return {
    prove: (options) => submit("second-factor", options),
    setUp: async (options) => ({ codes: null, ...await submit(SETUP, options) }),
    async start(options = {}) {
      const form = readFormOptions(options, http);
      const headers = { "x-auth-return-redirect": "1" };
      const { status, data } = await http.ask(`${SETUP}?${new URLSearchParams(form.fields)}`, { headers });
      if (typeof data?.needsMailCode === "boolean") {
        return { ok: true, error: null, code: null, status, url: null, page: data };
      }
      if (typeof data?.url !== "string") throwRefused(SETUP, status);
      const posted = toPosted(new URL(data.url, http.href()), status);
      return { ...leavePage(posted, form, context), page: null };
    },
  };
}
