/**
 * Leads a user who signs out to the provider, which ends the session there, and back.
 *
 * @see {@link https://openid.net/specs/openid-connect-rpinitiated-1_0.html | OpenID Connect RP-Initiated Logout}
 * @module
 */

import { toBase64Url } from "../../crypto/bytes.ts";
import { currentSession } from "../../session/current.ts";
import { readIdTokenCookie } from "./id_token_cookie.ts";
import { findLogoutEndpoint, logoutUrl } from "./logout_request.ts";
import { PROVIDER_LOGOUT } from "../../model/provider_logout.ts";
import { type AttemptCookies, openAttempt, storeAttempt } from "../../http/sealed_cookie.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AfterSignOut, SignOutWay } from "../../setup/sign_out.ts";
import { openStored } from "../../crypto/stored_seal.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import type { OAuthProvider } from "../../oauth/types.ts";
import { requestedLocales } from "../../http/ui_locales.ts";
import { endpointUrl } from "../../http/urls.ts";

/** How long a user may stay at the provider, in seconds. */
const MAX_AGE = 600;

/** How many logouts may be under way in one browser. */
const MAX_OPEN = 3;

/** The longest ID token in a URL, in characters: servers refuse longer URLs, and without it the provider asks the user. */
const LONGEST_HINT = 6000;

/** Stands for the state of the last logout at a provider that returns none. No state of ours is as short. */
const WITHOUT_STATE = "none";

/** A logout under way, as its cookie stores it. */
interface Logout {
  readonly state: string;
  /** Where the user goes afterwards: `callbacks.redirect` has allowed it. */
  readonly returnTo: string;
}

/** Where a session began. */
interface Beginning {
  readonly provider: string;
  readonly idToken: string | null;
}

/**
 * Finds out where the session of a request began, before it ends.
 *
 * @returns The function that leads the user to the provider afterwards; `null` if no session of this browser began at one.
 * @throws {AdapterError} if the database fails.
 */
export async function beforeSignOut(incoming: Incoming, setup: Setup): Promise<AfterSignOut | null> {
  const began = await findBeginning(incoming, setup);
  if (!began) return null;
  const provider = setup.providers.get(began.provider);
  if (provider?.type !== "oidc" && provider?.type !== "oauth") return null;
  return (returnTo) => leadTo(provider, { idToken: began.idToken, returnTo, incoming }, setup);
}

async function findBeginning(incoming: Incoming, setup: Setup): Promise<Beginning | null> {
  const { cookies } = incoming;
  const { store } = setup.rules.get(PROVIDER_LOGOUT)!;
  if (!store) {
    const kept = await readIdTokenCookie(cookies, setup);
    const read = kept && await currentSession(incoming, setup);
    if (!read) return null;
    // Another user may have signed in since, in a way that has no cookie; or the callbacks have given the session another id, or
    // none. Without the ID token, the provider asks the user to confirm the logout.
    return read.userId === kept.userId ? kept : { ...kept, idToken: null };
  }
  const id = await setup.sessions.keyOf(cookies);
  const row = id === null ? null : await store.rows.find("providerSessions", { id });
  if (!row) return null;
  const opened = row.idToken === null
    ? null
    : await openStored<SealedIdToken>(row.idToken, "id token", setup);
  return { provider: row.provider, idToken: opened?.data.idToken ?? null };
}

/** An ID token, before it is sealed. */
interface SealedIdToken {
  /** The ID token. */
  readonly idToken: string;
}

/** Leads to the provider; to `returnTo` if it has no endpoint for that, or does not answer. */
async function leadTo(
  provider: OAuthProvider,
  { idToken, returnTo, incoming }: Pick<Beginning, "idToken"> & Pick<Logout, "returnTo"> & {
    readonly incoming: Incoming;
  },
  setup: Setup,
): Promise<SignOutWay> {
  const endpoint = await findLogoutEndpoint(provider, setup.platform);
  if (!endpoint) {
    setup.logger.warn(
      `no-end-session-endpoint: The metadata of "${provider.id}" name no usable \`end_session_endpoint\`. A user who signs out stays ` +
        "signed in at the provider. If it has a page for that, write its URL as `endSession` of the provider",
    );
    return { redirect: returnTo, cookies: [] };
  }
  const state = toBase64Url(setup.platform.random(32));
  const redirect = logoutUrl(endpoint, {
    idToken: idToken !== null && idToken.length <= LONGEST_HINT ? idToken : null,
    redirectUri: endpointUrl("post-logout", incoming.origin, setup),
    state,
    locales: requestedLocales(incoming),
  }, provider);
  const secret = endpoint.returnsState ? state : WITHOUT_STATE;
  const logout: Logout = { state: secret, returnTo };
  return {
    redirect,
    cookies: await storeAttempt(logout, { secret, kind: logoutCookies(setup), incoming }, setup),
  };
}

function logoutCookies({ cookies: { logout: cookie } }: Pick<Setup, "cookies">): AttemptCookies {
  return { cookie, purpose: "logout", maxAge: MAX_AGE, limit: MAX_OPEN };
}

/**
 * `GET post-logout`: the provider leads the user back. It signs no one out. It leads where a logout of this browser was allowed to
 * lead: that of its `state`, or without one, the last at a provider that returns none. Else it leads to the home page, so that no
 * one can choose where it leads.
 */
export async function afterLogout(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { query, cookies, origin } = incoming;
  const home = setup.home ?? origin;
  const secret = query.get("state") ?? WITHOUT_STATE;
  const { attempt, consumed } = await openAttempt<Logout>(
    secret,
    { kind: logoutCookies(setup), cookies },
    setup,
  );
  return attempt?.state === secret ? { redirect: attempt.returnTo, cookies: consumed } : { redirect: home };
}
