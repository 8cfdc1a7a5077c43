import { GitHub } from "@latchkey/auth/providers/github";

export const config = { providers: [GitHub] };
