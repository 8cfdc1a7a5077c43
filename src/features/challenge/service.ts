/**
 * The checks of the options of services, at start.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { Keys } from "../../values/keys.ts";
import { isWebUrl } from "../../values/web_url.ts";
import type { ChallengeService } from "./options.ts";

/** The options that all services have. */
export const OF_SERVICES = {
  siteKey: true,
  secretKey: true,
  hostname: true,
  timeout: true,
  onFailure: true,
  url: true,
  forms: true,
} satisfies Keys<ChallengeService>;

/** @param name The function of the service. @throws {ConfigError} if an option is missing, or wrong. */
export function assertService(
  name: string,
  { siteKey, secretKey, timeout = 5, onFailure = "refuse", url = "https://localhost" }: ChallengeService,
): void {
  const fail = (reason: string): never => {
    throw new ConfigError(`Cannot use \`${name}\`: ${reason}`);
  };
  if (!siteKey || typeof siteKey !== "string") fail("write its `siteKey`");
  if (!secretKey || typeof secretKey !== "string") {
    fail("its `secretKey` is missing. Read it from the environment");
  }
  if (!(timeout > 0 && timeout <= 60)) fail("`timeout` must be a number of seconds, at most 60");
  if (onFailure !== "refuse" && onFailure !== "accept") fail('`onFailure` must be "refuse" or "accept"');
  if (!isWebUrl(url)) fail("`url` must be an http or https URL");
}
