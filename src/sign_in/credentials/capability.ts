/**
 * The modules of sign-in with credentials.
 *
 * @module
 */

import { limitsOf } from "../../limits/limits.ts";
import { once } from "../../platform/once.ts";
import { failProvider } from "../../errors/checks.ts";
import { MissingAuthorize } from "../../errors/errors.ts";
import type { CredentialsConfig } from "../../model/provider.ts";
import type { OwnKeys } from "../../values/keys.ts";
import type { Capability } from "../../setup/setup.ts";

/** The modules of sign-in with credentials. */
export const credentials: Capability = {
  type: "credentials",
  options: { credentials: true, authorize: true, revoke: true } satisfies OwnKeys<CredentialsConfig>,
  limits: limitsOf,
  wayName: ({ signIn }, own = signIn.password) => own,
  guess: { kind: "credentials", link: "forgotPassword" },
  complete(provider: CredentialsConfig) {
    if (typeof provider.authorize === "function") return provider;
    return failProvider(provider, "write its `authorize`", MissingAuthorize);
  },
  method: once(() => import("./method.ts")),
};
