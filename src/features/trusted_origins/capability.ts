/**
 * The code of front ends on other origins, as a config gets it.
 *
 * @module
 */

import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import { assertOrigins } from "./check.ts";
import { frontEnds } from "./front_ends.ts";
import type { TrustedOriginsOptions } from "./options.ts";

/** The hooks of front ends on other origins. */
export const trustedOrigins: Capability = {
  name: "trustedOrigins",
  options: { origins: true } satisfies Keys<TrustedOriginsOptions>,
  rules: (options, { origin }) => assertOrigins((options as TrustedOriginsOptions).origins, origin),
  frontEnds: (own) => frontEnds(own as ReadonlySet<string>),
};
