/**
 * Asks a user who is signed in and proves another identity: link its account, or sign in with it instead? A sealed cookie
 * keeps the identity until the answer comes.
 *
 * An account is linked in a fresh session only. A user in an older one signs in again first, with a way that they had
 * before (ASVS 5.0, 7.5.1), and the question waits for them.
 *
 * @module
 */

import { ACCOUNT_TYPES } from "./account_types.ts";
import { removeChunked } from "../http/chunked_cookies.ts";
import { type AuthError, InvalidCheck, OAuthAccountNotLinked } from "../errors/errors.ts";
import { factorsOf, freshnessOf, proofUrl } from "./freshness.ts";
import { isFresh } from "../session/current.ts";
import type { Identity } from "../model/identity.ts";
import { findUserSession } from "./intent.ts";
import { type Ending, NO_INTENT } from "../model/intent.ts";
import { isSameAddress } from "../values/same_address.ts";
import { nameQuestion, type Question, readQuestion, storeQuestion } from "./sealed_question.ts";
import type { SessionRead } from "../model/session.ts";
import type { Setup } from "../setup/setup.ts";
import { addressIn } from "./shown_address.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import { toPage } from "../http/urls.ts";

/** A question to the user, in its sealed cookie. */
export interface LinkQuestion extends Question {
  /** Id of the user who is asked. */
  readonly userId: string;
  /** When they signed in, in milliseconds since the epoch; `null` if unknown. Only this session may answer. */
  readonly signedInAt: number | null;
  /** Whether the user may sign in with the identity instead. Not with a passkey for this user, or with their mailbox. */
  readonly canSwitch: boolean;
  /** Whether the question is put only after the user has signed in again. */
  readonly needsProof: boolean;
  /** When the user signed in again for this question, in milliseconds since the epoch; absent if they did not. */
  readonly provenAt?: number;
}

/** The answer of the user. */
interface LinkAnswer {
  /** The question. */
  readonly question: LinkQuestion;
  /** How to complete the sign-in; `null` if the user cancels it. */
  readonly ending: Ending | null;
  /** Cookies that remove the question. */
  readonly consumed: readonly SetCookie[];
}

/**
 * The least precise time that a database stores, in milliseconds: after a proof, `provenAt` and the time of its session
 * differ by no more.
 */
const PRECISION = 1000;

/**
 * Sends the user to the page that asks, or to sign in again if they have asked for the account and their session is not
 * fresh.
 *
 * @throws {OAuthAccountNotLinked} if the identity is too large for a cookie.
 */
export async function askToLink(
  identity: Identity,
  { user, incoming, returnTo, intent }: Ending & { readonly user: AdapterUser },
  setup: Setup,
): Promise<Outcome> {
  const session = await findUserSession(incoming, setup);
  const canSwitch = (identity.authenticator?.userId ?? null) === null &&
    !isOwnMailbox(identity, user.email ?? addressIn(session));
  const hasChosen = intent.link !== "none" || !canSwitch;
  const question: LinkQuestion = {
    identity,
    returnTo,
    userId: user.id,
    signedInAt: session?.signedInAt ?? null,
    canSwitch,
    needsProof: hasChosen &&
      !(session && isFresh(session, setup) && (await freshnessOf(session, setup)).isFresh),
  };
  return await putQuestion(question, { incoming, intent }, setup);
}

/** Stores a question, and sends the user to the page that comes next. */
async function putQuestion(
  question: LinkQuestion,
  { incoming, intent }: Pick<Ending, "incoming" | "intent">,
  setup: Setup,
): Promise<Outcome> {
  const stored = await storeQuestion(question, { incoming, purpose: "link" }, setup);
  if (!stored) {
    throw new OAuthAccountNotLinked(
      "Cannot ask whether to link the account: its tokens and profile are too large for a cookie. Post `link=true`",
      { provider: question.identity.account.provider },
    );
  }
  const { name, cookies } = stored;
  const locales = intent.locales ?? null;
  return { redirect: await questionUrl(question, { incoming, locales, name }, setup), cookies };
}

/** Whether an identity is the mailbox of the user's address. */
function isOwnMailbox({ account: { type }, user: { email } }: Identity, address: string | null): boolean {
  return ACCOUNT_TYPES[type].proves === "mailbox" &&
    Boolean(email && address && isSameAddress(email, address));
}

/**
 * Returns the URL of the page that comes next: the one that asks, or the sign-in page if the user has to sign in again
 * before.
 *
 * @param name Of the question: see `nameQuestion`. The application's own page posts it back.
 */
async function questionUrl(
  { identity: { account: { provider } }, userId, returnTo, needsProof }: LinkQuestion,
  { incoming, locales, name }: {
    readonly incoming: Incoming;
    readonly locales: string | null;
    readonly name: string;
  },
  setup: Setup,
): Promise<string> {
  if (needsProof) {
    return proofUrl({ factors: await factorsOf(userId, setup) }, { incoming, returnTo, locales }, setup);
  }
  const question = setup.pages.link ? name : null;
  return toPage("link", { provider, callbackUrl: returnTo, question }, incoming, setup, locales);
}

/** Returns where the question of a request has to be put; `null` if that is the built-in page. */
export async function otherPageOf(
  question: LinkQuestion,
  incoming: Incoming,
  setup: Setup,
): Promise<string | null> {
  if (!question.needsProof && !setup.pages.link) return null;
  return await questionUrl(
    question,
    { incoming, locales: null, name: await nameQuestion(incoming, setup) },
    setup,
  );
}

/**
 * Finds the question for which a user had to sign in again, in the browser that holds it.
 *
 * @param userId Id of the user who signs in, with a way that they had before.
 * @returns `null` if none waits for this user.
 */
export async function findWaitingQuestion(
  userId: string,
  incoming: Incoming,
  setup: Setup,
): Promise<LinkQuestion | null> {
  const question = await findQuestion(incoming, setup);
  return question?.needsProof && String(question.userId) === String(userId) ? question : null;
}

/**
 * Goes on with a question for which the user has signed in again: the new session may answer, and leads on to where this
 * sign-in would have led.
 *
 * @returns `null` if that fails.
 */
export async function resumeQuestion(
  question: LinkQuestion,
  { incoming, intent, returnTo }: Ending,
  setup: Setup,
): Promise<Outcome | null> {
  const proven = { ...question, returnTo, needsProof: false };
  try {
    return await putQuestion(proven, { incoming, intent }, setup);
  } catch (error) {
    // The sign-in itself has succeeded.
    setup.logger.error(error as AuthError);
    return null;
  }
}

/**
 * Parses the question that this browser holds for the current user.
 *
 * @throws {InvalidCheck} if there is none, or it is too old or for another session.
 */
export async function parseLinkQuestion(incoming: Incoming, setup: Setup): Promise<LinkQuestion> {
  const question = await findQuestion(incoming, setup);
  if (question) return question;
  throw new InvalidCheck(
    "Cannot link an account: none waits for this user",
  );
}

/** Finds the question that this browser holds for the session of the request. */
async function findQuestion(incoming: Incoming, setup: Setup): Promise<LinkQuestion | null> {
  const question = await readQuestion<LinkQuestion>(incoming, "link", setup);
  const current = question && await findUserSession(incoming, setup);
  return question && current && isFor(current, question) ? question : null;
}

/** Whether a question is for a session: the one that it was put in, or the one that began with the proof. */
function isFor(
  { userId, signedInAt }: SessionRead,
  question: Pick<LinkQuestion, "userId" | "signedInAt" | "provenAt">,
): boolean {
  const { provenAt } = question;
  if (String(userId) !== String(question.userId)) return false;
  if (provenAt === undefined) return signedInAt === question.signedInAt;
  return signedInAt === null || Math.abs(signedInAt - provenAt) <= PRECISION;
}

/**
 * Parses the answer to the question.
 *
 * @throws {InvalidCheck} as `parseLinkQuestion`, if `choice` is not valid, and if `question` does not name the question.
 */
export async function parseLinkAnswer(incoming: Incoming, setup: Setup): Promise<LinkAnswer> {
  const question = await parseLinkQuestion(incoming, setup);
  const { userId, returnTo, canSwitch, provenAt } = question;
  const consumed = removeChunked(incoming.cookies, setup.cookies.link);
  const { choice, question: shown } = incoming.body ?? {};
  if (choice === "cancel") return { question, ending: null, consumed };
  if (choice !== "link" && !(choice === "switch" && canSwitch)) {
    throw new InvalidCheck(`Cannot link an account: \`choice\` is not "link", "switch" or "cancel"`);
  }
  if (shown !== await nameQuestion(incoming, setup)) {
    throw new InvalidCheck(
      typeof shown === "string"
        ? "Cannot link an account: another tab asks about another account now"
        : "Cannot link an account: the form must post the `question` of the page's URL",
    );
  }
  const intent = choice === "link" ? { userId, link: "agreed" } as const : NO_INTENT;
  return { question, ending: { incoming, returnTo, intent, provenAt }, consumed };
}
