import { CredentialsSignin } from "@latchkey/auth";
import { ActionError, defineAction } from "astro:actions";
import { z } from "astro/zod";

export const server = {
  login: defineAction({
    accept: "form",
    input: z.object({ username: z.string(), password: z.string() }),
    async handler(fields, context) {
      try {
        return await context.locals.auth.signIn({
          providerId: "credentials",
          fields,
          redirectTo: "/protected",
        });
      } catch (error) {
        if (!(error instanceof CredentialsSignin)) throw error;
        throw new ActionError({ code: "UNAUTHORIZED", message: `Wrong name or password (${error.code}).` });
      }
    },
  }),
};
