/**
 * `GET keep-password` and `POST keep-password`: the owner of a mailbox types the password that was set before any proof, or
 * says that they have never chosen one.
 *
 * @module
 */

import { requireProvider } from "../../sign_in/method.ts";
import { removeChunked } from "../../http/chunked_cookies.ts";
import { complete } from "../../sign_in/complete.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { InvalidCheck, InvalidPassword, RateLimited, UserChanged } from "../../errors/errors.ts";
import { emitFailure, recordFailure } from "../../sign_in/failure_event.ts";
import { finishLink, type FollowedLink, parseLink } from "../../sign_in/mail/finish.ts";
import type { Identity } from "../../model/identity.ts";
import { wishesOf } from "../../sign_in/intent.ts";
import { keepPage } from "./pages/keep.ts";
import { forgotPasswordUrl } from "./mail.ts";
import { withCookies } from "../../http/outcome.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import {
  hasAnswer,
  judgeAnswer,
  type PasswordQuestion,
  questionUrl,
  readPasswordQuestion,
} from "./question.ts";
import { returnUrl } from "../../http/redirect.ts";
import { nameQuestion } from "../../sign_in/sealed_question.ts";
import { mailProvider, passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { isA } from "../../errors/thrown.ts";
import type { KeepPage } from "./pages/types.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl, toPage } from "../../http/urls.ts";

/** Shows the question that this browser holds. @throws {InvalidCheck} if there is none, or it is too old. */
export async function showQuestion(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const question = await parseQuestion(incoming, setup);
  const error = incoming.query.get("error");
  if (setup.pages.keepPassword) return { redirect: await questionPage(question, incoming, setup, error) };
  const { email, returnTo: callbackUrl, releases = false } = question;
  const name = await nameQuestion(incoming, setup);
  return await show({ email, callbackUrl, question: name, token: null, releases }, incoming, setup);
}

/** Shows the question behind a mailed link, whose token the form posts. Whether the token is right shows in the answer alone. */
export async function showLinkQuestion(
  { identifier: email, token }: FollowedLink,
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome> {
  const callbackUrl = await returnUrl(incoming, setup);
  if (!setup.pages.keepPassword) {
    return await show({ email, callbackUrl, token, question: null, releases: null }, incoming, setup);
  }
  return { redirect: toPage("keepPassword", { email, token, callbackUrl }, incoming, setup) };
}

/**
 * Signs the owner of the mailbox in, with the password if it was right, else without one. Asks again where a wrong one would
 * lead to another user.
 *
 * @throws {InvalidCheck} if this browser holds no question, or it is too old.
 */
export async function answerQuestion(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  if (typeof incoming.body?.token === "string") return await answerLink(incoming, setup);
  const question = await parseQuestion(incoming, setup);
  // Another tab may ask about another user now: their password must not go.
  const isShown = incoming.body?.question === await nameQuestion(incoming, setup);
  if (!isShown || !hasAnswer(incoming)) return { redirect: await questionPage(question, incoming, setup) };
  const { identity, userId, email, generation, returnTo, intent, provenAt, releases } = question;
  const consumed = removeChunked(incoming.cookies, setup.cookies.link);
  try {
    const row = await passwordProvider(setup).store.rows.find("security", { userId });
    const about = { row, email, generation, asksAgain: releases === true };
    const outcome = await judgeAnswer(about, incoming, setup);
    const ending = { incoming, returnTo, intent, ...(provenAt !== undefined && { provenAt }) };
    requireProvider({ providerId: identity.account.provider }, setup);
    return withCookies(await complete({ ...identity, outcome }, ending, setup), consumed);
  } catch (error) {
    await recordFailure(error, { userId, way: identity.account.provider }, incoming, setup);
    if (isA(error, InvalidPassword) && !setup.raw) {
      await emitFailure(error, incoming, setup);
      return { redirect: await questionPage(question, incoming, setup, error.code) };
    }
    // Another failure leaves the question: if the answer was not stored, the next try succeeds.
    const isOver = isA(error, UserChanged);
    return { error, returnTo, ...wishesOf(intent, incoming), ...(isOver && { cookies: consumed }) };
  }
}

async function parseQuestion(incoming: Incoming, setup: Setup): Promise<PasswordQuestion> {
  const question = await readPasswordQuestion(incoming, setup);
  if (question) return question;
  throw new InvalidCheck("Cannot ask for a password: no proven address waits in this browser");
}

/** The URL of the page that shows the question. */
async function questionPage(
  { email, returnTo }: PasswordQuestion,
  incoming: Incoming,
  setup: Setup,
  error: string | null = null,
): Promise<string> {
  const question = await nameQuestion(incoming, setup);
  return questionUrl({ email, question, returnTo, error }, { incoming, locales: null }, setup);
}

/** Uses the link, which proves the mailbox, and compares the password only then. */
async function answerLink(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const provider = passwordProvider(setup);
  const mailer = mailProvider(provider, setup);
  const link = await parseLink(incoming, mailer, setup);
  if (!hasAnswer(incoming)) return await showLinkQuestion(link, incoming, setup);
  const { identify, returnTo, intent, consumed } = await finishLink(
    link,
    { incoming, provider: mailer },
    setup,
  );
  try {
    const { identity, error } = await withAnswer(await identify(), incoming, setup);
    return withCookies(await complete(identity, { incoming, returnTo, intent, error }, setup), consumed);
  } catch (error) {
    return { error, returnTo, ...wishesOf(intent, incoming), cookies: consumed };
  }
}

/**
 * Decides what becomes of the password of the user with the proven address, if there is one from before the proof. A wrong one
 * decides nothing: the sign-in asks again, in this browser, and says what another wrong one does.
 */
async function withAnswer(
  identity: Identity,
  incoming: Incoming,
  setup: Setup,
): Promise<{ readonly identity: Identity; readonly error?: string }> {
  const { store } = passwordProvider(setup);
  const { email } = identity.user;
  const user = email ? await findByAddress(email, setup.store!, identity.formerEmail) : null;
  const row = user && !user.emailVerified ? await store.rows.find("security", { userId: user.id }) : null;
  if (!email || !row?.passwordHash) return { identity };
  try {
    const about = { row, email, generation: row.generation, asksAgain: true };
    return { identity: { ...identity, outcome: await judgeAnswer(about, incoming, setup) } };
  } catch (error) {
    if (isA(error, InvalidPassword)) return { identity, error: error.code };
    if (isA(error, RateLimited)) return { identity };
    throw error;
  }
}

/** Shows the built-in page. */
async function show(
  shown: Pick<KeepPage, "email" | "callbackUrl" | "question" | "token" | "releases">,
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome> {
  const { origin } = incoming;
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const page = await keepPage({
    ...shown,
    ...await pageBase(incoming, setup),
    action: endpointUrl("keep-password", origin, setup),
    csrfToken,
    error: incoming.query.get("error"),
    forgotPassword: forgotPasswordUrl(shown.callbackUrl, incoming, setup),
  });
  return toPageOutcome(page, cookies);
}
