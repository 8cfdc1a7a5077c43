/**
 * What a provider of OAuth or OpenID brings: where its code is. All of that code in each session check of a program that names such
 * a provider would be too much.
 *
 * @module
 */

import { withCapability } from "../capability.ts";
import type { OAuthConfig, OIDCConfig } from "../../model/provider.ts";
import type { Capability } from "../../setup/setup.ts";

/** The type, and a loader of the rest. */
export const oauth: Capability = { type: "oauth", load: () => import("./code.ts") };

/**
 * Brings the code of OAuth and OpenID to a provider that you describe yourself. A worker needs it; everywhere else, the object alone
 * is enough.
 *
 * @param provider Its `type` is `oauth` or `oidc`.
 *
 * @example
 * ```ts
 * import { OAuth } from "@latchkey/auth/providers";
 *
 * const acme = OAuth({ id: "acme", name: "Acme", type: "oidc", issuer: "https://id.acme.example" });
 * ```
 */
export function OAuth<P extends OAuthConfig | OIDCConfig>(provider: P): P {
  return withCapability(provider, oauth);
}
