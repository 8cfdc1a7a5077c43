/**
 * An application on Bun that shows strangers nothing.
 *
 * Set `AUTH_SECRET`, `AUTH_URL=http://localhost:3000`, `AUTH_GITHUB_ID` and `AUTH_GITHUB_SECRET`.
 *
 * @module
 */

import { BunAuth } from "@latchkey/auth/bun";
import { GitHub } from "@latchkey/auth/providers/github";

const config = { providers: [GitHub] };

export default {
  fetch: BunAuth(config, async (_request, auth) => {
    const session = await auth();
    if (!session) return new Response(null, { status: 302, headers: { location: "/auth/signin" } });
    return new Response(`Hello, ${session.user?.name}`);
  }),
};
