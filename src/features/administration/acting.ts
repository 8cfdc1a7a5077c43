/**
 * An administrator begins to act as a user, and stops.
 *
 * @module
 */

import type { AdapterActingSession, AdapterUser } from "../../adapters/contract/types.ts";
import { toBase64Url } from "../../crypto/bytes.ts";
import { AccessDenied, ConfigError, UserChanged } from "../../errors/errors.ts";
import { parseRequest } from "../../http/incoming.ts";
import { fitsBudget, requestWith } from "../../http/cookie_room.ts";
import type { Cookies } from "../../http/types.ts";
import type { SessionRead } from "../../model/session.ts";
import { hashToken } from "../../model/stored_token.ts";
import type { Call, CallResult } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { bindingOf } from "../../sign_in/binding.ts";
import { record } from "../../sign_in/hooks.ts";
import { persist } from "../../sign_in/persist.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { isStorable } from "../../values/storable.ts";
import { type ActingCookie, forgetActing, removeActing, setActing } from "./acting_cookie.ts";
import { readAs, tokenSessions } from "./acting_session.ts";
import type { Actor } from "./actor.ts";
import { findBan } from "./ban.ts";
import { guard, type Staff } from "./guard.ts";
import { logAfterwards, logged, LONGEST_REASON } from "./log.ts";
import { assertNotProtected, rulesOf } from "./rules.ts";
import { type By, findUser } from "./users.ts";

/** How long someone acts as a user, in seconds: if the caller does not say, and at most. */
const [USUAL, MOST] = [1800, 14_400];

/** Lets the administrator who is signed in act as a user. */
export async function actAs(...[params, visit, setup]: Parameters<Call<Setup>>): Promise<CallResult> {
  visit.assertOwn();
  const guarded = await guard({ name: "actAs", params }, visit, setup);
  if (guarded.lack) return { lack: guarded.lack, cookies: [] };
  if (!visit.canSetCookies()) {
    throw new ConfigError(
      "Cannot call `administration.actAs`: no cookie can be set here. Call it where the application answers a form",
    );
  }
  const cookies = await beginActing(params, { staff: guarded.staff, ...visit }, setup);
  return { value: cookies !== null, cookies: cookies ?? [] };
}

/** Somebody of the staff, and what their browser has sent. */
interface ActingVisit extends NonNullable<By["client"]> {
  readonly staff: Staff;
  readonly cookies: Cookies;
}

/**
 * Begins it.
 *
 * @param params Those of `actAs`.
 * @returns The cookies to set; `null` if there is no such user.
 * @throws {AuthError} as `actAs` does.
 */
export async function beginActing(
  [userId, given]: readonly unknown[],
  visit: ActingVisit,
  setup: Setup,
): Promise<readonly SetCookie[] | null> {
  const terms = toTerms(given);
  const user = await findUser(userId, setup);
  if (!user) return null;
  const by = { setup, actorId: String(visit.staff.actor.id), client: visit };
  // It may end by itself: no row says so then.
  const until = new Date(setup.platform.now() + terms.maxAge * 1000).toISOString();
  const act = {
    action: "actAs",
    ...{ userId: String(user.id), reason: terms.reason },
    changes: { until: [null, until] },
  } as const;
  return await logged(act, { by }, () => begin(user, terms, visit, setup));
}

async function begin(
  user: AdapterUser,
  { reason, maxAge }: ReturnType<typeof toTerms>,
  { staff: { actor: staff, session }, cookies: sent }: ActingVisit,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  await assertMayBeActed(user, staff, setup);
  const { platform } = setup;
  const now = platform.now();
  const secret = toBase64Url(platform.random(32));
  const generation = await setup.generations?.current(String(user.id), { isExact: true });
  const { id, name = null, email = null } = staff;
  const actor: Actor = { sub: String(id), name, email };
  const token = await beginToken(user, { actor, generation, maxAge }, setup);
  const keyed = await keyOfSession(session, sent, setup);
  const content = {
    ...{ secret, actor, key: keyed.key },
    ...token !== undefined && { token },
    ...generation !== undefined && { generation },
  };
  const cookies = [...keyed.cookies, ...await setActing(content, maxAge, setup)];
  if (!fitsBudget(cookies, requestWith(sent), setup)) {
    throw new ConfigError(
      "Cannot act as a user: two sessions in tokens are longer than cookies hold. Put less into what `callbacks.jwt` returns",
    );
  }
  const row: AdapterActingSession = {
    id: await hashToken(secret),
    userId: String(user.id),
    actorId: actor.sub,
    reason,
    createdAt: new Date(now),
    expires: new Date(now + maxAge * 1000),
  };
  await storeActing(row, { staff, content }, setup);
  await setup.emit("actAs", { user: { ...user, id: row.userId }, actor, reason, expires: row.expires });
  if (rulesOf(setup).hidesActing !== true) await tellUser(row.userId, setup);
  return cookies;
}

/** The key of a session; one in a token gets it now. @throws {UserChanged} if it has ended meanwhile. */
async function keyOfSession(
  { amr, signedInAt }: SessionRead,
  cookies: Cookies,
  { sessions, platform }: Setup,
): Promise<{ readonly key: string; readonly cookies: readonly SetCookie[] }> {
  const key = await sessions.keyOf(cookies);
  if (key !== null) return { key, cookies: [] };
  const latchkey_sid = toBase64Url(platform.random(16));
  const proof = { amr, signedInAt: signedInAt ?? 0 };
  const token = await sessions.raise(cookies, proof, undefined, { latchkey_sid });
  if (!token) throw new UserChanged("Cannot act as a user: the session has ended in the meantime");
  return { key: await hashToken(latchkey_sid), cookies: sessions.toCookies(token, cookies) };
}

/** Ends it, in the session of the administrator. */
export async function stopActing(...[, visit, setup]: Parameters<Call<Setup>>): Promise<CallResult> {
  visit.assertOwn();
  return { value: await endActing(visit, setup), cookies: removeActing(visit.cookies, setup) };
}

/** Ends it, and writes that down. @returns Whether someone has acted. @throws {AdapterError} if the database fails. */
export async function endActing(
  client: Pick<ActingVisit, "cookies" | "headers" | "received">,
  setup: Setup,
): Promise<boolean> {
  const ended = await forgetActing(client.cookies, setup);
  if (ended) {
    const { userId, actorId } = ended;
    await logAfterwards({ action: "stopActing", userId }, { setup, actorId, client });
  }
  return ended !== null;
}

/** Ends it with the session of the administrator. Never rejects: nothing keeps them signed in. */
export async function stopAtSignOut(
  client: Pick<ActingVisit, "cookies" | "headers" | "received">,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  await endActing(client, setup).catch(setup.logger.error);
  return removeActing(client.cookies, setup);
}

/** Reads the terms. @throws {ConfigError} if they are not valid. */
function toTerms(given: unknown): { readonly reason: string; readonly maxAge: number } {
  const { reason, maxAge = USUAL }: Readonly<Record<string, unknown>> = Object(given);
  const text = typeof reason === "string" ? reason.trim() : "";
  if (!text || text.length > LONGEST_REASON || !isStorable(text)) {
    throw new ConfigError(
      `Cannot act as a user: write \`reason\` as a text of 1 to ${LONGEST_REASON} characters`,
    );
  }
  if (typeof maxAge !== "number" || !(maxAge >= 1 && maxAge <= MOST)) {
    throw new ConfigError(`Cannot act as a user: write \`maxAge\` in seconds, from 1 to ${MOST} (4 hours)`);
  }
  return { reason: text, maxAge: Math.floor(maxAge) };
}

/** @throws {AccessDenied} for an administrator, for oneself, and for a user who is banned. */
async function assertMayBeActed(user: AdapterUser, staff: AdapterUser, setup: Setup): Promise<void> {
  await assertNotProtected(user, { what: "act as", actorId: String(staff.id) }, setup);
  if (!await findBan(user.id, setup)) return;
  throw new AccessDenied(`Cannot act as user "${user.id}": they are banned`);
}

/** The token of a session of the user; `undefined` with stored sessions. @throws {AccessDenied} if `callbacks.jwt` refuses it. */
async function beginToken(
  user: AdapterUser,
  { actor, generation, maxAge }: {
    readonly actor: Actor;
    readonly generation: number | undefined;
    readonly maxAge: number;
  },
  setup: Setup,
): Promise<string | undefined> {
  if (setup.strategy !== "jwt") return undefined;
  const id = String(user.id);
  const shown = { ...user, id };
  const token = await tokenSessions(actor, maxAge * 1000, setup).issue({
    user: shown,
    account: { type: "credentials", provider: "administration", providerAccountId: id, userId: id },
    isNewUser: false,
    previous: null,
    storedUser: user,
    bind: bindingOf({ user: shown, storedUser: user, generation }, setup),
    amr: [],
  });
  if (token) return token.value;
  throw new AccessDenied(`Cannot act as user "${id}": \`callbacks.jwt\` refuses the session`);
}

/** Stores the row, and asks again: a ban, a sign-out everywhere or a new role may have come in between. */
async function storeActing(
  row: AdapterActingSession,
  { staff, content }: { readonly staff: AdapterUser; readonly content: ActingCookie },
  setup: Setup,
): Promise<void> {
  const { rows } = rulesOf(setup).store;
  const { id, userId } = row;
  await rows.store("actingSessions", row);
  try {
    const now = await findUser(userId, setup);
    const raised = await setup.generations?.current(userId, { isExact: true });
    if (!now || raised !== content.generation) {
      throw new UserChanged(`Cannot act as user "${userId}": they have changed in the meantime`);
    }
    await assertMayBeActed(now, staff, setup);
    if (!await readAs({ row, user: now }, content, setup)) {
      throw new AccessDenied(
        `Cannot act as user "${userId}": a callback of the application holds the session back`,
      );
    }
  } catch (error) {
    await persist(() => rows.remove("actingSessions", { id })).catch(setup.logger.error);
    throw error;
  }
}

async function tellUser(userId: string, setup: Setup): Promise<void> {
  const { origin = "https://localhost", basePath } = setup;
  const incoming = await parseRequest(new Request(`${origin}${basePath}/acting`), basePath, setup);
  await record({ type: "acting", userId, isOfStaff: true }, incoming, setup);
}
