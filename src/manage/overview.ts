/**
 * Reads the data of the user who is signed in.
 *
 * @module
 */

import type {
  AdapterAuthenticator,
  AdapterSecurity,
  AdapterSession,
  AdapterUser,
} from "../adapters/types.ts";
import type { Setup } from "../config/setup.ts";
import { parseDeviceText } from "../http/device.ts";
import type { Incoming } from "../http/types.ts";
import type { Messages } from "../messages/types.ts";
import type {
  AccountData,
  AccountPassword,
  AccountUser,
  LinkedAccount,
  LinkedPasskey,
  ListedSession,
  Unavailability,
} from "../pages/account_data.ts";
import { wayName } from "../pages/way_name.ts";
import { currentUser } from "../session/current.ts";
import { transportsOf } from "../values/one_factor.ts";
import { accountSection } from "../sign_in/hooks.ts";
import { type Freshness, freshnessOf } from "../sign_in/freshness.ts";
import type { Store } from "../model/store.ts";
import type { Session } from "../values/types.ts";
import { idOf, type Named } from "./ids.ts";
import { findMailProvider, isEndable, keptBeside, toWays, type Way, type Ways } from "./ways.ts";

/** The data of the user who is signed in, as the database has it. */
export interface Overview extends Freshness {
  /** Id of the user. */
  readonly userId: string;
  /** The user, as the session describes them; as they are stored, if the session describes another user. */
  readonly shown: AccountUser;
  /** The stored user; `null` without a database. */
  readonly user: AdapterUser | null;
  /** What is stored of the password; `null` if nothing is, or the library keeps none. */
  readonly security: AdapterSecurity | null;
  /** The ways to sign in; `null` if they cannot be listed. */
  readonly ways: Ways | null;
  /** The sessions that have not ended; `null` if they cannot be listed. */
  readonly sessions: readonly AdapterSession[] | null;
  /** Key of the session of the request in the database; `null` for a session in a token. */
  readonly current: string | null;
}

/** Reads it; `null` if no one is signed in. @throws {AdapterError} if the database fails. */
export async function readOverview(incoming: Incoming, setup: Setup): Promise<Overview | null> {
  const read = await currentUser(incoming, setup);
  if (!read) return null;
  const { userId, session, user, storedAs = null } = read;
  const { store } = setup;
  const { name, email, image } = describedBy(session as Partial<Session>, { userId, user, store });
  return {
    userId,
    shown: { name: name ?? null, email: email ?? null, image: image ?? null },
    user,
    ...await freshnessOf(read, setup),
    security: keepsPasswords(setup) ? await store?.getSecurity?.(userId) ?? null : null,
    ways: store && await readWays({ userId, user }, store, setup),
    sessions: await readSessions(userId, setup),
    current: storedAs,
  };
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

/** Converts it for the page and for scripts. @param messages The words for ways to sign in. */
export async function toAccountData(
  overview: Overview,
  { messages, incoming }: { readonly messages: Messages; readonly incoming: Incoming },
  setup: Setup,
): Promise<AccountData> {
  const section = await accountSection(setup);
  const secondFactor = await section?.read(overview.userId, incoming, setup) ?? null;
  const { shown, user, isFresh, ways, sessions } = overview;
  const removal = removalObstacle(setup);
  const context: OverviewContext = { overview, setup, messages, canRemove: removal === undefined };
  const [accounts, passkeys] = [false, true].map((isPasskey) =>
    ways?.list.filter(({ account }) => (account.type === "webauthn") === isPasskey) ?? null
  ) as [readonly Way[] | null, readonly Way[] | null];
  const provider = ways?.mail;
  return {
    user: shown,
    isFresh,
    mail: provider && user?.email && user.emailVerified
      ? {
        name: wayName(provider, setup, messages),
        email: user.email,
        verifiedAt: user.emailVerified.toISOString(),
      }
      : null,
    password: keepsPasswords(setup) && user?.email ? toPassword(overview) : null,
    accounts: accounts && await Promise.all(accounts.map((way) => toAccountRow(way, context))),
    passkeys: passkeys &&
      await Promise.all(
        passkeys.flatMap((way) => way.authenticator ? [toPasskey(way, way.authenticator, context)] : []),
      ),
    sessions: sessions && await toSessions(sessions, context),
    ...(secondFactor && { secondFactor }),
    unavailable: {
      ...(!ways && { accounts: setup.store ? "adapter" : "no-database" }),
      ...(removal && { removal }),
      ...(!sessions && { sessions: sessionsObstacle(setup) }),
      ...(!canEndTogether(setup) && { signOutOthers: sessionsObstacle(setup) }),
    },
  };
}

/** Returns a function that describes an account or passkey, for its id. */
export function nameWay(userId: string): (way: Way) => Named {
  return ({ account: { provider, providerAccountId } }) => ({
    kind: "account",
    userId,
    key: [provider, providerAccountId],
  });
}

/** Returns a function that describes a session, for its id. */
export function nameSession(userId: string): (session: AdapterSession) => Named {
  return ({ sessionToken }) => ({ kind: "session", userId, key: [sessionToken] });
}

/** Returns the reason why no way to sign in can be removed; `undefined` if it can. */
export function removalObstacle({ store }: Pick<Setup, "store">): Unavailability | undefined {
  if (!store) return "no-database";
  return store.removeAccount && store.listAccountsByUserId ? undefined : "adapter";
}

/** Whether the library keeps the passwords of users. */
function keepsPasswords({ off }: Pick<Setup, "off">): boolean {
  return off?.has("password") === false;
}

function toPassword({ security, user }: Overview): AccountPassword {
  // As `readPassword()` of passwords decides it.
  const isSet = Boolean(security?.passwordHash && (security.passwordIsProven || !user?.emailVerified));
  return { isSet, setAt: isSet ? toIso(security?.passwordSetAt) : null };
}

interface OverviewContext {
  readonly overview: Overview;
  readonly setup: Setup;
  readonly messages: Messages;
  readonly canRemove: boolean;
}

async function readWays(
  { userId, user }: Pick<Overview, "userId" | "user">,
  store: Store,
  { providers }: Setup,
): Promise<Ways | null> {
  if (!store.listAccountsByUserId) return null;
  const accounts = await store.listAccountsByUserId(userId);
  const authenticators = await store.listAuthenticatorsByUserId?.(userId) ?? [];
  // An adapter of the application's own could return those of others.
  const isOwn = (each: { readonly userId: string }) => String(each.userId) === String(userId);
  return toWays(
    {
      mail: await findMailProvider(user, providers, store),
      accounts: accounts.filter(isOwn),
      authenticators: authenticators.filter(isOwn),
    },
    providers,
  );
}

async function readSessions(
  userId: string,
  { store, strategy, platform }: Setup,
): Promise<readonly AdapterSession[] | null> {
  if (strategy === "jwt" || !store?.listSessionsByUserId) return null;
  const sessions = await store.listSessionsByUserId(userId);
  return sessions.filter((session) =>
    String(session.userId) === String(userId) && session.expires.getTime() > platform.now()
  );
}

/** Returns whether all sessions of a user can be ended at once. */
export function canEndTogether({ store, strategy, generations }: Setup): boolean {
  return strategy === "jwt" ? generations !== null : store?.deleteSessionsByUserId !== undefined;
}

function sessionsObstacle({ store, strategy }: Setup): Unavailability {
  if (strategy === "jwt") return "token-sessions";
  return store ? "adapter" : "no-database";
}

async function toAccountRow(
  way: Way,
  { overview, setup, messages, canRemove }: OverviewContext,
): Promise<LinkedAccount> {
  const { account, provider } = way;
  return {
    id: await idOf(nameWay(overview.userId)(way), setup.secrets),
    provider: account.provider,
    name: provider ? wayName(provider, setup, messages) : account.provider,
    label: account.label || null,
    createdAt: toIso(account.createdAt),
    isRemovable: canRemove && isRemovable(way, overview),
  };
}

async function toPasskey(
  way: Way,
  authenticator: AdapterAuthenticator,
  { overview, setup, canRemove }: OverviewContext,
): Promise<LinkedPasskey> {
  const { name, credentialDeviceType, createdAt, usedAt } = authenticator;
  const words = transportsOf(authenticator);
  const isKey = words.length > 0 && !words.includes("internal") && !words.includes("hybrid");
  return {
    id: await idOf(nameWay(overview.userId)(way), setup.secrets),
    name: name || null,
    kind: isKey ? "security-key" : "passkey",
    isSynced: credentialDeviceType === "multiDevice",
    createdAt: toIso(createdAt),
    usedAt: toIso(usedAt),
    isRemovable: canRemove && isRemovable(way, overview),
  };
}

function isRemovable(way: Way, { ways }: Overview): boolean {
  return isEndable(way) && ways !== null && keptBeside(way, ways) !== null;
}

async function toSessions(
  sessions: readonly AdapterSession[],
  { overview: { userId, current }, setup: { secrets } }: OverviewContext,
): Promise<readonly ListedSession[]> {
  const listed = await Promise.all(sessions.map(async (session): Promise<ListedSession> => ({
    id: await idOf(nameSession(userId)(session), secrets),
    isCurrent: session.sessionToken === current,
    device: parseDeviceText(session.device),
    createdAt: toIso(session.createdAt),
    usedAt: toIso(session.usedAt),
    expires: session.expires.toISOString(),
  })));
  return listed.toSorted((a, b) =>
    Number(b.isCurrent) - Number(a.isCurrent) || (b.usedAt ?? "").localeCompare(a.usedAt ?? "")
  );
}

/** A column of the application's own may have the name of one of ours, and another type. */
function toIso(date: unknown): string | null {
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}
