/**
 * An application on Cloudflare Workers that shows strangers nothing.
 *
 * Set the secrets `AUTH_SECRET`, `AUTH_TRUST_HOST=true`, `AUTH_GITHUB_ID` and `AUTH_GITHUB_SECRET`.
 *
 * @module
 */

import { Auth, type AuthConfig, resolveSession, setEnvDefaults } from "@latchkey/auth";
import { GitHub } from "@latchkey/auth/providers/github";

let config: AuthConfig | undefined;

export default {
  async fetch(request: Request, env: Record<string, string>): Promise<Response> {
    if (!config) setEnvDefaults(env, config = { providers: [GitHub] });
    if (new URL(request.url).pathname.startsWith("/auth/")) return await Auth(request, config);
    const { session, headers } = await resolveSession(request, config);
    if (!session) return new Response(null, { status: 302, headers: { location: "/auth/signin" } });
    return new Response(`Hello, ${session.user?.name}`, { headers });
  },
};
