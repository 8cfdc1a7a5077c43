/**
 * Sign-in with Hugging Face.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * Claims of Hugging Face's ID token.
 *
 * @see {@link https://huggingface.co/docs/hub/oauth | Sign in with Hugging Face}
 */
export interface HuggingfaceProfile extends OpenProfile {
  /** Id of the account. */
  readonly sub: string;
  /** Full name. */
  readonly name?: string;
  /** User name. The user can change it. */
  readonly preferred_username?: string;
  /** Email address. Needs the scope `email`. */
  readonly email?: string;
  /** Whether Hugging Face has verified the address. */
  readonly email_verified?: boolean;
  /** URL of the picture. */
  readonly picture?: string;
  /** URL of the account's page. */
  readonly profile?: string;
  /** URL of the user's web page. */
  readonly website?: string;
  /** Whether the account has a PRO subscription. */
  readonly isPro?: boolean;
  /** Organizations that the user has given access to. */
  readonly orgs?: readonly {
    /** Id of the organization. */
    readonly sub: string;
    /** Display name. */
    readonly name: string;
    /** Name in URLs. */
    readonly preferred_username: string;
    /** URL of the picture. */
    readonly picture: string;
    /** Whether the organization has an Enterprise subscription. */
    readonly isEnterprise?: boolean;
    /** Role of the user in the organization. */
    readonly roleInOrg?: "admin" | "contributor" | "read" | "write";
  }[];
}

/**
 * Describes Hugging Face. The endpoints come from discovery.
 *
 * - Register: under Settings, "Connected Apps", create an application with the redirect URL
 *   `<origin>/auth/callback/huggingface` and the scopes `openid`, `profile` and `email`. Without the scope `email`,
 *   the sign-in fails with an error of scope; or ask for less:
 *   `authorization: { params: { scope: "openid profile" } }`.
 * - Console: https://huggingface.co/settings/connected-applications
 * - Environment: `AUTH_HUGGINGFACE_ID`, `AUTH_HUGGINGFACE_SECRET`.
 * - Email: sent with the scope `email`. It counts as verified if `email_verified` is `true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://huggingface.co/docs/hub/oauth | Sign in with Hugging Face}
 *
 * @example
 * ```ts
 * import { Huggingface } from "@latchkey/auth/providers/huggingface";
 *
 * const provider = Huggingface({ authorization: { params: { scope: "openid profile" } } });
 * console.assert(provider.issuer === "https://huggingface.co");
 * ```
 */
export function Huggingface(
  options: OIDCUserConfig<HuggingfaceProfile> = {},
): OIDCConfig<HuggingfaceProfile> {
  return withOwnServer({
    id: "huggingface",
    name: "Hugging Face",
    type: "oidc",
    issuer: "https://huggingface.co",
    style: { brandColor: "#ffd21e", mark: () => import("./marks/huggingface.ts") },
    options,
  });
}

export default Huggingface;
