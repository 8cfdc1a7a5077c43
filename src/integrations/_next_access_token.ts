/**
 * `auth.accessToken()` and `auth.revokeTokens()` of Next.
 *
 * @module
 */

import type { RevocationRequest } from "../model/access_tokens.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { accessTokenOf, revokeTokensOf } from "./_access_token.ts";
import { setAll } from "./_next_actions.ts";
import type { NextAccessTokenRequest } from "./_next_api.ts";
import { currentRequest, isWritable, type ReadSession } from "./_next_request.ts";
import { createRequire } from "./_next_require.ts";
import { refererIn } from "./_refusal.ts";

/** Creates the function. */
export function createAccessToken<C extends AuthConfig>(
  readSession: () => Promise<ReadSession<C>>,
): (provider: string, options?: NextAccessTokenRequest) => Promise<string> {
  const require = createRequire(readSession);
  return async (provider, { redirectTo, ...options } = {}) => {
    await require({ ...(redirectTo !== undefined && { redirectTo }) });
    const { mount: mounted, request, userId } = await readSession();
    const { origin } = new URL(request.url);
    const base = mounted.origin ?? origin;
    const page = redirectTo ?? refererIn((name) => request.headers.get(name), base) ?? "/";
    const { store } = await currentRequest();
    const canSetCookies = () => isWritable(store);
    const { accessToken, cookies } = await accessTokenOf(provider, options, {
      mounted,
      request,
      userId: await userId() ?? "",
      // Absolute: `redirect` of Next puts its `basePath` before a path.
      signInUrl: () => new URL(mounted.signInUrl(page), base).href,
      canSetCookies,
    });
    setAll(store, cookies);
    return accessToken;
  };
}

/** Creates the function that revokes tokens. */
export function createRevokeTokens<C extends AuthConfig>(
  readSession: () => Promise<ReadSession<C>>,
): (provider?: string, options?: RevocationRequest) => Promise<void> {
  const require = createRequire(readSession);
  return async (provider, options) => {
    await require();
    const { mount: mounted, request, userId } = await readSession();
    const { store } = await currentRequest();
    const { cookies } = await revokeTokensOf({ ...options, provider }, {
      mounted,
      request,
      userId: await userId() ?? "",
      canSetCookies: () => isWritable(store),
    });
    setAll(store, cookies);
  };
}
