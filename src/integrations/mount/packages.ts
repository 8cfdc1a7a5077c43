/**
 * Checks at start the packages that the application must install, and logs those that are missing or too old.
 *
 * @module
 */

import { capabilityOf } from "../../sign_in/capability.ts";
import type { Setup } from "../../setup/setup.ts";

/** Loads the packages that providers and second factors need. Logs one error for each unusable package. Never rejects. */
export async function checkPackages(
  { providers, capabilities, logger }: Pick<Setup, "providers" | "capabilities" | "logger">,
): Promise<void> {
  const checks = [
    ...[...providers.values()].map((each) => () => capabilityOf(each)?.checkPackage?.(each, logger)),
    ...[...capabilities].map((each) => () => each.ownPackage?.check(logger)),
  ];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      logger.error(error as Error);
    }
  }
}
