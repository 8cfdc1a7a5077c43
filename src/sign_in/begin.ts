/**
 * The steps of a sign-in after the user is stored: the session begins.
 *
 * @module
 */

import { toKey } from "./account_row.ts";
import { bindingOf, keptBinding } from "./binding.ts";
import { ACCOUNT_TYPES } from "./account_types.ts";
import { readChunked } from "../http/chunked_cookies.ts";
import { parseDevice, toDeviceText } from "../http/device.ts";
import { UserChanged } from "../errors/errors.ts";
import { credentialsOf } from "./capability.ts";
import { notify, record, sessionCookies } from "./hooks.ts";
import { setsCredentials } from "../model/identity.ts";
import { rememberBrowser } from "./known_browser.ts";
import { lastUsedCookies } from "./last_used.ts";
import type { LinkQuestion } from "./link.ts";
import { nextPage } from "./next_page.ts";
import { once } from "../platform/once.ts";
import type { SessionToken } from "../model/session.ts";
import type { Setup } from "../setup/setup.ts";
import { keepsTime, type SignIn } from "./sign_in.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../http/types.ts";

/** Loaded on demand: without a database nothing is decided, and no one is asked. */
export const accounts = once(() => import("./account.ts"));

/** Tells the user by email of credentials that were written, whatever becomes of the session. */
export async function tellOfCredentials(signIn: SignIn, setup: Setup): Promise<SignIn> {
  const { identity: { outcome }, ending: { incoming, intent }, applied } = signIn;
  // It may be a number, and is text in a session.
  const told = { userId: String(applied.user.id), intent };
  if (outcome?.way) {
    await notify({ ...told, purpose: "wayRemoved", way: outcome.way }, incoming, setup);
  }
  if (isProof(signIn) && setsCredentials({ outcome })) {
    const kept = await credentialsOf(setup);
    if (kept) await notify({ ...told, ...kept.notice }, incoming, setup);
  }
  return signIn;
}

/** Begins the session. Finds the question that waits for it before: the session that asked ends here. */
export async function beginSession(signIn: SignIn, setup: Setup): Promise<SignIn> {
  const { identity, ending: { incoming, provenAt }, current, applied, generation } = signIn;
  const keeps = keepsTime(signIn);
  const waiting = isProof(signIn) ? await waitingQuestion(applied.user.id, incoming, setup) : null;
  const now = setup.platform.now();
  const device = parseDevice(incoming.headers.get("user-agent"));
  const shown = shownOf(signIn);
  const { storedUser } = applied;
  const bind = bindingOf({ ...shown, storedUser, generation }, setup);
  const token = await setup.sessions.issue({
    ...shown,
    device: device && toDeviceText(device),
    storedUser,
    changedUser: () => changedUser(signIn, setup),
    generation,
    bind: isContinued(signIn) && current?.claims ? keptBinding(current.claims, bind, generation) : bind,
    signedInAt: keeps ? current?.signedInAt ?? provenAt : now,
    amr: keeps ? current?.amr : identity.amr,
    obtainedAt: identity.obtainedAt,
    isContinued: isContinued(signIn),
  }, incoming.cookies);
  setup.logger.debug("session", { strategy: setup.strategy, begins: token !== null });
  const question = waiting && { ...waiting, provenAt: now };
  return { ...signIn, token, at: now, question, cookies: setup.sessions.toCookies(token, incoming.cookies) };
}

/** Asserts that the session may live, and adds the cookies of capabilities. Ends the session if either fails. */
export async function secureSession(signIn: SignIn, setup: Setup): Promise<SignIn> {
  const { identity, ending, applied: { user }, token, cookies, generation } = signIn;
  if (!token) return signIn;
  return await endOnFailure(token, async () => {
    // Another request has ended it while the account was added; not this sign-in itself, with new credentials.
    const goesOn = isContinued(signIn) && generation === identity.generation;
    const { leavesPrevious } = token;
    if (goesOn && leavesPrevious === null) throw sessionHasEnded();
    // The one before was still there: whatever has ended others in the meantime has spared it.
    await assertStillOwned(signIn, goesOn && leavesPrevious === false ? undefined : generation, setup);
    const began = {
      identity,
      cookies,
      userId: user.id,
      names: token.names,
      expires: token.expires,
      isContinued: isContinued(signIn),
    };
    const beside = await sessionCookies(began, ending.incoming, setup);
    const { provider } = identity.account;
    for (const code of setup.capabilities) {
      await code.sessionBegan?.(
        { provider, userId: String(user.id), isContinued: isContinued(signIn) },
        setup,
      );
    }
    const replaced = new Set(beside.map(({ name }) => name));
    return { ...signIn, cookies: [...cookies.filter(({ name }) => !replaced.has(name)), ...beside] };
  }, setup);
}

/** Says that the user has signed in: to the application, to the browser, and by email to the user if the browser is new. */
export async function announce(signIn: SignIn, setup: Setup): Promise<SignIn> {
  const { identity, ending, applied, generation, token, passing } = signIn;
  if (!token) return signIn;
  await setup.emit("signIn", shownOf(signIn));
  await passing?.leaveTo(applied.user, applied.isNewUser);
  const { provider: way } = identity.account;
  // A user who adds a way to sign in is told of that.
  if (!isContinued(signIn)) {
    const userId = String(applied.user.id);
    await record({ type: "signIn", userId, way, at: signIn.at }, ending.incoming, setup);
  }
  const seen = { ...applied, generation, isProof: isProof(signIn) };
  const known = await rememberBrowser(identity, seen, ending, setup);
  const lastUsed = lastUsedCookies(way, setup);
  return { ...signIn, cookies: [...signIn.cookies, ...lastUsed, ...known] };
}

/** Leads on: to the question that waits, or to the next page. */
export async function leadOn(signIn: SignIn, setup: Setup): Promise<Outcome> {
  const { ending, token, question } = signIn;
  const asked = question && token ? await (await accounts()).resumeQuestion(question, ending, setup) : null;
  const { redirect, cookies = [] } = asked ?? await nextPage(signIn, setup);
  return { redirect: redirect!, cookies: [...signIn.cookies, ...cookies] };
}

/** The message of the event `signIn`. */
function shownOf({ identity: { account, profile, data }, applied: { user, isNewUser } }: SignIn) {
  return { user, account, ...(profile && { profile }), isNewUser, ...(data && { data }) };
}

/** Whether the user has signed in with a way that they had before. */
function isProof(signIn: SignIn): boolean {
  const { decision } = signIn;
  return !keepsTime(signIn) && (decision === null || decision.kind === "found");
}

/** Whether the session before goes on, with another account. */
export function isContinued(signIn: SignIn): boolean {
  return keepsTime(signIn) && signIn.current !== null;
}

/** A link whose session is over. */
export function sessionHasEnded(): UserChanged {
  return new UserChanged("Cannot link the account: the session has ended in the meantime");
}

/** Ends a session that has just begun if a step after it fails, and throws what the step has thrown. */
async function endOnFailure<T>(
  token: SessionToken,
  step: () => Promise<T>,
  { sessions, logger }: Setup,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await sessions.withdraw(token).catch(logger.error);
    throw error;
  }
}

/**
 * Asserts that nothing has ended the sessions of the user since, and that the account still signs them in. The person who removes it
 * ends the sessions afterwards: so either this session is among them, or the account is gone by now.
 *
 * @throws {UserChanged} if it does not.
 */
async function assertStillOwned(
  { identity: { account }, decision, applied: { user } }: SignIn,
  generation: number | undefined,
  { store, generations }: Setup,
): Promise<void> {
  if (generation !== undefined && generation !== await generations?.current(user.id, { isExact: true })) {
    throw new UserChanged("Cannot sign in: the sessions of the user have ended in the meantime");
  }
  if (decision?.kind !== "found" || !store?.removeAccount) return;
  if (ACCOUNT_TYPES[account.type].proves === "mailbox") return;
  const owner = await store.getUserByAccount(toKey(account));
  if (owner?.id === decision.user.id) return;
  throw new UserChanged("Cannot sign in: the account has been removed in the meantime");
}

/**
 * The stored user as they are now, if the application has changed them during the sign-in, as in `callbacks.signIn`. A takeover
 * changes them as well, and removes the account, or raises the generation, which `assertStillOwned` compares.
 */
async function changedUser(
  { identity: { account }, applied }: SignIn,
  setup: Setup,
): Promise<AdapterUser | undefined> {
  // Nothing else is compared.
  const [store, before] = [setup.store!, applied.storedUser!];
  const { proves } = ACCOUNT_TYPES[account.type];
  // Credentials go with a takeover, and perhaps only the application knows. A verified user is never taken over.
  if (proves === "user" && !before.emailVerified) return undefined;
  const isOfAccount = proves === "account" || proves === "passkey";
  const user = await (isOfAccount ? store.getUserByAccount(toKey(account)) : store.getUser(before.id));
  return user?.id === before.id && (isOfAccount || user.email === before.email) ? user : undefined;
}

/** The question for which a user had to sign in again; `null` if none waits in this browser. */
async function waitingQuestion(
  userId: string,
  incoming: Incoming,
  setup: Setup,
): Promise<LinkQuestion | null> {
  if (!readChunked(incoming.cookies, setup.cookies.link.name)) return null;
  return await (await accounts()).findWaitingQuestion(userId, incoming, setup);
}
