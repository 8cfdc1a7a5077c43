/**
 * The feature of a challenge of the application's own.
 *
 * @module
 */

import type { Feature } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import { challenge } from "./capability.ts";
import type { ChallengeOptions } from "./options.ts";

/**
 * A challenge in the forms that anyone may send: only who solves it creates an account, tries a password or has a mail sent. For a
 * service, take `Turnstile()` or `HCaptcha()` instead. Passkeys, OAuth providers and second factors are never asked.
 *
 * @param options The check, and what the built-in pages show.
 *
 * @example
 * ```ts
 * import { Challenge } from "@latchkey/auth/challenge";
 *
 * const config = {
 *   features: [
 *     Challenge({
 *       forms: ["signUp"],
 *       check: (_request, { fields }) => fields.answer?.trim() === "7",
 *       widget: { html: '<label>Three plus four? <input name="answer" required></label>' },
 *     }),
 *   ],
 * };
 * console.log(config.features.map(({ name }) => name)); // ["challenge"]
 * ```
 */
export function Challenge(options: ChallengeOptions): Feature<"challenge", ChallengeOptions> {
  return toFeature("challenge", options, challenge);
}
