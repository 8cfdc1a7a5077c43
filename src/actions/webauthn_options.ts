/**
 * `GET webauthn-options/:provider`: what a browser needs to use a passkey, or to make one.
 *
 * @module
 */

import type { WebAuthnProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { InvalidProvider } from "../errors.ts";
import { PRIVATE } from "../http/outcome.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { findCurrent } from "../sign_in/intent.ts";
import { startAuthentication, type Started, startRegistration } from "../sign_in/webauthn_options.ts";
import { isUsable } from "../sign_in/webauthn_package.ts";
import { findProvider } from "./signin.ts";

/**
 * Answers `{ action, options }`; 400 and `{ error }` if there is nothing to be asked for, 500 and `{ error }` if passkeys
 * cannot work here. The query has the fields of the form and `action`; without `action`, a person wants to sign in.
 */
export async function webauthnOptions(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const provider = findProvider(incoming, setup);
  if (provider.type !== "webauthn") {
    throw new InvalidProvider(`Cannot ask for a passkey with "${provider.id}": it is of another type`);
  }
  const action = incoming.query.get("action");
  if (action !== null && action !== "authenticate" && action !== "register") {
    return { status: 400, json: { error: "Invalid action" }, headers: PRIVATE };
  }
  if (!await isUsable(provider, setup.logger)) {
    return { status: 500, json: { error: "Configuration" }, headers: PRIVATE };
  }
  const started = await start(action, { incoming, provider }, setup);
  if (!started) return { status: 400, json: { error: "Invalid request" }, headers: PRIVATE };
  const { cookies, ...json } = started;
  return { json, headers: PRIVATE, cookies };
}

async function start(
  action: Started["action"] | null,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: WebAuthnProvider },
  setup: Setup,
): Promise<Started | null> {
  if (action === "register") return await startRegistration(incoming, provider, setup);
  // A user who is signed in has to say which of the two they mean.
  if (action === null && await findCurrent(incoming, setup)) return null;
  return await startAuthentication(incoming, provider, setup);
}
