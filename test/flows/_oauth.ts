/**
 * Worlds with a provider that knows OAuth 2 alone.
 *
 * Take `openOAuth()` for the protocol, and `openWatched()` for what the application receives of it: profiles, tokens.
 *
 * @module
 */

import type { JWTParams } from "../../mod.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { oauth2, open, type World, type WorldOptions } from "./_world.ts";

/** A world whose provider knows OAuth 2 alone. */
export function openOAuth(
  provider: Partial<OAuthConfig> = {},
  options: Omit<WorldOptions, "providers"> = {},
): World {
  return open({ ...options, providers: (idp) => [oauth2(idp, provider)] });
}

/** A world that keeps what `callbacks.jwt` was given at the last sign-in. */
export function openWatched(provider: Partial<OAuthConfig> = {}) {
  const seen: { last?: JWTParams } = {};
  const jwt = (params: JWTParams) => {
    if (params.trigger) seen.last = params;
    return params.token;
  };
  const world = openOAuth(provider, { callbacks: { jwt } });
  return { ...world, seen, world };
}
