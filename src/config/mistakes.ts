/**
 * Logs what is wrong with a config that works: mistakes in a part of it, and options with an effect that is easy to miss.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import type { ConfigError } from "../errors/errors.ts";
import { toLogger } from "./logger.ts";
import { capability } from "../values/markers.ts";
import { type Platform, webPlatform } from "../platform/platform.ts";
import type { Capabilities, Capability, SetupProvider } from "../setup/setup.ts";
import { hasRows } from "../model/store.ts";
import { takeoverObstacle, type TakeoverRules } from "./takeover.ts";
import type { LoggerInstance } from "../values/types.ts";
import { writtenBy } from "./written.ts";

/** The part of a setup that may have mistakes. */
interface Examined extends TakeoverRules {
  /** Why providers are switched off. */
  readonly incomplete: readonly ConfigError[];
  /** The log. */
  readonly logger: LoggerInstance;
  /** The platform of the config. */
  readonly platform: Platform;
}

/** Logs the warnings of a config, also of one that is not valid: a misspelt option may be why. Does not wait for them. */
export function logWarnings(config: AuthConfig, code: Capabilities | null): void {
  const logger = toLogger(config, { ...webPlatform, ...config.platform });
  const check = async () => {
    const { messageWarnings, warningsOf } = await import("./warnings.ts");
    for (const warning of warningsOf(config, code)) logger.warn(warning);
    if (!config.messages) return;
    const words = await Promise.all(
      [config.providers, config.features ?? []].flat().map((each) =>
        (each as { readonly [capability]?: Capability })[capability]?.words?.()
      ),
    );
    const warnings = messageWarnings(config.messages, config.languages, Object.assign({}, ...words));
    for (const warning of warnings) logger.warn(warning);
  };
  // A failure here is not lost: `assertConfig` refuses a config that cannot be read.
  check().catch(() => {});
}

/** Logs what is wrong with a part of a config, of which the rest works. */
export function logMistakes(config: AuthConfig, setup: Examined): void {
  logIncomplete(config, setup);
  warnOfTakeover(setup);
  warnOfLateEnds(setup);
  for (const provider of setup.providers.values()) {
    for (const weakness of provider[capability]?.weaknesses?.(provider) ?? []) setup.logger.warn(weakness);
  }
}

/** Logs why providers are switched off, once for each log. */
function logIncomplete(config: AuthConfig, { incomplete, logger, platform }: Examined): void {
  const { isNew } = writtenBy(config, { level: "error", platform });
  for (const error of incomplete) {
    if (isNew(error.type, error.message)) logger.error(error);
  }
}

/** The first provider of mail that takes over users whose address was never verified: others sign them in as they are. */
function mailThatTakesOver({ providers }: Pick<Examined, "providers">): SetupProvider | undefined {
  return [...providers.values()].find((each) =>
    each.type === "email" && each.allowDangerousEmailAccountLinking !== true
  );
}

/** Warns if sign-in by email will be refused to users whose address is not verified. */
function warnOfTakeover(setup: Examined): void {
  const mails = mailThatTakesOver(setup);
  const obstacle = mails && takeoverObstacle(setup);
  if (!obstacle) return;
  setup.logger.warn(
    `mail-refuses-unverified: sign-in with "${mails.id}" is refused to users whose address was never verified, because ` +
      `what a stranger may have registered cannot be removed: ${obstacle}`,
  );
}

/** Warns if sessions in tokens outlive what should end them. */
function warnOfLateEnds({ strategy, store, providers, logger }: Examined): void {
  if (strategy !== "jwt" || !store || hasRows(store)) return;
  // Then `warnOfTakeover` says the same.
  if (mailThatTakesOver({ providers })) return;
  logger.warn(
    "tokens-end-late: sessions in tokens end with their user, and not with a way to sign in that is removed, because the " +
      "adapter has no `rows`. Add them with `securityOf` of @latchkey/auth/adapters, or store sessions",
  );
}
