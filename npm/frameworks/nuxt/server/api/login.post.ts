import { CredentialsSignin } from "@latchkey/auth";

export default defineEventHandler(async (event) => {
  const fields = await readBody<Record<string, string>>(event);
  try {
    const { auth } = event.context;
    return { url: await auth.signIn({ providerId: "credentials", fields, redirectTo: "/protected" }) };
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) throw error;
    throw createError({ statusCode: 401, message: `Wrong name or password (${error.code}).` });
  }
});
