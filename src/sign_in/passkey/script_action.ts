/**
 * `GET webauthn-script`: the script of the forms for passkeys.
 *
 * @module
 */

import type { Incoming, Outcome } from "../../http/types.ts";
import { PASSKEY_SCRIPT, passkeyScriptVersion } from "../../pages/passkey_script.ts";

export { passkey } from "../../messages/passkeys_en.ts";

/** Answers the script. A URL with the current version may be cached for ever. */
export async function webauthnScript({ query }: Incoming): Promise<Outcome> {
  const isVersion = query.get("v") === await passkeyScriptVersion();
  const headers = {
    "cache-control": isVersion ? "public, max-age=31536000, immutable" : "public, max-age=3600",
  };
  return { script: PASSKEY_SCRIPT, headers };
}
