import type { LocalsOf } from "@latchkey/auth/sveltekit";
import type { config } from "./auth.ts";

declare global {
  namespace App {
    interface Locals extends LocalsOf<typeof config> {}
  }
}
