import { requireSession } from "@latchkey/auth/nuxt";

export default defineCachedEventHandler(async (event) => await requireSession(event), { maxAge: 60 });
