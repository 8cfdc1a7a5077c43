/**
 * Reads the user who is signed in, with their ways to sign in and their sessions.
 *
 * @module
 */

import type { AccountUser } from "../../shapes/account.ts";
import type { AccountOwner } from "../../setup/account_section.ts";
import { storedUser } from "../../session/current.ts";
import { freshnessOf } from "../freshness.ts";
import type { SessionRead } from "../../model/session.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Store } from "../../model/store.ts";
import type { AdapterAuthenticator, AdapterSession, AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { Session } from "../../values/types.ts";
import { findMailProvider, toWays, type Ways } from "./ways.ts";

/** The data of the user who is signed in, as the database has it. */
export interface Overview extends AccountOwner, Pick<SessionRead, "signedInAt" | "token"> {
  /** The user, as the session describes them; as they are stored, if the session describes another user. */
  readonly shown: AccountUser;
  /** The ways to sign in; `null` if they cannot be listed. */
  readonly ways: Ways | null;
  /** The sessions that have not ended; `null` if they cannot be listed. */
  readonly sessions: readonly AdapterSession[] | null;
  /** Key of the session of the request in the database; `null` for a session in a token. */
  readonly current: string | null;
}

/**
 * Reads it; `null` if no one is signed in.
 *
 * @throws {UserNotStored} if the database never had the user.
 * @throws {AdapterError} if the database fails.
 */
export async function readOverview(incoming: Incoming, setup: Setup): Promise<Overview | null> {
  const read = await storedUser(incoming, setup);
  if (!read) return null;
  const { userId, session, user, storedAs: current = null } = read;
  const { store } = setup;
  const { name, email, image } = describedBy(session as Partial<Session>, { userId, user, store });
  const authenticators = await readAuthenticators(userId, setup);
  return {
    ...read,
    shown: { name: name ?? null, email: email ?? null, image: image ?? null },
    ...await freshnessOf(read, setup),
    authenticators,
    ways: store && await readWays({ userId, user, authenticators }, store, setup),
    sessions: await readSessions(userId, setup),
    current,
  };
}

/** Reads the ways to sign in of a stored user, who need not be signed in; `null` if they cannot be listed. */
export async function readWaysOf(user: AdapterUser, setup: Setup): Promise<Ways | null> {
  const userId = String(user.id);
  const authenticators = await readAuthenticators(userId, setup);
  return setup.store && await readWays({ userId, user, authenticators }, setup.store, setup);
}

/**
 * The user whose name the account page shows. `callbacks.session` may put another user into the session, for example while an
 * administrator acts as them: the page then names the stored user, whose data it has. Without a database it has no data of
 * anybody, and an id of the application's own is no sign of another user.
 */
function describedBy(
  { user: described = {} }: { readonly user?: Partial<Session["user"]> },
  { userId, user, store }: Pick<Overview, "userId" | "user"> & Pick<Setup, "store">,
): Partial<AccountUser> {
  const isOther = described.id !== undefined && described.id !== userId;
  return isOther && store ? user ?? {} : described;
}

async function readWays(
  { userId, user, authenticators }: Pick<Overview, "userId" | "user" | "authenticators">,
  store: Store,
  { providers }: Setup,
): Promise<Ways | null> {
  if (!store.listAccountsByUserId) return null;
  return toWays(
    {
      mail: await findMailProvider(user, providers, store),
      accounts: ownOf(userId, await store.listAccountsByUserId(userId)),
      authenticators: authenticators ?? [],
    },
    providers,
  );
}

/** An adapter of Auth.js may have no table of them: it is asked only with a provider of passkeys, or if it removes them. */
async function readAuthenticators(
  userId: string,
  { store, providers }: Setup,
): Promise<readonly AdapterAuthenticator[] | null> {
  const hasTable = store?.removeAccount ||
    [...providers.values()].some(({ type }) => type === "webauthn");
  const listed = hasTable && await store?.listAuthenticatorsByUserId?.(userId);
  return listed ? ownOf(userId, listed) : null;
}

/** The rows of a user: an adapter of the application's own could return those of others. */
function ownOf<T extends { readonly userId: string }>(userId: string, rows: readonly T[]): readonly T[] {
  return rows.filter((each) => String(each.userId) === String(userId));
}

/** The sessions of a user that have not ended; `null` if they cannot be listed. */
export async function readSessions(
  userId: string,
  { store, strategy, platform }: Setup,
): Promise<readonly AdapterSession[] | null> {
  if (strategy === "jwt" || !store?.listSessionsByUserId) return null;
  const sessions = await store.listSessionsByUserId(userId);
  return ownOf(userId, sessions).filter(({ expires }) => expires.getTime() > platform.now());
}
