/**
 * The changes that users make to their own data.
 *
 * @module
 */

import { ServerError, UserChanged } from "../../errors/errors.ts";
import { endSession } from "../../sign_in/end_session.ts";
import { afterCredentialsChange, afterRemoval, beforeSessionsEnd, notify } from "../../sign_in/hooks.ts";
import { persist } from "../../sign_in/persist.ts";
import { findById } from "./ids.ts";
import { canEndTogether, nameSession, nameWay, removalObstacle } from "./data.ts";
import { type Overview, readOverview } from "../../sign_in/ways/overview.ts";
import { toPrintableName } from "../../values/printable_name.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Store } from "../../model/store.ts";
import type { AccountRemoval } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { isEndable, keptBeside, type Way, type Ways } from "../../sign_in/ways/ways.ts";

/**
 * The reason why a change was refused: see `PagesOptions.account`. Capabilities have further ones. `NotFresh`: the user has to sign
 * in again first.
 */
type ChangeRefusal = "NotFound" | "LastWay" | "NotRemovable" | "NotAvailable" | "NotFresh";

/** How often a removal is tried, while the ways to sign in keep changing. */
const REMOVAL_TRIES = 5;

/**
 * Removes an account or a passkey, never the last way to sign in, and ends the other sessions of the user: one of them may
 * have begun with it.
 *
 * @param incoming Its body has the `id`, as in `AccountData`.
 * @returns The cookies with which the session of the request goes on if it was removed, else the reason.
 * @throws {ServerError} if `revoke` of the provider fails. Then the account is still listed.
 */
export async function removeWay(
  overview: Overview,
  incoming: Incoming,
  setup: Setup,
): Promise<string | readonly SetCookie[]> {
  const { store } = setup;
  if (!canRemove(store)) return "NotAvailable";
  let seen: Overview | null = overview;
  let unanswered: Way | undefined;
  let failure: unknown;
  for (let tries = 0; tries < REMOVAL_TRIES && seen; tries++) {
    const { userId, ways }: Overview = seen;
    if (!ways) break;
    const way = await findById<Way>(incoming.body?.id, ways.list, {
      named: nameWay(userId),
      secrets: setup.secrets,
    });
    // If the form was sent twice, the other request has removed it, and has ended this session.
    if (!way) {
      return unanswered
        ? await endWith({ way: unanswered, ifLive: true }, seen, incoming, setup)
        : "NotFound";
    }
    if (!isEndable(way)) return "NotRemovable";
    const stays = await stayingBeside(way, ways, { userId, setup });
    if ("refusal" in stays) return stays.refusal;
    if (!tries && !await mayEnd(seen, setup)) return "NotFresh";
    // The id as the database has it: that of a session in a token is text.
    const { account: { userId: owner, provider, providerAccountId }, authenticator } = way;
    let isRemoved = false;
    try {
      isRemoved = await store.removeAccount({
        userId: owner,
        account: { provider, providerAccountId },
        ...stays,
        ...(authenticator && { credentialID: authenticator.credentialID }),
      });
    } catch (error) {
      // Its answer may be lost: if the way is gone at the next look, this request has removed it.
      [unanswered, failure] = [way, error];
    }
    if (isRemoved) return await endWith({ way }, seen, incoming, setup);
    // Another request has removed this way, or the one that was to remain.
    seen = await readOverview(incoming, setup);
  }
  throw failure ?? new ServerError("Cannot remove the account: other requests keep changing it");
}

/** A way that was removed. */
interface Removed extends Ending {
  readonly way: Way;
}

/**
 * Ends what a way that was removed may have begun: its password, and the other sessions of the user. Tells the user, also if the
 * database fails.
 *
 * @returns The cookies with which the session of the request goes on.
 */
async function endWith(
  { way, ifLive }: Removed,
  seen: Overview,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  await endPassword(way, seen, setup);
  const { userId } = seen;
  const { account: { provider, providerAccountId, type }, authenticator } = way;
  // Each is done whatever becomes of the other.
  const [ended, left] = await Promise.allSettled([
    endOthers(seen, incoming, { setup, ifLive }),
    authenticator && afterRemoval(userId, setup),
  ]);
  const user = seen.user ?? { id: userId };
  await setup.emit("unlinkAccount", { user, account: { provider, providerAccountId, type } });
  await notify({ purpose: "wayRemoved", userId, way: provider }, incoming, setup);
  if (ended.status === "rejected") throw ended.reason;
  if (left.status === "rejected") throw left.reason;
  return ended.value ?? [];
}

/**
 * The way that must stay when another one is removed: a way to sign in, or one that a capability needs. The database checks it
 * in the step that removes, so two removals at the same time leave one. Returns the reason instead if none would stay.
 */
async function stayingBeside(
  way: Way,
  ways: Ways,
  { userId, setup }: { readonly userId: string; readonly setup: Setup },
): Promise<Pick<AccountRemoval, "keeps"> | { readonly refusal: string }> {
  const keeps = keptBeside(way, ways);
  if (!keeps) return { refusal: "LastWay" };
  for (const { beforeRemoval } of setup.capabilities) {
    const needed = await beforeRemoval?.({ userId, removed: way, all: ways.list }, setup);
    if (typeof needed === "string") return { refusal: needed };
    if (needed) return { keeps: needed };
  }
  return { keeps };
}

/**
 * Gives a passkey a name; an empty one removes it.
 *
 * @returns `null` if it was renamed, else the reason.
 */
export async function renamePasskey(
  { id, name }: { readonly id: unknown; readonly name: string },
  { userId, ways }: Overview,
  { store, secrets }: Setup,
): Promise<ChangeRefusal | null> {
  if (!canRemove(store) || !store.updateAuthenticator) return "NotAvailable";
  const passkeys = ways?.list.filter(({ authenticator }) => authenticator) ?? [];
  const passkey = await findById(id, passkeys, { named: nameWay(userId), secrets });
  if (!passkey?.authenticator) return "NotFound";
  const { credentialID } = passkey.authenticator;
  try {
    await store.updateAuthenticator({ credentialID, name: toPrintableName(name) });
    return null;
  } catch (error) {
    // Another tab has removed it.
    if (await store.getAuthenticator?.(credentialID) === null) return "NotFound";
    throw error;
  }
}

/**
 * Ends a session of the user.
 *
 * @param id As in `AccountData`.
 * @returns `null` if it was ended, `"current"` if it is that of the request and still goes on, else the reason.
 */
export async function endListedSession(
  id: unknown,
  overview: Overview,
  setup: Setup,
): Promise<ChangeRefusal | "current" | null> {
  const { userId, sessions, current } = overview;
  const { secrets } = setup;
  if (!sessions) return "NotAvailable";
  const session = await findById(id, sessions, { named: nameSession(userId), secrets });
  if (!session) return "NotFound";
  if (session.sessionToken === current) return "current";
  if (!await mayEnd(overview, setup)) return "NotFresh";
  await endSession(session, setup);
  return null;
}

/**
 * Ends all sessions of the user but that of the request: those in the database, and those in tokens. If another request has
 * ended that one meanwhile, it ends none: the session is that of a stranger, or the user has sent the form twice.
 *
 * @returns The cookies with which the session of the request goes on, else the reason.
 * @throws {UserChanged} if that session was stored, and has ended.
 */
export async function endOtherSessions(
  overview: Overview,
  incoming: Incoming,
  setup: Setup,
): Promise<ChangeRefusal | readonly SetCookie[]> {
  if (!canEndTogether(setup)) return "NotAvailable";
  if (!await mayEnd(overview, setup)) return "NotFresh";
  const ended = await endOthers(overview, incoming, { setup, ifLive: true });
  if (!ended) return "NotAvailable";
  // A device that was left out of the second step would come back with the first one alone.
  await persist(() => afterCredentialsChange(String(overview.userId), setup));
  return ended;
}

/**
 * Whether a session may end others, by itself or with a way that it removes. It counts for the time of its sign-in: the owner, who
 * signs in again, has another count than a thief who goes on with it.
 */
function mayEnd({ userId, signedInAt }: Overview, { limits }: Setup): Promise<boolean> {
  return limits.allowsNotice({ purpose: "signOut", userId: `${userId} ${signedInAt}` });
}

/** An end of the other sessions. */
interface Ending {
  /** Whether they end only if that of the request has not ended meanwhile. Default `false`. */
  readonly ifLive?: boolean;
}

/** Ends the other sessions; `null` if they cannot be ended. */
async function endOthers(
  { userId, sessions, current, token }: Overview,
  { cookies }: Incoming,
  { setup, ifLive }: Ending & { readonly setup: Setup },
): Promise<readonly SetCookie[] | null> {
  const { store, generations, emit } = setup;
  const forget = await beforeSessionsEnd(userId, setup);
  const generation = await persist(() =>
    generations?.raise(userId, async (row) => (!ifLive || await setup.sessions.isLive(cookies)) && row)
  );
  if (generation === 0) {
    // A session in a token has ended, too, where the user has sent the form twice: their browser has the next one.
    if (setup.strategy === "jwt") return [];
    throw new UserChanged("Cannot end other sessions: the session has ended in the meantime");
  }
  // With sessions in tokens, too: another config may have stored some.
  await persist(() => store?.deleteSessionsByUserId?.(userId, current ?? undefined));
  for (const session of sessions ?? []) {
    if (session.sessionToken !== current) await emit("signOut", { session });
  }
  // They go on: each still needs what is stored beside it.
  if (setup.strategy === "jwt" ? !generation : !store?.deleteSessionsByUserId) return null;
  await forget(await setup.sessions.keyOf(cookies));
  if (!generation) return [];
  return setup.sessions.toCookies(await setup.sessions.carryOver(cookies, generation, token), cookies);
}

type RemovalStore = Store & Required<Pick<Store, "removeAccount">>;

function canRemove(store: Store | null): store is RemovalStore {
  return removalObstacle({ store }) === undefined;
}

/** Removes a password together with its account. If that fails, the account is listed again: it still signs in. */
async function endPassword(
  { account, provider }: Way,
  { user }: Overview,
  { store, logger }: Setup,
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
      await store!.linkAccount(account);
    } catch (lost) {
      logger.error(lost as Error);
    }
    throw failure;
  }
}
