/**
 * `POST backchannel-logout/:provider`: a provider ends sessions that began there.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest | OpenID Connect Back-Channel Logout §2.5}
 * @module
 */

import { InvalidProvider, ProviderResponseError, ServerError } from "../../errors/errors.ts";
import type { LogoutToken } from "../../oauth/logout_token.ts";
import { once } from "../../platform/once.ts";
import { type LoggedOut, rememberLogout, rememberToken, wasUsed } from "./remembered_logouts.ts";
import { storedSid } from "./provider_sessions.ts";
import { sessionIdsOf, sessionPages } from "./session_pages.ts";
import { isStored } from "./stored_session.ts";
import type { Setup } from "../../setup/setup.ts";
import type { RowStore } from "../../model/store.ts";
import type { AdapterProviderSession } from "../../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import type { OAuthProvider } from "../../oauth/types.ts";

/** Loaded on demand, and `jose` with it: a request without a token needs neither. */
const logoutTokens = once(() => import("../../oauth/logout_token.ts"));

/** How long a used token is remembered after its end, in seconds: longer than clocks are allowed to differ. */
const MARGIN = 120;

/** How often sessions are looked for, while others of the same account begin or move. */
const MOST_ROUNDS = 100;

/** A setup with back-channel logout: `providerLogoutRules` has looked for the methods of the database. */
interface LogoutSetup extends Setup {
  readonly store: RowStore;
}

/**
 * Ends the sessions that a logout token names. With `sid`: those of this session at the provider, and those of `sub` whose ID token
 * had no `sid`. With `sub` alone: all whose ID token had this `sub`. A token for which there is no session is accepted as well: the
 * answer does not reveal who is signed in.
 *
 * @throws {ProviderResponseError} if the token is not valid, or was used before.
 * @throws {InvalidProvider} if the provider is unknown, or is not an OpenID provider.
 * @throws {ProviderUnavailable} if its keys cannot be fetched.
 * @throws {AdapterError} if the database fails: the same token works again.
 */
export async function backchannelLogout(incoming: Incoming, base: Setup): Promise<Outcome> {
  const setup = base as LogoutSetup;
  const { providerId = "", form } = incoming;
  const provider = setup.providers.get(providerId);
  if (provider?.type !== "oidc") {
    throw new InvalidProvider(
      `Cannot accept a logout token of "${providerId}": it is not an OpenID provider`,
    );
  }
  const sent = form?.getAll("logout_token") ?? [];
  if (sent.length !== 1) {
    throw new ProviderResponseError(
      "Cannot accept a logout token: the request has no form with one `logout_token`",
    );
  }
  const { verifyLogoutToken } = await logoutTokens();
  const token = await verifyLogoutToken(sent[0]!, provider, setup.platform);
  await onlyOnce(token, provider, setup, () => endSessions(token, provider, setup));
  // Each answer of the library has `Cache-Control: no-store`, which §2.8 demands.
  return { status: 200 };
}

/**
 * Does what a token asks for if that was not done before. The token is used up when all is done: if anything fails, the same token
 * works again. Two requests with one token at the same time end the same sessions.
 */
async function onlyOnce(
  { jti, expires }: LogoutToken,
  { id }: OAuthProvider,
  { store }: LogoutSetup,
  work: () => Promise<void>,
): Promise<void> {
  const key = `${id} ${jti}`;
  if (await wasUsed(key, store)) {
    throw new ProviderResponseError("Cannot accept a logout token: it was used before");
  }
  await work();
  await rememberToken(key, new Date((expires + MARGIN) * 1000), store);
}

/** Ends sessions until none is found: one that gets another key at the same time is found under its new key. */
async function endSessions(
  { sub, sid: named, issuedAt }: LogoutToken,
  { id: provider }: OAuthProvider,
  setup: LogoutSetup,
): Promise<void> {
  const { store } = setup;
  const sid = named === null ? null : await storedSid(named);
  const of: LoggedOut = sid !== null ? { provider, sid } : { provider, sub: sub! };
  // Before it looks for sessions: one that is stored after that asks for the logout.
  await rememberLogout(of, { issuedAt, arrivedAt: setup.platform.now() }, store);
  const ended: AdapterProviderSession[] = [];
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = ended.length;
      for await (const rows of sessionPages(of, store)) await endAll(rows, { ended, setup });
      if (sid !== null && sub !== null) {
        for await (const rows of sessionPages({ provider, sub }, store)) {
          // A session whose ID token had no `sid` may be the one that the provider has ended.
          await endAll(rows.filter((row) => row.sid === null), { ended, setup });
        }
      }
      const sessions = ended.length - before;
      setup.logger.debug("back-channel logout", { provider, by: sid === null ? "sub" : "sid", sessions });
      if (sessions === 0) return;
    }
  } finally {
    // Once all have ended: the application may take its time, or never answer.
    for (const row of ended) await emitSignOut(row, setup);
  }
  throw new ServerError("Cannot end the sessions of a logout token: others keep beginning");
}

/** Sessions that are ended. */
interface Ends {
  /** Those that have ended so far. */
  readonly ended: AdapterProviderSession[];
  readonly setup: LogoutSetup;
}

/** Ends sessions, of whichever strategy: another config on the same tables may have begun them. */
async function endAll(rows: readonly AdapterProviderSession[], { ended, setup }: Ends): Promise<void> {
  const inTokens: AdapterProviderSession[] = [];
  for (const row of rows) {
    if (!await isStored(row.id, setup)) inTokens.push(row);
    else {
      await endStored(row, setup);
      ended.push(row);
    }
  }
  // Anew for each page: a session may have begun in the generation of the one before.
  for (const userId of new Set(inTokens.map((row) => row.userId))) {
    await endTokens(userId, setup);
    ended.push(...inTokens.filter((row) => row.userId === userId));
  }
}

/** Ends a session before its row goes: a failure in between must not hide it from the next try. */
async function endStored(row: AdapterProviderSession, setup: LogoutSetup): Promise<void> {
  const { store } = setup;
  await store.deleteSession!(row.id);
  await store.rows.remove("providerSessions", { id: row.id });
}

/**
 * Ends the sessions of a user, which only browsers keep, together. All rows that were stored before are those of sessions that
 * have ended by then, but for those of stored sessions, which go on. So has one that begins between the list and the rise, whose row stays until it expires: it cannot be told
 * from that of a session which begins after the rise.
 */
async function endTokens(userId: string, setup: LogoutSetup): Promise<void> {
  const { store } = setup;
  const ended = await sessionIdsOf(userId, store);
  // Without the table, no config has sessions in tokens that end: the row is that of a stored session which has ended.
  if (await setup.generations!.raise(userId) === null && setup.strategy === "jwt") {
    throw new ServerError("Cannot end a session: the database has no table for the generations of users");
  }
  for (const id of ended) {
    if (!await isStored(id, setup)) await store.rows.remove("providerSessions", { id });
  }
}

async function emitSignOut(
  { userId, provider, providerAccountId }: AdapterProviderSession,
  { emit }: Setup,
): Promise<void> {
  await emit("providerSignOut", { userId, provider, providerAccountId });
}
