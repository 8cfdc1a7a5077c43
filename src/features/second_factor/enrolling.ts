/**
 * The user who sets up a second factor, in a sign-in or in a session.
 *
 * @module
 */

import { isChange } from "./changes.ts";
import { shownCodesUrl } from "./codes.ts";
import { type Enrolling, subjectOf } from "./enrol.ts";
import { LACKS_LEVEL } from "./pages/fields.ts";
import type { Freshness } from "../../setup/account_section.ts";
import { freshnessOf, LEAST_FRESH, proofUrl } from "../../sign_in/freshness.ts";
import { proofForChange } from "../../sign_in/kept_change.ts";
import { identifierOf } from "../../sign_in/identifiers.ts";
import { isFromScript } from "../../http/incoming.ts";
import { mailboxOfSession, mailboxOfSignIn } from "./mailbox.ts";
import { type MailboxProof, requirePending } from "./pending.ts";
import { pendingUrl } from "./pending_url.ts";
import { returnUrl } from "../../http/redirect.ts";
import { rulesOf } from "./rules.ts";
import { rowOf } from "./stored.ts";
import { openSealedField } from "./setup_field.ts";
import { HIDDEN_ADDRESS } from "../../sign_in/shown_address.ts";
import { secondStepError } from "../../http/second_step.ts";
import type { Setup } from "../../setup/setup.ts";
import { wordedBase } from "./locale.ts";
import { findSession, type UserSession } from "./step_up.ts";
import type { Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { toPage } from "../../http/urls.ts";

/**
 * Finds the user who sets up a second factor, or where they have to go first.
 *
 * @throws {InvalidCheck} if the request names a sign-in that does not wait for it.
 * @throws {TooManyWrongCodes} if that sign-in is over after too many wrong codes.
 */
export async function enrollingIn(
  question: unknown,
  incoming: Incoming,
  setup: Setup,
): Promise<Enrolling | { readonly redirect: string; readonly cookies?: readonly SetCookie[] }> {
  const { body, method } = incoming;
  // A form may have the field without a value.
  if (question !== null && question !== "") {
    const found = await requirePending(question, incoming, setup);
    const { step, label, allowed: { userId } } = found.pending;
    if (step === "enrol") {
      const mailbox = mailboxOfSignIn(found, incoming, setup);
      return { kind: "signIn", waiting: found, label, mailbox, row: null };
    }
    const row = userId === null ? null : await rulesOf(setup).store.rows.find("secondFactors", { userId });
    const other = { incoming, row, error: secondStepError(incoming) };
    return { redirect: await pendingUrl({ ...found.pending, name: found.name }, other, setup) };
  }
  const callbackUrl = await returnUrl(incoming, setup);
  const here = toPage("secondFactorSetup", { callbackUrl, lack: lackOf(incoming) }, incoming, setup);
  // A form of the account page has an `action`: the user returns to that page.
  const returnTo = typeof body?.action === "string" ? callbackUrl : here;
  const session = await findSession(incoming, setup);
  if (!session) {
    const error = method === "POST" || isFromScript(incoming) ? "SessionRequired" : null;
    const next = await afterLostAnswer(callbackUrl, incoming, setup) ?? returnTo;
    return { redirect: toPage("signIn", { error, callbackUrl: next }, incoming, setup) };
  }
  const freshness = await setupFreshness(session, setup);
  if (!freshness.isFresh) {
    const asked = { ...freshness, userId: session.userId };
    if (!isChange(String(body?.action))) return { redirect: proofUrl(asked, { incoming, returnTo }, setup) };
    const { locale: { messages: { secondFactor: words } } } = await wordedBase(incoming, setup);
    const what = { off: words.turnOffNow, codes: words.newCodes, forget: words.forget }[String(body?.action)];
    return await proofForChange(asked, { incoming, returnTo, path: "second-factor-setup", what }, setup);
  }
  const { user } = session;
  const row = rowOf(freshness);
  const enroller = { kind: "session", session } as const;
  const enrolled = { session, subject: subjectOf(enroller), email: user?.email, row, url: here };
  const mailbox = await mailboxOfSession(enrolled, incoming, setup);
  // A user without an address signs in with a name.
  const label = user?.email ?? await identifierOf(session.userId, setup) ?? user?.name ?? "";
  return { ...enroller, label, mailbox, row };
}

/**
 * Where a user goes after the sign-in who has sent the form of a first app without a session: the page that offers new codes. The
 * answer to the same form may have been lost, with the codes and with the session that it began. `null` for any other form.
 */
async function afterLostAnswer(
  callbackUrl: string,
  incoming: Incoming,
  setup: Setup,
): Promise<string | null> {
  const field = await openSealedField(incoming.body?.setup, setup);
  return field && !field.isChange ? shownCodesUrl(callbackUrl, incoming, setup) : null;
}

/** Reads whether a session may set a second factor up: typing takes its time. @throws {AdapterError} if the database fails. */
export async function setupFreshness(session: UserSession, setup: Setup): Promise<Freshness> {
  return await freshnessOf(session, { ...setup, freshAge: Math.max(setup.freshAge, LEAST_FRESH) });
}

/** Whether a page has led a user here who has no second factor, because it needs one. */
export function lackOf({ query, body }: Incoming): string | null {
  return [query.get("lack"), body?.lack].includes(LACKS_LEVEL) ? LACKS_LEVEL : null;
}

/** Returns whether the app replaces another one, or is added to passkeys; `null` if the second factor is off. */
export function changeOf({ row }: Enrolling): "replace" | "add" | null {
  if (!row?.enabledAt) return null;
  return row.totpSecret ? "replace" : "add";
}

/** The address of a mailbox that is to be proven, as the page shows it. */
export function shownAddress(found: Enrolling, { address }: MailboxProof): string {
  const isHidden = found.kind === "signIn" && found.waiting.pending.identity.hidesAddress;
  return isHidden ? HIDDEN_ADDRESS : address;
}
