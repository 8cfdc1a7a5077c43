/**
 * The changes that users make to their second factors in a fresh session, which is at level 2 if a second factor is on.
 *
 * @module
 */

import { codesOutcome, newCodes } from "./codes.ts";
import { devicesOf, toDevices } from "./devices.ts";
import { InvalidSecondFactor } from "../../errors/errors.ts";
import { notify } from "../../sign_in/hooks.ts";
import { noteProof } from "./mailbox.ts";
import { toNotice } from "./mails.ts";
import { returnUrl, withParams } from "../../http/redirect.ts";
import { toShownCodes, wereReplaced } from "./repeated.ts";
import { repeatableRulesOf, rulesOf } from "./rules.ts";
import { wantsJson } from "./script.ts";
import { takeBack } from "./take_back.ts";
import { changeSecondFactor, noSecondFactor } from "../../model/second_factor.ts";
import type { Setup } from "../../setup/setup.ts";
import {
  assertLevel,
  assertLive,
  assertStillOn,
  hasEnded,
  sessionHasEnded,
  tellOrTakeBack,
  type UserSession,
} from "./step_up.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { passkeysOf } from "./ways.ts";

/** A change that a form asks for, and the user who makes it. */
interface FactorChange {
  /** Its name. */
  readonly action: string;
  /** What it concerns; `undefined` if nothing. */
  readonly id?: unknown;
  /** Names the recovery codes that it replaces; `undefined`: those of now. */
  readonly replaces?: unknown;
  /** The session of the user. */
  readonly session: UserSession;
  /** The second factor of the user when the request came; `null` without one. */
  readonly checked: AdapterSecondFactor | null;
  /** The request. */
  readonly incoming: Incoming;
  /** Address or name of the user. */
  readonly label: string;
}

type Change = (asked: FactorChange, setup: Setup) => Promise<Outcome>;

/** By the value of `action`. */
const CHANGES: ReadonlyMap<string, Change> = new Map(
  Object.entries<Change>({ passkeys: usePasskeys, codes: replaceCodes, off: turnOff, forget: forgetDevice }),
);

/** Returns whether an action is a change. */
export function isChange(action: string): boolean {
  return CHANGES.has(action);
}

/** Makes a change, and returns to the page of the form. */
export async function changeFactors(asked: FactorChange, setup: Setup): Promise<Outcome> {
  const change = CHANGES.get(asked.action);
  if (change) return await change(asked, setup);
  throw new InvalidSecondFactor(
    `Cannot change the second factor: \`action\` must be one of ${
      [...CHANGES.keys()].join(", ")
    }, or missing beside \`code\``,
  );
}

/** Turns the second factor on, with the passkeys that the user has. */
async function usePasskeys(
  { session, checked, incoming, label }: FactorChange,
  setup: Setup,
): Promise<Outcome> {
  const { userId } = session;
  if (!(await passkeysOf(userId, setup)).length) {
    return await back({ error: "NotAvailable" }, incoming, setup);
  }
  const { codes, hashes } = await newCodes(setup);
  let before: AdapterSecondFactor | null = null;
  if (!checked?.enabledAt) await noteProof(session, setup);
  const turnedOn = await changeSecondFactor(userId, (row) => {
    before = row;
    assertStillOn(row, checked);
    return row.enabledAt ? null : { enabledAt: new Date(setup.platform.now()), recoveryCodes: hashes };
  }, repeatableRulesOf(setup));
  const outcome = await back({ done: "second-factor-on" }, incoming, setup);
  if (!turnedOn) return wantsJson(incoming) ? outcome : await toShownCodes(incoming, setup);
  const purpose = "secondFactorOn";
  const hasPasskeys = async () => (await passkeysOf(userId, setup)).length > 0;
  const goOn = async () => {
    if (await hasEnded(incoming, setup)) throw sessionHasEnded();
    return await codesOutcome(codes, { outcome, label, incoming }, setup);
  };
  return await tellOrTakeBack(
    { before: before!, stored: turnedOn, purpose },
    { incoming, goOn, isThere: hasPasskeys },
    setup,
  );
}

/**
 * Shows ten new recovery codes, which replace the old ones; once for each form. If the session ends while their mail is sent, the old
 * ones count again: nobody has seen the new ones.
 */
async function replaceCodes(
  { replaces, session, incoming, label }: FactorChange,
  setup: Setup,
): Promise<Outcome> {
  const { codes, hashes } = await newCodes(setup);
  let isReplaced = false;
  let before: AdapterSecondFactor | null = null;
  const changed = await changeSecondFactor(session.userId, async (row) => {
    assertLevel(row, session);
    await assertLive(incoming, setup);
    before = row;
    isReplaced = row.enabledAt !== null && wereReplaced(row, replaces);
    return row.enabledAt && !isReplaced ? { recoveryCodes: hashes } : null;
  }, repeatableRulesOf(setup));
  if (isReplaced) return await toShownCodes(incoming, setup);
  if (!changed) return await back({ error: "NotFound" }, incoming, setup);
  await notify(toNotice("recoveryCodesReplaced", session.userId, setup), incoming, setup);
  if (await hasEnded(incoming, setup)) {
    const isOff = await takeBack({ before: before!, stored: changed }, setup);
    if (isOff) await notify(toNotice("secondFactorOff", session.userId, setup), incoming, setup);
    throw sessionHasEnded();
  }
  const outcome = await back({ done: "recovery-codes-replaced" }, incoming, setup);
  return await codesOutcome(codes, { outcome, label, incoming, isRenewed: true }, setup);
}

/** Turns the second factor off, unless the application requires one. Passkeys stay as ways to sign in. */
async function turnOff({ session, incoming }: FactorChange, setup: Setup): Promise<Outcome> {
  const { userId } = session;
  const user = await rulesOf(setup).store.getUser(userId);
  const isRequired = await rulesOf(setup).isRequired(user ?? { id: userId });
  if (isRequired) return await back({ error: "SecondFactorRequired" }, incoming, setup);
  if (!user) return await back({ error: "SessionRequired" }, incoming, setup);
  const { version: _version, ...none } = noSecondFactor(userId);
  const changed = await changeSecondFactor(userId, async (row) => {
    assertLevel(row, session);
    await assertLive(incoming, setup);
    return row.enabledAt ? none : null;
  }, repeatableRulesOf(setup));
  if (!changed) return await back({ error: "NotFound" }, incoming, setup);
  await notify(toNotice("secondFactorOff", userId, setup), incoming, setup);
  return await back({ done: "second-factor-off" }, incoming, setup);
}

/** Forgets a remembered device: sign-ins on it need the second step again. */
async function forgetDevice({ id, session, incoming }: FactorChange, setup: Setup): Promise<Outcome> {
  const changed = await changeSecondFactor(session.userId, (row) => {
    const devices = devicesOf(row, setup);
    const others = devices.filter(({ hash }) => hash !== id);
    return others.length === devices.length ? null : { devices: toDevices(others) };
  }, rulesOf(setup));
  return await back(changed ? { done: "device-forgotten" } : { error: "NotFound" }, incoming, setup);
}

async function back(
  { done, error }: { readonly done?: string; readonly error?: string },
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome> {
  return {
    redirect: withParams(await returnUrl(incoming, setup), incoming.origin, {
      done: done ?? null,
      error: error ?? null,
    }),
  };
}
