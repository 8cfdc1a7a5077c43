/**
 * Removes the second factors of a user who has lost them, for the staff of an application.
 *
 * @module
 */

import { setupFor } from "./answer.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { parseRequest } from "../http/incoming.ts";
import { removeSecondFactors, SECOND_FACTOR } from "../model/second_factor.ts";

/**
 * Removes all second factors of a user: the authenticator app, recovery codes and remembered devices. The passkeys of the user
 * stay, as ways to sign in. All sessions of the user end, because one of them may have reached level 2 with what is lost, also if
 * the user has no second factor any more: a thief may have turned it off. Stored ones need an adapter with
 * `deleteSessionsByUserId`. The user gets a mail if something was removed, and mails can be sent. Call it only for a person who has
 * proven who they are: afterwards, the first step alone signs in.
 *
 * @param userId Id of the user in the database.
 * @param config The config, with `url`, which the link in the mail has, and with `secret`: in a script beside the application, call
 * `setEnvDefaults` first.
 * @returns Whether the user had any. The sessions end with `false` as well.
 * @throws {ConfigError} if the config has no `SecondFactor()`, or no `url`, or is invalid.
 * @throws {AdapterError} if the database fails.
 *
 * @example
 * ```ts
 * import { type AuthConfig, resetSecondFactor } from "@latchkey/auth";
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
 * console.log(await resetSecondFactor("1", config)); // false
 * ```
 */
export async function resetSecondFactor(userId: string, config: AuthConfig): Promise<boolean> {
  if (!config.url) {
    throw new ConfigError("Cannot reset a second factor: set `url`, which the mail to the user links to");
  }
  const url = new URL(config.url).href;
  const setup = setupFor({ url }, config, await capabilities());
  const { rules, basePath } = setup;
  const secondFactor = rules.get(SECOND_FACTOR);
  if (!secondFactor) {
    throw new ConfigError("Cannot reset a second factor: `features` has no `SecondFactor()`");
  }
  const { beforeSessionsEnd, notify } = await import("../sign_in/hooks.ts");
  const forget = await beforeSessionsEnd(userId, setup);
  const endSessions = async () => {
    await setup.generations?.raise(userId);
    await setup.store?.deleteSessionsByUserId?.(userId);
    return true;
  };
  // Before as well: none goes on at level 2 if the second time fails.
  const isRemoved = await removeSecondFactors(userId, secondFactor, endSessions);
  // A thief may have turned the factor off: their sessions end all the same.
  if (!isRemoved && !await setup.store?.getUser(userId)) return false;
  await endSessions();
  await forget(null);
  if (!isRemoved) return false;
  const request = new Request(`${new URL(url).origin}${basePath}/account`);
  const incoming = await parseRequest(request, basePath, setup);
  const { toNotice } = await import("../second_factor/mails.ts");
  await notify(toNotice("secondFactorReset", userId, setup), incoming, setup);
  return true;
}

/** Loaded on demand: few programs reset one. */
async function capabilities() {
  return (await import("./capabilities.ts")).ALL_CAPABILITIES;
}
