/**
 * The application's own forms for second factors.
 *
 * @module
 */

import type { HalfContext } from "./_half.ts";
import type { SecondFactorClient } from "./types.ts";

const SETUP = "second-factor-setup";

/** Creates the functions. */
export function createSecondFactorClient({ http, finish, readForm, leave }: HalfContext): SecondFactorClient {
  const submit = (path: string, options: object) => finish({ path, form: readForm(options), endsHere: true });
  return {
    prove: (options) => submit("second-factor", options),
    disown: (options) => submit("second-factor", { ...options, choice: "never" }),
    setUp: async (options) => ({ codes: null, ...await submit(SETUP, options) }),
    async start(options = {}) {
      const form = readForm(options);
      const headers = { "x-auth-return-redirect": "1" };
      const answer = await http.ask(`${SETUP}?${new URLSearchParams(form.fields)}`, { headers });
      const { status, data } = answer;
      if (typeof data?.needsMailCode === "boolean") {
        return { ok: true, error: null, code: null, status, url: null, page: data };
      }
      return { ...leave(SETUP, answer, form), page: null };
    },
  };
}
