import type { LocalsOf } from "@latchkey/auth/sveltekit";
import type { config, tenantConfig } from "./auth.ts";

declare global {
  namespace App {
    interface Locals
      extends
        LocalsOf<typeof config>,
        LocalsOf<typeof config, "members">,
        LocalsOf<typeof tenantConfig, "tenant"> {}
  }
}
