/**
 * `GET` and `POST second-factor-setup`: a user sets a second factor up, in a sign-in or in a session, and changes it there.
 *
 * @module
 */

import { removeMarks } from "./bound.ts";
import { changeFactors, isChange } from "./changes.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { confirmApp, type Enrolling, subjectOf } from "./enrol.ts";
import { changeOf, enrollingIn, lackOf, shownAddress } from "./enrolling.ts";
import { EmailSignInError, InvalidCheck, InvalidSecondFactor } from "../../errors/errors.ts";
import { isFromOtherSite } from "../../http/fetch_site.ts";
import { isPrefetch } from "../../http/incoming.ts";
import { readableHost } from "../../pages/layout.ts";
import { wordedBase } from "./locale.ts";
import { type Mailbox, mailCode, proveMailbox } from "./mailbox.ts";
import { secondsToWait } from "../../sign_in/mail/mailed_proof.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { CODES_SHOWN, TURNED_OFF, TURNED_ON } from "./pages/fields.ts";
import { keepField, keptSecret, secretFor } from "./kept_secret.ts";
import { keepingPlace } from "./keeping_place.ts";
import { pendingUrl } from "./pending_url.ts";
import { qrOf } from "./qr.ts";
import { returnUrl, withParams } from "../../http/redirect.ts";
import { answerRepeated, showShownCodes } from "./repeated.ts";
import { rulesOf } from "./rules.ts";
import { shownError, wantsJson } from "./script.ts";
import type { SecondFactorSetup } from "../../shapes/second_factor.ts";
import { setupPage } from "./pages/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { openSealedField } from "./setup_field.ts";
import { shownFor } from "../../sign_in/shown_for.ts";
import { isA } from "../../errors/thrown.ts";
import { otpauthUri } from "./totp.ts";
import type { KeyStep, MailStep, SetupPage } from "./pages/types.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { endpointUrl, toAddress, toPage } from "../../http/urls.ts";
import { passkeysOf } from "./ways.ts";

/**
 * Shows a new secret. A script gets it as JSON.
 *
 * @throws {InvalidCheck} if the request names a sign-in that does not wait for it.
 * @throws {TooManyWrongCodes} if that sign-in is over after too many wrong codes.
 */
export async function showSetup(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const question = incoming.query.get("question");
  return await keepingPlace(() => showEnrolling(incoming, setup), { question, incoming }, setup);
}

/** Leads to the page that shows the step; or shows it here. */
async function showEnrolling(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  const shown = await showShownCodes(incoming, setup);
  if (shown) return shown;
  const found = await enrollingIn(query.get("question"), incoming, setup);
  if ("redirect" in found) return found;
  // The user has set one up since, and goes back.
  const lacksNothing = found.kind === "session" && found.session.aal === 2 && lackOf(incoming) !== null;
  if (lacksNothing && !wantsJson(incoming)) return { redirect: await returnUrl(incoming, setup) };
  if (setup.pages.secondFactorSetup && !wantsJson(incoming)) {
    // The page may be one that cannot set the cookie of the email, or of the key.
    const cookies = found.mailbox
      ? (await mailStepOf(found, found.mailbox, incoming, setup)).cookies
      : (await secretFor(found, incoming, setup)).kept;
    const stillTrue = Object.fromEntries([...query].filter(([, value]) => value !== CODES_SHOWN));
    return { redirect: toPage("secondFactorSetup", stillTrue, incoming, setup), cookies };
  }
  if (query.has("cookieless") && await needsCookie(found, incoming, setup)) {
    const here = endpointUrl("second-factor-setup", origin, setup);
    const question = query.get("question");
    const params = { question, callbackUrl: await returnUrl(incoming, setup), lack: lackOf(incoming) };
    return { redirect: toAddress(here, params, incoming) };
  }
  return await showStep(found, incoming, setup);
}

/** Shows the next step: the code of the email, or the secret. */
async function showStep(found: Enrolling, incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin } = incoming;
  const base = await wordedBase(incoming, setup);
  const { step, cookies: stepCookies, isNew, error = shownError(incoming) } = found.mailbox
    ? await mailStepOf(found, found.mailbox, incoming, setup)
    : await keyStepOf(found, { incoming, qrLabel: base.locale.messages.secondFactor.qrLabel }, setup);
  // Back, after another code was right: no code of a new key can be wrong.
  if (isNew && found.row?.enabledAt && error === InvalidSecondFactor.type && !wantsJson(incoming)) {
    return { redirect: await setupUrl(found, { incoming, done: TURNED_ON }, setup), cookies: stepCookies };
  }
  if (wantsJson(incoming)) return { json: toJson(step, found), cookies: stepCookies };
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const isRequired = found.kind === "signIn";
  const callbackUrl = await returnUrl(incoming, setup);
  const lack = isRequired ? null : lackOf(incoming);
  // After a page that lacks something, the home page: that page would lead here again.
  const leaveUrl = lack ? setup.home ?? origin : callbackUrl;
  const page = await setupPage({
    ...base,
    action: endpointUrl("second-factor-setup", origin, setup),
    csrfToken,
    shownFor: found.kind === "session" ? await shownFor(found.session.userId, setup) : undefined,
    callbackUrl,
    question: found.kind === "signIn" ? found.waiting.name : null,
    step,
    isRequired,
    lack,
    since: sinceOf(found, incoming),
    change: changeOf(found),
    cancelUrl: isRequired ? toPage("signIn", { callbackUrl }, incoming, setup) : leaveUrl,
    error,
  });
  return toPageOutcome(page, [...cookies, ...stepCookies]);
}

/**
 * Whether the endpoint has to set a cookie, because the page that asks can set none: it leads back afterwards. That of the email, in a
 * session, or that of the key. A request for which it would set none must not go there: it would return for ever.
 */
async function needsCookie(found: Enrolling, incoming: Incoming, setup: Setup): Promise<boolean> {
  if (found.mailbox) return found.kind === "session" && isDue(found, found.mailbox, incoming);
  // A page of Next is made anew within the answer to its form: to lead elsewhere would hide the recovery codes.
  if (found.row?.enabledAt) return false;
  return !isPrefetch(incoming) && (await keptSecret(found, incoming, setup)) === null;
}

/** What another tab or browser has changed: nothing else may claim it. */
function sinceOf({ row }: Enrolling, { query }: Incoming): SetupPage["since"] {
  const since = row?.enabledAt ? TURNED_ON : TURNED_OFF;
  return query.get("done") === since ? since : null;
}

/** A step of the page, with the cookies to set. */
interface Shown<Step> {
  readonly step: Step;
  readonly cookies: readonly SetCookie[];
  /** Why it is not the next one. Default: nothing has failed. */
  readonly error?: string | undefined;
  /** Whether it shows a key that no page has shown. Default `false`. */
  readonly isNew?: boolean;
}

/**
 * Whether a user who opens the page wants an email: a link of another site cannot name a sign-in, and emails nothing, nor does the page
 * which says that an email could not be sent. Both have a button, as has a page that was fetched in advance: a browser may show it.
 */
function isWanted({ kind }: Enrolling, incoming: Incoming): boolean {
  return (kind === "signIn" || !isFromOtherSite(incoming)) && shownError(incoming) !== UNSENT;
}

const UNSENT = EmailSignInError.type;

/** Returns whether the page mails a code: none was mailed yet, and the user has opened the page. */
function isDue(found: Enrolling, { proof }: Mailbox, incoming: Incoming): boolean {
  return proof.codeHash === undefined && isWanted(found, incoming) && !isPrefetch(incoming);
}

/** Emails a code if one is due. */
async function mailStepOf(
  found: Enrolling,
  mailbox: Mailbox,
  incoming: Incoming,
  setup: Setup,
): Promise<Shown<MailStep>> {
  let error: string | undefined;
  const sent = isDue(found, mailbox, incoming)
    ? await mailCode(mailbox, incoming, setup).catch((thrown) => {
      const isShown = isA(thrown, EmailSignInError) && !setup.raw && !wantsJson(incoming);
      // A page of the application would ask for the email again.
      if (!isShown || setup.pages.secondFactorSetup) throw thrown;
      setup.logger.error(thrown);
      error = UNSENT;
      return null;
    })
    : null;
  const { proof, cookies } = sent ?? { proof: mailbox.proof, cookies: [] };
  return {
    step: {
      name: "mail",
      email: shownAddress(found, proof),
      triesLeft: mailbox.triesLeft ?? null,
      wait: secondsToWait(proof, setup.platform),
      status: incoming.query.get("again"),
      isUnsent: proof.codeHash === undefined,
    },
    cookies,
    error,
  };
}

async function keyStepOf(
  found: Enrolling,
  { incoming, qrLabel }: { readonly incoming: Incoming; readonly qrLabel: string },
  setup: Setup,
): Promise<Shown<KeyStep>> {
  const { secret, sealed, kept, isNew } = await secretFor(found, incoming, setup);
  const uri = otpauthUri({ secret, issuer: issuerOf(incoming.origin, setup), account: found.label });
  const qr = await qrOf(uri, { label: qrLabel, logger: setup.logger });
  // They are the second step already, once it is on.
  const hasPasskeys = found.kind === "session" && !found.row?.enabledAt &&
    (await passkeysOf(found.session.userId, setup)).length > 0;
  return { step: { name: "key", secret, uri, qr, setup: sealed, hasPasskeys }, cookies: kept, isNew };
}

function toJson(
  step: MailStep | KeyStep,
  found: Enrolling,
): SecondFactorSetup & Record<string, unknown> {
  if (step.name === "mail") {
    return { needsMailCode: true, isSent: !step.isUnsent, email: step.email, wait: step.wait };
  }
  const { name: _, qr, ...shown } = step;
  return { needsMailCode: false, qr: qr && String(qr), change: changeOf(found), ...shown };
}

/**
 * Does what `action` of the form names; without it, confirms the secret with the first code. A form that shows recovery codes does
 * it once.
 *
 * @throws {InvalidSecondFactor} to the application's own code, if a code is wrong.
 * @throws {InvalidCheck} if no sign-in waits, or the page is too old.
 * @throws {TooManyWrongCodes} if the sign-in is over after too many wrong codes of the email.
 */
export async function changeSetup(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const question = incoming.body?.question;
  return await keepingPlace(() => runChange(incoming, setup), { question, incoming }, setup);
}

async function runChange(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const { body } = incoming;
  const action = typeof body?.action === "string" ? body.action : "";
  const repeated = await answerRepeated(incoming, setup);
  if (repeated) return repeated;
  const found = await enrollingIn(body?.question ?? null, incoming, setup);
  if ("redirect" in found) return found;
  try {
    const mailbox = mailboxFor(action, found);
    if (mailbox) return await proveFirst(mailbox, { action, found, incoming }, setup);
    if (await isOutdated({ action, found, incoming }, setup)) {
      return { redirect: await setupUrl(found, { incoming, done: TURNED_ON }, setup) };
    }
    if (found.kind === "session" && action !== "") {
      const { session, row: checked, label } = found;
      const asked = { action, id: body?.id, replaces: body?.replaces };
      return await changeFactors({ ...asked, session, checked, incoming, label }, setup);
    }
    return await confirmApp(found, incoming, setup);
  } catch (error) {
    const isShown = isA(error, InvalidSecondFactor) || isA(error, InvalidCheck) ||
      isA(error, EmailSignInError);
    if (!isShown || setup.raw) throw error;
    setup.logger.error(error);
    const redirect = await setupUrl(found, { incoming, error: error.type }, setup);
    return { redirect, cookies: await keepField(found, incoming, setup) };
  }
}

/** The mailbox to prove before an action, which turns a second factor on. All other changes need no such proof. */
function mailboxFor(action: string, { kind, mailbox }: Enrolling): Mailbox | null {
  return kind === "signIn" || !isChange(action) || action === "passkeys" ? mailbox : null;
}

/** A form of the set-up. */
interface SetupForm {
  readonly action: string;
  readonly found: Enrolling;
  readonly incoming: Incoming;
}

/**
 * Whether a form is of a page that would turn the second factor on, while another tab has done it: that has begun the session anew.
 * The app would have the secret of a page that says nothing of the other app.
 */
async function isOutdated({ action, found, incoming: { body } }: SetupForm, setup: Setup): Promise<boolean> {
  if (found.kind !== "session" || !found.row?.enabledAt) return false;
  if (action !== "") return action === "mail";
  const field = await openSealedField(body?.setup, setup);
  return field ? !field.isChange && field.subject !== subjectOf(found) : body?.mailCode !== undefined;
}

/** Emails a code, or checks it. @throws {InvalidSecondFactor} if it is wrong. @throws {InvalidCheck} if the page is too old. */
async function proveFirst(
  mailbox: Mailbox,
  { action, found, incoming }: SetupForm,
  setup: Setup,
): Promise<Outcome> {
  const { body, origin } = incoming;
  const here = await setupUrl(found, { incoming }, setup);
  if (action === "passkeys") return { redirect: here };
  if (action === "mail") {
    const sent = await mailCode(mailbox, incoming, setup);
    const again = sent ? body?.first ? null : "sent" : "early";
    return { redirect: withParams(here, origin, { again }), cookies: sent?.cookies };
  }
  // The key was shown too long ago: this is not a guess.
  if (body?.setup && body.mailCode === undefined) {
    throw new InvalidCheck(
      "Cannot set up the second factor: the proof of the mailbox is too old, or missing",
    );
  }
  const cookies = await proveMailbox(mailbox, { code: String(body?.mailCode ?? ""), incoming }, setup);
  if (found.kind === "session") await removeMarks(found.session, incoming, setup);
  return { redirect: here, cookies };
}

/** Name of the application in the authenticator app. */
function issuerOf(origin: string, setup: Setup): string {
  const { issuer } = rulesOf(setup);
  return issuer ?? setup.theme.name ?? readableHost(origin);
}

/** The URL of the page that sets a second factor up: that of the sign-in which waits, or of the session. */
async function setupUrl(
  found: Enrolling,
  { incoming, error = null, done = null }: {
    readonly incoming: Incoming;
    readonly error?: string | null;
    readonly done?: string | null;
  },
  setup: Setup,
): Promise<string> {
  if (found.kind === "signIn") {
    const { pending, name } = found.waiting;
    return await pendingUrl({ ...pending, name }, { incoming, row: null, error }, setup);
  }
  const params = { callbackUrl: await returnUrl(incoming, setup), error, done, lack: lackOf(incoming) };
  return toPage("secondFactorSetup", params, incoming, setup);
}
