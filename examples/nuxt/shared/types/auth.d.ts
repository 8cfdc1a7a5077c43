import type { SessionOf } from "@latchkey/auth";
import type { ContextOf } from "@latchkey/auth/nuxt";
import type { config } from "../../server/auth";

declare module "h3" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface H3EventContext extends ContextOf<typeof config> {}
}

declare global {
  type AppConfig = typeof config;
  type AppSession = SessionOf<typeof config>;
}
