/**
 * The proof of a mailbox, before an existing user sets up their first second factor in the middle of a sign-in.
 *
 * @module
 */

import type { EmailProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { timingSafeEqual, toBase64Url } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { InvalidSecondFactor } from "../errors/errors.ts";
import type { Incoming } from "../http/types.ts";
import { sendMail, toCode } from "../sign_in/mail/method.ts";
import { mailWords } from "./mails.ts";
import {
  changePending,
  countTry,
  type FactorSetup,
  type FoundPending,
  type MailboxProof,
  type PendingSignIn,
} from "./pending.ts";
import { pendingUrl } from "./pending_url.ts";
import { LIMITED } from "./prove.ts";

/** How long a user has to wait until the page sends another mail, in milliseconds. */
const PAUSE = 30_000;

/**
 * The provider that can mail a code without a link; `null` if there is none. One that mails codes for a sign-in can, also
 * without mails about the account: otherwise a thief of a password would set up the second step of the owner.
 */
export function findMailer({ providers }: Pick<Setup, "providers">): EmailProvider | null {
  const found = [...providers.values()].find((provider) =>
    provider.type === "email" && (provider.notices || provider.mails === "both")
  );
  return found?.type === "email" ? found : null;
}

/** How many seconds a user has to wait until another mail is sent. */
export function secondsToWait({ pending: { mailbox } }: FoundPending, { platform }: FactorSetup): number {
  const passed = platform.now() - (mailbox?.sentAt ?? -Infinity);
  return Math.max(0, Math.ceil((PAUSE - passed) / 1000));
}

/**
 * Mails a code to the address of the user, unless one was mailed a moment ago.
 *
 * @returns Whether a mail was sent.
 * @throws {RateLimited} if too many mails were sent to the address.
 * @throws {EmailSignInError} if the mail cannot be sent.
 */
export async function mailCode(
  { row, pending, name }: FoundPending,
  incoming: Incoming,
  setup: FactorSetup,
): Promise<boolean> {
  const { mailbox } = pending;
  const provider = findMailer(setup);
  const { now, random } = setup.platform;
  if (!mailbox || !provider || secondsToWait({ row, pending, name }, setup) > 0) return false;
  const { address } = mailbox;
  const attempted = { kind: "mail", account: address, provider: provider.id } as const;
  return await setup.limits.attempt(attempted, incoming, async () => {
    const code = toCode(random(8));
    const sent: MailboxProof = { address, codeHash: await hashOf(code), sentAt: now() };
    // A mail is a try as well: of several requests at the same time, one sends.
    if (!await changePending(row, { ...pending, mailbox: sent }, { tries: row.tries + 1, setup })) {
      return false;
    }
    const url = await pendingUrl({ ...pending, name }, { incoming, row: null }, setup);
    const mail = { purpose: "enrol", identifier: address, token: "", url, code } as const;
    const bare = { ...incoming, body: undefined, form: undefined };
    const words = mailWords("enrol", setup);
    await sendMail({ ...mail, expires: row.expires }, { incoming: bare, provider, words }, setup);
    return true;
  });
}

/**
 * Checks the mailed code.
 *
 * @returns The pending sign-in, whose mailbox is proven now.
 * @throws {InvalidSecondFactor} if it is wrong.
 * @throws {InvalidCheck} if there were too many wrong codes in this sign-in.
 */
export async function proveMailbox(
  found: FoundPending,
  { code, incoming }: { readonly code: string; readonly incoming: Incoming },
  setup: FactorSetup,
): Promise<FoundPending> {
  const { pending } = found;
  const { mailbox } = pending;
  if (!mailbox || mailbox.isProven) return found;
  // Not for the address: strangers who guess codes of sign-ins would lock its owner out.
  const account = pending.allowed.userId ?? mailbox.address;
  const attempted = { kind: "code", account, provider: LIMITED } as const;
  return await setup.secondFactor.limits.attempt(attempted, incoming, async () => {
    const counted = await countTry(found, setup);
    const isRight = mailbox.codeHash !== undefined &&
      timingSafeEqual(await hashOf(code.replace(/\s/g, "")), mailbox.codeHash);
    if (!isRight) throw new InvalidSecondFactor("Cannot accept the code of the mail: it is wrong");
    const proven: PendingSignIn = { ...pending, mailbox: { ...mailbox, isProven: true } };
    await changePending(counted, proven, { tries: found.row.tries, setup });
    return { ...found, row: { ...counted, tries: found.row.tries }, pending: proven };
  });
}

async function hashOf(code: string): Promise<string> {
  return toBase64Url(await sha256(`mailed code ${code}`));
}
