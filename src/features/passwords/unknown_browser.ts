/**
 * A right password in a browser in which its user has never signed in: it may be that of a thief, so a mailed code is asked for
 * before the session begins. The code counts in this browser alone, and the link of the mail leads to a new password.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { changedSince } from "../../errors/changed_since.ts";
import { onlyIn } from "../../http/link_request.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import type { Messages } from "../../messages/types.ts";
import type { Attempt } from "../../setup/method.ts";
import type { Setup } from "../../setup/setup.ts";
import type { ShownMail } from "../../setup/shown_way.ts";
import { factorsOf } from "../../sign_in/freshness.ts";
import { heldSession } from "../../sign_in/intent.ts";
import { HIDDEN_ADDRESS } from "../../sign_in/shown_address.ts";
import { toMailIdentity } from "../../sign_in/mail/finish.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { purposeOf, type RequestedPassword, sendPasswordMail, withLocales } from "./mail.ts";
import { findMailProvider, mailProvider, passwordProvider } from "./setup.ts";
import { readPassword, type StoredPassword } from "./store.ts";
import { isNameTyped, passwordIdentity } from "./typed_user.ts";
import type { PasswordProvider } from "./types.ts";

/** A user whose password was right, and what was stored when it was compared. */
interface RightPassword extends Pick<StoredPassword, "generation"> {
  /** What was typed: the address or a name. */
  readonly identifier: unknown;
  /** The user. Their address is verified, if they have one. */
  readonly user: AdapterUser;
  /** Hash of the password. */
  readonly hash: string;
}

/**
 * Mails a code, unless the browser is known, or the user proves a second factor anyway.
 *
 * @returns The page that asks for the code; `null` if the password is enough.
 * @throws as `sendPasswordMail`, and {AdapterError} if the database fails: nothing is skipped then.
 */
export async function askInUnknownBrowser(
  { user, identifier, hash, generation }: RightPassword,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: PasswordProvider },
  setup: Setup,
): Promise<Outcome | null> {
  const { unknownBrowsers = "prove" } = provider;
  const { email } = user;
  // A link would sign in wherever it's opened, or nowhere.
  const canMail = email && findMailProvider(provider, setup)?.mails === "both";
  if (unknownBrowsers === "allow" || !canMail) return null;
  const userId = String(user.id);
  if (await isKnown(userId, generation, { incoming, setup })) return null;
  const factors = await factorsOf(userId, setup);
  for (const { isAsked } of factors) if (await isAsked(user)) return null;
  const mail = {
    purpose: "unknownBrowser",
    identifier: email,
    hash,
    kept: { isKept: true, ofUser: userId, ifGeneration: generation },
    // A stranger without the password must not use up the tries, nor who has it those of other emails. Another one ends the wait.
    whose: ["user", userId, String(generation)],
    intent: { ...withLocales(incoming), only: onlyIn(incoming) },
    status: "unknownBrowser",
    isNamed: isNameTyped(identifier),
  } as const;
  return await sendPasswordMail(mail, { incoming, provider }, setup);
}

/** Whether a user has signed in here before, or is signed in: also since before an update, or in another library. */
async function isKnown(
  userId: string,
  generation: number,
  { incoming, setup }: { readonly incoming: Incoming; readonly setup: Setup },
): Promise<boolean> {
  if (await setup.limits.isKnownBrowser(userId, incoming, generation)) return true;
  const session = await heldSession(incoming, setup);
  return session !== null && String(session.userId) === userId;
}

/**
 * Makes a browser known whose session ends with a sign-out: it may have begun before an update, in another library, or before another
 * password. A failure leaves it unknown: the next sign-in asks for a code.
 */
export async function rememberAtSignOut(incoming: Incoming, setup: Setup): Promise<readonly SetCookie[]> {
  const { id: provider, unknownBrowsers } = passwordProvider(setup);
  if (unknownBrowsers === "allow") return [];
  try {
    // Without the callbacks of the application.
    const session = await setup.holders().identify(incoming.cookies);
    if (!session?.userId) return [];
    const userId = String(session.userId);
    const generation = await setup.generations?.current(userId, { isExact: true }) ?? 0;
    if (await setup.limits.isKnownBrowser(userId, incoming, generation)) return [];
    // Another request may have raised the generation before it was read, and ended this session.
    if (!await setup.sessions.isLive(incoming.cookies)) return [];
    return await setup.limits.knownBrowser({ userId, generation, accounts: [], provider }, incoming);
  } catch {
    return [];
  }
}

/** Whether a mail has the code for a browser that is not known. */
export function isForBrowser(mail: Pick<RequestedPassword, "about">): boolean {
  return purposeOf(mail) === "unknownBrowser";
}

/** What the page says that waits for a mail about a password. */
export function mailText(
  mail: object,
  again: string | null,
  { password }: Pick<Messages, "password">,
): Promise<ShownMail> {
  const requested = mail as RequestedPassword;
  const { unknownBrowser, unverified } = password;
  return Promise.resolve({
    why: again === "unverified" ? unverified : undefined,
    sent: isForBrowser(requested) ? unknownBrowser : undefined,
    ...(requested.isNamed && { email: HIDDEN_ADDRESS }),
  });
}

/** Whether another mail may be sent in place of one: the password is the same, and its user is still there. */
export async function mayRepeat(
  mail: RequestedPassword,
  provider: PasswordProvider,
  setup: Setup,
): Promise<boolean> {
  const user = await findOwner(mail, provider, setup);
  if (!user) return false;
  const { hash, generation } = await readPassword(user, provider.store);
  return hash !== null && generation === mail.kept?.ifGeneration;
}

/**
 * The sign-in with the password, once the mailbox is proven. Nothing is stored anew, and no session ends.
 *
 * @param attempt The proof of the mailbox.
 */
export function withPasswordFrom(
  mail: RequestedPassword,
  attempt: Attempt,
  { provider, setup }: { readonly provider: PasswordProvider; readonly setup: Setup },
): Attempt {
  return {
    ...attempt,
    async identify() {
      const user = await findOwner(mail, provider, setup);
      if (!user) {
        throw changedSince();
      }
      // Compared once the session has begun, as for any password.
      const generation = mail.kept?.ifGeneration;
      return { ...passwordIdentity(user, { provider, generation }), amr: ["pwd", "otp"] };
    },
  };
}

/** The user who has typed the password, as stored now; `null` if they are gone, or have another address. */
async function findOwner(
  { kept, identifier }: RequestedPassword,
  provider: PasswordProvider,
  setup: Setup,
): Promise<AdapterUser | null> {
  const user = await setup.store!.getUser(kept?.ofUser ?? "");
  if (!user?.email || !user.emailVerified) return null;
  const { user: { id } } = toMailIdentity(user.email, mailProvider(provider, setup));
  return id === identifier ? user : null;
}
