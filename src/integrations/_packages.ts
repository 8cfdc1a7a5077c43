/**
 * Checks at start the packages that the application must install, and logs those that are missing or too old.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { capabilityOf } from "../sign_in/capability.ts";

/** Loads the packages that providers need. Logs one error for each unusable package. Never rejects. */
export async function checkPackages(
  { providers, logger }: Pick<Setup, "providers" | "logger">,
): Promise<void> {
  for (const provider of providers.values()) {
    try {
      await capabilityOf(provider)?.checkPackage?.(provider, logger);
    } catch (error) {
      logger.error(error as Error);
    }
  }
}
