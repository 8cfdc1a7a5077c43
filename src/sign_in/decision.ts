/**
 * Whose sign-in it is: the user that an identity belongs to.
 *
 * @module
 */

import type { AccountKey, AdapterUser } from "../adapters/types.ts";
import type { Store } from "../config/store.ts";
import { isSameAddress } from "../same_address.ts";
import type { Identity, Profile } from "../types.ts";
import type { LinkIntent } from "./intent.ts";

/** What the database says about the users that an identity may belong to. */
export interface Known {
  /** The user that the account is linked to. */
  readonly owner: AdapterUser | null;
  /** The user who is signed in, and was when the sign-in began. */
  readonly current: AdapterUser | null;
  /** The user with the same address. */
  readonly sameAddress: AdapterUser | null;
  /** Whether `sameAddress` can be given to the owner of the address without losing an account at a provider. */
  readonly isFree: boolean;
}

/** Whether the user who is signed in wants the account, and has signed in not long ago. */
export interface Consent {
  /** What the sign-in was begun for. */
  readonly link: LinkIntent;
  /** Whether the session is younger than `session.freshAge`. */
  readonly isFresh: boolean;
}

/** What becomes of an identity. */
export type Decision =
  /** It signs a user in. */
  | { readonly kind: "found"; readonly user: AdapterUser }
  /** Its account is added to a user. */
  | { readonly kind: "linked"; readonly user: AdapterUser }
  /** The user who is signed in is asked whether its account is to be added. */
  | { readonly kind: "asked"; readonly user: AdapterUser }
  /** A user has proven to own the address that they have had. */
  | { readonly kind: "verified"; readonly user: AdapterUser }
  /** The owner of an address gets the user that was registered with it, without what was registered before. */
  | { readonly kind: "takenOver"; readonly user: AdapterUser }
  /** It makes a new user. */
  | { readonly kind: "created" }
  /** It is not let in. */
  | { readonly kind: "refused"; readonly reason: string };

/** Asks the database. @param currentId Id of the user who is signed in, and was when the sign-in began. */
export async function findKnown(
  identity: Identity,
  currentId: string | null,
  store: Store,
): Promise<Known> {
  const { account, emailIsVerified } = identity;
  const address = addressOf(identity);
  // Read before `owner`: if another tab creates the user in between, the account read next is found as well, since both
  // are stored together.
  const sameAddress = address ? await findByAddress(address, store) : null;
  const mayTakeOver = emailIsVerified && sameAddress?.emailVerified === null && account.type !== "email";
  return {
    owner: account.type === "email" ? null : await store.getUserByAccount(toKey(account)),
    current: currentId === null ? null : await store.getUser(currentId),
    sameAddress,
    isFree: mayTakeOver ? await hasNoProviderAccount(sameAddress!.id, store) : false,
  };
}

/** Decides, without touching anything. */
export function decide(identity: Identity, known: Known, { link, isFresh }: Consent): Decision {
  const { account, linksByEmail, profile, emailIsVerified } = identity;
  const { owner, current, sameAddress, isFree } = known;
  if (account.type === "email") return decideByMailbox(identity, known);
  const objection = account.type === "webauthn" ? objectionTo(identity, known) : null;
  if (objection) return { kind: "refused", reason: objection };
  if (owner && current && owner.id !== current.id && link !== "none") {
    return { kind: "refused", reason: "the account belongs to another user than the one who is signed in" };
  }
  if (owner) return { kind: "found", user: owner };
  if (current) {
    const isAgreed = link === "agreed" || (link === "requested" && isFresh);
    return { kind: isAgreed ? "linked" : "asked", user: current };
  }
  if (!sameAddress) return { kind: "created" };
  if (linksByEmail && !isUnverified(profile)) return { kind: "linked", user: sameAddress };
  if (emailIsVerified && isFree) return { kind: "takenOver", user: sameAddress };
  return { kind: "refused", reason: "a user with the same address signs in another way" };
}

/** The mailbox is proven: the user with its address is its owner's. */
function decideByMailbox({ linksByEmail }: Identity, { current, sameAddress }: Known): Decision {
  if (!sameAddress) return { kind: "created" };
  if (sameAddress.emailVerified) return { kind: "found", user: sameAddress };
  const isOwn = current?.id === sameAddress.id || linksByEmail === true;
  return { kind: isOwn ? "verified" : "takenOver", user: sameAddress };
}

/** A passkey is registered once, for the user who asked for it; and it signs in to the account it was registered with. */
function objectionTo({ authenticator }: Identity, { owner, current }: Known): string | null {
  if (!authenticator) return owner ? null : "the account of the passkey is gone";
  // To register a passkey proves nothing about the one that is stored: its id can be anybody's.
  if (owner) return "the passkey is registered already";
  if (authenticator.userId === null || authenticator.userId === current?.id) return null;
  return "the user who asked to register the passkey is no longer signed in";
}

/**
 * The user with an address. Case aside, it must be the very same: a database that takes `ä` for `a` would hand one
 * mailbox's user to the owner of another.
 */
export async function findByAddress(address: string, store: Store): Promise<AdapterUser | null> {
  const user = await store.getUserByEmail(address);
  return user?.email && isSameAddress(user.email, address) ? user : null;
}

/** The address of an identity; `null` if its provider gives something else in its place, such as an account name. */
export function addressOf({ user: { email }, account: { type } }: Identity): string | null {
  const isAddress = (type !== "oauth" && type !== "oidc") || email?.includes("@");
  return email && isAddress ? email : null;
}

/** What identifies an account. */
export function toKey({ provider, providerAccountId }: Identity["account"]): AccountKey {
  return { provider, providerAccountId };
}

/**
 * Whether a user has no OAuth or OpenID account. One provider's word about an address removes no account at another; the
 * owner of the mailbox may.
 */
async function hasNoProviderAccount(userId: string, store: Store): Promise<boolean> {
  const accounts = await store.listAccountsByUserId?.(userId);
  return accounts?.every(({ type }) => type !== "oauth" && type !== "oidc") ?? false;
}

/** Some providers write it as text. */
function isUnverified(profile: Profile | undefined): boolean {
  const verified: unknown = profile?.email_verified;
  return verified === false || verified === "false";
}
