/**
 * Completes every sign-in: decides on the user, asks `callbacks.signIn`, begins the session, emits events, redirects.
 *
 * @module
 */

import type { Applied } from "./applied.ts";
import { ACCOUNT_TYPES } from "./account_types.ts";
import {
  accounts,
  announce,
  beginSession,
  isContinued,
  leadOn,
  secureSession,
  sessionHasEnded,
  tellOfCredentials,
} from "./begin.ts";
import type { SignInParams } from "../model/callbacks.ts";
import { toKey } from "./account_row.ts";
import { isFresh } from "../session/current.ts";
import type { Decision } from "../model/decision.ts";
import { AccessDenied, AuthError, OtherAccount, UserChanged } from "../errors/errors.ts";
import { lacksLevel } from "./freshness.ts";
import { beforeSession, beforeWrites, notify, signedInUser } from "./hooks.ts";
import type { Identity } from "../model/identity.ts";
import { findUserSession, heldSession, isWishOf } from "./intent.ts";
import { type Ending, NO_INTENT } from "../model/intent.ts";
import { allowedUrl } from "../http/redirect.ts";
import type { Setup } from "../setup/setup.ts";
import { addressIn } from "./shown_address.ts";
import { findPassingUser } from "./passing_user.ts";
import { knownUserId, type SignIn } from "./sign_in.ts";
import type { Store } from "../model/store.ts";
import { isA } from "../errors/thrown.ts";
import type { Outcome } from "../http/types.ts";
import { toPage } from "../http/urls.ts";
import type { Awaitable } from "../values/types.ts";

/** The steps of every sign-in, in their order. No user and no account is written before `storeUser`. */
const STEPS: readonly Step[] = [
  findPassing,
  decideWhose,
  assertOwnAccount,
  askToLink,
  askApplication,
  askCapabilities,
  storeUser,
  storeCapabilities,
  tellOfCredentials,
  beginSession,
  secureSession,
  announce,
];

/** A step: hands the sign-in on, or answers the request. */
type Step = (signIn: SignIn, setup: Setup) => Awaitable<SignIn | Outcome>;

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
  const { user, storedUser } = proven;
  // That of a question which the user has answered, of this request, or of the one that began it.
  const data = proven.data ?? ending.incoming.data ?? ending.intent.data;
  let signIn: SignIn = {
    identity: { ...proven, ...data && { data } },
    ending,
    current: null,
    decision: null,
    applied: { user, isNewUser: false, storedUser },
    cookies: [],
  };
  for (const step of STEPS) {
    const next = await step(signIn, setup);
    if (!("ending" in next)) return next;
    signIn = next;
  }
  return await leadOn(signIn, setup);
}

/** Goes on as if no one were signed in, if the user of the session has not signed up. A wish of another user stays theirs. */
async function findPassing(signIn: SignIn, setup: Setup): Promise<SignIn> {
  const { ending } = signIn;
  const { intent } = ending;
  const passing = await findPassingUser(ending.incoming, setup);
  const next = { ...signIn, passing };
  if (!passing || String(intent.userId ?? passing.userId) !== passing.userId) return next;
  const asNoOne = { ...intent, ...NO_INTENT, ownAccount: false };
  return { ...next, ending: { ...ending, intent: asNoOne, provenAt: undefined } };
}

/** Decides whose account it is. Without a database nothing is decided. A user of credentials was found by the application itself. */
async function decideWhose(signIn: SignIn, setup: Setup): Promise<SignIn | Outcome> {
  const { identity: proven, ending } = signIn;
  const { type, provider } = proven.account;
  const { proves } = ACCOUNT_TYPES[type];
  const store = proves === "user" && !proven.isUnknown ? null : setup.store;
  if (!store) {
    setup.logger.debug("decision", { kind: "by the application", provider });
    const generation = proven.generation ?? await generationOf(knownUserId(null, proven), setup);
    return { ...signIn, generation };
  }
  const identity = proven.formerAccount ? await (await accounts()).underStoredId(proven, store) : proven;
  const { incoming, intent, returnTo: callbackUrl } = ending;
  // The application's callbacks of a session that is there take their time, and its user may be another one.
  const isOwned = intent.userId && proves !== "mailbox";
  const owner = isOwned ? await store.getUserByAccount(toKey(identity.account)) : null;
  const early = await generationOf(owner?.id, setup);
  const current = await currentFor(ending, setup);
  const decision = await decideNow({ ...signIn, identity, current }, store, setup);
  setup.logger.debug("decision", { kind: decision.kind, provider });
  const isOrphan = proves === "account" && decision.kind === "created" && intent.link !== "none";
  if (!isOrphan) {
    // Before anything that takes time: whatever ends all sessions from now on, or since the proof, ends the one that begins here.
    const userId = knownUserId(decision, identity);
    const compared = userId === String(owner?.id) ? early : identity.generation;
    const generation = (userId === null ? null : compared) ?? await generationOf(userId, setup);
    return { ...signIn, identity, current, decision, generation };
  }
  // A user of its own would keep the account from the one who wanted it: they sign in, and add it then.
  const signInAgain = { error: "SessionNotFresh", callbackUrl };
  return { redirect: toPage("signIn", signInAgain, incoming, setup, intent.locales ?? null) };
}

/** Asserts that a sign-in for more scopes is that of an account of the same user. @throws {OtherAccount} if it is not. */
function assertOwnAccount(signIn: SignIn): SignIn {
  const { identity, decision, ending: { intent: { ownAccount, userId } } } = signIn;
  // Without a database, the id of a user follows from the account.
  const found = decision ? decision.kind === "found" && decision.user : identity.user;
  if (!ownAccount || (found && String(found.id) === String(userId))) return signIn;
  throw new OtherAccount("Cannot ask for more scopes: the user has chosen another account at the provider");
}

/** Asks the user whether to link the account, if the decision is theirs. */
async function askToLink(signIn: SignIn, setup: Setup): Promise<SignIn | Outcome> {
  const { identity, decision, ending } = signIn;
  if (decision?.kind !== "asked") return signIn;
  return await (await accounts()).askToLink(identity, { user: decision.user, ...ending }, setup);
}

/** Asks the application whether the user may sign in, unless it has said so in the first step and nothing has changed since. */
async function askApplication(signIn: SignIn, setup: Setup): Promise<SignIn | Outcome> {
  const { identity: { user, account, profile, credentials, data }, decision, ending: { allowed, incoming } } =
    signIn;
  const isAllowed = allowed !== undefined && allowed.kind === (decision?.kind ?? null) &&
    allowed.userId === knownUserId(decision, signIn.identity);
  if (isAllowed) return signIn;
  const redirectUrl = await assertAllowed({
    user: decision && "user" in decision ? decision.user : user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(data && { data }),
    // By its address, an account is linked while no user of the database is signed in.
    ...(decision?.kind === "linked" && decision.ground === "session" && { link: decision.user }),
  }, setup);
  return redirectUrl === null ? signIn : { redirect: await allowedUrl(redirectUrl, incoming.origin, setup) };
}

/** Lets capabilities ask the user something. */
async function askCapabilities(signIn: SignIn, setup: Setup): Promise<SignIn | Outcome> {
  const identity = await beforeWrites(signIn.identity, signIn, setup);
  return "account" in identity ? { ...signIn, identity } : identity;
}

/** Stores the user and the account. Emails tell of the ways that were added and removed, whatever becomes of the session. */
async function storeUser(signIn: SignIn, setup: Setup): Promise<SignIn> {
  const { identity: { account }, decision, ending: { incoming, intent } } = signIn;
  const identity = { ...signIn.identity, generation: signIn.generation };
  const applied = await applyTo({ ...signIn, identity }, setup);
  const { storedUser, former: to, removed = [] } = applied;
  // The id may be a number, and is text in a session.
  const told = { userId: String(applied.user.id), intent };
  if (decision?.kind === "linked") {
    await notify({ ...told, purpose: "wayAdded", way: account.provider }, incoming, setup);
  }
  // No mail signs that user in with the address which they have lost.
  if (to) await notify({ ...told, purpose: "wayRemoved", way: storedUser!.email!, to }, incoming, setup);
  for (const way of removed) await notify({ ...told, purpose: "wayRemoved", way }, incoming, setup);
  const formerly = storedUser && await (await accounts()).noteVerified(storedUser, setup.store);
  if (formerly && ACCOUNT_TYPES[account.type].proves === "mailbox") {
    await notify({ ...told, purpose: "wayAdded", way: account.provider, to: formerly }, incoming, setup);
  }
  const { takeBack } = signIn.passing ?? {};
  return { ...signIn, identity: takeBack ? { ...identity, takeBack } : identity, applied };
}

/** Lets capabilities store what the sign-in has decided, such as credentials. */
async function storeCapabilities(signIn: SignIn, setup: Setup): Promise<SignIn> {
  const { applied } = signIn;
  const { storedUser, isNewUser } = applied;
  const { outcome, ...rest } = signIn.identity;
  // Credentials that were compared are another user's, if this one is new: they stay theirs, or have gone with them (`releases`).
  const identity = isNewUser && outcome?.ofUser ? rest : signIn.identity;
  // Before credentials, which end all sessions: a name may be gone, and then nothing has happened. A way that is added to the session
  // says nothing about who its user is.
  const user = storedUser && !isContinued(signIn)
    ? await signedInUser(identity, storedUser, { origin: signIn.ending.incoming.origin, isNewUser }, setup)
    : storedUser;
  // With a generation, `storeUser` has stored the credentials, together with the address that it is for.
  const raised = await beforeSession(applied.generation === undefined ? identity : rest, applied.user, setup);
  return {
    ...signIn,
    identity,
    applied: user === storedUser ? applied : { ...applied, user: user!, storedUser: user },
    // The latest: raised now, raised with the user, read by a second step or before the writes.
    generation: raised ?? applied.generation ?? identity.generation,
  };
}

/** The generation of a user; `undefined` for one who is new, and where the database keeps none. */
async function generationOf(
  userId: string | null | undefined,
  { generations }: Pick<Setup, "generations">,
): Promise<number | undefined> {
  return userId ? await generations?.current(String(userId), { isExact: true }) : undefined;
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
  if (!callbacks.signIn) return null;
  const ask = async () => {
    const verdict = await callbacks.signIn!(params);
    logger.debug("callbacks.signIn", { allows: verdict === true });
    return verdict;
  };
  return await judge(ask, "Cannot sign in: `callbacks.signIn` did not return `true`");
}

/** Judges what a function of the application says about a person. Only `true` allows: one that returns `undefined` does not. */
export async function judge(
  ask: () => Awaitable<boolean | string>,
  refusal: string,
): Promise<string | null> {
  let verdict: boolean | string;
  try {
    verdict = await ask();
  } catch (error) {
    throw isA(error, AuthError) ? error : new AccessDenied(error as Error);
  }
  if (verdict === true) return null;
  if (typeof verdict === "string" && verdict) return verdict;
  throw new AccessDenied(refusal);
}

/** The session of the current user. They count only if they were signed in when the sign-in began (RFC 9700 §4.7). */
async function currentFor({ incoming, intent }: Ending, setup: Setup): Promise<SignIn["current"]> {
  // A session that doesn't count isn't read: the application's callbacks for it take time.
  const current = intent.userId && await findUserSession(incoming, setup);
  return current && String(current.userId) === String(intent.userId) ? current : null;
}

async function decideNow(
  { identity, ending, current }: SignIn,
  store: Store,
  setup: Setup,
): Promise<Decision> {
  const { decide, findMatches } = await accounts();
  const asks = [...setup.capabilities].some(({ factor }) => factor);
  const ofHolder = async (id: string) => {
    // As in `currentFor()`: who has left a session in this browser meanwhile keeps nothing.
    if (ending.intent.userId !== String(id)) return null;
    const held = await heldSession(ending.incoming, setup);
    if (held?.userId !== String(id)) return null;
    return isFresh(held, setup) ? "kept" : "stale";
  };
  const matches = await findMatches(identity, current?.userId ?? null, store, asks, ofHolder);
  const isRecent = ending.provenAt !== undefined ||
    (current !== null && isFresh(current, setup) && isWishOf(current, ending.intent));
  const hasProof = isRecent && !(current && await lacksLevel(current, setup));
  const address = addressIn(current);
  return decide(identity, matches, { link: ending.intent.link, isFresh: hasProof, address });
}

async function applyTo(signIn: SignIn, setup: Setup): Promise<Applied> {
  const { identity, decision, ending, applied, passing } = signIn;
  const { store, sessions } = setup;
  if (!decision || !store) return { ...applied, user: identity.user, storedUser: identity.storedUser };
  // It may have ended while `callbacks.signIn` ran, and would go on with what it has proven.
  if (isContinued(signIn) && !await sessions.isLive(ending.incoming.cookies)) throw sessionHasEnded();
  const { applyDecision } = await accounts();
  const decideAgain = () => decideNow(signIn, store, setup);
  const apply = (decision: Decision) =>
    applyDecision(identity, decision, { ...setup, store, decideAgain, passing });
  try {
    return await apply(decision);
  } catch (error) {
    if (!isA(error, UserChanged) || !isContinued(signIn)) throw error;
    // `callbacks.signIn` may have changed the user. A takeover has ended their session, which is read after the user.
    const again = await decideAgain();
    if (again.kind !== "linked" || !await sessions.isLive(ending.incoming.cookies)) throw error;
    return await apply(again);
  }
}
