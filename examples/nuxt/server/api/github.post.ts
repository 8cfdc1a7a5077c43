import { signIn } from "@latchkey/auth/nuxt";

export default defineEventHandler(async (event) =>
  sendRedirect(event, await signIn(event, { providerId: "github", redirectTo: "/protected" }))
);
