/**
 * Decides which user an identity belongs to.
 *
 * @module
 */

import { toKey } from "./account_row.ts";
import { ACCOUNT_TYPES } from "./account_types.ts";
import type { Decision } from "../model/decision.ts";
import type { Identity } from "../model/identity.ts";
import type { Intent } from "../model/intent.ts";
import { findStored } from "../session/current.ts";
import { once } from "../platform/once.ts";
import { isSameAddress, toAddress } from "../values/same_address.ts";
import { isStorable } from "../values/storable.ts";
import { type Standing, standingOf } from "./standing.ts";
import type { Store } from "../model/store.ts";
import type { Awaitable } from "../values/types.ts";
import type { AccountKey, AdapterUser } from "../adapters/contract/types.ts";

/** The stored users that an identity may belong to. */
interface Matches {
  /** The user that the account is linked to. */
  readonly owner: AdapterUser | null;
  /** The user who is signed in, and was already when the sign-in began. */
  readonly current: AdapterUser | null;
  /** The user with the same address. */
  readonly sameAddress: AdapterUser | null;
  /** The user whose account is stored under the former id, which is not accepted. Absent without one. */
  readonly former?: AdapterUser;
  /** Whether a provider's word about the address is enough to take `sameAddress` over. */
  readonly canBeTakenOver: boolean;
  /** What a proven mailbox may do with `sameAddress`. Default: take that user over. */
  readonly standing?: Standing;
}

/** Whether the current user has asked for the account, and has recently signed in with a way that they had before. */
interface Consent {
  /** The address in the session of the current user: with sessions in tokens, it may not be stored. Default: none. */
  readonly address?: string | null;
  /** The purpose of the sign-in. */
  readonly link: Intent["link"];
  /** Whether the session is younger than `session.freshAge`, or the user has signed in again for this account. */
  readonly isFresh: boolean;
}

/**
 * Looks up the matching users.
 *
 * @param currentId Id of the user who is signed in, and was when the sign-in began.
 * @param asks Whether the application asks for second factors. Default `false`.
 * @param ofHolder The standing of a user whose session the browser has, also if it is hidden from the application, and had when the
 * sign-in began; `null` for any other. Default: it has none.
 */
export async function findMatches(
  identity: Identity,
  currentId: string | null,
  store: Store,
  asks?: boolean,
  ofHolder?: (userId: string) => Awaitable<Standing | null>,
): Promise<Matches> {
  const { account, emailIsVerified } = identity;
  const address = addressOf(identity);
  // Read before `owner`: if another request creates the user in between, `owner` finds the account, since both are stored
  // together.
  const sameAddress = address ? await findByAddress(address, store, identity.formerEmail) : null;
  const { proves } = ACCOUNT_TYPES[account.type];
  // Some databases leave out a field that was never set.
  const isUnproven = (emailIsVerified || proves === "mailbox") && sameAddress !== null &&
    !sameAddress.emailVerified;
  const standing = isUnproven
    ? await standingBeside(ofHolder, sameAddress, { identity, store, asks })
    : undefined;
  // No account is stored for a mailbox.
  const owner = proves === "mailbox" ? null : await ownerOf(toKey(account), store);
  const former = owner ? null : await findFormer(identity, store);
  return {
    owner,
    ...(former && { former }),
    current: currentId === null ? null : await findStored(currentId, store),
    sameAddress,
    ...(standing && { standing }),
    canBeTakenOver: isUnproven && emailIsVerified === true && standing === "stranger" &&
      await hasNoProtectedAccount(sameAddress, store),
  };
}

/** The standing of a user, or what their session in the browser gives them. */
async function standingBeside(
  ofHolder: Parameters<typeof findMatches>[4],
  user: AdapterUser,
  context: Parameters<typeof standingOf>[1],
): Promise<Standing> {
  const standing = await standingOf(user, context);
  return standing === "kept" ? standing : await ofHolder?.(user.id) ?? standing;
}

/**
 * Returns the identity under the id that its account is stored under: that of today, or the former one, if the provider
 * accepts it.
 */
export async function underStoredId(identity: Identity, store: Store): Promise<Identity> {
  const { account, formerAccount } = identity;
  if (!formerAccount?.isAccepted || await ownerOf(toKey(account), store)) return identity;
  if (!await findFormer(identity, store)) return identity;
  return { ...identity, account: { ...account, providerAccountId: formerAccount.id } };
}

async function findFormer({ account, formerAccount }: Identity, store: Store): Promise<AdapterUser | null> {
  if (!formerAccount) return null;
  return await ownerOf({ ...toKey(account), providerAccountId: formerAccount.id }, store);
}

/**
 * The user that an account belongs to. The id of an account is case-sensitive (OpenID Connect Core §2): a database whose collation
 * equates `ada` and `Ada` would give the user of one account to the owner of another. So the stored id must be the same, where the
 * adapter can read it. A store of `exactIds` has no `getAccount`.
 */
async function ownerOf(key: AccountKey, store: Store): Promise<AdapterUser | null> {
  const owner = await store.getUserByAccount(key);
  const { provider, providerAccountId: id } = key;
  if (!owner || !store.getAccount || /^\d+$/.test(id)) return owner;
  const row: StoredId | null = await store.getAccount(id, provider);
  const stored = row?.providerAccountId ?? row?.provider_account_id ?? id;
  return String(stored) === id ? owner : null;
}

/** The id of an account as an adapter returns it. Without one, it cannot be compared, as without `getAccount`. */
interface StoredId {
  readonly providerAccountId?: string;
  readonly provider_account_id?: string;
}

/**
 * Decides. A pure function. An identity that is added proves nothing about the user, so the current user gets it only with
 * a fresh session.
 */
export function decide(
  identity: Identity,
  matches: Matches,
  { link, isFresh, address = null }: Consent,
): Decision {
  const { account, linksByEmail, emailIsVerified } = identity;
  const { owner, former, current, sameAddress, canBeTakenOver } = matches;
  const { proves } = ACCOUNT_TYPES[account.type];
  if (proves === "mailbox") return decideByMailbox(identity, matches, { isFresh, address });
  const objection = proves === "passkey" ? findPasskeyObjection(identity, matches) : null;
  if (objection) return { kind: "refused", reason: objection };
  if (owner && current && owner.id !== current.id && link !== "none") {
    return { kind: "refused", reason: "the account belongs to another user than the one who is signed in" };
  }
  if (owner) return { kind: "found", user: owner };
  if (former && former.id !== current?.id) return { kind: "refused", reason: formerIdReason(identity) };
  if (current) {
    const isAdded = link !== "none" && isFresh;
    return isAdded ? { kind: "linked", user: current, ground: "session" } : { kind: "asked", user: current };
  }
  if (!sameAddress) return { kind: "created" };
  if (linksByEmail) return { kind: "linked", user: sameAddress, ground: "address" };
  if (emailIsVerified && canBeTakenOver) return { kind: "takenOver", user: sameAddress };
  return { kind: "refused", reason: SAME_ADDRESS };
}

const SAME_ADDRESS = "a user with the same address signs in another way";

function formerIdReason({ account: { provider } }: Identity): string {
  return `the account at "${provider}" is stored under its former id, which can pass to another person. To accept such ` +
    `ids, set \`acceptFormerAccountIds: true\` in the options of "${provider}"`;
}

/** Decides for a proven mailbox: its owner gets the user with its address, or the user whose session has it. */
function decideByMailbox(
  { user: { email: mailbox }, linksByEmail, disowns }: Identity,
  { current, sameAddress, standing }: Matches,
  { isFresh, address }: Omit<Consent, "link">,
): Decision {
  if (!sameAddress) {
    // The mailbox of another address would sign in for ever: no page could remove it again.
    const isOwn = Boolean(address && mailbox && isSameAddress(address, mailbox));
    if (!current || (current.email ?? null) !== null || !isOwn) return { kind: "created" };
    return isFresh
      ? { kind: "verified", user: current, ground: "session" }
      : { kind: "asked", user: current };
  }
  const user = sameAddress;
  if (user.emailVerified) return { kind: "found", user };
  const isDoubtful = standing === "asked";
  if (isDoubtful && disowns === String(user.id)) return { kind: "created", releases: user };
  const verified = { kind: "verified", user, ground: "address", ...(isDoubtful && { isDoubtful }) } as const;
  if (linksByEmail) return verified;
  if (current?.id !== user.id) {
    if (standing === "stale") return { kind: "refused", reason: SAME_ADDRESS };
    if (standing === "released") return { kind: "created", releases: user };
    return standing === "kept" || isDoubtful ? verified : { kind: "takenOver", user };
  }
  return isFresh ? { kind: "verified", user, ground: "session" } : { kind: "asked", user };
}

/** A passkey is registered once, for the user who asked for it, and signs in to the account it was registered with. */
function findPasskeyObjection({ authenticator }: Identity, { owner, current }: Matches): string | null {
  if (!authenticator) return owner ? null : "the account of the passkey is gone";
  // A registration can claim any id, so it does not prove ownership of the stored passkey.
  if (owner) return "the passkey is registered already";
  // An id may be a number, and is text in a session.
  if (authenticator.userId === null || String(authenticator.userId) === String(current?.id)) return null;
  return "the user who asked to register the passkey is no longer signed in";
}

/** Loaded on demand: few domains have other letters than those of ASCII. */
const unicodeDomains = once(() => import("./unicode_domain.ts"));

/**
 * Finds the user with an address, also in a spelling that an earlier version has stored; of several users the one whose address is
 * verified. The stored address must be the same: a database whose collation equates `ä` and `a` would give the user of one mailbox to
 * the owner of another.
 *
 * @param former The spelling in which an earlier version, or Auth.js, would have looked for it. Default: the same.
 */
export async function findByAddress<User extends Pick<AdapterUser, "email" | "emailVerified">>(
  address: string,
  store: { getUserByEmail(address: string): Awaitable<User | null> },
  former: string = address,
): Promise<User | null> {
  // Some databases throw for such a text, which none stores.
  if (!isStorable(address)) return null;
  const spellings = new Set([toAddress(address) ?? address, address, former]);
  for (const each of spellings) {
    // As Auth.js stores what a keyboard writes in two characters.
    spellings.add(each.normalize("NFD"));
    if (/[@.]xn--/.test(each)) spellings.add((await unicodeDomains()).toUnicodeDomain(each));
  }
  // All of them each time: the answer must not take longer for an address without a user.
  const stored = await Promise.all([...spellings].map((each) => store.getUserByEmail(each)));
  const users = stored.filter((user) => user?.email && isSameAddress(user.email, address));
  return users.find((user) => user!.emailVerified) ?? users[0] ?? null;
}

/** The address of an identity; `null` if its provider returns something else as `email`, such as an account name. */
export function addressOf({ user: { email }, account: { type } }: Identity): string | null {
  return email && (email.includes("@") || !ACCOUNT_TYPES[type].mayHaveOtherEmail) ? email : null;
}

/** Whether a user has no account that only the owner of the mailbox may remove; `false` if the adapter cannot list them. */
async function hasNoProtectedAccount({ id }: AdapterUser, store: Store): Promise<boolean> {
  const accounts = await store.listAccountsByUserId?.(id);
  return accounts?.every(({ type }) => !ACCOUNT_TYPES[type]?.isProtected) ?? false;
}
