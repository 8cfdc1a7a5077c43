/**
 * Reads the data of the user who is signed in.
 *
 * @module
 */

import type {
  AccountData,
  AccountUser,
  LinkedAccount,
  LinkedPasskey,
  ListedSession,
  Unavailability,
} from "../../pages/account_data.ts";
import type { AccountOwner, AccountSection, SectionRequest } from "../../setup/account_section.ts";
import { storedUser } from "../../session/current.ts";
import { parseDeviceText } from "../../http/device.ts";
import { freshnessOf } from "../../sign_in/freshness.ts";
import { idOf, type Named } from "./ids.ts";
import { NO_ACCOUNT_DATA } from "../../shapes/lists.ts";
import { toIso } from "../../values/iso_date.ts";
import { transportsOf } from "../../values/one_factor.ts";
import type { SessionRead } from "../../model/session.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Store } from "../../model/store.ts";
import type { AdapterAuthenticator, AdapterSession } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { Messages } from "../../messages/types.ts";
import { onOneLine } from "../../values/printable_name.ts";
import type { Session } from "../../values/types.ts";
import { wayName } from "../../pages/way_name.ts";
import { findMailProvider, isEndable, keptBeside, toWays, type Way, type Ways } from "./ways.ts";

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

/** Converts it for the page and for scripts: the fields of each section. @throws {AdapterError} if the database fails. */
export async function toAccountData(
  overview: Overview,
  { sections, ...request }: SectionRequest & {
    readonly sections: readonly AccountSection<Setup, Overview>[];
  },
  setup: Setup,
): Promise<AccountData> {
  const { shown: user, isFresh, ways } = overview;
  const removal = removalObstacle(setup);
  const data: AccountData = {
    user,
    isFresh,
    mail: null,
    ...NO_ACCOUNT_DATA,
    accounts: null,
    passkeys: null,
    sessions: null,
    unavailable: {
      ...(!ways && { accounts: obstacleIn(setup) }),
      ...(removal && { removal }),
      ...(!overview.sessions && { sessions: sessionsObstacle(setup) }),
      ...(!canEndTogether(setup) && { signOutOthers: sessionsObstacle(setup) }),
    },
  };
  return Object.assign(
    data,
    ...await Promise.all(sections.map(({ read }) => read(overview, request, setup))),
  );
}

/** The accounts at providers, and sign-in by email. */
export async function readAccounts(
  overview: Overview,
  { messages }: SectionRequest,
  setup: Setup,
): Promise<Pick<AccountData, "mail" | "accounts">> {
  const { user, ways } = overview;
  return {
    mail: ways?.mail && user?.email && user.emailVerified
      ? {
        name: wayName(ways.mail, setup, messages),
        email: user.email,
        verifiedAt: toIso(user.emailVerified),
      }
      : null,
    accounts: ways && await Promise.all(
      ways.list.flatMap((way) =>
        way.account.type === "webauthn" ? [] : toAccountRow(way, overview, { setup, messages })
      ),
    ),
  };
}

/** The passkeys and security keys. */
export async function readPasskeys(
  overview: Overview,
  _request: SectionRequest,
  setup: Setup,
): Promise<Pick<AccountData, "passkeys">> {
  const passkeys = overview.ways?.list.flatMap((way) =>
    way.authenticator ? toPasskey(way, way.authenticator, { overview, setup }) : []
  );
  return { passkeys: passkeys ? await Promise.all(passkeys) : null };
}

/** The sessions, that of the request first. */
export async function readListedSessions(
  { userId, sessions, current }: Overview,
  { secrets }: Pick<Setup, "secrets">,
): Promise<Pick<AccountData, "sessions">> {
  const listed = sessions && await Promise.all(sessions.map(async (session): Promise<ListedSession> => ({
    id: await idOf(nameSession(userId)(session), secrets),
    isCurrent: session.sessionToken === current,
    device: parseDeviceText(session.device),
    createdAt: toIso(session.createdAt),
    usedAt: toIso(session.usedAt),
    expires: session.expires.toISOString(),
  })));
  return {
    sessions:
      listed?.toSorted((a, b) =>
        Number(b.isCurrent) - Number(a.isCurrent) || (b.usedAt ?? "").localeCompare(a.usedAt ?? "")
      ) ?? null,
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
  return store?.removeAccount && store.listAccountsByUserId ? undefined : obstacleIn({ store });
}

function obstacleIn({ store }: Pick<Setup, "store">): Unavailability {
  return store ? "adapter" : "no-database";
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

async function readSessions(
  userId: string,
  { store, strategy, platform }: Setup,
): Promise<readonly AdapterSession[] | null> {
  if (strategy === "jwt" || !store?.listSessionsByUserId) return null;
  const sessions = await store.listSessionsByUserId(userId);
  return ownOf(userId, sessions).filter(({ expires }) => expires.getTime() > platform.now());
}

/** Returns whether all sessions of a user can be ended at once. */
export function canEndTogether({ store, strategy, generations }: Setup): boolean {
  return strategy === "jwt" ? generations !== null : store?.deleteSessionsByUserId !== undefined;
}

function sessionsObstacle(setup: Setup): Unavailability {
  return setup.strategy === "jwt" ? "token-sessions" : obstacleIn(setup);
}

async function toAccountRow(
  way: Way,
  overview: Overview,
  { setup, messages }: { readonly setup: Setup; readonly messages: Messages },
): Promise<LinkedAccount> {
  const { account, provider } = way;
  return {
    id: await idOf(nameWay(overview.userId)(way), setup.secrets),
    provider: account.provider,
    name: provider ? wayName(provider, setup, messages) : account.provider,
    label: account.label ? onOneLine(account.label) : null,
    createdAt: toIso(account.createdAt),
    isRemovable: isRemovable(way, overview, setup),
  };
}

async function toPasskey(
  way: Way,
  authenticator: AdapterAuthenticator,
  { overview, setup }: { readonly overview: Overview; readonly setup: Setup },
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
    isRemovable: isRemovable(way, overview, setup),
  };
}

function isRemovable(way: Way, { ways }: Overview, setup: Setup): boolean {
  return removalObstacle(setup) === undefined && isEndable(way) && ways !== null &&
    keptBeside(way, ways) !== null;
}
