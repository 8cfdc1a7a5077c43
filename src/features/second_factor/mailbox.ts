/**
 * The proof of a mailbox, before an existing user sets up their first second factor: the person may be a thief, who would lock the
 * owner out.
 *
 * @module
 */

import { timingSafeEqual, toBase64Url } from "../../crypto/bytes.ts";
import { mailersOf } from "../../sign_in/capability.ts";
import { mailboxCookie } from "../../http/cookie_names.ts";
import { InvalidCheck, InvalidSecondFactor } from "../../errors/errors.ts";
import { sha256 } from "../../crypto/hash.ts";
import { ageOf } from "../../values/levels.ts";
import type { Whose } from "../../model/limits.ts";
import { noteMailbox } from "../../session/mailbox_note.ts";
import { mailProof, secondsToWait, toCode } from "../../sign_in/mail/mailed_proof.ts";
import { withoutForm } from "../../sign_in/mail/send.ts";
import { mailWords } from "./mails.ts";
import {
  changePending,
  type FoundPending,
  type MailboxProof,
  MOST_TRIES,
  type PendingSignIn,
  runTry,
  tooMany,
  triesLeft,
} from "./pending.ts";
import { pendingUrl } from "./pending_url.ts";
import { LIMITED } from "./prove.ts";
import { rulesOf } from "./rules.ts";
import { seal } from "../../crypto/seal.ts";
import { openCookie } from "../../http/sealed_cookie.ts";
import type { EmailProvider, Setup } from "../../setup/setup.ts";
import type { UserSession } from "./step_up.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";

/** How long the code of an email works in a session, in seconds. */
const CODE_AGE = 600;

/** How long a proof counts, in seconds, by a code or by a sign-in: the user may have to install an app. */
const PROOF_AGE = 1800;

/** A mailbox that is not proven yet. */
export interface Mailbox {
  /** The state of its proof. */
  readonly proof: MailboxProof;
  /** Whose tries are counted: the id of the user, or the address. */
  readonly whose: Whose;
  /** When the code of an email ends that is sent now. */
  readonly expires: Date;
  /** How many tries its code has left; absent in a session, whose limits count the tries of other browsers too. */
  readonly triesLeft?: number;
  /** Whether no try would be left for the code of another mail. */
  readonly isSpent: boolean;
  /** Ends the sign-in, with the code that was mailed: the user begins again. */
  end?(): Promise<unknown>;
  /** Returns the URL of the page that asks for the code. */
  url(): Promise<string>;
  /** Keeps the code of an email. @returns The cookies to set; `null` if another request has kept one at the same time. */
  keep(sent: MailboxProof): Promise<readonly SetCookie[] | null>;
  /** Takes back what `keep` has stored: the email cannot be sent. Absent where it stores nothing. */
  takeBack?(): Promise<unknown>;
  /**
   * Counts a try, compares its code, and keeps the proof.
   *
   * @param compare Throws if the code is wrong.
   * @returns The cookies to set.
   * @throws {TooManyWrongCodes} if there were too many.
   */
  tryCode(compare: () => Promise<MailboxProof>): Promise<readonly SetCookie[]>;
}

/**
 * The provider that can mail a code without a link; `null` if there is none. One that emails codes for a sign-in can, also
 * without emails about the account: otherwise a thief of a password would set up the second step of the owner.
 */
export function findMailer({ providers }: Pick<Setup, "providers">): EmailProvider | null {
  return mailersOf(providers).find(({ notices, mails }) => notices || mails === "both") ?? null;
}

/** The mailbox that a sign-in must prove, whose proof its row keeps; `null` if none, or if it is proven. */
export function mailboxOfSignIn(found: FoundPending, incoming: Incoming, setup: Setup): Mailbox | null {
  const { row, pending, name } = found;
  const { mailbox } = pending;
  if (!mailbox || mailbox.isProven) return null;
  const withProof = (proof: MailboxProof): PendingSignIn => ({ ...pending, mailbox: proof });
  return {
    proof: mailbox,
    // Not for the address: strangers who guess codes of sign-ins would lock its owner out.
    whose: pending.allowed.userId === null ? ["address", mailbox.address] : ["user", pending.allowed.userId],
    expires: row.expires,
    triesLeft: triesLeft(found),
    // An email is a try as well. Its code needs one that is left.
    isSpent: row.tries + 1 >= MOST_TRIES,
    end: () => changePending(row, pending, { tries: MOST_TRIES, setup }),
    url: () => pendingUrl({ ...pending, name }, { incoming, row: null }, setup),
    async keep(sent) {
      // Of several requests at the same time, one sends.
      const isKept = await changePending(row, withProof(sent), { tries: row.tries + 1, setup });
      return isKept ? [] : null;
    },
    takeBack: () => changePending({ ...row, tries: row.tries + 1 }, pending, { tries: row.tries, setup }),
    async tryCode(compare) {
      return await runTry(found, async (counted) => {
        await changePending(counted, withProof(await compare()), { tries: row.tries, setup });
        return [];
      }, setup);
    },
  };
}

/** A session in which a user sets a second factor up. */
interface EnrolSession {
  /** The session. */
  readonly session: UserSession;
  /** Names it: a proof counts in no other one. */
  readonly subject: string;
  /** Address of the user; absent if there is none. */
  readonly email?: string | null | undefined;
  /** The second factor of the user; `null` without one. */
  readonly row: AdapterSecondFactor | null;
  /** URL of the page that asks for the code. */
  readonly url: string;
}

/**
 * The mailbox that a session must prove, whose proof a sealed cookie keeps; `null` if none, because a second factor is on, no mail
 * can be sent, or it is proven: in this session, or by its sign-in a short time ago.
 */
export async function mailboxOfSession(
  { session, subject, email, row, url }: EnrolSession,
  incoming: Incoming,
  setup: Setup,
): Promise<Mailbox | null> {
  if (row?.enabledAt || isProvenBySignIn(session, setup) || !email || !findMailer(setup)) return null;
  const { name, options } = mailboxCookie(setup.cookies);
  // An earlier version has kept it where a sign-in waits for its second step.
  const kept = await openCookie<SessionProof>(incoming.cookies, { name }, PURPOSE, setup) ??
    await openCookie<SessionProof>(incoming.cookies, setup.cookies.secondFactor, PURPOSE, setup);
  const proof = kept?.subject === subject && kept.address === email ? kept : { subject, address: email };
  if (proof.isProven) return null;
  const toCookie = async (changed: MailboxProof, maxAge: number): Promise<readonly SetCookie[]> => {
    const value = await seal({ ...changed, subject }, { purpose: PURPOSE, maxAge }, setup);
    return [{ name, value, options: { ...options, maxAge } }];
  };
  return {
    proof,
    whose: ["user", session.userId],
    expires: new Date(setup.platform.now() + CODE_AGE * 1000),
    isSpent: false,
    url: () => Promise.resolve(url),
    keep: (sent) => toCookie(sent, CODE_AGE),
    // The limits count each try of the user.
    tryCode: async (compare) => await toCookie(await compare(), PROOF_AGE),
  };
}

const PURPOSE = "second factor mailbox";

/** Whether a sign-in by an email has proven the mailbox a short time ago. */
export function isProvenBySignIn(
  { user, amr, signedInAt }: UserSession,
  { platform }: Pick<Setup, "platform">,
): boolean {
  // Not if the application has changed the address since: then it is not verified.
  const isByMail = user?.emailVerified && amr.length === 1 && amr[0] === "otp";
  // After that time, a thief of the session cookie would not need the mailbox.
  return Boolean(isByMail) && ageOf(signedInAt, platform.now()) < PROOF_AGE * 1000;
}

/** The proof of a session. */
interface SessionProof extends MailboxProof {
  /** Names the session. */
  readonly subject: string;
}

/**
 * Notes whether the mailbox is proven, before a session turns a second factor on: a mailbox alone never removes one that was set up
 * with a proof, and the owner of the mailbox may remove any other.
 */
export async function noteProof({ userId, user }: UserSession, setup: Setup): Promise<void> {
  const { email = null, emailVerified } = user ?? {};
  await noteMailbox(userId, emailVerified || findMailer(setup) ? email : null, setup.store);
}

/** An email that was sent. */
interface SentMail {
  /** The state of the proof after the email. */
  readonly proof: MailboxProof;
  /** Cookies to set. */
  readonly cookies: readonly SetCookie[];
}

/**
 * Emails a code to the address of the user.
 *
 * @returns The sent mail; `null` if one was sent a moment ago.
 * @throws {TooManyWrongCodes} if no try is left for its code.
 * @throws {RateLimited} if too many emails were sent to the address.
 * @throws {EmailSignInError} if the email cannot be sent. Then nothing stays stored.
 */
export async function mailCode(
  mailbox: Mailbox,
  incoming: Incoming,
  setup: Setup,
): Promise<SentMail | null> {
  const { proof: { address }, whose } = mailbox;
  const provider = findMailer(setup);
  const { platform } = setup;
  if (!provider || secondsToWait(mailbox.proof, platform) > 0) return null;
  // Before it is counted: emails that no one gets must not use up those of the owner.
  if (mailbox.isSpent) {
    await mailbox.end?.();
    throw tooMany();
  }
  // It signs no one in: a thief of the password must not use up the emails that do.
  const attempted = { kind: "mail", account: address, whose, about: "enrol", provider: provider.id } as const;
  return await setup.limits.attempt(attempted, incoming, async () => {
    const code = toCode(platform);
    const proof: MailboxProof = { address, codeHash: await hashOf(code), sentAt: platform.now() };
    const { url, expires, keep, takeBack } = mailbox;
    const mail = { purpose: "enrol", identifier: address, token: "", expires, code } as const;
    const cookies = await mailProof(
      { mail, url, keep: () => keep(proof), takeBack, words: mailWords("enrol", setup) },
      { incoming: withoutForm(incoming), provider },
      setup,
    );
    return cookies && { proof, cookies };
  });
}

/**
 * Checks the mailed code.
 *
 * @returns The cookies to set. The mailbox is proven now.
 * @throws {InvalidSecondFactor} if it is wrong.
 * @throws {InvalidCheck} if it is too old: the page emails another one.
 * @throws {TooManyWrongCodes} if there were too many wrong codes in this sign-in.
 * @throws {RateLimited} if there were too many wrong codes of this user.
 */
export async function proveMailbox(
  { proof, whose, tryCode }: Mailbox,
  { code, incoming }: { readonly code: string; readonly incoming: Incoming },
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const { codeHash } = proof;
  if (codeHash === undefined) {
    throw new InvalidCheck("Cannot accept the code of the mail: it is too old, or none was sent");
  }
  // Not "code": that has no limit for all browsers together, and a thief who has signed in is known in each of their browsers.
  const attempted = { kind: "secondFactor", account: whose[1], whose, provider: LIMITED } as const;
  const compare = async (): Promise<MailboxProof> => {
    const isRight = timingSafeEqual(await hashOf(code.replace(/\s/g, "")), codeHash);
    if (!isRight) throw new InvalidSecondFactor("Cannot accept the code of the mail: it is wrong");
    // Before the proof is kept: whoever goes on with it is not asked for the mailbox again.
    if (whose[0] === "user") await noteMailbox(whose[1], proof.address, setup.store);
    return { ...proof, isProven: true };
  };
  return await rulesOf(setup).limits.attempt(attempted, incoming, () => tryCode(compare));
}

async function hashOf(code: string): Promise<string> {
  return toBase64Url(await sha256(`mailed code ${code}`));
}
