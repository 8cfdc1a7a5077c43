/**
 * The modules of sign-in with credentials.
 *
 * @module
 */

import type { CredentialsProvider } from "../../config/providers.ts";
import { limitsOf } from "../../limits/limits.ts";
import { once } from "../../platform/once.ts";
import type { SignInCapability } from "../capability.ts";

/** The modules of sign-in with credentials. */
export const passwords: SignInCapability<CredentialsProvider> = {
  type: "credentials",
  limits: limitsOf,
  method: once(() => import("./method.ts")),
};
