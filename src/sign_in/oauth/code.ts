/**
 * The modules of sign-in with OAuth and OpenID.
 *
 * @module
 */

import { adoptCaches, cacheName, shareCaches } from "../../oauth/cache_key.ts";
import { optionsIn } from "../../oauth/placeholders.ts";
import { once } from "../../platform/once.ts";
import type { OAuthConfig, OIDCConfig } from "../../model/provider.ts";
import type { Capability } from "../../setup/setup.ts";
import type { OwnKeys } from "../../values/keys.ts";
import { complete, weaknessesOf } from "./complete.ts";

// At a level of its own: a worker without OAuth takes the package apart, and leaves it out.
const method = once(() => import("./oauth_method.ts"));

/** The modules of sign-in with OAuth and OpenID. */
export const oauth: Capability = {
  type: "oauth",
  options: {
    issuer: true,
    issuers: true,
    wellKnown: true,
    authorization: true,
    token: true,
    userinfo: true,
    endSession: true,
    revocation: true,
    jwks_endpoint: true,
    clientId: true,
    clientSecret: true,
    client: true,
    checks: true,
    codeChallengeMethod: true,
    signInParams: true,
    redirectProxyUrl: true,
    style: true,
    allowDangerousEmailAccountLinking: true,
    allowInsecureRequests: true,
    verifiedEmail: true,
    vouchesAt: true,
    postsUser: true,
    profile: true,
    formerAccountId: true,
    acceptFormerAccountIds: true,
    account: true,
    idToken: true,
    nonce: true,
  } satisfies OwnKeys<OAuthConfig> & OwnKeys<OIDCConfig>,
  optionsIn,
  complete,
  adopt: adoptCaches,
  cacheName,
  shareCaches,
  weaknesses: weaknessesOf,
  method,
};
