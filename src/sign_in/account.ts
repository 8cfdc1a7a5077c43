/**
 * Applies a decision to the database: links accounts, creates users, verifies addresses.
 *
 * Each write succeeds only if the user has not changed since the decision, where the adapter can check that
 * (`addCredentials`, `takeOverUser`). An adapter that cannot check it is never asked to take a user over.
 *
 * @module
 */

import { detailsOf, toNewRow, toRow } from "./account_row.ts";
import { ACCOUNT_TYPES } from "./account_types.ts";
import { toUuid } from "../crypto/bytes.ts";
import { addressOf, findByAddress, toKey } from "./decision.ts";
import type { Decision } from "../model/decision.ts";
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked, UserChanged } from "../errors/errors.ts";
import { forgetFormer } from "./former_user.ts";
import { lacksSecondStep } from "./freshness.ts";
import type { Identity } from "../model/identity.ts";
import { once } from "../platform/once.ts";
import { storeOutcome } from "./password_outcome.ts";
import { readNote } from "../session/mailbox_note.ts";
import { isSameAddress } from "../values/same_address.ts";
import type { TakeoverContext } from "./takeover.ts";
import { isA } from "../errors/thrown.ts";
import type { AdapterAuthenticator, AdapterUser } from "../adapters/types.ts";
import type { User } from "../values/types.ts";

/** Loaded on demand: a takeover is rare. */
const takeovers = once(() => import("./takeover.ts"));

/** The result of an applied decision. */
export interface Applied {
  /** The user. */
  readonly user: User & { readonly id: string };
  /** The stored user, with all changes of this sign-in; absent without a database. */
  readonly storedUser?: AdapterUser | undefined;
  /** Whether this sign-in created them. */
  readonly isNewUser: boolean;
  /** Ids of the providers that the user could sign in with before the takeover; absent without one. */
  readonly removed?: readonly string[];
  /** The proven address that another user has again, who had the address of this one; absent without such a user. */
  readonly former?: string;
  /** The generation that a takeover or a password has begun; absent without one, and if the database cannot keep it. */
  readonly generation?: number;
}

/** Dependencies of `applyDecision`. */
export interface AccountContext extends TakeoverContext {
  /** Decides again, from the current state of the database. */
  readonly decideAgain: () => Promise<Decision>;
}

/**
 * Applies a decision.
 *
 * @throws {OAuthAccountNotLinked} if it is a refusal; for passkeys {AccountNotLinked}.
 * @throws {UserNotVerified} if the user cannot be taken over.
 * @throws {UserChanged} if the user has changed since the decision.
 * @throws {AdapterError} if the database fails.
 */
export async function applyDecision(
  identity: Identity,
  decision: Decision,
  context: AccountContext,
): Promise<Applied> {
  try {
    return await apply(identity, decision, context);
  } catch (error) {
    if (!isA(error, AdapterError)) throw error;
    // Another request may have completed the same sign-in. Decide once more, from the current state of the database.
    const again = await context.decideAgain().catch(() => decision);
    if (again.kind === decision.kind) throw error;
    // Any other decision needs the consent of the application, or of the user, once more.
    if (again.kind !== "found" && again.kind !== "refused") throw error;
    if (again.kind === "found" && await lacksSecondStep(identity, { again, decision }, context)) throw error;
    return await apply(identity, again, context);
  }
}

async function apply(identity: Identity, decision: Decision, context: AccountContext): Promise<Applied> {
  switch (decision.kind) {
    case "found":
      return await renew(identity, decision.user, context);
    case "linked":
      return await link(identity, decision.user, context);
    case "verified":
      return await verifyAddress(identity, decision.user, context);
    case "takenOver":
      return await takeOverAndLink(identity, decision.user, context);
    case "created":
      return await (decision.releases
        ? createInPlaceOf(decision.releases, identity, context)
        : createUser(identity, context));
    case "asked":
    case "refused": {
      const reason = decision.kind === "refused" ? decision.reason : "the user has not been asked";
      const Refusal = proofOf(identity) === "passkey" ? AccountNotLinked : OAuthAccountNotLinked;
      throw new Refusal(`Cannot sign in: ${reason}`);
    }
  }
}

function toApplied(user: AdapterUser, generation?: number): Applied {
  return { user, storedUser: user, isNewUser: false, ...(generation !== undefined && { generation }) };
}

/** Verifies the address of a user; a user without one gets that of the mailbox. */
async function verifyAddress(
  identity: Identity,
  user: AdapterUser,
  context: AccountContext,
): Promise<Applied> {
  const { id, email } = await unchangedUser(user, context);
  const generation = await storeOutcome(identity, user, context);
  return toApplied(await markVerified({ id, email: email ?? addressOf(identity) }, context), generation);
}

/** Stores new tokens, and verifies the address if the provider now says that it is verified. */
async function renew(identity: Identity, user: AdapterUser, context: AccountContext): Promise<Applied> {
  const { account, stored } = identity;
  if (Object.keys(stored).length) {
    await context.store.updateAccount?.({ ...stored, ...detailsOf(identity, context), ...toKey(account) });
  }
  return await verifyIfVouched(identity, user, context);
}

async function link(identity: Identity, user: AdapterUser, context: AccountContext): Promise<Applied> {
  const { emit } = context;
  await addAccount(identity, user, context);
  await emit("linkAccount", { user, account: toRow(identity), profile: identity.user });
  return await verifyIfVouched(identity, user, context);
}

/** Takes over the user with the proven address. The account of a provider is linked to them. */
async function takeOverAndLink(
  identity: Identity,
  user: AdapterUser,
  context: AccountContext,
): Promise<Applied> {
  const { takeOver } = await takeovers();
  const taken = await takeOver(user, context, identity.password);
  if (proofOf(identity) !== "mailbox") await link(identity, taken.user, context);
  return { ...toApplied(taken.user, taken.generation), removed: taken.removed };
}

/** Adds an account, and its passkey if it has one, to a user who has not changed since the decision. */
async function addAccount(identity: Identity, user: AdapterUser, context: AccountContext): Promise<void> {
  const { store } = context;
  const { id: userId, emailVerified } = user;
  const account = { ...toNewRow(identity, context), userId };
  const authenticator = identity.authenticator && { ...identity.authenticator, userId };
  if (store.addCredentials) {
    const added = await store.addCredentials({
      userId,
      emailVerified,
      account,
      ...(authenticator && { authenticator }),
    });
    if (added) return;
    throw new UserChanged("Cannot link the account: the user has been removed or changed in the meantime");
  }
  await store.linkAccount(account);
  if (!authenticator) return;
  await orUndo(
    () => store.createAuthenticator?.(authenticator),
    () => store.unlinkAccount?.(toKey(identity.account)),
    context,
  );
}

/**
 * If a provider has verified the address of the user, marks it as verified, so that mail works, too. A user without an
 * address gets that of their only account, unless it belongs to another user. The address of one of several accounts would
 * sign in for ever, also after that account is removed.
 */
async function verifyIfVouched(
  identity: Identity,
  user: AdapterUser,
  context: AccountContext,
): Promise<Applied> {
  const { account, emailIsVerified, formerEmail, user: { email } } = identity;
  const { store, strategy } = context;
  if (!emailIsVerified || user.emailVerified || !email) return toApplied(user);
  const isOwn = user.email
    ? isSameAddress(user.email, email)
    : strategy === "jwt" && await hasOneAccount(user, context) &&
      await findByAddress(email, store, formerEmail) === null;
  if (!isOwn) return toApplied(user);
  if ((await unchangedUser(user, context)).emailVerified) throw userChanged();
  const generation = await storeOutcome(identity, user, context);
  const verified = await markVerified({ id: user.id, email: user.email ?? email }, context);
  // A takeover before `markVerified` has removed the account. None can follow it, because the user is verified.
  const owner = await store.getUserByAccount(toKey(account));
  if (owner?.id !== user.id) throw userChanged();
  return toApplied(verified, generation);
}

/** Whether a user has one account; also if the adapter cannot list them: then none is removed on the account page. */
async function hasOneAccount({ id }: AdapterUser, { store }: AccountContext): Promise<boolean> {
  const accounts = await store.listAccountsByUserId?.(id);
  return accounts === undefined || accounts.length === 1;
}

function userChanged(): UserChanged {
  return new UserChanged(
    "Cannot verify the address of the user: the user has been removed or changed in the meantime",
  );
}

/** Reads a user just before a write. @throws {UserChanged} if the application has removed them, or changed the address. */
async function unchangedUser({ id, email }: AdapterUser, { store }: AccountContext): Promise<AdapterUser> {
  const stored = await store.getUser(id);
  if (!stored || stored.email !== email) throw userChanged();
  return stored;
}

/**
 * Marks the address as verified. The date is written with the address that it is about: the date alone would verify
 * another one that the application stores after `unchangedUser`.
 */
async function markVerified(
  { id, email }: Pick<AdapterUser, "id" | "email">,
  { store, emit, platform }: AccountContext,
): Promise<AdapterUser> {
  const verified = await store.updateUser({ id, email, emailVerified: new Date(platform.now()) });
  await emit("updateUser", { user: verified });
  return verified;
}

/**
 * Creates a user with the address of another one, whose mailbox it is not: they keep all else, and also the address if that fails.
 * They get back the one that they have proven, unless it is another user's by now: a password has to be typed with an address.
 */
async function createInPlaceOf(
  other: AdapterUser,
  identity: Identity,
  context: AccountContext,
): Promise<Applied> {
  const { store, emit } = context;
  const { id, email } = await unchangedUser(other, context);
  const noted = (await readNote(id, store))?.address;
  const former = noted && !await findByAddress(noted, store) ? noted : null;
  const write = async (address: string | null) =>
    await emit("updateUser", { user: await store.updateUser({ id, email: address }) });
  return await orUndo(
    async () => {
      await write(former);
      return { ...await createUser(identity, context), ...(former !== null && { former }) };
    },
    // Not if the new user was stored all the same, by this request or in another tab.
    async () => email && !await findByAddress(email, store) && await write(email),
    context,
  );
}

async function createUser(identity: Identity, context: AccountContext): Promise<Applied> {
  const { emit, platform } = context;
  const isMail = proofOf(identity) === "mailbox";
  const email = addressOf(identity);
  const emailVerified = isMail || (identity.emailIsVerified && email) ? new Date(platform.now()) : null;
  const proposed = { ...identity.user, id: toUuid(platform.random(16), 4), email, emailVerified };
  const user = await createWithAccount(proposed, identity, context);
  await emit("createUser", { user });
  if (!isMail) await emit("linkAccount", { user, account: toRow(identity), profile: identity.user });
  return { ...toApplied(user), isNewUser: true };
}

/**
 * Creates a user and their account, or neither: a user without one would block their address from signing in for ever. No account
 * is stored for a mailbox.
 */
async function createWithAccount(
  proposed: AdapterUser,
  identity: Identity,
  context: AccountContext,
): Promise<AdapterUser> {
  const { store } = context;
  const { authenticator } = identity;
  const isMail = proofOf(identity) === "mailbox";
  const isOneStep = isMail || store.createUserWithAccount !== undefined;
  let created: AdapterUser | undefined;
  return await orUndo(
    async () => {
      if (!isMail && store.createUserWithAccount) {
        const { userId: _, ...passkey } = authenticator ?? {};
        created = await store.createUserWithAccount(
          proposed,
          toNewRow(identity, context),
          authenticator && (passkey as Omit<AdapterAuthenticator, "userId">),
        );
      } else created = await store.createUser(proposed);
      const { id: userId } = created;
      await forgetFormer(userId, context);
      if (isOneStep) return created;
      await store.linkAccount({ ...toNewRow(identity, context), userId });
      if (authenticator) await store.createAuthenticator?.({ ...authenticator, userId });
      return created;
    },
    // Also if `createUser` failed before an account was to follow: the user may have been stored.
    () => (created || !isOneStep) && store.deleteUser?.(created?.id ?? proposed.id),
    context,
  );
}

/** If `make` fails, removes what it has stored, so that the next try can succeed. */
async function orUndo<T>(
  make: () => PromiseLike<T> | T,
  undo: () => unknown,
  { logger }: Pick<AccountContext, "logger">,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await (async () => await undo())().catch((failure) => logger.error(failure));
    throw error;
  }
}

function proofOf({ account }: Identity) {
  return ACCOUNT_TYPES[account.type].proves;
}
