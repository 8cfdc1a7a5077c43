/**
 * Which e-mail address a provider vouches for.
 *
 * @module
 */

import { OAuthProfileParseError } from "../errors.ts";
import { isSameAddress } from "../same_address.ts";
import type { Profile } from "../types.ts";
import type { OAuthProvider } from "./provider.ts";
import type { Server } from "./server.ts";

/** What a provider has said about a user. */
export interface Statements {
  /** Claims of the verified ID token. */
  readonly claims: Profile | null;
  /** The profile that `profile()` maps. It may hold more than the claims, not all of it signed. */
  readonly profile: Profile;
}

/**
 * Returns whether the provider has verified an address: the one that `profile()` returned, not merely one of the user's.
 *
 * @throws {OAuthProfileParseError} if `verifiedEmail()` of the provider throws.
 */
export function isVerifiedEmail(
  email: string | null,
  statements: Statements,
  context: { readonly provider: OAuthProvider; readonly server: Server },
): boolean {
  return email?.includes("@") === true &&
    verifiedEmails(statements, context).some((each) =>
      typeof each === "string" && isSameAddress(each, email)
    );
}

function verifiedEmails(
  { claims, profile }: Statements,
  { provider, server }: { readonly provider: OAuthProvider; readonly server: Server },
): readonly unknown[] {
  const { verifiedEmail, type, idToken, userinfo } = provider;
  const signed = claims && idToken ? claims : profile;
  if (verifiedEmail === false) return [];
  if (verifiedEmail === true) return [signed.email];
  if (verifiedEmail) return [callVerifiedEmail(verifiedEmail, signed)];
  // Behind the further issuers that `issuers` accepts are tenants, and each could claim any address.
  if (type !== "oidc" || !claims || claims.iss !== server.knownIssuer) return [];
  // The answer of the userinfo endpoint has the subject of the ID token. What `userinfo.request` makes can be anything.
  const answers = idToken || userinfo.request ? [claims] : [claims, profile];
  return answers.filter(isMarkedVerified).map((each) => each.email);
}

function callVerifiedEmail(verifiedEmail: (profile: Profile) => unknown, profile: Profile): unknown {
  try {
    return verifiedEmail(profile);
  } catch (error) {
    throw new OAuthProfileParseError("Cannot map the profile: `verifiedEmail()` failed", {
      err: error as Error,
    });
  }
}

/** Some providers write the claim as text. */
function isMarkedVerified({ email_verified }: Profile): boolean {
  const verified: unknown = email_verified;
  return verified === true || verified === "true";
}
