/**
 * The modules of sign-in with credentials.
 *
 * @module
 */

import { limitsOf } from "../../limits/limits.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";

/** The modules of sign-in with credentials. */
export const credentials: Capability = {
  type: "credentials",
  limits: limitsOf,
  method: once(() => import("./method.ts")),
};
