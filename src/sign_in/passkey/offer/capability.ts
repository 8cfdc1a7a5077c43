/**
 * What a provider of passkeys brings with it so that it offers one: an application that makes no offer has no code for it.
 *
 * @module
 */

import type { PasskeyOfferCode } from "../../../model/provider.ts";

/** Returns what loads the code of the offer, with the first sign-in that may lead there. */
export function passkeyOffer(): PasskeyOfferCode {
  return { load: () => import("./offer_action.ts") };
}
