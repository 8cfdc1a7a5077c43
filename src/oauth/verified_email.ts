/**
 * Checks what a provider says about the email address of a user: whether it has verified it.
 *
 * @module
 */

import { OAuthProfileParseError } from "../errors/errors.ts";
import { isSameAddress } from "../values/same_address.ts";
import type { Profile } from "../values/types.ts";
import type { Exchange } from "./exchange.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/** Claims and profile of a user. */
export interface Statements {
  /** Claims of the verified ID token. */
  readonly claims: Profile | null;
  /** The claims or the userinfo that the address is from. Not both: a flag of one says nothing of an address of the other. */
  readonly statement: Profile;
  /** Whether the statement is the userinfo. */
  readonly fromUserinfo: boolean;
}

/**
 * Returns whether the address may link the account to a user: if the provider does not say that it is unverified. The
 * profile has the last word, even if `verifiedEmail` vouches for all addresses.
 */
export function mayLinkBy(verdict: Verdict, profile: Profile): boolean {
  return verdict !== "unverified" && !isMarkedUnverified(profile);
}

/** The statement of a provider about an address. `unstated`: it says nothing, so the address may be verified or not. */
type Verdict = "verified" | "unverified" | "unstated";

/**
 * Returns what the provider says about this address. That another address of the user is verified is not enough.
 *
 * @throws {OAuthProfileParseError} if `verifiedEmail()` of the provider throws.
 */
export function verdictOn(
  email: string | null,
  statements: Statements,
  exchange: Pick<Exchange, "provider" | "server">,
): Verdict {
  const { claims, statement } = statements;
  const said = verifiedEmails(statements, exchange);
  const isVerified = email?.includes("@") === true &&
    said.some((each) => typeof each === "string" && isSameAddress(each, email));
  const { byIdToken, byUserinfo } = exchange.provider.vouching;
  if (isVerified) return (statements.fromUserinfo ? byUserinfo : byIdToken) ? "verified" : "unstated";
  // A function that returns another address, or `null`, says that this one is not verified.
  const isDenied = typeof exchange.provider.verifiedEmail === "function" && said[0] !== undefined;
  return isDenied || [claims, statement].some(isMarkedUnverified) ? "unverified" : "unstated";
}

function verifiedEmails(
  { claims, statement, fromUserinfo }: Statements,
  { provider, server }: Pick<Exchange, "provider" | "server">,
): readonly unknown[] {
  const { verifiedEmail, type, userinfo } = provider;
  if (verifiedEmail === false) return [];
  if (verifiedEmail === true) return [statement.email];
  if (verifiedEmail) return [callVerifiedEmail(verifiedEmail, statement, server)];
  // The other issuers in `issuers` are tenants. Each of them could claim any address.
  if (type !== "oidc" || !claims || claims.iss !== server.knownIssuer) return [];
  // The userinfo answer has the subject of the ID token. `userinfo.request` may return the profile of any user.
  const answers = !fromUserinfo || userinfo.request ? [claims] : [claims, statement];
  return answers.filter(isMarkedVerified).map((each) => each.email);
}

function callVerifiedEmail(
  verifiedEmail: Exclude<OAuthProvider["verifiedEmail"], boolean | undefined>,
  profile: Profile,
  { knownIssuer: issuer }: Server,
): unknown {
  try {
    return verifiedEmail(profile, { issuer });
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

/** Providers write the claim as a boolean, a text or a number. */
function isMarkedUnverified(profile: Profile | null): boolean {
  const verified: unknown = profile?.email_verified;
  return /^(?:false|0)$/i.test(String(verified));
}
