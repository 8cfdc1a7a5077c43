import { NuxtAuth } from "@latchkey/auth/nuxt";
import { membersConfig } from "~~/app_config.mjs";

// A config for each request.
export default NuxtAuth(() => ({ ...membersConfig(), basePath: "/members/auth" }), { name: "member" });
