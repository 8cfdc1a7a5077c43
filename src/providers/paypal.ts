/**
 * Sign-in with PayPal.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /v1/identity/oauth2/userinfo` returns it. It has only the fields that the application is registered
 * for, and that the user agreed to.
 *
 * @see {@link https://developer.paypal.com/docs/api/identity/v1/ | Identity API}
 */
export interface PayPalProfile extends OpenProfile {
  /** Id of the user: a URL of PayPal. */
  readonly user_id: string;
  /** Subject. It may differ from `user_id`. */
  readonly sub?: string;
  /** Full name. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** Id of the account as a payer. */
  readonly payer_id?: string;
  /** Whether the account itself is verified, as text: `true` or `false`. It says nothing about the address. */
  readonly verified_account?: string;
  /** The email addresses. */
  readonly emails?: readonly {
    /** The address. */
    readonly value: string;
    /** Whether it is the main address of the account. */
    readonly primary?: boolean;
    /** Whether the user has confirmed it. */
    readonly confirmed?: boolean;
  }[];
  /** Email address, in an answer without `emails`. */
  readonly email?: string;
  /** Whether `email` is verified. */
  readonly email_verified?: boolean | string;
  /** URL of a picture. */
  readonly picture?: string;
  /** Postal address. */
  readonly address?: Readonly<Record<string, string>>;
}

/** Options of `PayPal()`. */
export type PayPalOptions = OAuthUserConfig<PayPalProfile> & {
  /** Which PayPal: `live` with real accounts, or `sandbox` with test accounts. Default `live`. */
  readonly environment?: "live" | "sandbox";
};

/**
 * Describes PayPal ("Log in with PayPal").
 *
 * - Register: in the Developer Dashboard, under "Apps & Credentials", create an app and switch "Log in with PayPal" on.
 *   In its advanced settings, add the return URL `<origin>/auth/callback/paypal`, and choose "Full name" and "Email". A
 *   return URL cannot be on localhost: use `http://127.0.0.1:8000`. PayPal reviews an app before it can be used live.
 * - Console: https://developer.paypal.com/dashboard/applications
 * - Environment: `AUTH_PAYPAL_ID` (the client ID), `AUTH_PAYPAL_SECRET`. Those of the sandbox are others.
 * - Options: `environment`: `live` (default) or `sandbox`.
 * - Email: sent if the app asks for it and the user agrees. It counts as verified if PayPal says that it is confirmed.
 * - The scopes `openid profile email` must be among those of the app's settings.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.paypal.com/docs/log-in-with-paypal/ | Log in with PayPal}
 *
 * @example
 * ```ts
 * import { PayPal } from "@latchkey/auth/providers/paypal";
 *
 * const provider = PayPal({ environment: "sandbox" });
 * console.assert(provider.id === "paypal");
 * ```
 */
export function PayPal(options: PayPalOptions = {}): OAuthConfig<PayPalProfile> {
  const domain = options.environment === "sandbox" ? "sandbox.paypal.com" : "paypal.com";
  return withOwnServer({
    id: "paypal",
    name: "PayPal",
    type: "oauth",
    authorization: {
      url: `https://www.${domain}/signin/authorize`,
      params: { scope: "openid profile email" },
    },
    token: `https://api-m.${domain}/v1/oauth2/token`,
    userinfo: {
      url: `https://api-m.${domain}/v1/identity/oauth2/userinfo`,
      params: { schema: "paypalv1.1" },
    },
    profile: toUser,
    verifiedEmail,
    style: { brandColor: "#003087", mark: () => import("./marks/paypal.ts") },
    options,
  });
}

export default PayPal;

function toUser(profile: PayPalProfile): ProviderUser {
  return {
    id: profile.user_id,
    name: profile.name,
    email: profile.email ?? primaryOf(profile)?.value,
    image: profile.picture ?? null,
  };
}

function verifiedEmail(profile: PayPalProfile): string | null | undefined {
  const { email, email_verified } = profile;
  if (email) return String(email_verified) === "true" ? email : null;
  const primary = primaryOf(profile);
  return primary?.confirmed === true ? primary.value : null;
}

function primaryOf({ emails }: PayPalProfile): NonNullable<PayPalProfile["emails"]>[number] | undefined {
  return Array.isArray(emails) ? emails.find((each) => each?.primary === true) ?? emails[0] : undefined;
}
