import { signIn } from "@latchkey/auth/nuxt";

export default defineEventHandler(async (event) => {
  const action = { providerId: "idp", authorizationParams: { login_hint: "ada" }, redirectTo: "/protected" };
  return sendRedirect(event, await signIn(event, action));
});
