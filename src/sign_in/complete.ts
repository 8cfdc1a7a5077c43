/**
 * Completes every sign-in: decides on the user, asks `callbacks.signIn`, begins the session, emits events, redirects.
 *
 * @module
 */

import type { Setup } from "../setup/setup.ts";
import type { Store } from "../model/store.ts";
import type { SignInParams } from "../model/callbacks.ts";
import { AccessDenied, AuthError, OtherAccount, UserChanged } from "../errors/errors.ts";
import { readChunked } from "../http/chunked_cookies.ts";
import { parseDevice, toDeviceText } from "../http/device.ts";
import { allowedUrl } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { SessionRead, SessionToken } from "../model/session.ts";
import { isA } from "../errors/thrown.ts";
import { isFresh } from "../session/current.ts";
import { asksForFactors, lacksLevel } from "./freshness.ts";
import type { User } from "../values/types.ts";
import type { Identity } from "../model/identity.ts";
import { once } from "../platform/once.ts";
import type { Applied } from "./account.ts";
import { ACCOUNT_TYPES } from "./account_types.ts";
import type { Added, Decision } from "../model/decision.ts";
import { beforeSession, beforeWrites, sessionCookies } from "./hooks.ts";
import { findUserSession, isWishOf } from "./intent.ts";
import type { Ending } from "../model/intent.ts";
import { addressIn, withShownAddress } from "./shown_address.ts";
import { rememberBrowser, type SignedInHere } from "./known_browser.ts";
import { lastUsedCookies } from "./last_used.ts";
import { nextPage } from "./next_page.ts";
import type { LinkQuestion } from "./link.ts";

// Loaded on demand: without a database nothing is decided, and few sign-ins ask.
const decisions = once(() => import("./decision.ts"));
const accounts = once(() => import("./account.ts"));
const links = once(() => import("./link.ts"));

/**
 * Signs in the user of a proven identity, if the application allows it. A user who is already signed in, and proves an
 * account that is not linked to any user, is asked first whether to link it, unless the form had `link`. If the session is
 * not fresh, they have to sign in again before. A session to which an account is added becomes no younger.
 *
 * @throws {AccessDenied} if `callbacks.signIn` returns neither `true` nor a URL, or throws; an `AuthError` that it throws is
 * thrown as it is.
 * @throws {OAuthAccountNotLinked} if the account may not be used by this user.
 * @throws {OtherAccount} if it is to get more scopes, and is not one of the user who is signed in.
 * @throws {UserNotVerified} if the user cannot be taken over by the owner of the mailbox.
 * @throws {UserChanged} if the user is removed, verified or taken over, or signs out, during the sign-in.
 * @throws {AdapterError} if the database fails.
 */
export async function complete(proven: Identity, ending: Ending, setup: Setup): Promise<Outcome> {
  // Without a database nothing is decided. A user of credentials was found by the application itself.
  const store = ACCOUNT_TYPES[proven.account.type].proves === "user" ? null : setup.store;
  const stored = store && proven.formerAccount
    ? await (await decisions()).underStoredId(proven, store)
    : proven;
  const { account, profile, credentials } = stored;
  const current = store && await currentFor(ending, setup);
  const context = { ending, current };
  const decision = store && await decideNow(stored, { ...context, store }, setup);
  setup.logger.debug("decision", {
    kind: decision?.kind ?? "by the application",
    provider: account.provider,
  });
  assertOwnAccount(stored, decision, ending);
  if (decision?.kind === "asked") {
    const { askToLink } = await links();
    return await askToLink(stored, { user: decision.user, ...ending }, setup);
  }
  const added = isAdded(decision) ? current : null;
  const shown = <U extends User>(user: U) =>
    withShownAddress(user, { identity: stored, current: added }, setup);
  const elsewhere = isAllowedAlready(decision, stored, ending) ? null : await assertAllowed({
    user: decision && "user" in decision ? shown(decision.user) : stored.user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(decision?.kind === "linked" && { link: decision.user }),
  }, setup);
  if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, ending.incoming.origin, setup) };
  const identity = await beforeWrites(stored, { decision, ending }, setup);
  if (!("account" in identity)) return identity;
  // Read before the writes: a takeover in the meantime ends the session that begins here.
  const generation = await generationOf(decision, setup);
  const settled = await resolveUser(identity, decision, context, setup);
  const { storedUser } = settled;
  const formerly = storedUser && await (await decisions()).noteVerified(storedUser, setup.store);
  // A password is stored with the address that it is for. That of a verified or a new user is stored now.
  const { password, ...rest } = identity;
  // The one whose password was compared keeps it, or is gone: see `releases`.
  const own = settled.isNewUser && password?.ofUser ? rest : identity;
  const raised = await beforeSession(settled.generation === undefined ? own : rest, settled.user, setup);
  const applied = {
    ...settled,
    formerly,
    generation: raised ?? settled.generation ?? identity.generation ?? generation,
    ...(decision && { user: shown(settled.user) }),
  };
  return await beginSession(own, { ...context, decision, applied }, setup);
}

/** Asserts that a sign-in for more scopes is that of an account of the same user. @throws {OtherAccount} if it is not. */
function assertOwnAccount(
  identity: Identity,
  decision: Decision | null,
  { intent: { ownAccount, userId } }: Ending,
): void {
  // Without a database, the id of a user follows from the account.
  const found = decision ? decision.kind === "found" && decision.user : identity.user;
  if (!ownAccount || (found && String(found.id) === String(userId))) return;
  throw new OtherAccount("Cannot ask for more scopes: the user has chosen another account at the provider");
}

/** Whether the application has allowed this sign-in in its first step, and nothing has changed since. */
function isAllowedAlready(decision: Decision | null, identity: Identity, { allowed }: Ending): boolean {
  return allowed !== undefined && allowed.kind === (decision?.kind ?? null) &&
    allowed.userId === knownUserId(decision, identity);
}

/** The generation of the user of a decision, for a session in a token; `undefined` without one. */
async function generationOf(
  decision: Decision | null,
  { strategy, generations }: Pick<Setup, "strategy" | "generations">,
): Promise<number | undefined> {
  if (strategy !== "jwt" || !decision || !("user" in decision)) return undefined;
  return await generations?.current(decision.user.id, { isExact: true });
}

/** A sign-in whose decision has been applied. */
interface Settled extends EndingContext {
  readonly decision: Decision | null;
  readonly applied: Applied & Pick<SignedInHere, "formerly"> & { readonly generation?: number | undefined };
}

/** Begins the session, emits `signIn`, and says where the user goes. */
async function beginSession(
  identity: Identity,
  { ending, current, decision, applied }: Settled,
  setup: Setup,
): Promise<Outcome> {
  const { account, profile } = identity;
  const { cookies, headers } = ending.incoming;
  const { user, storedUser, isNewUser, generation, removed = [] } = applied;
  // The user has signed in with a way that they had before. Read now: the previous session ends below.
  const keeps = keepsTime(decision, ending);
  const isProof = !keeps && (decision === null || decision.kind === "found");
  const question = isProof ? await waitingQuestion(user.id, ending.incoming, setup) : null;
  const signedIn = { user, account, ...(profile && { profile }), isNewUser };
  const device = parseDevice(headers.get("user-agent"));
  const now = setup.platform.now();
  const isContinued = keeps && current !== null;
  const began = {
    ...signedIn,
    device: device && toDeviceText(device),
    storedUser,
    generation,
    signedInAt: keeps ? current?.signedInAt ?? ending.provenAt : now,
    amr: keeps ? current?.amr : identity.amr,
    obtainedAt: identity.obtainedAt,
    isContinued,
  };
  const token = await setup.sessions.issue(began, cookies);
  setup.logger.debug("session", { strategy: setup.strategy, begins: token !== null });
  const session = setup.sessions.toCookies(token, cookies);
  const beginning = { identity, userId: user.id, isContinued, cookies: session };
  const beside = token
    ? await orWithdraw(token, async () => {
      // Another request has ended it while the account was added; not this sign-in itself, with a new password.
      if (isContinued && token.leavesPrevious === null && generation === undefined) throw sessionHasEnded();
      await assertStillOwned(identity, decision, setup);
      return await sessionCookies({ ...beginning, expires: token.expires }, ending.incoming, setup);
    }, setup)
    : [];
  const replaced = new Set(beside.map(({ name }) => name));
  if (token) await setup.emit("signIn", signedIn);
  const seen = { ...applied, isProof, isLinked: decision?.kind === "linked" };
  const known = token ? await rememberBrowser(identity, seen, ending, setup) : [];
  const asked = question && token
    ? await (await links()).resumeQuestion({ ...question, provenAt: now }, ending, setup)
    : null;
  return {
    redirect: asked?.redirect ?? nextPage({ isNewUser, removed, password: identity.password }, ending, setup),
    cookies: [
      ...session.filter(({ name }) => !replaced.has(name)),
      ...beside,
      ...(token ? lastUsedCookies(account.provider, setup) : []),
      ...known,
      ...asked?.cookies ?? [],
    ],
  };
}

/** Ends a session that has just begun if a step after it fails, and throws what the step has thrown. */
async function orWithdraw<T>(
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
 * Asserts that the account still signs the user in. The person who removes it ends the sessions of the user afterwards: so either
 * this session is among them, or the account is gone by now.
 *
 * @throws {UserChanged} if it does not.
 */
async function assertStillOwned(
  { account, user, generation }: Identity,
  decision: Decision | null,
  { store, generations }: Setup,
): Promise<void> {
  if (generation !== undefined && generation !== await generations?.current(user.id, { isExact: true })) {
    throw new UserChanged("Cannot sign in: the password has been changed in the meantime");
  }
  if (decision?.kind !== "found" || !store?.removeAccount) return;
  if (ACCOUNT_TYPES[account.type].proves === "mailbox") return;
  const { toKey } = await decisions();
  const owner = await store.getUserByAccount(toKey(account));
  if (owner?.id === decision.user.id) return;
  throw new UserChanged("Cannot sign in: the account has been removed in the meantime");
}

/**
 * Asks the application whether a user may sign in.
 *
 * @returns `null` if they may; the URL to send the user to if `callbacks.signIn` returns one.
 * @throws {AccessDenied} if they may not.
 */
export async function assertAllowed(
  params: SignInParams,
  { callbacks, logger }: Pick<Setup, "callbacks" | "logger">,
): Promise<string | null> {
  let verdict: boolean | string;
  try {
    // Only `true` allows the sign-in: a callback that returns `undefined` does not.
    verdict = callbacks.signIn ? await callbacks.signIn(params) : true;
    if (callbacks.signIn) logger.debug("callbacks.signIn", { allows: verdict === true });
  } catch (error) {
    throw isA(error, AuthError) ? error : new AccessDenied(error as Error);
  }
  if (verdict === true) return null;
  if (typeof verdict === "string" && verdict) return verdict;
  throw new AccessDenied("Cannot sign in: `callbacks.signIn` did not return `true`");
}

/** The end of a sign-in, and the session of the user who is signed in. */
interface EndingContext {
  readonly ending: Ending;
  readonly current: CurrentSession | null;
}

type CurrentSession = SessionRead & { readonly userId: string };

/** The session of the current user. They count only if they were signed in when the sign-in began (RFC 9700 §4.7). */
async function currentFor({ incoming, intent }: Ending, setup: Setup): Promise<CurrentSession | null> {
  const current = await findUserSession(incoming, setup);
  return String(current?.userId) === String(intent.userId) ? current : null;
}

async function decideNow(
  identity: Identity,
  { ending, current, store }: EndingContext & { readonly store: Store },
  setup: Setup,
): Promise<Decision> {
  const { decide, findMatches } = await decisions();
  const asks = asksForFactors(setup);
  const matches = await findMatches(identity, current?.userId ?? null, store, asks);
  const isRecent = ending.provenAt !== undefined ||
    (current !== null && isFresh(current, setup) && isWishOf(current, ending.intent));
  const hasProof = isRecent && !(current && await lacksLevel(current, setup));
  const address = addressIn(current);
  return decide(identity, matches, { link: ending.intent.link, isFresh: hasProof, address });
}

/** Id of the user whom a sign-in is for; `null` if it creates them, or is refused. */
export function knownUserId(decision: Decision | null, { user }: Identity): string | null {
  if (!decision) return String(user.id);
  return "user" in decision ? String(decision.user.id) : null;
}

/** Whether an account is added to a user because they are signed in. */
export function isAdded(decision: Decision | null): decision is Added {
  return decision !== null && "ground" in decision && decision.ground === "session";
}

/**
 * Whether a session keeps the time of its own sign-in: an account is added to its user, or an earlier answer to the same
 * question has added it.
 */
function keepsTime(decision: Decision | null, { intent }: Ending): boolean {
  return isAdded(decision) || (decision?.kind === "found" && intent.link === "agreed");
}

/** The question for which a user had to sign in again; `null` if none waits in this browser. */
async function waitingQuestion(
  userId: string,
  incoming: Incoming,
  setup: Setup,
): Promise<LinkQuestion | null> {
  if (!readChunked(incoming.cookies, setup.cookies.link.name)) return null;
  return await (await links()).findWaitingQuestion(userId, incoming, setup);
}

async function resolveUser(
  identity: Identity,
  decision: Decision | null,
  context: EndingContext,
  setup: Setup,
): Promise<Applied> {
  const { store, sessions } = setup;
  if (!decision || !store) {
    const { user, storedUser } = identity;
    return { user, isNewUser: false, storedUser };
  }
  // The user may have signed out while `callbacks.signIn` ran.
  if (isAdded(decision) && !await sessions.isLive(context.ending.incoming.cookies)) throw sessionHasEnded();
  const { applyDecision } = await accounts();
  const decideAgain = () => decideNow(identity, { ...context, store }, setup);
  return await applyDecision(identity, decision, { ...setup, store, decideAgain });
}

const sessionHasEnded = () =>
  new UserChanged("Cannot link the account: the session has ended in the meantime");
