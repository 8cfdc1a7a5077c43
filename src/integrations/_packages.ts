/**
 * Checks at start the packages that the application must install, and logs those that are missing or too old.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";

/** Loads the packages that providers need. Logs one error for each unusable package. Never rejects. */
export async function checkPackages(
  { providers, logger }: Pick<Setup, "providers" | "logger">,
): Promise<void> {
  for (const provider of providers.values()) {
    try {
      if (provider.type === "email") await provider.assertInstalled?.(provider);
      if (provider.type !== "webauthn") continue;
      const { isPackageUsable } = await import("../sign_in/passkey/package.ts");
      await isPackageUsable(provider, logger);
    } catch (error) {
      logger.error(error as Error);
    }
  }
}
