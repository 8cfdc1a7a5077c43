/**
 * Sign-in with any WebAuthn credential: passkeys, and security keys that need the user's address.
 *
 * @module
 */

import { withListing } from "../sign_in/passkey/capability.ts";
import { webAuthn } from "./_webauthn.ts";
import type { WebAuthnConfig, WebAuthnUserConfig } from "../model/provider.ts";

/**
 * Describes sign-in with any WebAuthn credential. With an address, the user can use any of their credentials, also one
 * that is not discoverable, such as an older security key. Without an address, the user can use any passkey for the site.
 *
 * - Needs the package `@simplewebauthn/server`, an adapter, and `experimental: { enableWebAuthn: true }`.
 * - The authenticator must verify the user, because the credential is the only factor. To accept others, set
 *   `requireUserVerification: false` for both checks, and add a second factor.
 * - An address with a passkey looks like one without: a request that names an address always gets two credential ids of
 *   each usual kind, and the ids of the user are among them. An observer can still see a third id of one kind, an id of
 *   an unusual length, a passkey that is added or removed between two requests, and which ids stay when the application
 *   drops its oldest secret. `Passkey` names no ids at all.
 * - Signing up reveals whether an address is taken: the library rejects it after the passkey is created.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.w3.org/TR/webauthn-3/ | WebAuthn}
 *
 * @example
 * ```ts
 * import { WebAuthn } from "@latchkey/auth/providers/webauthn";
 *
 * const provider = WebAuthn({ relayingParty: { name: "Example" } });
 * console.assert(provider.type === "webauthn");
 * ```
 */
export function WebAuthn(options: WebAuthnUserConfig = {}): WebAuthnConfig {
  return withListing(webAuthn({ id: "webauthn", name: "WebAuthn", ...options }));
}

export default WebAuthn;
