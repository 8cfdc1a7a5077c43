import { AuthError, CredentialsSignin } from "@latchkey/auth";
import { fail } from "@sveltejs/kit";
import { signIn } from "../../auth.ts";
import type { Actions } from "./$types";

export const actions: Actions = {
  default: async (event) => {
    try {
      return await signIn(event);
    } catch (error) {
      if (error instanceof CredentialsSignin) return fail(400, { code: error.code });
      if (!(error instanceof AuthError)) throw error;
      // `RateLimited` has status 429 and `Retry-After`, a database that is away 503.
      const { status, headers } = { status: 400, headers: {}, ...error };
      event.setHeaders(headers);
      return fail(status, { code: error.publicType });
    }
  },
};
