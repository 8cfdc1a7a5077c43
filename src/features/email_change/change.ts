/**
 * Asks for another address, and gives it to the user who has proven it.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AccessDenied, ConfigError, InvalidEmail, RateLimited } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import type { Incoming } from "../../http/types.ts";
import { currentSession } from "../../session/current.ts";
import { noteMailbox, readNote } from "../../session/mailbox_note.ts";
import type { AccountOwner } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import { parseAddress } from "../../sign_in/address.ts";
import { mailersOf } from "../../sign_in/capability.ts";
import { assertAllowed } from "../../sign_in/complete.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { endOtherSessions } from "../../sign_in/end_sessions.ts";
import { toMailIdentity } from "../../sign_in/mail/finish.ts";
import { hasProven } from "../../sign_in/standing.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { isSameAddress } from "../../values/same_address.ts";
import { forgetChange, isFull, openChange } from "./open_changes.ts";
import { sendLink, tellAdopted, tellFormer } from "./mails.ts";
import { rulesOf } from "./rules.ts";
import type { Confirmation } from "./token.ts";

/**
 * Emails a link to another address. Whether someone has it changes nothing here: only its mailbox says that.
 *
 * @returns Why it was refused; `null` if it was sent.
 * @throws {AccessDenied} if `callbacks.signIn` refuses the address.
 * @throws {EmailSignInError} if the email cannot be sent.
 */
export async function askForChange(
  { userId: id, user }: AccountOwner,
  incoming: Incoming,
  setup: Setup,
): Promise<"InvalidNewEmail" | "TooManyEmails" | null> {
  const [provider] = mailersOf(setup.providers);
  if (!provider) {
    throw new ConfigError(
      "Cannot change an address: add a provider of mail, such as `Resend`, to `providers`",
    );
  }
  const userId = String(id);
  try {
    const to = parseAddress(incoming.body?.email, provider);
    const from = user?.email ?? null;
    if (from !== null && isSameAddress(to, from)) return "InvalidNewEmail";
    if (await isFull(userId, setup.platform.now(), setup)) return "TooManyEmails";
    if (!await setup.limits.allowsNotice({ purpose: "emailChange", userId })) return "TooManyEmails";
    const { account } = toMailIdentity(to, provider);
    const elsewhere = await assertAllowed(
      { user: { ...user!, email: to }, account, email: { verificationRequest: true } },
      setup,
    );
    if (elsewhere !== null) {
      throw new AccessDenied("Cannot change the address: `callbacks.signIn` leads elsewhere");
    }
    const generation = await setup.generations?.current(userId, { isExact: true }) ?? 0;
    const named: Confirmation = { kind: "confirm", userId, from, to, generation };
    const attempted = { kind: "mail", account: to, provider: provider.id } as const;
    await setup.limits.attempt(attempted, incoming, () => sendLink(named, { incoming, provider }, setup));
    return null;
  } catch (error) {
    if (isA(error, InvalidEmail)) return "InvalidNewEmail";
    if (isA(error, RateLimited)) return "TooManyEmails";
    throw error;
  }
}

/** Whether a link still counts for the user: neither the address nor the generation has changed since. */
export async function isCurrent(
  { from, generation }: Confirmation,
  user: AdapterUser | null,
  { generations }: Pick<Setup, "generations">,
): Promise<boolean> {
  return user !== null && (user.email ?? null) === from &&
    (await generations?.current(String(user.id), { isExact: true }) ?? 0) === generation;
}

/**
 * Gives the user the address, ends their other sessions, and tells both mailboxes.
 *
 * @returns The cookies with which the session goes on; why it was refused: another account has the address, or the link is over.
 * @throws {AdapterError} if the database fails.
 */
export async function changeAddress(
  named: Confirmation,
  user: AdapterUser,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[] | "EmailInUse" | "over"> {
  const { store } = rulesOf(setup);
  const { to, from } = named;
  const former = from !== null && await hasProven(user, store) ? from : null;
  if (await isTaken(to, user, setup)) return "EmailInUse";
  const read = await currentSession(incoming, setup);
  if (!read?.userId || String(read.userId) !== named.userId) return "over";
  if (!await setup.sessions.isLive(incoming.cookies)) return "over";
  // The id as the database has it.
  const session = { ...read, userId: read.userId };
  // First: of two links, and of a link and the end of all sessions, one counts.
  const ending = { setup, claims: { email: to }, ifGeneration: named.generation };
  const cookies = await endOtherSessions(session, incoming, ending);
  if (cookies === null) return "over";
  const now = setup.platform.now();
  const at = former === null ? now : await openChange(named.userId, now, setup);
  if (at === null) return "over";
  // A change that is refused needs no undo. Its time would only fill the list.
  const refuse = async <Reason extends string>(reason: Reason): Promise<Reason> => {
    if (former !== null) await forgetChange(named.userId, at, setup);
    return reason;
  };
  if (await isRaced(named, setup)) return await refuse("over");
  // Before the address is written: whatever the database does from here on, the owner of the former mailbox has the link.
  if (former !== null) await tellFormer({ userId: named.userId, former, at }, incoming, setup);
  let changed: AdapterUser;
  try {
    changed = await store.updateUser({ id: user.id, email: to, emailVerified: new Date(at) });
  } catch (error) {
    // Someone else was faster, or the answer was lost.
    if (await isTaken(to, user, setup)) return await refuse("EmailInUse");
    const stored = await store.getUser(String(user.id));
    if (stored?.email !== to) throw error;
    changed = stored;
  }
  if (await isRaced(named, setup)) {
    await takeBack(user, at, setup);
    return await refuse("over");
  }
  await noteMailbox(user.id, to, store);
  await tellAdopted(changed, incoming, setup);
  await setup.emit("updateUser", { user: changed });
  return cookies;
}

/** Whether all sessions have ended amid the change, by a takeover or an undo: what came later counts. */
async function isRaced({ userId, generation }: Confirmation, { generations }: Setup): Promise<boolean> {
  return !!generations && await generations.current(userId, { isExact: true }) !== generation + 1;
}

/** Restores the address whose mailbox was proven last: that of the owner, who has taken the account over, or undone a change. */
async function takeBack(user: AdapterUser, at: number, setup: Setup): Promise<void> {
  const { store } = rulesOf(setup);
  const proven = (await readNote(String(user.id), store))?.address;
  const emailVerified = proven ? new Date(at) : user.emailVerified ?? null;
  await store.updateUser({ id: user.id, email: proven ?? user.email, emailVerified });
}

async function isTaken(address: string, { id }: AdapterUser, setup: Setup): Promise<boolean> {
  const other = await findByAddress(address, rulesOf(setup).store);
  return other !== null && String(other.id) !== String(id);
}
