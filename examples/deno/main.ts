/**
 * An application on Deno that shows strangers nothing.
 *
 * Set `AUTH_SECRET`, `AUTH_URL=http://localhost:8000`, `AUTH_GITHUB_ID` and `AUTH_GITHUB_SECRET`.
 *
 * @module
 */

import { DenoAuth } from "@latchkey/auth/deno";
import { GitHub } from "@latchkey/auth/providers/github";

const config = { providers: [GitHub] };

Deno.serve(DenoAuth(config, async (_request, auth) => {
  const session = await auth();
  if (!session) return new Response(null, { status: 302, headers: { location: "/auth/signin" } });
  return new Response(`Hello, ${session.user?.name}`);
}));
