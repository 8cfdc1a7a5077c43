/**
 * Gives a user to the owner of the mailbox. Afterwards nothing works that was registered before.
 *
 * @module
 */

import { credentialsOf, findCredentialsKeeper } from "./capability.ts";
import { ServerError, UserChanged, UserNotVerified } from "../errors/errors.ts";
import { beforeSessionsEnd } from "./hooks.ts";
import type { CredentialsOutcome } from "../model/identity.ts";
import { withOutcome } from "./kept_credentials.ts";
import { persist } from "./persist.ts";
import { removeSecondFactors } from "../model/second_factor.ts";
import type { Setup } from "../setup/setup.ts";
import { credentialsIn } from "../shapes/credentials.ts";
import { hasRows, ifTable, type Store } from "../model/store.ts";
import {
  canTakeOver,
  credentialsProviders,
  takeoverObstacle,
  type TakeoverRules,
} from "../config/takeover.ts";
import type { AdapterSecurity, AdapterUser } from "../adapters/contract/types.ts";

/** Dependencies of `takeOver`. */
export type TakeoverContext =
  & Pick<
    Setup,
    "platform" | "providers" | "strategy" | "generations" | "emit" | "logger" | "capabilities" | "rules"
  >
  & {
    /** The database. */
    readonly store: Store;
  };

/** A user after a takeover. */
interface TakenOver {
  /** The user: the same row, with its address verified. */
  readonly user: AdapterUser;
  /** Ids of the providers that the user could sign in with before. */
  readonly removed: readonly string[];
  /** The generation that ends all sessions in tokens; absent if the database cannot keep it. */
  readonly generation?: number;
}

/**
 * Removes accounts, passkeys, credentials and sessions of a user, and marks the address as verified. The adapter does so in
 * one step, and only if the user has not changed since the decision. A sign-in that an attacker began before is refused
 * when it ends: see `addCredentials`.
 *
 * Credentials that the library keeps are replaced by the outcome in the step before, which ends sessions in tokens: if the
 * database fails in between, the owner has them all the same, and confirms the address again.
 *
 * @param outcome What becomes of the credentials that the library keeps. Default: they go, as one of the ways that are removed.
 * @throws {UserNotVerified} if not all of it can be removed. Then nothing has changed.
 * @throws {UserChanged} if the user has changed in the meantime. Then only credentials have been removed.
 */
export async function takeOver(
  user: AdapterUser,
  context: TakeoverContext,
  outcome?: CredentialsOutcome,
): Promise<TakenOver> {
  const { emit, platform } = context;
  const wanted = outcome ?? { hash: null };
  const before = await accountProviders(user, context.store);
  if (!canTakeOver(context)) throw takeoverRefusal(user, before, context);
  const revoked = await revokeCredentials(user, context);
  const { id } = user;
  const forget = await beforeSessionsEnd(id, context);
  // Before anything else: the stranger's sessions have ended, also if the rest fails.
  let former: AdapterSecurity | null = null;
  const generation = await context.generations?.raise(id, (row) => {
    former = row;
    return withOutcome(row, wanted, platform);
  }) ?? null;
  if (generation === null && context.strategy === "jwt") throw takeoverRefusal(user, before, context);
  // A user who has verified their address in the meantime keeps theirs, and of a user who is gone there is none.
  const isUnverified = async () => {
    const now = await context.store.getUser(id);
    return now !== null && !now.emailVerified;
  };
  await removeFactors(user, context, isUnverified);
  const emailVerified = new Date(platform.now());
  const taken = await take(user, emailVerified, context);
  if (!taken) {
    if (wanted.hash !== null) {
      await (await credentialsOf(context))?.restoreIfMoved(user, { wanted, former }, context);
    }
    throw new UserChanged("Cannot take over the user: the user has changed in the meantime");
  }
  const late = await removeLate(user, context);
  await forget(null);
  await emit("updateUser", { user: taken });
  const keeper = hasCredentials(former) && !outcome ? findCredentialsKeeper(context.providers) : null;
  return {
    user: taken,
    removed: [...new Set([...before, ...revoked, ...keeper ? [keeper.id] : [], ...late])],
    ...(generation !== null && { generation }),
  };
}

/** The refusal of a sign-in that needs a takeover, which is not possible. @param providers Ids of those of the user's accounts. */
export function takeoverRefusal(
  user: AdapterUser,
  providers: readonly string[],
  rules: TakeoverRules,
): UserNotVerified {
  const obstacle = takeoverObstacle(rules) ??
    "sessions in tokens cannot be ended, because the database lacks a table";
  const error = new UserNotVerified(
    `Cannot sign in user "${user.id}" by the address alone: it was never verified, so a stranger may have registered ` +
      `it, and ${obstacle}. They can sign in another way, and ask for a mail then. If you invited them, set ` +
      "`emailVerified`",
    { userId: user.id },
  );
  error.providers = providers;
  return error;
}

/** Ids of the providers of a user's accounts; none if the adapter cannot list accounts. */
async function accountProviders({ id }: AdapterUser, store: Store): Promise<readonly string[]> {
  const accounts = await store.listAccountsByUserId?.(id) ?? [];
  return [...new Set(accounts.map(({ provider }) => provider))];
}

/**
 * Removes second factors and credentials once more: until the takeover, the session of an attacker could set up others.
 *
 * @returns Ids of the providers that had some.
 */
async function removeLate(user: AdapterUser, context: TakeoverContext): Promise<readonly string[]> {
  const revoke = () => persist(() => revokeCredentials(user, context));
  try {
    await persist(() => removeFactors(user, context));
  } catch (error) {
    await revoke();
    throw error;
  }
  return await revoke();
}

/** Removes the second factors of a user: they would lock the owner out. */
async function removeFactors(
  { id }: AdapterUser,
  { store, platform }: TakeoverContext,
  mayRemove?: () => Promise<boolean>,
): Promise<void> {
  // Tables of an older version have none.
  const row = hasRows(store) && await ifTable(() => store.rows.find("secondFactors", { userId: id }));
  if (row) await removeSecondFactors(id, { store, now: platform.now }, mayRemove);
}

/** Takes the user. If the answer of the database is lost, the time says whether it has succeeded: they are told all the same. */
async function take(
  user: AdapterUser,
  emailVerified: Date,
  context: TakeoverContext,
): Promise<AdapterUser | null> {
  const { store } = context;
  const { id, email } = user;
  try {
    return email === null ? null : await store.takeOverUser!({ id, email, emailVerified });
  } catch (error) {
    const now = await persist(() => store.getUser(id)).catch(() => null);
    if (Number(now?.emailVerified) === Number(emailVerified)) return now;
    await persist(() => revokeCredentials(user, context));
    throw error;
  }
}

function hasCredentials(row: AdapterSecurity | null): boolean {
  return row !== null && credentialsIn(row).hash !== null;
}

/** Removes the credentials that the application keeps. @returns Ids of the providers that had some. */
async function revokeCredentials(
  user: AdapterUser,
  context: TakeoverContext,
): Promise<readonly string[]> {
  const revoked: string[] = [];
  const keeper = findCredentialsKeeper(context.providers);
  for (const provider of credentialsProviders(context.providers)) {
    if (provider === keeper) continue;
    try {
      if (await provider.revoke?.({ ...user })) revoked.push(provider.id);
    } catch (error) {
      throw new ServerError(
        `Cannot remove the password of user "${user.id}": \`revoke\` of provider "${provider.id}" failed. ` +
          "Remove it by hand: a stranger may have set it",
        { err: error as Error },
      );
    }
  }
  return revoked;
}
