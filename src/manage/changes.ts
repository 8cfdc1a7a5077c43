/**
 * The changes that users make to their own data.
 *
 * @module
 */

import type { AdapterSession } from "../adapters/types.ts";
import type { Setup } from "../config/setup.ts";
import { ConfigError, MissingAdapterMethods, ServerError } from "../errors.ts";
import type { Incoming } from "../http/types.ts";
import type { Store } from "../store.ts";
import { findById } from "./ids.ts";
import { nameSession, nameWay, type Overview, readOverview } from "./overview.ts";
import { isEndable, keptBeside, type Way } from "./ways.ts";

/** The reason why a change was refused: see `PagesOptions.account`. */
export type Refusal = "NotFound" | "LastWay" | "NotRemovable";

/** Most attempts of a removal, while the ways to sign in keep changing. */
const ATTEMPTS = 5;

/** Most characters of a name. */
const MAX_NAME = 100;

/** Joiners stay: emoji and several scripts need them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu;

/**
 * Removes an account or a passkey, never the last way to sign in. Sessions that began with it go on.
 *
 * @param id As in `AccountData`.
 * @returns `null` if it was removed, else the reason.
 * @throws {MissingAdapterMethods} if the adapter cannot.
 * @throws {ServerError} if `revoke` of the provider fails. Then the account is still listed.
 */
export async function removeWay(
  id: unknown,
  overview: Overview,
  { incoming, setup }: { readonly incoming: Incoming; readonly setup: Setup },
): Promise<Refusal | null> {
  const store = assertRemoval(setup);
  let seen: Overview | null = overview;
  for (let attempt = 0; attempt < ATTEMPTS && seen?.ways; attempt++) {
    const { userId, ways }: Overview = seen;
    const way = await findById<Way>(id, ways!.list, {
      named: nameWay(userId),
      secrets: setup.secrets,
    });
    if (!way) return "NotFound";
    if (!isEndable(way)) return "NotRemovable";
    const keeps = keptBeside(way, ways!);
    if (!keeps) return "LastWay";
    const { account, authenticator } = way;
    const { provider, providerAccountId, type } = account;
    const { credentialID } = authenticator ?? {};
    const removed = await store.removeAccount({
      userId,
      account: { provider, providerAccountId },
      keeps,
      ...(credentialID !== undefined && { credentialID }),
    });
    if (removed) {
      await endPassword(way, seen, { store, setup });
      const user = seen.user ?? { id: userId };
      await setup.emit("unlinkAccount", { user, account: { provider, providerAccountId, type } });
      return null;
    }
    // Another request has removed this way, or the one that was to remain.
    seen = await readOverview(incoming, setup);
  }
  throw new ServerError("Cannot remove the account: the ways to sign in keep changing");
}

/**
 * Gives a passkey a name; an empty one removes it.
 *
 * @returns `null` if it was renamed, else the reason.
 * @throws {MissingAdapterMethods} if the adapter cannot.
 */
export async function renamePasskey(
  { id, name }: { readonly id: unknown; readonly name: unknown },
  { userId, ways }: Overview,
  setup: Setup,
): Promise<Refusal | null> {
  const store = assertRemoval(setup);
  const passkeys = ways?.list.filter(({ authenticator }) => authenticator) ?? [];
  const passkey = await findById(id, passkeys, { named: nameWay(userId), secrets: setup.secrets });
  if (!passkey?.authenticator || !store.updateAuthenticator) return "NotFound";
  const { credentialID } = passkey.authenticator;
  await store.updateAuthenticator({ credentialID, name: toName(name) });
  return null;
}

/**
 * Finds a session of the user.
 *
 * @param id As in `AccountData`.
 * @returns `null` if there is none with this id.
 * @throws {ConfigError} if sessions cannot be listed.
 */
export async function findSession(
  id: unknown,
  { userId, sessions }: Overview,
  setup: Setup,
): Promise<AdapterSession | null> {
  const listed = assertSessions(sessions, setup);
  return await findById(id, listed, { named: nameSession(userId), secrets: setup.secrets });
}

/** Ends a session that `findSession` has found. */
export async function endSession(session: AdapterSession, { store, emit }: Setup): Promise<void> {
  await store?.deleteSession?.(session.sessionToken);
  await emit("signOut", { session });
}

/**
 * Ends all sessions of the user but that of the request.
 *
 * @throws {ConfigError} if sessions cannot be listed, or the adapter cannot end them together.
 */
export async function endOtherSessions(
  { userId, sessions, current }: Overview,
  setup: Setup,
): Promise<void> {
  const listed = assertSessions(sessions, setup);
  const { store } = setup;
  if (!store?.deleteSessionsByUserId || current === null) {
    throw new MissingAdapterMethods(
      "Cannot sign out everywhere else: the adapter lacks deleteSessionsByUserId",
    );
  }
  await store.deleteSessionsByUserId(userId, current);
  for (const session of listed) {
    if (session.sessionToken !== current) await setup.emit("signOut", { session });
  }
}

type RemovalStore = Store & Required<Pick<Store, "removeAccount">>;

function assertRemoval({ store }: Setup): RemovalStore {
  if (store?.removeAccount && store.listAccountsByUserId) return store as RemovalStore;
  throw new MissingAdapterMethods(
    store
      ? "Cannot change the ways to sign in: the adapter lacks removeAccount or listAccountsByUserId"
      : "Cannot change the ways to sign in: the config has no `adapter`",
  );
}

function assertSessions(sessions: Overview["sessions"], { strategy }: Setup): readonly AdapterSession[] {
  if (sessions) return sessions;
  if (strategy === "jwt") {
    throw new ConfigError(
      "Cannot end another session: sessions in tokens cannot be listed; store them: " +
        '`session: { strategy: "database" }`',
    );
  }
  throw new MissingAdapterMethods("Cannot end another session: the adapter lacks listSessionsByUserId");
}

/** Removes a password together with its account. If that fails, the account is listed again: it still signs in. */
async function endPassword(
  { account, provider }: Way,
  { user }: Overview,
  { store, setup }: { readonly store: Store; readonly setup: Setup },
): Promise<void> {
  if (provider?.type !== "credentials" || !user) return;
  try {
    await provider.revoke?.({ ...user });
  } catch (error) {
    const failure = new ServerError(
      `Cannot remove the password of user "${user.id}": \`revoke\` of provider "${provider.id}" failed`,
      { err: error as Error },
    );
    try {
      await store.linkAccount(account);
    } catch (lost) {
      setup.logger.error(lost as Error);
    }
    throw failure;
  }
}

/** A name on one line, without control characters and overrides of its direction; `null` for an empty one. */
function toName(name: unknown): string | null {
  const text = typeof name === "string" ? name.replaceAll(UNPRINTABLE, " ").trim() : "";
  return [...text].slice(0, MAX_NAME).join("").trim() || null;
}
