import { createClient } from "@latchkey/auth/client";
import type { config } from "./config.ts";

export const auth = createClient<typeof config>();
