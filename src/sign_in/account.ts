/**
 * What a sign-in changes in the database: accounts linked, users created, addresses verified.
 *
 * Each write happens only if the user is still as the decision saw them, where the adapter can say so
 * (`addCredentials`, `takeOverUser`). An adapter that cannot is never asked to take a user over.
 *
 * @module
 */

import type { AdapterAuthenticator, AdapterUser } from "../adapters/types.ts";
import { toUuid } from "../crypto/bytes.ts";
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked, UserChanged } from "../errors.ts";
import { isSameAddress } from "../same_address.ts";
import { isA } from "../thrown.ts";
import type { Identity, User } from "../types.ts";
import { addressOf, type Decision, toKey } from "./decision.ts";
import { takeOver, type TakeoverContext } from "./takeover.ts";

/** The user of a sign-in. */
export interface Settled {
  /** The user. */
  readonly user: User & { readonly id: string };
  /** The user as stored, after all that this sign-in has changed; absent without a database. */
  readonly storedUser?: AdapterUser;
  /** Whether this sign-in created them. */
  readonly isNewUser: boolean;
  /** Ids of the providers that the user could sign in with until this sign-in took the user over. */
  readonly removed?: readonly string[];
}

/** Dependencies of `settle`. */
export interface AccountContext extends TakeoverContext {
  /** Decides anew, from what the database says now. */
  readonly decideAgain: () => Promise<Decision>;
}

/**
 * Carries out a decision.
 *
 * @throws {OAuthAccountNotLinked} if it is a refusal; for passkeys {AccountNotLinked}.
 * @throws {UserNotVerified} if the user cannot be given to the owner of the mailbox.
 * @throws {UserChanged} if the user is no longer as the decision saw them.
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
    if (!isA(error, AdapterError)) throw error;
    // Another request may have been faster with the same sign-in. What the database says now decides, once more.
    const again = await context.decideAgain().catch(() => decision);
    if (again.kind === decision.kind || again.kind === "asked") throw error;
    return await carryOut(identity, again, context);
  }
}

async function carryOut(identity: Identity, decision: Decision, context: AccountContext): Promise<Settled> {
  switch (decision.kind) {
    case "found":
      return await renew(identity, decision.user, context);
    case "linked":
      return await link(identity, decision.user, context);
    case "verified":
      return toSettled(await verify(decision.user, context));
    case "takenOver":
      return await takeOverAndLink(identity, decision.user, context);
    case "created":
      return await create(identity, context);
    case "asked":
    case "refused": {
      const reason = decision.kind === "refused" ? decision.reason : "the user has not been asked";
      const Refusal = identity.account.type === "webauthn" ? AccountNotLinked : OAuthAccountNotLinked;
      throw new Refusal(`Cannot sign in: ${reason}`);
    }
  }
}

function toSettled(user: AdapterUser): Settled {
  return { user, storedUser: user, isNewUser: false };
}

/** A provider may have given new tokens, and may vouch for an address that it did not vouch for before. */
async function renew(identity: Identity, user: AdapterUser, context: AccountContext): Promise<Settled> {
  const { account, stored } = identity;
  if (Object.keys(stored).length) await context.store.updateAccount?.({ ...stored, ...toKey(account) });
  return toSettled(await verifyIfVouched(identity, user, context));
}

async function link(identity: Identity, user: AdapterUser, context: AccountContext): Promise<Settled> {
  const { emit } = context;
  await addAccount(identity, user, context);
  await emit("linkAccount", { user, account: toAccount(identity), profile: identity.user });
  return toSettled(await verifyIfVouched(identity, user, context));
}

/** The same mailbox, proven by a mail or vouched for by a provider, whose account then comes along. */
async function takeOverAndLink(
  identity: Identity,
  user: AdapterUser,
  context: AccountContext,
): Promise<Settled> {
  const taken = await takeOver(user, context);
  if (identity.account.type !== "email") await link(identity, taken.user, context);
  return { ...toSettled(taken.user), removed: taken.removed };
}

/** Adds an account, and the passkey that may belong to it, to a user who is as the decision saw them. */
async function addAccount(identity: Identity, user: AdapterUser, context: AccountContext): Promise<void> {
  const { store } = context;
  const { id: userId, emailVerified } = user;
  const account = { ...toAccount(identity), userId };
  const authenticator = identity.authenticator && { ...identity.authenticator, userId };
  if (store.addCredentials) {
    const added = await store.addCredentials({
      userId,
      emailVerified,
      account,
      ...(authenticator && { authenticator }),
    });
    if (added) return;
    throw new UserChanged("Cannot link the account: the user has been removed or taken over in the meantime");
  }
  await store.linkAccount(account);
  if (!authenticator) return;
  await orUndo(
    () => store.createAuthenticator(authenticator),
    () => store.unlinkAccount?.(toKey(identity.account)),
    context,
  );
}

/** A provider that vouches for the very address that a user has makes mail work beside it. */
async function verifyIfVouched(
  { emailIsVerified, user: { email } }: Identity,
  user: AdapterUser,
  context: AccountContext,
): Promise<AdapterUser> {
  const isVouched = emailIsVerified && !user.emailVerified && user.email && email &&
    isSameAddress(user.email, email);
  if (!isVouched) return user;
  const stored = await context.store.getUser(user.id);
  if (stored && !stored.emailVerified) return await verify(user, context);
  throw new UserChanged(
    "Cannot verify the address of the user: the user has been removed or taken over meanwhile",
  );
}

/** Writes the address along with its date, so that no other address that the user gets meanwhile counts as verified. */
async function verify(
  { id, email }: AdapterUser,
  { store, emit, platform }: AccountContext,
): Promise<AdapterUser> {
  const verified = await store.updateUser({ id, email, emailVerified: new Date(platform.now()) });
  await emit("updateUser", { user: verified });
  return verified;
}

async function create(identity: Identity, context: AccountContext): Promise<Settled> {
  const { store, emit, platform } = context;
  const isMail = identity.account.type === "email";
  const email = addressOf(identity);
  const emailVerified = isMail || (identity.emailIsVerified && email) ? new Date(platform.now()) : null;
  const proposed = { ...identity.user, id: toUuid(platform.random(16), 4), email, emailVerified };
  const user = isMail
    ? await store.createUser(proposed)
    : await createWithAccount(proposed, identity, context);
  await emit("createUser", { user });
  if (!isMail) await emit("linkAccount", { user, account: toAccount(identity), profile: identity.user });
  return { ...toSettled(user), isNewUser: true };
}

/** All or nothing: a user without an account would keep its address from signing in for ever. */
async function createWithAccount(
  proposed: AdapterUser,
  identity: Identity,
  context: AccountContext,
): Promise<AdapterUser> {
  const { store } = context;
  const { authenticator } = identity;
  if (store.createUserWithAccount) {
    const { userId: _, ...passkey } = authenticator ?? {};
    return await store.createUserWithAccount(
      proposed,
      toAccount(identity),
      authenticator && (passkey as Omit<AdapterAuthenticator, "userId">),
    );
  }
  let created: AdapterUser | undefined;
  return await orUndo(
    async () => {
      created = await store.createUser(proposed);
      const { id: userId } = created;
      await store.linkAccount({ ...toAccount(identity), userId });
      if (authenticator) await store.createAuthenticator({ ...authenticator, userId });
      return created;
    },
    // Even if it was `createUser` that failed: it may have done so after the user was stored.
    () => store.deleteUser?.(created?.id ?? proposed.id),
    context,
  );
}

/** Undoes what was half-made, so that the next try finds nothing in its way. */
async function orUndo<T>(
  make: () => PromiseLike<T> | T,
  undo: () => unknown,
  { logger }: Pick<AccountContext, "logger">,
): Promise<T> {
  try {
    return await make();
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
