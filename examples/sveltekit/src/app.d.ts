import type { LocalsOf } from "@latchkey/auth/sveltekit";
import type { config } from "./auth.config.ts";

declare global {
  namespace App {
    interface Locals extends LocalsOf<typeof config> {}
  }
}
