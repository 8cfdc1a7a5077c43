/**
 * The modules of sign-in with credentials.
 *
 * @module
 */

import type { Capability } from "../../setup/setup.ts";
import { limitsOf } from "../../limits/limits.ts";
import { once } from "../../platform/once.ts";

/** The modules of sign-in with credentials. */
export const passwords: Capability = {
  type: "credentials",
  limits: limitsOf,
  method: once(() => import("./method.ts")),
};
