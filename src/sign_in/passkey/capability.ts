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
import type { Capability, WebAuthnProvider } from "../../setup/setup.ts";
import { assertWebAuthn } from "../../config/webauthn.ts";
import { listed } from "./listed.ts";

const listing = once(() => import("./listing.ts"));
const options = once(() => import("./options_action.ts"));
const offer = once(() => import("./offer_action.ts"));
const script = once(() => import("./script_action.ts"));

/** Returns the provider with what lists the credentials of a user: an application with `Passkey()` alone has no code for it. */
export function withListing<T extends object>(provider: T): T {
  return { ...provider, [listed]: listing };
}

/** The endpoint of the page that offers a passkey. */
const OFFER = "GET passkey-offer";

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
    [OFFER]: { run: later(offer, "showPasskeyOffer"), signsIn: true },
  },
  nextPage: later(offer, "offerPasskey"),
  words: async () => {
    const { passkey, passkeyOffer } = await script();
    return { passkey, passkeyOffer };
  },
  assert: assertWebAuthn,
  checkPackage: async (provider: WebAuthnProvider, logger) =>
    void await (await options()).isPackageUsable(provider, logger),
};
