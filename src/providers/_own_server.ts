/**
 * The server that a provider module knows: what the module says of addresses holds for the answers of that server alone.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import { ownServer } from "../values/markers.ts";
import type { OAuthConfig, OIDCConfig } from "../model/provider.ts";

type Definition = OAuthConfig | OIDCConfig;

/**
 * Notes the endpoints of a module in the provider itself. An application may copy the provider or change it: the note
 * stays, and the library compares it with the endpoints of that time.
 */
export function withOwnServer<D extends Definition>(provider: D): D {
  const { issuer, wellKnown, token, userinfo, jwks_endpoint, verifiedEmail } = provider;
  return OAuth({
    ...provider,
    [ownServer]: {
      issuer,
      wellKnown,
      token: copy(token),
      userinfo: copy(userinfo),
      jwks_endpoint,
      verifiedEmail,
    },
  });
}

function copy<E>(endpoint: E): E {
  return typeof endpoint === "object" ? { ...endpoint } : endpoint;
}
