/**
 * Checks which e-mail address a provider has verified.
 *
 * @module
 */

import { OAuthProfileParseError } from "../errors.ts";
import { isSameAddress } from "../same_address.ts";
import type { Profile } from "../types.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/** Claims and profile of a user. */
export interface Statements {
  /** Claims of the verified ID token. */
  readonly claims: Profile | null;
  /** The claims or the userinfo that the address is from. */
  readonly statement: Profile;
  /** Whether the statement is the userinfo. */
  readonly fromUserinfo: boolean;
}

/**
 * Returns whether the provider has verified this address. Another verified address of the user is not enough.
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
  { claims, statement, fromUserinfo }: Statements,
  { provider, server }: { readonly provider: OAuthProvider; readonly server: Server },
): readonly unknown[] {
  const { verifiedEmail, type, userinfo } = provider;
  if (verifiedEmail === false) return [];
  if (verifiedEmail === true) return [statement.email];
  if (verifiedEmail) return [callVerifiedEmail(verifiedEmail, statement)];
  // The other issuers in `issuers` are tenants. Each of them could claim any address.
  if (type !== "oidc" || !claims || claims.iss !== server.knownIssuer) return [];
  // The userinfo answer has the subject of the ID token. `userinfo.request` may return the profile of any user.
  const answers = !fromUserinfo || userinfo.request ? [claims] : [claims, statement];
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

/** Some providers send the claim as text. */
function isMarkedVerified({ email_verified }: Profile): boolean {
  const verified: unknown = email_verified;
  return verified === true || verified === "true";
}
