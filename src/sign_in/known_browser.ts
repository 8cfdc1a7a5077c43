/**
 * The browser in which a user has signed in: it is known from now on, and the user is told if it was not.
 *
 * @module
 */

import { ACCOUNT_TYPES } from "./account_types.ts";
import { notify } from "./hooks.ts";
import { type Identity, setsCredentials } from "../model/identity.ts";
import type { Ending } from "../model/intent.ts";
import type { Whose } from "../model/limits.ts";
import { aalOf } from "../values/levels.ts";
import { comparable, isSameAddress } from "../values/same_address.ts";
import type { Setup } from "../setup/setup.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { User } from "../values/types.ts";

/** A sign-in that has succeeded. */
interface SignedInHere {
  /** The user. */
  readonly user: User & { readonly id: string };
  /** The generation in which the session has begun. Default: the first one. */
  readonly generation?: number | undefined;
  /** Whether this sign-in has created the user. */
  readonly isNewUser: boolean;
  /** Whether the user has proven who they are with a way that they had before: no account was added. */
  readonly isProof: boolean;
}

/** Tells the user of a browser that is new, and returns the cookie by which failed attempts of strangers do not lock this one out. */
export async function rememberBrowser(
  identity: Identity,
  { user, generation, isNewUser, isProof }: SignedInHere,
  { incoming, intent }: Ending,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const { account: { type, provider }, amr = [], credentials = {}, outcome } = identity;
  // It may be a number, and is text in a session.
  const userId = String(user.id);
  // An email has told the owner of a mailbox already that someone signs in, and one of new credentials says it, too.
  const isTold = ACCOUNT_TYPES[type].proves === "mailbox" || setsCredentials({ outcome }) ||
    // A password, and then a mailed code: that of an app makes two factors.
    (amr.includes("otp") && aalOf(amr) === 1);
  if (!isNewUser && isProof && !isTold && !await setup.limits.isKnownBrowser(userId, incoming)) {
    await notify({ userId, intent, purpose: "newDevice" }, incoming, setup);
  }
  const accounts = accountsOf(identity, user);
  return await setup.limits.knownBrowser({ userId, generation, accounts, provider, credentials }, incoming);
}

/** The accounts that a browser is known for. */
function accountsOf(
  { account, emailIsVerified, storedUser, user: own }: Identity,
  user: User,
): readonly Whose[] {
  const { email } = user;
  // At many a provider a stranger types any address: their browser must not be known for the account of its owner.
  const { emailVerified } = { ...user, ...storedUser } as Partial<AdapterUser>;
  const isProven = emailIsVerified || ACCOUNT_TYPES[account.type].proves === "mailbox";
  const ownsEmail = emailVerified || (isProven && isSameAddress(own.email ?? "", email ?? ""));
  return [
    ...(email && ownsEmail ? [["address", comparable(email)] as const] : []),
    ...(account.type === "webauthn" ? [["passkey", account.providerAccountId] as const] : []),
  ];
}
