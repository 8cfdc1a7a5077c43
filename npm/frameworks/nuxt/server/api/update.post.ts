import { update } from "@latchkey/auth/nuxt";

export default defineEventHandler(async (event) => {
  await event.context.auth();
  return await update(event, { text: await readRawBody(event) });
});
