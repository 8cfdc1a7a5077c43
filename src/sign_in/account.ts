/**
 * Whose sign-in it is: the user that an identity belongs to, found, linked or created.
 *
 * @module
 */

import type { AccountKey, AdapterUser } from "../adapters/types.ts";
import type { Setup } from "../config/setup.ts";
import type { Store } from "../config/store.ts";
import { toUuid } from "../crypto/bytes.ts";
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked, ServerError } from "../errors.ts";
import type { Identity, Profile, User } from "../types.ts";

/** Whom the database knows, of those that an identity may belong to. */
export interface Known {
  /** The user that the account is linked to. */
  readonly owner: AdapterUser | null;
  /** The user who is signed in, if they were when this sign-in began. */
  readonly current: AdapterUser | null;
  /** The user with the same address. */
  readonly namesake: AdapterUser | null;
}

/** What becomes of an identity. */
export type Decision =
  | { readonly kind: "found"; readonly user: AdapterUser }
  | { readonly kind: "linked"; readonly user: AdapterUser }
  | { readonly kind: "proven"; readonly user: AdapterUser; readonly isTakeover: boolean }
  | { readonly kind: "created" }
  | { readonly kind: "refused"; readonly reason: string };

/** The user of a sign-in. */
export interface Settled {
  /** The user. */
  readonly user: User & { readonly id: string };
  /** Whether this sign-in created them. */
  readonly isNewUser: boolean;
}

/** What settling needs. */
export type AccountContext = Pick<Setup, "emit" | "logger" | "platform" | "providers" | "strategy"> & {
  /** The database. */
  readonly store: Store;
};

/**
 * Decides, without touching anything.
 *
 * A mailbox that has been proven opens the user with that address. If nobody had proven it before, what was registered
 * under it may be a stranger's, who waits for its owner to come: that is removed first.
 */
export function decide(identity: Identity, known: Known): Decision {
  const { account, linksByEmail, profile } = identity;
  const { owner, current, namesake } = known;
  const objection = account.type === "webauthn" ? objectionTo(identity, known) : null;
  if (objection) return { kind: "refused", reason: objection };
  if (account.type === "email") {
    if (!namesake) return { kind: "created" };
    if (namesake.emailVerified) return { kind: "found", user: namesake };
    return { kind: "proven", user: namesake, isTakeover: current?.id !== namesake.id };
  }
  if (owner && current && owner.id !== current.id) {
    return { kind: "refused", reason: "the account belongs to another user than the one who is signed in" };
  }
  if (owner) return { kind: "found", user: owner };
  if (current) return { kind: "linked", user: current };
  if (!namesake) return { kind: "created" };
  if (linksByEmail && !isUnverified(profile)) return { kind: "linked", user: namesake };
  return { kind: "refused", reason: "a user with the same address signs in another way" };
}

/** A passkey is registered once, for whoever asked for it; and it signs in to the account it was registered with. */
function objectionTo({ authenticator }: Identity, { owner, current }: Known): string | null {
  if (!authenticator) return owner ? null : "the account of the passkey is gone";
  // To register a passkey proves nothing about the one that is stored: its id can be anybody's.
  if (owner) return "the passkey is registered already";
  if (authenticator.userId === (current?.id ?? null)) return null;
  return "whoever asked to register the passkey is not signed in any more";
}

/** Asks the database whom it knows. @param currentId Id of the user who is signed in, and was when this sign-in began. */
export async function know(
  { user, account }: Identity,
  currentId: string | null,
  store: Store,
): Promise<Known> {
  // First of all: the same person may be signing in for the first time in another tab. Whoever has their address by now
  // has their account as well, for both are stored together.
  const namesake = user.email ? await findByAddress(user.email, store) : null;
  return {
    owner: account.type === "email" ? null : await store.getUserByAccount(toKey(account)),
    current: currentId === null ? null : await store.getUser(currentId),
    namesake,
  };
}

/**
 * The user with an address. Case aside, it must be the very same: a database that takes `ä` for `a` would hand one
 * mailbox's user to the owner of another.
 */
export async function findByAddress(address: string, store: Store): Promise<AdapterUser | null> {
  const user = await store.getUserByEmail(address);
  return user?.email && toAsciiLowerCase(user.email) === toAsciiLowerCase(address) ? user : null;
}

/**
 * Carries out a decision.
 *
 * @throws {OAuthAccountNotLinked} if it is a refusal; for passkeys {AccountNotLinked}.
 * @throws {AdapterError} if the database fails.
 */
export async function settle(
  identity: Identity,
  decision: Decision,
  context: AccountContext,
): Promise<Settled> {
  try {
    return await carryOut(identity, decision, context);
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    // Somebody may have been faster with the same sign-in. What the database knows now decides, once more.
    const currentId = decision.kind === "linked" ? decision.user.id : null;
    const again = await know(identity, currentId, context.store).then(
      (known) => decide(identity, known),
      () => decision,
    );
    if (again.kind === decision.kind) throw error;
    return await carryOut(identity, again, context);
  }
}

async function carryOut(identity: Identity, decision: Decision, context: AccountContext): Promise<Settled> {
  switch (decision.kind) {
    case "found":
      return await renew(identity, decision.user, context);
    case "linked":
      return await link(identity, decision.user, context);
    case "proven":
      return await verify(identity, decision, context);
    case "created":
      return await create(identity, context);
    case "refused": {
      const Refusal = identity.account.type === "webauthn" ? AccountNotLinked : OAuthAccountNotLinked;
      throw new Refusal(`Cannot sign in: ${decision.reason}`);
    }
  }
}

/** Some providers write it as text. */
function isUnverified(profile: Profile | undefined): boolean {
  const verified: unknown = profile?.email_verified;
  return verified === false || verified === "false";
}

function toAsciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function toKey({ provider, providerAccountId }: Identity["account"]): AccountKey {
  return { provider, providerAccountId };
}

/** A provider may have given new tokens. */
async function renew(
  { account, stored }: Identity,
  user: AdapterUser,
  { store }: AccountContext,
): Promise<Settled> {
  if (Object.keys(stored).length) await store.updateAccount?.({ ...stored, ...toKey(account) });
  return { user, isNewUser: false };
}

async function link(
  identity: Identity,
  user: AdapterUser,
  context: AccountContext,
): Promise<Settled> {
  const { store, emit } = context;
  await store.linkAccount({ ...toAccount(identity), userId: user.id });
  const undo = () => store.unlinkAccount?.(toKey(identity.account));
  await enroll(identity, { userId: user.id, undo }, context);
  await emit("linkAccount", { user, account: toAccount(identity), profile: identity.user });
  return { user, isNewUser: false };
}

async function verify(
  identity: Identity,
  { user, isTakeover }: Extract<Decision, { readonly kind: "proven" }>,
  context: AccountContext,
): Promise<Settled> {
  const { store, emit, platform } = context;
  const emailVerified = new Date(platform.now());
  if (isTakeover && !identity.linksByEmail && !await removeUnproven(user, context)) {
    const anew = await store.createUser({ ...user, id: toUuid(platform.random(16), 4), emailVerified });
    await emit("createUser", { user: anew });
    return { user: anew, isNewUser: true };
  }
  const verified = await store.updateUser({ id: user.id, emailVerified });
  await emit("updateUser", { user: verified });
  return { user: verified, isNewUser: false };
}

/**
 * Removes all that a stranger may have registered to sign in with.
 *
 * @returns Whether the user is still there. A token in a stranger's cookie (strategy `jwt`) cannot be removed, but what
 * it names can: then, and where an adapter has no `takeOverUser`, the user is.
 */
async function removeUnproven(
  user: AdapterUser,
  { store, strategy, providers, platform }: AccountContext,
): Promise<boolean> {
  if (strategy === "database" && store.takeOverUser) {
    const emailVerified = new Date(platform.now());
    if (await store.takeOverUser({ id: user.id, email: user.email ?? "", emailVerified })) return true;
    throw new ServerError("Cannot take the user over: they have changed meanwhile");
  }
  // Somebody whom the application has invited, say: nobody can have signed in, for a password leaves no account.
  const hasPasswords = [...providers.values()].some(({ type }) => type === "credentials");
  if (strategy === "jwt" && !hasPasswords && (await store.listAccountsByUserId?.(user.id))?.length === 0) {
    return true;
  }
  if (!store.deleteUser) {
    throw new ServerError("Cannot remove what was not proven: the adapter has no `deleteUser`");
  }
  await store.deleteUser(user.id);
  return false;
}

async function create(identity: Identity, context: AccountContext): Promise<Settled> {
  const { store, emit, platform } = context;
  const isMail = identity.account.type === "email";
  const emailVerified = isMail ? new Date(platform.now()) : null;
  const { email = null, ...fields } = identity.user;
  const proposed = { ...fields, id: toUuid(platform.random(16), 4), email, emailVerified };
  const user = isMail
    ? await store.createUser(proposed)
    : await createWithAccount(proposed, identity, context);
  await enroll(identity, { userId: user.id, undo: () => store.deleteUser?.(user.id) }, context);
  await emit("createUser", { user });
  if (!isMail) await emit("linkAccount", { user, account: toAccount(identity), profile: identity.user });
  return { user, isNewUser: true };
}

/** Both or neither: a user without an account would keep its address from signing in for ever. */
async function createWithAccount(
  proposed: AdapterUser,
  identity: Identity,
  { store, logger }: AccountContext,
): Promise<AdapterUser> {
  if (store.createUserWithAccount) return await store.createUserWithAccount(proposed, toAccount(identity));
  let created: AdapterUser | undefined;
  try {
    created = await store.createUser(proposed);
    await store.linkAccount({ ...toAccount(identity), userId: created.id });
    return created;
  } catch (error) {
    try {
      // Even if it was `createUser` that failed: it may have done so after the user was stored.
      await store.deleteUser?.(created?.id ?? proposed.id);
    } catch (failure) {
      if (created) logger.error(failure as Error);
    }
    throw error;
  }
}

/** Stores the passkey of an account; or undoes what was stored for it, so that the next try finds nothing half-made. */
async function enroll(
  { authenticator }: Identity,
  { userId, undo }: { readonly userId: string; readonly undo: () => unknown },
  { store, logger }: AccountContext,
): Promise<void> {
  if (!authenticator) return;
  try {
    await store.createAuthenticator({ ...authenticator, userId });
  } catch (error) {
    try {
      await undo();
    } catch (failure) {
      logger.error(failure as Error);
    }
    throw error;
  }
}

function toAccount({ account, stored }: Identity) {
  return { ...stored, type: account.type, ...toKey(account) };
}
