import { requireSession } from "@latchkey/auth/nuxt";

export default defineEventHandler(async (event) => {
  const session = await requireSession(event);
  return { name: session.user.name };
});
