/**
 * The data of the account page: what the database has of the user who is signed in, for pages and scripts.
 *
 * @module
 */

import type {
  AccountData,
  LinkedAccount,
  LinkedPasskey,
  ListedSession,
  Unavailability,
} from "../../shapes/account.ts";
import type { AccountSection, SectionRequest } from "../../setup/account_section.ts";
import { parseDeviceText } from "../../http/device.ts";
import { idOf, type Named } from "./ids.ts";
import { NO_ACCOUNT_DATA } from "../../shapes/lists.ts";
import { toIso } from "../../values/iso_date.ts";
import { transportsOf } from "../../values/one_factor.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdapterAuthenticator, AdapterSession } from "../../adapters/contract/types.ts";
import type { Messages } from "../../messages/types.ts";
import { onOneLine } from "../../values/printable_name.ts";
import { beginningsOf } from "../../sign_in/ways/beginnings.ts";
import type { Overview } from "../../sign_in/ways/overview.ts";
import { wayName } from "../../pages/way_name.ts";
import { isEndable, keptBeside, type Way } from "../../sign_in/ways/ways.ts";

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
    ...await Promise.all(sections.map(({ read }) => read?.(overview, request, setup))),
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
  const listed = passkeys && await Promise.all(passkeys);
  // A database has them in any order.
  return {
    passkeys: listed?.toSorted((one, other) => (one.createdAt ?? "").localeCompare(other.createdAt ?? "")) ??
      null,
  };
}

/** The sessions, that of the request first. */
export async function readListedSessions(
  overview: Overview,
  setup: Setup,
): Promise<Pick<AccountData, "sessions">> {
  const { userId, sessions, current } = overview;
  if (!sessions) return { sessions };
  const { secrets } = setup;
  const beginnings = await beginningsOf(sessions, overview, setup);
  const listed = await Promise.all(sessions.map(async (session, index): Promise<ListedSession> => {
    const { way: provider, location } = beginnings[index]!;
    return {
      id: await idOf(nameSession(userId)(session), secrets),
      isCurrent: session.sessionToken === current,
      device: parseDeviceText(session.device),
      provider,
      location,
      createdAt: toIso(session.createdAt),
      usedAt: toIso(session.usedAt),
      expires: session.expires.toISOString(),
    };
  }));
  return {
    sessions: listed.toSorted((a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) || (b.usedAt ?? "").localeCompare(a.usedAt ?? "")
    ),
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
  const kind = isKey ? "security-key" : "passkey";
  return {
    id: await idOf(nameWay(overview.userId)(way), setup.secrets),
    name: name || null,
    kind,
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
