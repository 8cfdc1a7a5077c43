/**
 * The feature of webhooks.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import { webhooks } from "./capability.ts";
import type { WebhooksOptions } from "./options.ts";
import type { OutsideWebhooks } from "./types.ts";

/** The feature, with the functions of `outside(config).webhooks`. */
export interface WebhooksFeature
  extends Feature<"webhooks", WebhooksOptions>, WithFunctions<"webhooks", object, object, OutsideWebhooks> {}

/**
 * Webhooks: sends other services what happens to users, in the form of Standard Webhooks. Events are stored in the database with the
 * change that they are about, and `deliver()` of `outside(config).webhooks` sends them: in order for each user, again until an endpoint
 * accepts them. Needs the package `standardwebhooks`, and an `adapter` of the library, or its tables beside another one.
 *
 * @param options Who receives events.
 *
 * @example
 * ```ts
 * import { Webhooks } from "@latchkey/auth/webhooks";
 *
 * const config = {
 *   features: [
 *     Webhooks({
 *       endpoints: [{
 *         url: "https://crm.example.com/webhooks",
 *         secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
 *         events: ["user.created", "user.deleted"],
 *       }],
 *     }),
 *   ],
 * };
 * console.log(config.features.map(({ name }) => name)); // ["webhooks"]
 * ```
 */
export function Webhooks(options: WebhooksOptions): WebhooksFeature {
  return toFeature("webhooks", options, webhooks);
}
