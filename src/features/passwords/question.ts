/**
 * The question to the owner of a mailbox whose user has a password from before any proof: is it theirs?
 *
 * A stranger may have set it, so it stays only if it is typed in the browser that holds the proof, in that attempt. A password
 * that was typed elsewhere proves nothing about who owns the mailbox.
 *
 * @module
 */

import { assertCurrent, isCurrent } from "./current.ts";
import type { Decision } from "../../model/decision.ts";
import { UserChanged } from "../../errors/errors.ts";
import type { CredentialsOutcome, Identity } from "../../model/identity.ts";
import type { Ending } from "../../model/intent.ts";
import { hashPassword, needsRehash } from "../../crypto/password.ts";
import { objectionToKnown } from "./policy.ts";
import { isSameAddress } from "../../values/same_address.ts";
import { type Question, readQuestion, storeQuestion } from "../../sign_in/sealed_question.ts";
import { ownerOf, passwordProvider } from "./setup.ts";
import type { KnownSignIn, Setup } from "../../setup/setup.ts";
import { canTakeOver } from "../../config/takeover.ts";
import type { AdapterSecurity, AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { toPage } from "../../http/urls.ts";

/** The question, in its sealed cookie. */
export interface PasswordQuestion extends Question, Pick<Ending, "intent" | "provenAt"> {
  /** Id of the user. */
  readonly userId: string;
  /** The address. */
  readonly email: string;
  /** The generation of the user: an answer raises it, so that there is one. */
  readonly generation: number;
  /** Whether the user keeps the password, and loses the address, unless it is typed. A wrong one is asked for again. */
  readonly releases?: boolean;
}

/**
 * Asks before a sign-in verifies the address of a user who has a password. Otherwise the password would go, or stop to count,
 * without a word.
 *
 * @returns The page that asks, or the identity to go on with.
 */
export async function askForPassword(
  identity: Identity,
  { decision, ending, generation: known }: KnownSignIn,
  setup: Setup,
): Promise<Outcome | Identity> {
  const { outcome } = identity;
  if (outcome) return await withSession(identity, { outcome, ending }, setup);
  if (!decision || !verifiesAddress(identity, decision)) return identity;
  // Who types the password of a user whose address was changed keeps that user: see `standingOf`.
  const { user, releases = user } = decision as { user?: AdapterUser; releases?: AdapterUser };
  if (!releases) return identity;
  const { id: userId, email } = releases;
  // A takeover that is not possible is refused, whatever the password.
  if (!email || (decision.kind === "takenOver" && !canTakeOver(setup))) return identity;
  const { id: way, store } = passwordProvider(setup);
  const row = await store.rows.find("security", { userId });
  if (!row?.passwordHash) return identity;
  const { incoming, returnTo, intent, provenAt, error = null } = ending;
  // As in `pendingOf()` of the second factor.
  const generation = known ?? row.generation;
  const question: PasswordQuestion = {
    identity,
    returnTo,
    intent,
    userId,
    email,
    generation,
    ...(provenAt !== undefined && { provenAt }),
    ...(decision.kind === "created" && { releases: true }),
  };
  const stored = await storeQuestion(question, { incoming, purpose: "password" }, setup);
  // Too large for a cookie: the page for a new password says what has happened.
  if (!stored) {
    const none = { hash: null, way, ofUser: row.userId, ifGeneration: generation };
    return await withSession(identity, { outcome: none, ending }, setup);
  }
  const { name, cookies } = stored;
  const shown = { email, question: name, returnTo, error };
  const locales = intent.locales ?? null;
  return { redirect: questionUrl(shown, { incoming, locales }, setup), cookies };
}

/** The identity with a password that ends all sessions but that of this browser, which may go on. */
async function withSession(
  identity: Identity,
  { outcome, ending: { incoming: { cookies } } }: {
    readonly outcome: CredentialsOutcome;
    readonly ending: Ending;
  },
  { sessions }: Setup,
): Promise<Identity> {
  return { ...identity, outcome: { ...outcome, session: await sessions.keyOf(cookies) } };
}

/** Whether a decision verifies the address of a user who is stored: see `applyDecision`. */
function verifiesAddress(
  { emailIsVerified, user: { email } }: Pick<Identity, "emailIsVerified" | "user">,
  decision: Decision,
): boolean {
  if (decision.kind !== "found" && decision.kind !== "linked") return true;
  const { email: stored, emailVerified } = decision.user;
  return Boolean(emailIsVerified && !emailVerified && email && stored && isSameAddress(stored, email));
}

/** The URL of the page that asks. The application's own gets what it has to show and to post. */
export function questionUrl(
  { email, question, returnTo: callbackUrl, error }: {
    readonly email: string;
    readonly question: string;
    readonly returnTo: string;
    readonly error: string | null;
  },
  { incoming, locales }: { readonly incoming: Incoming; readonly locales: string | null },
  setup: Setup,
): string {
  const params = { error, ...(setup.pages.keepPassword && { email, question, callbackUrl }) };
  return toPage("keepPassword", params, incoming, setup, locales);
}

/** Reads the question that this browser holds; `null` if there is none. */
export async function readPasswordQuestion(
  incoming: Incoming,
  setup: Setup,
): Promise<PasswordQuestion | null> {
  return await readQuestion<PasswordQuestion>(incoming, "password", setup);
}

/** Whether a form has an answer: a password, or that the user has never chosen one. */
export function hasAnswer({ body }: Pick<Incoming, "body">): boolean {
  return body?.choice === "never" || (typeof body?.current === "string" && body.current !== "");
}

/**
 * Decides what becomes of the password, by the answer in the form. One that strangers try first, or that `isLeaked` knows,
 * goes as well: whoever has set it may be such a stranger.
 *
 * @param asksAgain Whether a wrong password changes nothing. Guesses are counted then, as at a sign-in. Otherwise there is no
 * limit, but one try: a wrong password goes, and a stranger who exhausts a limit must not keep the owner out.
 * @throws {UserChanged} if the password has been changed since the question.
 * @throws {InvalidPassword} if it is wrong, with `asksAgain`.
 * @throws {RateLimited} if there were too many wrong ones, with `asksAgain`.
 */
export async function judgeAnswer(
  { row, email, generation, asksAgain }: {
    readonly row: AdapterSecurity | null;
    readonly email: string;
    readonly generation: number;
    readonly asksAgain: boolean;
  },
  incoming: Incoming,
  setup: Setup,
): Promise<CredentialsOutcome> {
  if (row?.generation !== generation) {
    throw new UserChanged("Cannot sign in: the password has been changed in the meantime");
  }
  const { body, origin, received } = incoming;
  const provider = passwordProvider(setup);
  const compared = { ofUser: row.userId, ifGeneration: generation };
  const gone = { hash: null, way: provider.id, ...compared };
  if (body?.choice === "never") return gone;
  const attempted = { kind: "password", account: email, provider: provider.id } as const;
  const stored = { hash: row.passwordHash, attempted };
  if (asksAgain) await assertCurrent(stored, incoming, setup);
  else if (!await isCurrent(stored, incoming, setup)) return gone;
  const typed = String(body?.current);
  const objection = await objectionToKnown(typed, ownerOf(email, setup, origin), provider);
  if (objection !== null) return { ...gone, objection };
  const hash = needsRehash(row.passwordHash!, provider.cost)
    ? await hashPassword(typed, { ...provider.cost, signal: received?.signal })
    : row.passwordHash;
  return { hash, isKept: true, ...compared };
}
