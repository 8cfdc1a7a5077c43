/**
 * Stores in the database with which session at a provider a session has begun. The row follows the session: it is stored,
 * prolonged, moved and removed with it. That of a stored session is removed after it has ended, never before: without
 * its row, a session cannot be ended by its provider.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#OPConfig | OpenID Connect Back-Channel Logout §2.1}
 * @module
 */

import type { AdapterProviderSession } from "../../adapters/contract/types.ts";
import { parseBase64Url, parseUtf8 } from "../../crypto/bytes.ts";
import { shortened } from "../../crypto/hash.ts";
import type { Sealer } from "../../crypto/seal.ts";
import { sealStored } from "../../crypto/stored_seal.ts";
import { SignOutError, UserChanged } from "../../errors/errors.ts";
import type { SessionRead, SessionStrategy, SessionToken, SignedIn } from "../../model/session.ts";
import type { RowStore } from "../../model/store.ts";
import { parseJsonObject } from "../../values/json_object.ts";
import type { LoggerInstance } from "../../values/types.ts";
import { wasLoggedOut } from "./remembered_logouts.ts";

/** The longest `sub` and `sid` that are stored as they are, in characters. `sub` has at most 255 (OpenID Connect §2). */
const LONGEST_NAME = 255;

/** The table of provider sessions, and what its rows are sealed with. */
interface ProviderSessionTable extends Sealer {
  /** The database. */
  readonly store: RowStore;
  /** Whether providers may end sessions here. */
  readonly backchannel: boolean;
  /** Receives failures that change nothing for the user. */
  readonly logger: Pick<LoggerInstance, "error">;
}

/** Adds the rows of provider sessions to a strategy. */
export function withProviderSessions(
  own: SessionStrategy,
  table: ProviderSessionTable,
): SessionStrategy {
  const { store } = table;
  const rowOf = (token: string | null) => rowAt(token, own, store);
  const forgetAfter = async (token: string | null, end: () => Promise<void>) => {
    const id = await keyAt(token, own);
    await end();
    if (id !== null) await forget(id, table);
  };
  const withdraw = (token: SessionToken) => forgetAfter(token.value, () => own.withdraw(token));
  const followed = async (read: SessionRead) => {
    if (read.token) await prolong(read.token, own, table);
    return read;
  };
  /** A session goes on with another token: the row gets its key, or lasts as long. */
  const goOn = async <T extends SessionToken | null | undefined>(token: string, next: () => Promise<T>) => {
    const before = await rowOf(token);
    const renewed = await next();
    if (!renewed || !before) return renewed;
    await orWithdraw(renewed, withdraw, async () => {
      const id = await own.keyOf(renewed.value);
      if (id === before.id) await prolong(renewed, own, table);
      else if (id !== null) await move(before, { id, token: renewed }, table);
    });
    return renewed;
  };
  /** By the token of a session that has begun: the row of the one before, which goes on if the sign-in fails after that. */
  const replaced = new WeakMap<SessionToken, { row: AdapterProviderSession; token: string }>();
  return {
    ...own,
    async issue(signedIn) {
      const previous = await rowOf(signedIn.previous);
      const token = await own.issue({ ...signedIn, isKeyed: true });
      if (!token) return null;
      if (previous && signedIn.previous) replaced.set(token, { row: previous, token: signedIn.previous });
      await orWithdraw(token, withdraw, async () => {
        const id = await own.keyOf(token.value);
        if (id !== null) await storeRow(signedIn, { previous, began: { id, token }, own }, table);
      });
      return token;
    },
    identify: async (token) => await followed(await own.identify(token)),
    read: async (token) => await followed(await own.read(token)),
    update: async (token, data) => await followed(await own.update(token, data)),
    revoke: (token) => forgetAfter(token, () => own.revoke(token)),
    async withdraw(token) {
      await withdraw(token);
      const before = replaced.get(token);
      if (before && await own.isLive(before.token)) await store.rows.store("providerSessions", before.row);
    },
    carryOver: (token, generation) => goOn(token, () => own.carryOver(token, generation)),
    raise: (token, ...rest) => goOn(token, () => own.raise(token, ...rest)),
  };
}

async function keyAt(token: string | null, own: Pick<SessionStrategy, "keyOf">): Promise<string | null> {
  return token === null ? null : await own.keyOf(token);
}

/** The row of the session with a token; `null` if there is none. */
async function rowAt(
  token: string | null,
  own: Pick<SessionStrategy, "keyOf">,
  { rows }: RowStore,
): Promise<AdapterProviderSession | null> {
  const id = await keyAt(token, own);
  return id === null ? null : await rows.find("providerSessions", { id });
}

/** Stores the row of a session that has begun, after which that of the session before goes. */
async function storeRow(
  signedIn: SignedIn,
  { previous, began, own }: {
    readonly previous: AdapterProviderSession | null;
    readonly began: Began;
    readonly own: Pick<SessionStrategy, "isLive">;
  },
  table: ProviderSessionTable,
): Promise<void> {
  const { id, token } = began;
  // A session to which an account is added still is the one that began elsewhere.
  if (signedIn.isContinued) return previous ? await move(previous, began, table) : undefined;
  const row = await toRow(signedIn, began, table);
  if (row) await begin(row, { signedIn, token, own }, table);
  if (previous && previous.id !== id && !token.leavesPrevious) await forget(previous.id, table);
}

/** A session that has begun: its key, and its token. */
interface Began {
  readonly id: string;
  readonly token: SessionToken;
}

/** Withdraws a session if its row cannot be stored, or if it has ended in the meantime, and throws what the step has thrown. */
async function orWithdraw(
  token: SessionToken,
  withdraw: SessionStrategy["withdraw"],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await withdraw(token);
    throw error;
  }
}

/**
 * Stores the row of a session that has begun. Its provider may have ended it already: a logout is remembered before it looks for
 * rows, so either the logout finds this row, or the lookup here finds the logout. An end of all sessions of the user lists the rows
 * first, and may have missed this one: so the session itself must still be live.
 *
 * @throws {UserChanged} if the session has ended in the meantime.
 */
async function begin(
  row: AdapterProviderSession,
  { signedIn: { account: { id_token }, obtainedAt: arrivedAt }, token, own }: {
    readonly signedIn: SignedIn;
    readonly token: SessionToken;
    readonly own: Pick<SessionStrategy, "isLive">;
  },
  { store, backchannel }: ProviderSessionTable,
): Promise<void> {
  await store.rows.store("providerSessions", row);
  if (!backchannel) return;
  const { iat } = claimsOf(id_token);
  const times = { issuedAt: typeof iat === "number" ? iat : 0, arrivedAt };
  if (!await wasLoggedOut(row, times, store) && await own.isLive(token.value)) return;
  throw new UserChanged("Cannot begin a session: the provider, or the user, has ended it in the meantime");
}

/** The row of a session that began at a provider; `null` for any other. */
async function toRow(
  { user, account }: SignedIn,
  { id, token }: Began,
  table: ProviderSessionTable,
): Promise<AdapterProviderSession | null> {
  const { type, provider, providerAccountId, id_token } = account;
  if (type !== "oidc" && type !== "oauth") return null;
  const idToken = typeof id_token === "string" ? id_token : null;
  return {
    id,
    userId: String(user.id),
    provider,
    providerAccountId,
    // Only the ID token of an OpenID provider was verified.
    ...await namesIn(type === "oidc" ? idToken : null),
    idToken: idToken === null ? null : await sealStored({ idToken }, "id token", table),
    expires: new Date(token.expires),
  };
}

/** The user and the session at the provider that an ID token names; `null` where it names none. */
async function namesIn(idToken: string | null): Promise<Pick<AdapterProviderSession, "sub" | "sid">> {
  const { sub, sid } = claimsOf(idToken);
  return {
    sub: toName(sub),
    sid: typeof sid === "string" && sid !== "" ? await storedSid(sid) : null,
  };
}

/** The `sid` of an ID token or a logout token, as a row has it: no standard says how long it may be. */
export async function storedSid(sid: string): Promise<string> {
  return await shortened(sid, LONGEST_NAME);
}

/** The claims of an ID token; none if it cannot be read. */
function claimsOf(idToken: unknown): Readonly<Record<string, unknown>> {
  const [, part] = String(idToken).split(".");
  const payload = part === undefined ? null : parseBase64Url(part);
  return payload === null ? {} : parseJsonObject(parseUtf8(payload)) ?? {};
}

function toName(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_NAME ? value : null;
}

/**
 * Moves the row of a session to its new key. A provider may end the session meanwhile: it ends what it finds until it finds no
 * more. So either it finds the new row, or it has removed the old one by now.
 *
 * @throws {UserChanged} if the session has ended in the meantime.
 */
async function move(
  row: AdapterProviderSession,
  { id, token }: Began,
  table: ProviderSessionTable,
): Promise<void> {
  const { store } = table;
  await store.rows.store("providerSessions", { ...row, id, expires: new Date(token.expires) });
  if (!await store.rows.find("providerSessions", { id: row.id })) {
    throw new UserChanged("Cannot go on with the session: its provider has ended it in the meantime");
  }
  if (!token.leavesPrevious) await forget(row.id, table);
}

/** The row lives as long as the session. A failure is logged only: the next time is before the row ends. */
async function prolong(
  { value, expires }: SessionToken,
  own: Pick<SessionStrategy, "keyOf" | "isLive">,
  table: ProviderSessionTable,
): Promise<void> {
  const { store, logger } = table;
  try {
    const id = await own.keyOf(value);
    const row = id === null ? null : await store.rows.find("providerSessions", { id });
    if (!row || row.expires.getTime() >= expires) return;
    await store.rows.store("providerSessions", { ...row, expires: new Date(expires) });
    // Its provider ends a session before it removes the row, which may have been in between.
    if (!await own.isLive(value)) await store.rows.remove("providerSessions", { id: row.id });
  } catch (error) {
    logger.error(error as Error);
  }
}

/**
 * Removes a row whose session has ended. A failure is logged only: the row ends some day. Until then, with sessions in tokens, its
 * provider could end sessions of the user that began since.
 */
async function forget(id: string, { store, logger }: ProviderSessionTable): Promise<void> {
  try {
    await store.rows.remove("providerSessions", { id });
  } catch (error) {
    logger.error(new SignOutError("Cannot forget the session at the provider", { err: error as Error }));
  }
}
