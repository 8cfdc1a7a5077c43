/**
 * Takes over the authenticator apps of users who have set them up in another library, or in the application's own code.
 *
 * @module
 */

import { setupFor } from "./answer.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { changeSecondFactor, SECOND_FACTOR } from "../model/second_factor.ts";

/** An authenticator app of a user: codes of six digits, every 30 seconds, with SHA-1. */
export interface ImportedSecondFactor {
  /** Id of the user in the database. */
  readonly userId: string;
  /** The secret in base32, as in the QR code: 16 to 104 letters and digits. Blanks and `=` make no difference. */
  readonly secret: string;
  /** Time step of the last code that was used, the seconds since the epoch divided by 30. Default 0: none was used. */
  readonly lastStep?: number;
  /** When the user turned it on. Default: now. */
  readonly enabledAt?: Date;
}

/**
 * Turns on the second factor of a user, with the app that they have already. They notice nothing, and no mail is sent. They have
 * no recovery codes then: the account page makes them. Call it once for each user, for instance in a script.
 *
 * @param config The config with `secret`: in a script beside the application, call `setEnvDefaults` first.
 * @returns `false` if the user has turned one on already: nothing has changed.
 * @throws {ConfigError} if the config has no `SecondFactor()`, or is invalid, or the secret is not in base32.
 * @throws {AdapterError} if the database fails.
 *
 * @example
 * ```ts
 * import { type AuthConfig, importSecondFactor } from "@latchkey/auth";
 * import { Memory } from "@latchkey/auth/adapters/memory";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { SecondFactor } from "@latchkey/auth/second-factor";
 *
 * const config: AuthConfig = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   adapter: Memory(),
 *   features: [SecondFactor()],
 *   secret: "at-least-32-characters-from-a-random-source",
 *   url: "https://example.com",
 * };
 * console.log(await importSecondFactor({ userId: "1", secret: "JBSWY3DPEHPK3PXP" }, config)); // true
 * ```
 */
export async function importSecondFactor(
  { userId, secret: written, lastStep = 0, enabledAt }: ImportedSecondFactor,
  config: AuthConfig,
): Promise<boolean> {
  const secret = written.toUpperCase().replace(/[\s=-]/g, "");
  if (!/^[A-Z2-7]{16,104}$/.test(secret)) {
    throw new ConfigError(
      `Cannot import the second factor of user "${userId}": write its secret in base32, with 16 to 104 letters and digits`,
    );
  }
  const { ALL_CAPABILITIES, sealTotpSecret } = await modules();
  const setup = setupFor({ url: config.url ?? "https://localhost" }, config, ALL_CAPABILITIES);
  const rules = setup.rules.get(SECOND_FACTOR);
  if (!rules) {
    throw new ConfigError("Cannot import a second factor: `features` has no `SecondFactor()`");
  }
  const totpSecret = await sealTotpSecret({ userId, secret }, setup);
  // At least 1: the user has confirmed it elsewhere, so that the mailbox does not suffice to remove it.
  const app = {
    totpSecret,
    totpStep: Math.max(1, lastStep),
    enabledAt: enabledAt ?? new Date(setup.platform.now()),
  };
  const imported = await changeSecondFactor(
    userId,
    ({ enabledAt: isOn }) => isOn ? null : { ...app, recoveryCodes: null },
    rules,
  );
  return imported !== null;
}

/** Loaded on demand: few programs import any. */
async function modules() {
  return { ...await import("./capabilities.ts"), ...await import("../second_factor/prove.ts") };
}
