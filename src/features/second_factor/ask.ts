/**
 * Runs when the user of a sign-in is known and nothing is written yet: decides whether the sign-in asks for a second factor, or
 * must set one up.
 *
 * @module
 */

import { ACCOUNT_TYPES } from "../../sign_in/account_types.ts";
import { withMark } from "./bound.ts";
import type { Decision } from "../../model/decision.ts";
import type { Ending } from "../../model/intent.ts";
import { findDevice } from "./devices.ts";
import { changedSince } from "../../errors/changed_since.ts";
import { ServerError, UserChanged } from "../../errors/errors.ts";
import { findStored } from "../../session/current.ts";
import { type Identity, replacesCredentials, type UserBefore } from "../../model/identity.ts";
import { aalOf } from "../../values/levels.ts";
import { findMailer } from "./mailbox.ts";
import { type PendingSignIn, storePending } from "./pending.ts";
import { pendingUrl } from "./pending_url.ts";
import { isRequiredOf, rulesOf } from "./rules.ts";
import { secondStepError } from "../../http/second_step.ts";
import type { BeganSession, KnownSignIn, Setup } from "../../setup/setup.ts";
import { isAdded, knownUserId } from "../../sign_in/sign_in.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { requestedLocales } from "../../http/ui_locales.ts";
import type { User } from "../../values/types.ts";

/**
 * Asks for the second step of a sign-in if it needs one. Only a passkey that has verified its user counts as both steps.
 *
 * @returns The page that asks, or the identity to go on with.
 * @throws {UserChanged} if the second step was done by another user than the one who signs in now.
 * @throws {ServerError} if `required` throws.
 * @throws {AdapterError} if the database fails: no second step is skipped.
 */
export async function askForSecondFactor(
  identity: Identity,
  known: KnownSignIn,
  setup: Setup,
): Promise<Outcome | Identity> {
  const { decision, ending } = known;
  const userId = knownUserId(decision, identity);
  const { secondStep } = identity;
  if (secondStep) return await afterSecondStep(identity, { secondStep, known }, setup);
  // A user who adds a way to sign in has proven their level before: see `lacksLevel`. A refusal needs no second step.
  if (decision?.kind === "refused") return identity;
  if (isAdded(decision)) {
    return await withMark(identity, { incoming: ending.incoming, email: decision.user.email }, setup);
  }
  // What a stranger has set up goes with the takeover.
  const isOwn = userId !== null && decision?.kind !== "takenOver";
  // Read for each sign-in, so that none goes on while the database fails.
  const row = isOwn ? await rulesOf(setup).store.rows.find("secondFactors", { userId }) : null;
  if (aalOf(identity.amr ?? []) === 2) return identity;
  const step = await stepFor(identity, { row, decision, incoming: ending.incoming }, setup);
  if (step === null) return identity;
  const { incoming } = ending;
  const pending = await pendingOf(identity, { step, isOwn, known }, setup);
  const { name, cookies } = await storePending(pending, setup);
  const asked = { incoming, row, locales: pending.intent.locales ?? null, error: secondStepError(incoming) };
  return { redirect: await pendingUrl({ ...pending, name }, asked, setup), cookies };
}

/**
 * Refuses a session in which `callbacks.jwt` names another user of the database: no one has asked for that user's second factor, and
 * the account page would set up one that no sign-in asks for.
 *
 * @throws {ServerError} always.
 */
export function refuseOther({ names, userId }: BeganSession): never {
  throw new ServerError(
    `Cannot sign in: \`callbacks.jwt\` names the user "${names}" in \`sub\`, and \`SecondFactor()\` asks for the second factor of ` +
      `"${userId}", who signs in. Return that user from \`authorize\`, or link the account to them, and leave \`sub\` as it is`,
  );
}

/** What the first step has proven, for the time until the second one. */
async function pendingOf(
  identity: Identity,
  { step, isOwn, known: { decision, ending, generation } }: {
    readonly step: PendingSignIn["step"];
    /** Whether the factor is that of the user who signs in. */
    readonly isOwn: boolean;
    readonly known: KnownSignIn;
  },
  setup: Setup,
): Promise<PendingSignIn> {
  const { incoming, returnTo, intent, provenAt } = ending;
  const userId = knownUserId(decision, identity);
  const label = userOf(identity, decision);
  // That of the proof, which may be seconds ago: whatever ends all sessions since ends this sign-in, too.
  const before = {
    ...await addressBefore(userId, decision, setup),
    generation,
  };
  // The application may return a user without the address that the database has.
  const address = before.email ?? label.email ?? null;
  const mailbox = step === "enrol" && isOwn ? mailboxOf(identity, address, setup) : null;
  return {
    // The second step compares what is in `before`.
    identity: withoutSecrets({ ...identity, generation: undefined }, setup),
    returnTo,
    intent: inLanguage(intent, incoming),
    ...(provenAt !== undefined && { provenAt }),
    allowed: { kind: decision?.kind ?? null, userId },
    before,
    step,
    label: label.email ?? label.name ?? "",
    ...(decision?.kind === "verified" && decision.isDoubtful && { isDoubtful: true }),
    ...(mailbox !== null && { mailbox: { address: mailbox } }),
  };
}

/** The wishes, in the language of this request: a password has none before it, which could have said it. */
function inLanguage(intent: Ending["intent"], incoming: Incoming): Ending["intent"] {
  const locales = requestedLocales(incoming) ?? intent.locales;
  return locales === undefined ? intent : { ...intent, locales };
}

/**
 * Goes on after the second step. It can be ten minutes after the first one.
 *
 * @throws {UserChanged} if the user is not the one of the first step, or has changed since.
 */
async function afterSecondStep(
  identity: Identity,
  { secondStep: { userId, before, enrolled }, known: { decision, generation } }: {
    readonly secondStep: NonNullable<Identity["secondStep"]>;
    readonly known: KnownSignIn;
  },
  setup: Setup,
): Promise<Identity> {
  if (userId !== knownUserId(decision, identity)) {
    throw new UserChanged("Cannot sign in: the second step was that of another user");
  }
  const { email } = await addressBefore(userId, decision, setup);
  // A stranger must not keep the owner of the mailbox out by ending their own sessions in between.
  const isTaken = decision?.kind === "takenOver";
  if (!isTaken && (generation !== before.generation || email !== before.email)) {
    throw changedSince();
  }
  const row = enrolled && userId !== null
    ? await rulesOf(setup).store.rows.find("secondFactors", { userId })
    : null;
  if (row?.enabledAt && !isTaken) {
    throw new UserChanged("Cannot set up the second factor: the user has set up another one since");
  }
  // The session must not begin if theirs have ended by then, and nothing is stored.
  return isTaken || generation === undefined ? identity : { ...identity, generation };
}

/**
 * The address of a user whom the application has found, which must not change between the steps.
 *
 * @throws {AdapterError} if the database fails.
 */
async function addressBefore(
  userId: string | null,
  decision: Decision | null,
  { store }: Pick<Setup, "store">,
): Promise<Pick<UserBefore, "email">> {
  const stored = decision || userId === null ? null : await findStored(userId, store);
  return stored ? { email: stored.email ?? null } : {};
}

/** The step that a sign-in needs; `null` if none. */
async function stepFor(
  identity: Identity,
  { row, decision, incoming }: {
    readonly row: AdapterSecondFactor | null;
    readonly decision: Decision | null;
    readonly incoming: Incoming;
  },
  setup: Setup,
): Promise<PendingSignIn["step"] | null> {
  if (row?.enabledAt) {
    // A mailbox alone must not be enough, whatever device it is read on.
    const isByMailbox = replacesCredentials(identity) || decision?.kind === "verified";
    if (!isByMailbox && await findDevice(row, incoming, setup)) return null;
    return "ask";
  }
  return await isRequiredOf(userOf(identity, decision), setup) ? "enrol" : null;
}

/** The user of a sign-in: as stored, or as the provider describes them. */
function userOf(identity: Identity, decision: Decision | null): User {
  if (decision && "user" in decision) return decision.user;
  return identity.storedUser ?? identity.user;
}

/**
 * The address whose mailbox must be proven before an existing user sets up a second factor: the person who signs in may be a
 * thief, who would lock the owner out. `null` if no mail can be sent, or the mailbox is proven by this sign-in.
 */
function mailboxOf({ account }: Identity, address: string | null, setup: Setup): string | null {
  if (!address || ACCOUNT_TYPES[account.type].proves === "mailbox") return null;
  return findMailer(setup) ? address : null;
}

/** The identity without a password that the user has typed: only the fields of the form that are not secret stay. */
function withoutSecrets(identity: Identity, { providers }: Setup): Identity {
  const { credentials, ...rest } = identity;
  if (!credentials) return identity;
  const provider = providers.get(identity.account.provider);
  const fields = provider?.type === "credentials" ? provider.credentials ?? {} : {};
  const kept = Object.entries(credentials).filter(([name]) =>
    Object.hasOwn(fields, name) && !/pass|secret|pin|code|token/i.test(`${name} ${fields[name]?.type}`)
  );
  return { ...rest, credentials: Object.fromEntries(kept) };
}
