/**
 * The request with which a browser ends the session at a provider.
 *
 * @see {@link https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout | OpenID Connect RP-Initiated Logout §2}
 * @module
 */

import { setParams } from "../../oauth/authorize.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Params } from "../../model/provider.ts";
import { objectionToEndpoint } from "../../oauth/discovery.ts";
import { serverOf } from "../../oauth/server.ts";
import type { OAuthProvider } from "../../oauth/types.ts";

/** The name that the standard has for the address of return. */
const REDIRECT = "post_logout_redirect_uri";

/** What a logout request says. */
interface LogoutRequest {
  /** The ID token of the session; `null` without one. */
  readonly idToken: string | null;
  /** Where the provider leads the user back: absolute URL. */
  readonly redirectUri: string;
  /** Names the logout. */
  readonly state: string;
  /** Languages of the user, the preferred one first; `null` if unknown. */
  readonly locales: string | null;
}

/** The logout endpoint of a provider. */
interface LogoutEndpoint {
  /** Absolute URL, which may have parameters of its own. */
  readonly url: string;
  /** Parameters that replace those of the library. */
  readonly params: Params;
  /** Name of the parameter with the address of return. */
  readonly redirectParam: string;
  /** Whether the provider returns `state`. */
  readonly returnsState: boolean;
}

/**
 * Finds the logout endpoint of a provider.
 *
 * @returns `null` if it has none, or one that a browser must not open: in a private network, unless the provider is there, too.
 * @throws {ProviderUnavailable} if the metadata cannot be fetched.
 */
export async function findLogoutEndpoint(
  provider: OAuthProvider,
  platform: Platform,
): Promise<LogoutEndpoint | null> {
  const { endSession: { url: written, params, unlessDiscovered = false, ...own }, acceptsUrl } = provider;
  const isWritten = written !== undefined && !unlessDiscovered;
  const { end_session_endpoint: named } = isWritten ? {} : await serverOf(provider, platform);
  if (named !== undefined && objectionToEndpoint(named, provider)) return null;
  // Without both, this is not a URL, and not accepted.
  const url = String(named ?? written);
  if (!acceptsUrl(url)) return null;
  const { redirectParam = REDIRECT, state = redirectParam === REDIRECT } = unlessDiscovered && url === named
    ? {}
    : own;
  return { url, params, redirectParam, returnsState: state };
}

/** Returns the URL that ends the session at the provider. */
export function logoutUrl(
  { url: endpoint, params, redirectParam, returnsState }: LogoutEndpoint,
  { idToken, redirectUri, state, locales }: LogoutRequest,
  { clientId }: Pick<OAuthProvider, "clientId">,
): string {
  const isStandard = redirectParam === REDIRECT;
  const url = new URL(endpoint);
  setParams(url.searchParams, {
    ...(isStandard && { id_token_hint: idToken ?? undefined, ui_locales: locales ?? undefined }),
    client_id: clientId,
    ...params,
    [redirectParam]: redirectUri,
    ...(returnsState && { state }),
  });
  return url.href;
}
