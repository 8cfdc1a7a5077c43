/**
 * Leads a user who signs out to the provider, which ends the session there, and back.
 *
 * @see {@link https://openid.net/specs/openid-connect-rpinitiated-1_0.html | OpenID Connect RP-Initiated Logout}
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { toBase64Url } from "../crypto/bytes.ts";
import { openStored } from "../crypto/stored_seal.ts";
import { type AttemptCookies, openAttempt, storeAttempt } from "../http/sealed_cookie.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { requestedLocales, UI_LOCALES } from "../http/ui_locales.ts";
import { endpointUrl } from "../http/urls.ts";
import type { SealedIdToken } from "../model/provider_logout.ts";
import { serverOf } from "../oauth/server.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { currentSession } from "../session/current.ts";
import type { LeaveProvider, SignOutWay } from "../sign_in/capability.ts";
import { readIdTokenCookie } from "./id_token_cookie.ts";

/** How long a user may stay at the provider, in seconds. */
const MAX_AGE = 600;

/** How many logouts may be under way in one browser. */
const MAX_OPEN = 3;

/** The longest ID token in a URL, in characters: servers refuse longer URLs, and without it the provider asks the user. */
const LONGEST_HINT = 6000;

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
 * @returns The function that leads the user to the provider afterwards; `null` if the session did not begin at one.
 * @throws {AdapterError} if the database fails.
 */
export async function beforeSignOut(incoming: Incoming, setup: Setup): Promise<LeaveProvider | null> {
  const began = await findBeginning(incoming, setup);
  const provider = setup.providers.get(began?.provider ?? "");
  if (!began || (provider?.type !== "oidc" && provider?.type !== "oauth")) return null;
  return (returnTo) => leadTo(provider, { idToken: began.idToken, returnTo, incoming }, setup);
}

async function findBeginning(incoming: Incoming, setup: Setup): Promise<Beginning | null> {
  const { cookies } = incoming;
  const store = setup.providerLogout?.store;
  if (!store) {
    const kept = await readIdTokenCookie(cookies, setup);
    // Another user may have signed in since, in a way that has no cookie.
    const read = kept && await currentSession(incoming, setup);
    return read && read.userId === kept.userId ? kept : null;
  }
  const id = await setup.sessions.keyOf(cookies);
  const row = id === null ? null : await store.getProviderSession(id);
  if (!row) return null;
  const opened = row.idToken === null
    ? null
    : await openStored<SealedIdToken>(row.idToken, "id token", setup);
  return { provider: row.provider, idToken: opened?.data.idToken ?? null };
}

/** Leads to the provider; to `returnTo` if it has no endpoint for that, or does not answer. */
async function leadTo(
  provider: OAuthProvider,
  { idToken, returnTo, incoming }: Pick<Beginning, "idToken"> & Pick<Logout, "returnTo"> & {
    readonly incoming: Incoming;
  },
  setup: Setup,
): Promise<SignOutWay> {
  const { end_session_endpoint: endpoint } = await serverOf(provider, setup.platform);
  if (typeof endpoint !== "string" || !provider.acceptsUrl(endpoint)) {
    setup.logger.warn(
      `no-end-session-endpoint: The metadata of "${provider.id}" name no usable \`end_session_endpoint\`. A user who signs out stays ` +
        "signed in at the provider",
    );
    return { redirect: returnTo, cookies: [] };
  }
  const url = new URL(endpoint);
  const state = toBase64Url(setup.platform.random(32));
  const locales = requestedLocales(incoming);
  const params = {
    id_token_hint: idToken !== null && idToken.length <= LONGEST_HINT ? idToken : null,
    client_id: provider.clientId,
    post_logout_redirect_uri: endpointUrl("post-logout", incoming.origin, setup),
    state,
    [UI_LOCALES]: locales,
  };
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  const logout: Logout = { state, returnTo };
  return {
    redirect: url.href,
    cookies: await storeAttempt(logout, { secret: state, kind: logoutCookies(setup), incoming }, setup),
  };
}

function logoutCookies({ cookies: { logout: cookie } }: Pick<Setup, "cookies">): AttemptCookies {
  return { cookie, purpose: "logout", maxAge: MAX_AGE, limit: MAX_OPEN };
}

/**
 * `GET post-logout`: the provider leads the user back. It signs no one out. Without the `state` of a logout of this browser it leads
 * to the home page, so that no one can choose where it leads.
 */
export async function afterLogout(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { query, cookies, origin } = incoming;
  const home = setup.home ?? origin;
  const state = query.get("state");
  if (!state) return { redirect: home };
  const { attempt, consumed } = await openAttempt<Logout>(
    state,
    { kind: logoutCookies(setup), cookies },
    setup,
  );
  return attempt?.state === state ? { redirect: attempt.returnTo, cookies: consumed } : { redirect: home };
}
