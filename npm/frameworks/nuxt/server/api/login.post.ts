import { CredentialsSignin } from "@latchkey/auth";
import { signIn } from "@latchkey/auth/nuxt";

export default defineEventHandler(async (event) => {
  const fields = await readBody<Record<string, string>>(event);
  try {
    return { url: await signIn(event, { providerId: "credentials", fields, redirectTo: "/protected" }) };
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) throw error;
    throw createError({ statusCode: 401, message: `Wrong name or password (${error.code}).` });
  }
});
