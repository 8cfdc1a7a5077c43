/**
 * The feature of front ends on other origins.
 *
 * @module
 */

import type { Feature } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import { trustedOrigins } from "./capability.ts";
import type { TrustedOriginsOptions } from "./options.ts";

/**
 * Front ends on other origins of the same site. Their scripts may send requests to the endpoints with the cookies of the user, and
 * read the answers (CORS); their forms and scripts may change the session; and users may return to their pages, unless
 * `callbacks.redirect` decides that. They can do what the user can: list only what you run yourself.
 *
 * @param options The origins.
 *
 * @example
 * ```ts
 * import { TrustedOrigins } from "@latchkey/auth/trusted-origins";
 *
 * const config = { features: [TrustedOrigins({ origins: ["https://app.example.com"] })] };
 * console.log(config.features.map(({ name }) => name)); // ["trustedOrigins"]
 * ```
 */
export function TrustedOrigins(
  options: TrustedOriginsOptions,
): Feature<"trustedOrigins", TrustedOriginsOptions> {
  return toFeature("trustedOrigins", options, trustedOrigins);
}
