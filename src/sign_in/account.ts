/**
 * Applies a decision to the database: links accounts, creates users, verifies addresses.
 *
 * Each write succeeds only if the user has not changed since the decision, where the adapter can check that
 * (`addCredentials`, `takeOverUser`). An adapter that cannot check it is never asked to take a user over.
 *
 * @module
 */

import { detailsOf, toKey, toNewRow, toRow } from "./account_row.ts";
import {
  type AccountContext,
  type Applied,
  orFound,
  orUndo,
  proofOf,
  toApplied,
  unchangedUser,
  userChanged,
} from "./applied.ts";
import { credentialsOf } from "./capability.ts";
import { addressOf, findByAddress } from "./decision.ts";
import type { Decision } from "../model/decision.ts";
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked, UserChanged } from "../errors/errors.ts";
import { lacksSecondStep } from "./freshness.ts";
import type { Identity } from "../model/identity.ts";
import { once } from "../platform/once.ts";
import { createInPlaceOf, createUser } from "./new_user.ts";
import { isSameAddress } from "../values/same_address.ts";
import { isA } from "../errors/thrown.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";

export { noteVerified } from "../session/mailbox_note.ts";
export { decide, findMatches, underStoredId } from "./decision.ts";
export { askToLink, findWaitingQuestion, resumeQuestion } from "./link.ts";

/** Loaded on demand: a takeover is rare. */
const takeovers = once(() => import("./takeover.ts"));

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
    if (again.kind !== "found" && again.kind !== "refused") {
      throw new UserChanged("Cannot sign in: the user has been created or changed in the meantime", {
        err: error,
      });
    }
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
    await context.store.updateAccount?.({
      ...stored,
      ...detailsOf(identity, context.store),
      ...toKey(account),
    });
  }
  return await verifyIfVouched(identity, user, context);
}

async function link(identity: Identity, user: AdapterUser, context: AccountContext): Promise<Applied> {
  const { emit } = context;
  await addAccount(identity, user, context);
  await emit("linkAccount", {
    ...{ user, account: toRow(identity), profile: identity.user },
    ...identity.data && { data: identity.data },
  });
  return await verifyIfVouched(identity, user, context);
}

/** Takes over the user with the proven address. The account of a provider is linked to them. */
async function takeOverAndLink(
  identity: Identity,
  user: AdapterUser,
  context: AccountContext,
): Promise<Applied> {
  const { takeOver } = await takeovers();
  const taken = await takeOver(user, context, identity.outcome);
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
    const credentials = { userId, emailVerified, account, ...(authenticator && { authenticator }) };
    const add = store.addCredentials;
    const isStored = async () => (await store.getUserByAccount(toKey(identity.account)))?.id === userId;
    // An account at a provider is found by the second decision.
    const added = await (authenticator ? orFound(() => add(credentials), isStored) : add(credentials));
    if (added) return;
    throw new UserChanged("Cannot link the account: the user was removed or changed in the meantime");
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

/** Stores what becomes of the credentials that the library keeps. @returns The generation afterwards; `undefined` without an outcome. */
async function storeOutcome(
  identity: Identity,
  user: AdapterUser,
  context: AccountContext,
): Promise<number | undefined> {
  const kept = identity.outcome && await credentialsOf(context);
  return await kept?.storeOutcome(identity, user, context);
}

/** Whether a user has one account; also if the adapter cannot list them: then none is removed on the account page. */
async function hasOneAccount({ id }: AdapterUser, { store }: AccountContext): Promise<boolean> {
  const accounts = await store.listAccountsByUserId?.(id);
  return accounts === undefined || accounts.length === 1;
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
