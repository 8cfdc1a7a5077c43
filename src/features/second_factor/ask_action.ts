/**
 * `GET second-factor` and `POST second-factor`: the second step of a sign-in, or of a session that must reach level 2.
 * `GET second-factor-options`: the options for a passkey in this step.
 *
 * @module
 */

import { requireProvider } from "../../sign_in/method.ts";
import { passkeyForm, startSecondStep } from "./passkey_options.ts";
import { askPage } from "./pages/ask.ts";
import { setupFreshness } from "./enrolling.ts";
import { complete } from "../../sign_in/complete.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { currentUser } from "../../session/current.ts";
import { devicesOf, rememberDevice, toDevices } from "./devices.ts";
import { InvalidSecondFactor, UserChanged, WebAuthnVerificationError } from "../../errors/errors.ts";
import { emitFailure, recordFailure } from "../../sign_in/failure_event.ts";
import { isFromOtherSite } from "../../http/fetch_site.ts";
import { LACKS_PROOF, proofUrl } from "../../sign_in/freshness.ts";
import { isFromScript } from "../../http/incoming.ts";
import { LACKS_LEVEL, TURNED_OFF } from "./pages/fields.ts";
import { replacesCredentials } from "../../model/identity.ts";
import { wishesOf } from "../../sign_in/intent.ts";
import { wordedBase } from "./locale.ts";
import { withCookies } from "../../http/outcome.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { isPackageUsable } from "../../sign_in/passkey/package.ts";
import {
  forgetPending,
  type FoundPending,
  requirePending,
  runTry,
  takePending,
  triesLeft,
} from "./pending.ts";
import { pendingUrl } from "./pending_url.ts";
import { type Proof, prove, recoveryCodeIn } from "./prove.ts";
import { changesUser, giveCodeBack, notifyOfCode, orGiveBack } from "./used_code.ts";
import { returnUrl, withParams } from "../../http/redirect.ts";
import { keepingPlace } from "./keeping_place.ts";
import { rulesOf } from "./rules.ts";
import { shownError } from "./script.ts";
import { secondStepError } from "../../http/second_step.ts";
import type { Setup } from "../../setup/setup.ts";
import { shownFor } from "../../sign_in/shown_for.ts";
import { findSession, stepUp, type UserSession } from "./step_up.ts";
import { isA } from "../../errors/thrown.ts";
import type { AuthMethod } from "../../values/levels.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { endpointUrl, toPage } from "../../http/urls.ts";
import { passkeyProvider, waysOf, waysParam } from "./ways.ts";

/** Who is asked: a user in the middle of a sign-in, or one who is signed in. */
type Asked =
  | { readonly kind: "signIn"; readonly waiting: FoundPending; readonly row: AdapterSecondFactor }
  | { readonly kind: "session"; readonly session: UserSession; readonly row: AdapterSecondFactor };

/** Shows the page that asks for the second step. A user who has no second factor is led to the page that sets one up. */
export async function showQuestion(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const question = incoming.query.get("question");
  return await keepingPlace(() => showAsked(incoming, setup), { question, incoming }, setup);
}

async function showAsked(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  const asked = await askedIn(query.get("question"), incoming, setup);
  if ("redirect" in asked) return asked;
  const callbackUrl = await backUrl(asked, incoming, setup);
  if (setup.pages.secondFactor) return { redirect: await questionUrl(asked, incoming, setup) };
  const { row } = asked;
  const ways = await waysOf(row, setup);
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const isStepUp = asked.kind === "session";
  const { rememberFor } = rulesOf(setup);
  const question = isStepUp ? null : asked.waiting.name;
  const page = await askPage({
    ...await wordedBase(incoming, setup),
    action: endpointUrl("second-factor", origin, setup),
    csrfToken,
    shownFor: isStepUp ? await shownFor(row.userId, setup) : undefined,
    callbackUrl,
    question,
    hasApp: ways.code,
    hasRecoveryCodes: ways.recoveryCode,
    passkey: ways.passkey ? await passkeyForm(origin, setup) : null,
    remember: isStepUp || rememberFor === 0 ? null : rememberFor / 1000,
    isRemembered: query.get("remember") === "true",
    isDoubtful: !isStepUp && asked.waiting.pending.isDoubtful === true,
    failedField: query.get("field"),
    triesLeft: isStepUp ? null : triesLeft(asked.waiting),
    isStepUp,
    lack: isStepUp ? lackIn(incoming) ?? LACKS_LEVEL : null,
    signinUrl: toPage("signIn", { callbackUrl }, incoming, setup),
    error: shownError(incoming),
  });
  return toPageOutcome(page, cookies);
}

/**
 * Accepts the answer: the sign-in goes on, or the session.
 *
 * @throws {InvalidCheck} if no sign-in waits for it.
 * @throws {UserChanged} if the second factor was turned off during the sign-in; to the application's own code, whenever none is on.
 * @throws {TooManyWrongCodes} if the sign-in is over after too many wrong answers.
 * @throws {InvalidSecondFactor} to the application's own code, if the answer is wrong.
 * @throws {RateLimited} if there were too many wrong codes for this user.
 */
export async function answerQuestion(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const question = incoming.body?.question;
  return await keepingPlace(() => answerAsked(incoming, setup), { question, incoming }, setup);
}

async function answerAsked(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const asked = await askedIn(incoming.body?.question ?? null, incoming, setup);
  if ("redirect" in asked) return asked;
  try {
    return asked.kind === "signIn"
      ? await finishSignIn(asked, incoming, setup)
      : await raiseSession(asked, incoming, setup);
  } catch (error) {
    await recordFailure(error, asked.row, incoming, setup);
    const isWrong = isA(error, InvalidSecondFactor) || isA(error, WebAuthnVerificationError);
    if (!isWrong || setup.raw) throw error;
    setup.logger.error(error);
    await emitFailure(error, incoming, setup);
    const url = await questionUrl(asked, incoming, setup, "InvalidSecondFactor");
    const { recoveryCode, remember } = incoming.body ?? {};
    const shown = { field: recoveryCode ? "recoveryCode" : null, remember: remember ? "true" : null };
    return { redirect: withParams(url, incoming.origin, shown) };
  }
}

/** Answers the options for a passkey of the user who is asked, as `GET webauthn-options/:provider` does. */
export async function passkeyOptions(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const provider = passkeyProvider(setup);
  if (!provider || isFromOtherSite(incoming)) return INVALID;
  const asked = await askedIn(incoming.query.get("question"), incoming, setup);
  if ("redirect" in asked) return INVALID;
  if (!await isPackageUsable(provider, setup.logger)) {
    return { status: 500, json: { error: "Configuration" } };
  }
  const first = firstOf(asked);
  const { cookies, ...json } = await startSecondStep(asked.row.userId, { incoming, provider, first }, setup);
  return { json, cookies };
}

/** The methods of the first step, or of the session. */
function firstOf(asked: Asked): readonly AuthMethod[] {
  return asked.kind === "signIn" ? asked.waiting.pending.identity.amr ?? [] : asked.session.amr;
}

const INVALID: Outcome = { status: 400, json: { error: "Invalid request" } };

async function finishSignIn(
  { waiting, row: { userId } }: Asked & { readonly kind: "signIn" },
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome | Failure> {
  const { identity, returnTo, intent, provenAt, allowed, before, isDoubtful } = waiting.pending;
  const answer = () => proveAndRemember(userId, { waiting, incoming }, setup);
  // It proves nothing, and is no try: the mailbox alone gives a user without anything of this one.
  const isOther = isDoubtful === true && incoming.body?.choice === "never";
  const { proof, cookies = [] } = isOther ? {} : await runTry(waiting, answer, setup);
  if (proof) await notifyOfCode(proof, { userId, incoming }, setup);
  await orGiveBack(proof, () => takePending(waiting, setup), setup);
  const consumed = forgetPending(setup);
  const ending = { incoming, returnTo, intent, allowed, ...(provenAt !== undefined && { provenAt }) };
  try {
    const proven = proof
      ? { ...identity, amr: proof.amr, secondStep: { userId, before } }
      : { ...identity, disowns: userId };
    requireProvider({ providerId: proven.account.provider }, setup);
    const outcome = await complete(proven, ending, setup);
    return withCookies(outcome, [...consumed, ...cookies]);
  } catch (error) {
    if (!changesUser(waiting.pending)) await giveCodeBack(proof, setup);
    return { error, returnTo, ...wishesOf(intent, incoming), cookies: consumed };
  }
}

/** Verifies the answer, and remembers the device in the same step if the form asks for it. A recovery code remembers none. */
async function proveAndRemember(
  userId: string,
  { waiting: { pending: { identity } }, incoming }: {
    readonly waiting: FoundPending;
    readonly incoming: Incoming;
  },
  setup: Setup,
): Promise<{ readonly proof: Proof; readonly cookies: readonly SetCookie[] }> {
  const { body } = incoming;
  const { rememberFor } = rulesOf(setup);
  // Whoever needs a recovery code has lost the phone, or is not its owner: the next sign-in asks again.
  const isWanted = rememberFor > 0 && recoveryCodeIn(incoming) === null &&
    typeof body?.remember === "string" && body.remember !== "";
  const remembered = isWanted ? await rememberDevice(userId, incoming, setup) : null;
  const proof = await prove(userId, {
    incoming,
    first: identity.amr ?? [],
    also: (row) => {
      const others = replacesCredentials(identity) ? [] : devicesOf(row, setup);
      return { devices: toDevices(remembered ? [...others, remembered.device] : others) };
    },
  }, setup);
  return { proof, cookies: remembered?.cookies ?? [] };
}

async function raiseSession(
  { session, row: { userId } }: Asked & { readonly kind: "session" },
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome> {
  const proof = await prove(userId, { incoming, first: session.amr }, setup);
  await notifyOfCode(proof, { userId, incoming }, setup);
  return await orGiveBack(proof, async () => {
    const returnTo = await returnUrl(incoming, setup);
    return await stepUp(session, { incoming, amr: proof.amr, returnTo }, setup);
  }, setup);
}

/** Finds the user who is asked, or where they have to go instead. @throws {UserChanged} as `answerQuestion` does. */
async function askedIn(
  question: unknown,
  incoming: Incoming,
  setup: Setup,
): Promise<Asked | { readonly redirect: string }> {
  const { store } = rulesOf(setup);
  // A form may have the field without a value.
  if (question !== null && question !== "") {
    const found = await requirePending(question, incoming, setup);
    const { allowed: { userId }, step } = found.pending;
    const row = userId === null ? null : await store.rows.find("secondFactors", { userId });
    if (step === "ask") {
      if (row?.enabledAt) return { kind: "signIn", waiting: found, row };
      throw new UserChanged("Cannot sign in: the second factor was turned off in the meantime");
    }
    assertNotOwnForm(setup);
    const other = { incoming, row, error: secondStepError(incoming) };
    return { redirect: await pendingUrl({ ...found.pending, name: found.name }, other, setup) };
  }
  const error = incoming.method === "POST" ? "SessionRequired" : null;
  // A user whom the database never had may have set up a second factor in a sign-in.
  const session = await currentUser(incoming, setup);
  if (!session) {
    return {
      redirect: toPage("signIn", { callbackUrl: await returnUrl(incoming, setup), error }, incoming, setup),
    };
  }
  const row = await store.rows.find("secondFactors", { userId: session.userId });
  if (row?.enabledAt) return { kind: "session", session, row };
  assertNotOwnForm(setup);
  return { redirect: await urlWithout(session, incoming, setup) };
}

/**
 * Asserts that a question without a factor is not that of the application's own code, which goes on with what the code protects
 * when `prove` returns: a browser may send each form, and each field.
 *
 * @throws {UserChanged} if it is.
 */
function assertNotOwnForm({ raw }: Pick<Setup, "raw">): void {
  if (!raw) return;
  throw new UserChanged(
    "Cannot accept the second factor: the user has none that is on, or has turned it off in the meantime",
  );
}

/** What the page that has led here lacks: a recent sign-in, a proof of who the user is, or level 2. `null` if it does not say so. */
function lackIn({ query, body }: Incoming): string | null {
  const lack = query.get("lack") ?? body?.lack;
  return ["age", LACKS_PROOF, LACKS_LEVEL].find((each) => each === lack) ?? null;
}

/**
 * Where a user goes who has no second factor. If the page that asks for it was open, it was turned off in another browser since.
 *
 * @throws {UserNotStored} if it cannot be set up, because the database never had the user.
 */
async function urlWithout(session: UserSession, incoming: Incoming, setup: Setup): Promise<string> {
  const callbackUrl = await returnUrl(incoming, setup);
  const lack = lackIn(incoming);
  const wasOn = incoming.method === "POST" && !isFromScript(incoming);
  // The page needs no second factor, but a session that has just begun.
  if (lack === "age") return toPage("signIn", { error: "SessionNotFresh", callbackUrl }, incoming, setup);
  if (lack === LACKS_PROOF) {
    // As the set-up reads it. Other pages may need a fresher session, and ask for it themselves.
    const freshness = await setupFreshness(session, setup);
    return freshness.isFresh ? callbackUrl : proofUrl(freshness, { incoming, returnTo: callbackUrl }, setup);
  }
  // A page of the application posts no `lack`: the page that the user wanted asks for what it needs.
  if (lack === null && wasOn) return callbackUrl;
  await findSession(incoming, setup);
  const params = {
    callbackUrl,
    lack: LACKS_LEVEL,
    error: secondStepError(incoming),
    done: wasOn ? TURNED_OFF : null,
  };
  return toPage("secondFactorSetup", params, incoming, setup);
}

async function backUrl(asked: Asked, incoming: Incoming, setup: Setup): Promise<string> {
  return asked.kind === "signIn" ? asked.waiting.pending.returnTo : await returnUrl(incoming, setup);
}

/** The URL of the page that asks: the application's own gets what it has to show and to post. */
async function questionUrl(
  asked: Asked,
  incoming: Incoming,
  setup: Setup,
  error: string | null = incoming.query.get("error"),
): Promise<string> {
  const { row } = asked;
  if (asked.kind === "signIn") {
    const { pending, name } = asked.waiting;
    return await pendingUrl({ ...pending, name }, { incoming, row, error }, setup);
  }
  const callbackUrl = await backUrl(asked, incoming, setup);
  const ways = setup.pages.secondFactor ? await waysParam(row, setup) : null;
  const lack = setup.pages.secondFactor ? null : lackIn(incoming);
  return toPage("secondFactor", { ways, callbackUrl, error, lack }, incoming, setup);
}
