/**
 * Finds what revokes tokens at a provider.
 *
 * @module
 */

import { prepareRevocation, type Revoke } from "../../oauth/revoke.ts";
import type { Setup } from "../../setup/setup.ts";
import type { OAuthProvider } from "../../oauth/types.ts";

/** What revokes tokens at a provider; `null` if it has no endpoint for it, of which the log warns. */
export async function revokerOf(
  provider: OAuthProvider,
  { platform, logger }: Pick<Setup, "platform" | "logger">,
): Promise<Revoke | null> {
  const revoke = await prepareRevocation(provider, platform);
  if (!revoke) {
    logger.warn(
      `no-revocation-endpoint: the provider "${provider.id}" has no endpoint that revokes tokens: the application has only ` +
        "forgotten them. If it has one, write it as `revocation` of the provider",
    );
  }
  return revoke;
}
