import type { SessionOf } from "@latchkey/auth";
import type { ContextOf } from "@latchkey/auth/nuxt";
import type { config } from "../../server/auth";

declare module "h3" {
  interface H3EventContext extends ContextOf<typeof config> {}
}

declare global {
  type AppConfig = typeof config;
  type AppSession = SessionOf<typeof config>;
}
