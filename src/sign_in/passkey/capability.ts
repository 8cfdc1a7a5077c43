/**
 * The modules of sign-in with passkeys.
 *
 * @module
 */

import { limitsOf } from "../../limits/limits.ts";
import { once } from "../../platform/once.ts";
import { later, toJsonFailure } from "../../http/route.ts";
import type { WebAuthnConfig } from "../../model/provider.ts";
import { unusable } from "../../errors/checks.ts";
import { assertPasskeyStore } from "../../model/store.ts";
import type { OwnKeys } from "../../values/keys.ts";
import type { Capability, Setup, WebAuthnProvider } from "../../setup/setup.ts";
import { assertWebAuthn } from "../../config/webauthn.ts";
import { listed } from "./listed.ts";

const listing = once(() => import("./listing.ts"));
const options = once(() => import("./options_action.ts"));
const script = once(() => import("./script_action.ts"));

/** Returns the provider with what lists the credentials of a user: an application with `Passkey()` alone has no code for it. */
export function withListing<T extends object>(provider: T): T {
  return { ...provider, [listed]: listing };
}

/** The endpoint of the page that offers a passkey. */
const OFFER = "GET passkey-offer";

/** Loads the code of the provider that offers a passkey; `null` if none does. */
async function offerIn({ providers }: Pick<Setup, "providers">): Promise<OfferModule | null> {
  for (const each of providers.values()) {
    if (each.type === "webauthn" && each.offer) return await each.offer.load() as OfferModule;
  }
  return null;
}

type OfferModule = typeof import("./offer/offer_action.ts");

/** The modules of sign-in with passkeys. */
export const passkeys: Capability = {
  type: "webauthn",
  options: {
    enableConditionalUI: true,
    discoverable: true,
    offer: true,
    relayingParty: true,
    formFields: true,
    registrationOptions: true,
    authenticationOptions: true,
    verifyRegistrationOptions: true,
    verifyAuthenticationOptions: true,
    simpleWebAuthn: true,
    getUserInfo: true,
    getRelayingParty: true,
  } satisfies OwnKeys<WebAuthnConfig>,
  limits: limitsOf,
  wayName: ({ general }) => general.passkey,
  complete: (provider: WebAuthnConfig, { store }) => ({
    enableConditionalUI: true,
    ...provider,
    store: assertPasskeyStore(store, unusable(provider.id)),
  }),
  method: once(() => import("./method.ts")),
  offers: (endpoint, { providers }) =>
    [...providers.values()].some((each) => each.type === "webauthn" && (endpoint !== OFFER || each.offer)),
  routes: {
    "GET webauthn-options/:provider": {
      run: later(options, "webauthnOptions"),
      signsIn: true,
      onFailure: toJsonFailure,
    },
    "GET webauthn-script": { run: later(script, "webauthnScript") },
    [OFFER]: {
      run: async (incoming, setup) => await (await offerIn(setup))!.showPasskeyOffer(incoming, setup),
      signsIn: true,
    },
  },
  nextPage: async (ended, setup) => await (await offerIn(setup))?.offerPasskey(ended, setup) ?? null,
  words: async () => {
    const { passkey, passkeyOffer } = await script();
    return { passkey, passkeyOffer };
  },
  assert: assertWebAuthn,
  checkPackage: async (provider: WebAuthnProvider, logger) =>
    void await (await options()).isPackageUsable(provider, logger),
};
