/**
 * Raises a session to level 2, and leads the user to what they wanted before.
 *
 * @module
 */

import { type SignedInUser, storedUser } from "../../session/current.ts";
import { UserChanged } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { NO_INTENT } from "../../model/intent.ts";
import type { AuthMethod } from "../../values/levels.ts";
import { notify, record } from "../../sign_in/hooks.ts";
import { findWaitingQuestion, resumeQuestion } from "../../sign_in/link.ts";
import { noteVerified } from "../../session/mailbox_note.ts";
import { persist } from "../../sign_in/persist.ts";
import { toNotice } from "./mails.ts";
import { methodsAfter } from "./prove.ts";
import { rulesOf } from "./rules.ts";
import { takeBack } from "./take_back.ts";
import type { SessionRead } from "../../model/session.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

/** A session of a user. */
export type UserSession = SessionRead & Pick<SignedInUser, "userId"> & Partial<SignedInUser>;

/**
 * The session of a request; `null` if no user is signed in.
 *
 * @throws {UserNotStored} if the database never had the user.
 * @throws {AdapterError} if the database fails.
 */
export function findSession(incoming: Incoming, setup: Setup): Promise<UserSession | null> {
  return storedUser(incoming, setup);
}

/**
 * Asserts that a session may change a row: another request may have turned a second factor on since this one was checked.
 *
 * @throws {UserChanged} if the session has not proven it.
 */
export function assertLevel(
  { enabledAt }: Pick<AdapterSecondFactor, "enabledAt">,
  { aal }: SessionRead,
): void {
  if (enabledAt === null || aal === 2) return;
  throw new UserChanged("Cannot change the second factor: it was turned on in the meantime");
}

/**
 * Asserts that a request may turn a second factor on: one that was on is not asked for the mailbox, and may be off by now.
 *
 * @param checked The row when the request was checked; `null` without one.
 * @throws {UserChanged} if it was turned off in the meantime.
 */
export function assertStillOn(
  { enabledAt }: Pick<AdapterSecondFactor, "enabledAt">,
  checked: Pick<AdapterSecondFactor, "enabledAt"> | null,
): void {
  if (!checked?.enabledAt || enabledAt !== null) return;
  throw new UserChanged("Cannot change the second factor: it was turned off in the meantime");
}

/** A second factor that was just stored. */
type StoredFactor = Parameters<typeof takeBack>[0] & {
  /** The mail that tells the user of it. */
  readonly purpose: Parameters<typeof toNotice>[0];
};

/**
 * Tells the user of a second factor that was just stored, and goes on; or takes it back if the session has ended by then, also while
 * the email was sent: if the owner of the mailbox has taken the user over meanwhile, the factor would lock that owner out, and its
 * codes are never shown. Where the database fails, the factor stays, and the user is told.
 *
 * @param goOn Goes on; `UserChanged` says that the session has ended.
 * @param isThere Whether what the factor needs is still there.
 * @throws {UserChanged} if the session has ended.
 */
export async function tellOrTakeBack<T>(
  { before, stored, purpose }: StoredFactor,
  { incoming, goOn, isThere = () => Promise.resolve(true) }: {
    readonly incoming: Incoming;
    readonly goOn: () => Promise<T>;
    readonly isThere?: () => Promise<boolean>;
  },
  setup: Setup,
): Promise<T> {
  const { userId } = before;
  const { store } = rulesOf(setup);
  const goesOn = () =>
    persist(async () => await isLive(incoming, setup) && await store.getUser(userId) && await isThere());
  const tell = (of: StoredFactor["purpose"]) => notify(toNotice(of, userId, setup), incoming, setup);
  let isKept = true;
  let isOff = false;
  const withdraw = async () => {
    try {
      isOff = await takeBack({ before, stored }, setup);
      isKept = false;
    } catch (error) {
      setup.logger.error(error as Error);
    }
    return new UserChanged("Cannot set up the second factor: the session has ended in the meantime");
  };
  try {
    if (!await goesOn()) throw await withdraw();
  } finally {
    if (isKept) await tell(purpose);
    // A change below this one has told that it's on.
    else if (isOff && before.enabledAt) await tell("secondFactorOff");
  }
  const refuse = async () => {
    const refusal = await withdraw();
    if (isOff) await tell("secondFactorOff");
    return refusal;
  };
  // Before it goes on, which replaces the session: a database that fails there would hide that the session has ended amid the email.
  const isThereStill = await goesOn().catch((error) => {
    setup.logger.error(error);
    return true;
  });
  if (!isThereStill) throw await refuse();
  return await goOn().catch(async (error) => {
    if (!isA(error, UserChanged)) throw error;
    // Something else has changed, such as the time at which the address was proven.
    if (await goesOn()) return await goOn();
    throw await refuse();
  });
}

/** Asserts that the session still goes on, right before a change. @throws {UserChanged} if it has ended. */
export async function assertLive(incoming: Incoming, setup: Setup): Promise<void> {
  if (!await isLive(incoming, setup)) throw sessionHasEnded();
}

/** Whether the session has ended by now. Not where the database cannot say so: nothing else shows codes that count already. */
export async function hasEnded(
  incoming: Pick<Incoming, "cookies">,
  setup: Setup,
): Promise<boolean> {
  try {
    return !await persist(() => isLive(incoming, setup));
  } catch (error) {
    setup.logger.error(error as Error);
    return false;
  }
}

/** The error of a change in a session that is over. */
export function sessionHasEnded(): UserChanged {
  return new UserChanged("Cannot change the second factor: the session has ended in the meantime");
}

/** Asks twice: a token that the application's own `jwt.decode` couldn't open once is taken for one that has ended. */
async function isLive({ cookies }: Pick<Incoming, "cookies">, { sessions }: Setup): Promise<boolean> {
  return await sessions.isLive(cookies) || await sessions.isLive(cookies);
}

/**
 * Raises a session whose user has just proven a second factor, and leads to the question that waits for it, or to the page that
 * they wanted.
 *
 * @throws {UserChanged} if the session has ended in the meantime.
 */
export async function stepUp(
  session: UserSession,
  { incoming, amr, returnTo }: {
    readonly incoming: Incoming;
    readonly amr: readonly AuthMethod[];
    readonly returnTo: string;
  },
  setup: Setup,
): Promise<Outcome> {
  const { cookies } = incoming;
  if (session.user) await noteVerified(session.user, setup.store);
  const now = setup.platform.now();
  const question = await findWaitingQuestion(session.userId, incoming, setup);
  const raised = { amr: methodsAfter(session.amr, amr), signedInAt: now };
  const token = await setup.sessions.raise(cookies, raised, session.token);
  if (!token) throw new UserChanged("Cannot go on with the session: it has ended in the meantime");
  await record({ type: "stepUp", userId: session.userId, at: now }, incoming, setup);
  const ending = { incoming, returnTo, intent: NO_INTENT };
  const asked = question && await resumeQuestion({ ...question, provenAt: now }, ending, setup);
  return {
    redirect: asked?.redirect ?? returnTo,
    cookies: [...setup.sessions.toCookies(token, cookies), ...asked?.cookies ?? []],
  };
}
