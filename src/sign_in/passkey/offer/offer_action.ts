/**
 * `GET passkey-offer`: offers a passkey to a user who has none. An application may lead users there as well.
 *
 * @module
 */

import { issueCsrfToken } from "../../../http/csrf.ts";
import { returnUrl } from "../../../http/redirect.ts";
import type { Incoming, Outcome } from "../../../http/types.ts";
import { toPage } from "../../../http/urls.ts";
import { pageBase } from "../../../pages/base.ts";
import { toPageOutcome } from "../../../pages/outcome.ts";
import { passkeyOfferPage } from "./offer_page.ts";
import { isFresh, type SignedInUser, storedUser } from "../../../session/current.ts";
import type { Setup, WebAuthnProvider } from "../../../setup/setup.ts";
import type { Session } from "../../../values/types.ts";
import { dismiss, dismissedBy } from "../../dismissed.ts";
import { lacksLevel } from "../../freshness.ts";
import { shownFor } from "../../shown_for.ts";
import { form } from "../method.ts";
import { OFFER } from "./offer.ts";
import { isPackageUsable } from "../package.ts";

export { offerPasskey } from "./offer.ts";

/**
 * Shows the offer, or leads on: a user who has a passkey, who has put the offer away, or who would have to sign in once more gets none.
 *
 * @throws {UserNotStored} if the database never had the user.
 * @throws {AdapterError} if the database fails.
 */
export async function showPasskeyOffer(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query, url } = incoming;
  const session = await storedUser(incoming, setup);
  if (!session) return { redirect: toPage("signIn", { callbackUrl: url }, incoming, setup) };
  const { userId } = session;
  const callbackUrl = await returnUrl(incoming, setup);
  // A sign-in that leads there has made the offer before.
  const offer = query.get("offer") ?? "";
  const isOld = !query.has("offer") && (await dismissedBy(userId, incoming, setup)).includes(OFFER);
  const provider = isOld ? null : await findOffering(session, setup);
  if (!provider) return { redirect: callbackUrl };
  const dismissed = await dismiss(OFFER, { userId, incoming }, setup);
  if (setup.pages.passkeyOffer) {
    return {
      redirect: toPage("passkeyOffer", { callbackUrl, offer }, incoming, setup),
      cookies: [dismissed],
    };
  }
  const { token, cookies } = await issueCsrfToken(incoming, setup);
  const page = await passkeyOfferPage({
    ...await pageBase(incoming, setup),
    csrfToken: token,
    shownFor: await shownFor(userId, setup),
    callbackUrl,
    offer,
    passkey: await form(provider, origin, setup),
  });
  return toPageOutcome(page, [...cookies, dismissed]);
}

/** The provider of which the user of a session can get a first passkey, without a further proof; `null` if there is none. */
async function findOffering(session: SignedInUser, setup: Setup): Promise<WebAuthnProvider | null> {
  const { userId } = session;
  // The application may let staff act as a user, who is another one in the session then.
  const { id = userId } = (session.session as Partial<Session>).user ?? {};
  if (String(id) !== String(userId) || !isFresh(session, setup) || await lacksLevel(session, setup)) {
    return null;
  }
  for (const provider of setup.providers.values()) {
    if (provider.type !== "webauthn" || !provider.offer) continue;
    const has = await provider.store.listAuthenticatorsByUserId(userId);
    return !has.length && await isPackageUsable(provider, setup.logger) ? provider : null;
  }
  return null;
}
