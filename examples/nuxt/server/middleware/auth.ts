import { NuxtAuth } from "@latchkey/auth/nuxt";
import { config } from "../auth";

export default NuxtAuth(config);
