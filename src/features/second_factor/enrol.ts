/**
 * Turns an authenticator app on, in the middle of a sign-in or in a session.
 *
 * @module
 */

import { requireProvider } from "../../sign_in/method.ts";
import { codesOutcome, newCodes } from "./codes.ts";
import { complete } from "../../sign_in/complete.ts";
import { InvalidCheck, InvalidSecondFactor, UserChanged } from "../../errors/errors.ts";
import { notify } from "../../sign_in/hooks.ts";
import type { EnrolledRow } from "../../model/identity.ts";
import { wishesOf } from "../../sign_in/intent.ts";
import { type Mailbox, noteProof } from "./mailbox.ts";
import { noteMailbox } from "../../session/mailbox_note.ts";
import { toNotice } from "./mails.ts";
import { removedCookie } from "../../http/cookies.ts";
import { withCookies } from "../../http/outcome.ts";
import { forgetPending, type FoundPending, takePending } from "./pending.ts";
import { methodsAfter, sealTotpSecret } from "./prove.ts";
import { returnUrl, withParams } from "../../http/redirect.ts";
import { hasApp, toRepeatedSetup } from "./repeated.ts";
import { repeatableRulesOf, rulesOf } from "./rules.ts";
import { changeSecondFactor, noSecondFactor } from "../../model/second_factor.ts";
import type { Setup } from "../../setup/setup.ts";
import { keyCookie, openField, type SetupField } from "./setup_field.ts";
import {
  assertLevel,
  assertStillOn,
  hasEnded,
  sessionHasEnded,
  stepUp,
  tellOrTakeBack,
  type UserSession,
} from "./step_up.ts";
import { takeBack } from "./take_back.ts";
import { isA } from "../../errors/thrown.ts";
import { stepOfCode } from "./totp.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";

/** The user who sets up a second factor. */
export type Enrolling = Enroller & {
  /** Their name for the authenticator app. */
  readonly label: string;
  /** The mailbox that they have to prove first; `null` if none. */
  readonly mailbox: Mailbox | null;
  /** Their second factor, which may be off; `null` without one, and in a sign-in, which has none yet. */
  readonly row: AdapterSecondFactor | null;
};

/** The sign-in or the session in which a user sets up a second factor. */
type Enroller =
  | { readonly kind: "signIn"; readonly waiting: FoundPending }
  | { readonly kind: "session"; readonly session: UserSession };

/**
 * Checks the first code of an authenticator app, and turns the second factor on with that app.
 *
 * @throws {InvalidSecondFactor} if the code is wrong.
 * @throws {InvalidCheck} if the secret was shown to another user, or too long ago.
 * @throws {UserChanged} if the session has ended in the meantime.
 */
export async function confirmApp(
  enrolling: Enrolling,
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome | Failure> {
  const { body } = incoming;
  const field = await openField(body?.setup, subjectOf(enrolling), setup);
  if (!field) {
    throw new InvalidCheck("Cannot set up the second factor: the page is too old, or for another user");
  }
  const { secret, isChange = false } = field;
  const now = setup.platform.now();
  const totpStep = await stepOfCode(secret, String(body?.code ?? ""), { now, after: 0 });
  if (totpStep === null) {
    throw new InvalidSecondFactor("Cannot set up the second factor: the first code is wrong");
  }
  const outcome = enrolling.kind === "signIn"
    ? await enrolInSignIn(enrolling, { secret, totpStep }, incoming, setup)
    : await enrolInSession(enrolling, { secret, totpStep, isChange }, incoming, setup);
  return withCookies(outcome, [removedCookie(keyCookie(setup.cookies))]);
}

/** A secret whose first code was right. */
interface Confirmed {
  readonly secret: string;
  readonly totpStep: number;
}

async function enrolInSignIn(
  { waiting, label }: Enrolling & { readonly kind: "signIn" },
  { secret, totpStep }: Confirmed,
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome | Failure> {
  const { identity, returnTo, intent, provenAt, allowed, before, mailbox } = waiting.pending;
  const { codes, hashes } = await newCodes(setup);
  await takePending(waiting, setup);
  const consumed = forgetPending(setup);
  const ending = { incoming, returnTo, intent, allowed, ...(provenAt !== undefined && { provenAt }) };
  const { userId } = allowed;
  let stored: EnrolledRow | undefined;
  let isTold = false;
  try {
    const enrolled = {
      totpSecret: await sealTotpSecret({ userId, secret }, setup),
      totpStep,
      recoveryCodes: hashes,
    };
    const amr = methodsAfter(identity.amr ?? [], ["otp"]);
    const noteRow = (row: EnrolledRow) => void (stored = row);
    const proven = { ...identity, amr, secondStep: { userId, before, enrolled, noteRow } };
    // An earlier version, which may run beside this one, has kept the proof without a note.
    if (userId !== null && mailbox?.isProven) await noteMailbox(userId, mailbox.address, setup.store);
    requireProvider({ providerId: proven.account.provider }, setup);
    const outcome = await complete(proven, ending, setup);
    if (userId !== null) {
      await notify(toNotice("secondFactorOn", userId, setup), incoming, setup);
      isTold = true;
      const begun = new Map(outcome.cookies?.map(({ name, value }) => [name, value]));
      if (stored && await hasEnded({ cookies: begun }, setup)) throw sessionHasEnded();
    }
    return withCookies(await codesOutcome(codes, { outcome, label, incoming }, setup), consumed);
  } catch (error) {
    // If the database is away, the factor stays: the app signs in, and makes new codes.
    const isOff = await withdrawEnrolled({ stored, hashes, error }, setup)
      .catch((failed: Error) => setup.logger.error(failed));
    if (isOff && isTold) await notify(toNotice("secondFactorOff", userId!, setup), incoming, setup);
    return { error, returnTo, ...wishesOf(intent, incoming), cookies: consumed };
  }
}

async function enrolInSession(
  { session, label, row: checked }: Enrolling & { readonly kind: "session" },
  { secret, totpStep, isChange }: Confirmed & Pick<SetupField, "isChange">,
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome> {
  const { userId } = session;
  const { codes, hashes } = await newCodes(setup);
  const totpSecret = await sealTotpSecret({ userId, secret }, setup);
  let before: AdapterSecondFactor | null = null;
  let hasNewCodes = false;
  if (!checked?.enabledAt) await noteProof(session, setup);
  const changed = await changeSecondFactor(userId, async (row) => {
    before = row;
    // The same form, at the same time.
    if (row.enabledAt && await hasApp(row, secret, setup)) return null;
    assertLevel(row, session);
    assertStillOn(row, checked);
    const { enabledAt, recoveryCodes } = row;
    hasNewCodes = enabledAt === null || !recoveryCodes;
    return {
      enabledAt: enabledAt ?? new Date(setup.platform.now()),
      totpSecret,
      // Who replaces the app may have lost more than the phone.
      devices: null,
      // The same page may be sent again: a code that was used since must not count once more.
      totpStep: Math.max(totpStep, row.totpStep),
      ...(hasNewCodes && { recoveryCodes: hashes }),
    };
  }, repeatableRulesOf(setup));
  if (!changed) return await toRepeatedSetup({ field: { isChange }, incoming }, setup);
  const isFirst = before!.enabledAt === null;
  const purpose = isFirst ? "secondFactorOn" : "newAuthenticator";
  const returnTo = withParams(await returnUrl(incoming, setup), incoming.origin, {
    done: isFirst ? "second-factor-on" : "new-authenticator",
    error: null,
  });
  const goOn = () => stepUp(session, { incoming, amr: ["otp"], returnTo }, setup);
  const stored = { before: before!, stored: changed, purpose } as const;
  const outcome = await tellOrTakeBack(stored, { incoming, goOn }, setup).catch((error) => {
    // It's on, and only this answer shows its codes: the session reaches level 2 later.
    if (!hasNewCodes || isA(error, UserChanged)) throw error;
    setup.logger.error(error);
    return { redirect: returnTo };
  });
  return hasNewCodes ? await codesOutcome(codes, { outcome, label, incoming }, setup) : outcome;
}

/**
 * Takes back a second factor that was set up in a sign-in which then failed: its codes were never shown. One that another request
 * has changed or used since stays: the user has it. If the sessions of the user have ended, it goes as one that is set up in a session.
 *
 * @returns Whether the factor is off by that.
 */
async function withdrawEnrolled(
  { stored, hashes, error }: {
    /** The row in which it was to be stored; absent if the sign-in has failed before. */
    readonly stored: EnrolledRow | undefined;
    readonly hashes: string;
    /** Why the sign-in has failed. */
    readonly error: unknown;
  },
  setup: Setup,
): Promise<boolean> {
  if (!stored) return false;
  const { userId, version, totpSecret } = stored;
  const before = noSecondFactor(userId);
  if (isA(error, UserChanged)) {
    return await takeBack({ before, stored: { ...before, totpSecret, recoveryCodes: hashes } }, setup);
  }
  const { version: _, ...none } = before;
  const isOurs = (row: AdapterSecondFactor) => row.totpSecret === totpSecret && row.version === version;
  return await changeSecondFactor(userId, (row) => isOurs(row) ? none : null, rulesOf(setup)) !== null;
}

/**
 * Names the sign-in or the session in which a secret is shown. The secret counts in no other, also not in another session of the
 * same user: a thief may have seen it in a session that has ended since.
 */
export function subjectOf(enroller: Enroller): string {
  if (enroller.kind === "signIn") return `sign-in ${enroller.waiting.name}`;
  const { userId, signedInAt } = enroller.session;
  return `user ${userId} since ${signedInAt}`;
}
