/**
 * `GET webauthn-options/:provider`: the options to use a passkey, or to create one.
 *
 * @module
 */

import { InvalidProvider } from "../../errors/errors.ts";
import { isFromOtherSite } from "../../http/fetch_site.ts";
import { findUserSession } from "../intent.ts";
import { requireProvider } from "../method.ts";
import { startAuthentication, type StartedCeremony, startRegistration } from "./options.ts";
import { isPackageUsable } from "./package.ts";
import { takeUnknown } from "./signals.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

export { isPackageUsable } from "./package.ts";

/**
 * Answers `{ action, options }`, and `unknown` once after a sign-in with a passkey that the database does not have; 400 and `{ error }` if the request is not valid, 500 and `{ error }` if passkeys do not
 * work here. The query has the fields of the form and `action`; if no one is signed in, its default is `authenticate`.
 */
export async function webauthnOptions(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const provider = requireProvider(incoming, setup);
  if (provider.type !== "webauthn") {
    throw new InvalidProvider(`Cannot ask for a passkey with "${provider.id}": its type is not webauthn`);
  }
  // Only a script of the page can use the answer. A page of another site would fill the browser with challenges.
  if (isFromOtherSite(incoming)) return INVALID;
  const action = incoming.query.get("action");
  if (action !== null && action !== "authenticate" && action !== "register") {
    return { status: 400, json: { error: "Invalid action" } };
  }
  if (!await isPackageUsable(provider, setup.logger)) {
    return { status: 500, json: { error: "Configuration" } };
  }
  const started = await startCeremony(action, { incoming, provider }, setup);
  if (!started) return INVALID;
  const { cookies, ...json } = started;
  const { unknown, consumed } = await takeUnknown(incoming, setup);
  return { json: { ...json, unknown }, cookies: [...cookies, ...consumed] };
}

const INVALID: Outcome = { status: 400, json: { error: "Invalid request" } };

async function startCeremony(
  action: StartedCeremony["action"] | null,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: WebAuthnProvider },
  setup: Setup,
): Promise<StartedCeremony | null> {
  if (action === "register") return await startRegistration(incoming, provider, setup);
  // No default for a user who is signed in: they may want to add a passkey.
  if (action === null && await findUserSession(incoming, setup)) return null;
  return await startAuthentication(incoming, provider, setup);
}
