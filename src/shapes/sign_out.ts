/**
 * What a sign-out can ask features for, by the name of its field.
 *
 * @module
 */

/** What a sign-out ends besides the session. */
export interface SignOutWishes {
  /**
   * Whether to sign out at the provider, too, where the session began: the user is led there, and from there to `redirectTo`.
   * Needs `ProviderLogout()`. Without effect for a provider that has no `end_session_endpoint`. Default `false`.
   */
  readonly provider?: boolean | undefined;
  /**
   * Whether to revoke all tokens of the user, too, at all providers, as `accessTokens.revoke()` does: in all other sessions of
   * theirs the application then has no access to the APIs either. Needs `AccessTokens()`. A failure is logged, and the sign-out goes on.
   * Default `false`.
   */
  readonly revokeTokens?: boolean | undefined;
}

/** A sign-out that the application begins. */
export interface SignOutAction extends SignOutWishes {
  /**
   * Where the user goes afterwards: an absolute URL or a path. Default: the page that has the form; without `Referer`, the
   * URL of the application.
   */
  readonly redirectTo?: string | undefined;
}

/** The feature that each field asks. */
export const SIGN_OUT_FIELDS: Readonly<Record<keyof SignOutWishes, string>> = {
  provider: "providerLogout",
  revokeTokens: "accessTokens",
};

/** Reads the fields of a form. */
export function signOutWishesIn(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<keyof SignOutWishes, boolean>> {
  const wishes = Object.keys(SIGN_OUT_FIELDS).map((field) => [field, String(fields[field]) === "true"]);
  return Object.fromEntries(wishes);
}
