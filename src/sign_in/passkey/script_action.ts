/**
 * `GET webauthn-script`: the script of the forms for passkeys.
 *
 * @module
 */

import type { Incoming, Outcome } from "../../http/types.ts";
import { NO_STORE } from "../../http/caches.ts";
import { PASSKEY_SCRIPT, passkeyScriptVersion } from "../../pages/passkey_script.ts";

export { passkey, passkeyOffer } from "../../messages/passkeys_en.ts";

/**
 * Answers the script. A URL with the current version may be cached for ever; one with another version, which another process may
 * have, must not be.
 */
export async function webauthnScript({ query }: Incoming): Promise<Outcome> {
  const isVersion = query.get("v") === await passkeyScriptVersion();
  const other = query.has("v") ? NO_STORE : "public, max-age=3600";
  return {
    script: PASSKEY_SCRIPT,
    headers: { "cache-control": isVersion ? "public, max-age=31536000, immutable" : other },
  };
}
