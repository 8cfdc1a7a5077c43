/**
 * A passkey that a session adds counts as two factors only if the session is at level 2, or its mailbox is proven: a thief of the
 * password would add one of their own, and be at level 2 with it.
 *
 * @module
 */

import { toBase64Url } from "../../crypto/bytes.ts";
import { csrfTokensOf } from "../../http/csrf.ts";
import { subjectOf } from "./enrol.ts";
import { sha256 } from "../../crypto/hash.ts";
import type { Identity } from "../../model/identity.ts";
import { mailersOf } from "../../sign_in/capability.ts";
import { findMailer, isProvenBySignIn, mailboxOfSession } from "./mailbox.ts";
import { MARK, transportsOf } from "../../values/one_factor.ts";
import { rulesOf } from "./rules.ts";
import type { Setup } from "../../setup/setup.ts";
import { findSession, type UserSession } from "./step_up.ts";
import type { Incoming } from "../../http/types.ts";
import { passkeyProvider } from "./ways.ts";

/** Marks the passkey of an identity that is added to the user of a session. @param email Address of the user. */
export async function withMark(
  identity: Identity,
  { incoming, email }: { readonly incoming: Incoming; readonly email: string | null },
  setup: Setup,
): Promise<Identity> {
  const { authenticator } = identity;
  const session = authenticator && await findSession(incoming, setup);
  if (!session || session.aal === 2) return identity;
  const row = await rulesOf(setup).store.rows.find("secondFactors", { userId: session.userId });
  const subject = subjectOf({ kind: "session", session });
  const mailbox = await mailboxOfSession({ session, subject, email, row, url: "" }, incoming, setup);
  // Where no code can be mailed, a link that signs in is the proof.
  const awaitsLink = email && mailersOf(setup.providers).length > 0 && !findMailer(setup) &&
    !isProvenBySignIn(session, setup);
  if (!mailbox && !row?.enabledAt && !awaitsLink) return identity;
  const [mark] = await marksOf(subject, incoming, setup);
  const transports = [...transportsOf(authenticator), mark].join(",");
  return { ...identity, authenticator: { ...authenticator, transports } };
}

/** Lets the passkeys that a session has added count as two factors: its mailbox is proven now. */
export async function removeMarks(
  session: UserSession,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  const { store } = passkeyProvider(setup) ?? {};
  const marks = await marksOf(subjectOf({ kind: "session", session }), incoming, setup);
  for (const passkey of await store?.listAuthenticatorsByUserId(session.userId) ?? []) {
    if (!passkey.transports?.split(",").some((word) => marks.includes(word))) continue;
    const transports = transportsOf(passkey).join(",") || null;
    await store?.updateAuthenticator?.({ credentialID: passkey.credentialID, transports });
  }
}

/**
 * The words for a session in its browser: that of a thief may have begun in the same second. Several, if the browser sends
 * several cookies of the name; the last one is for the session alone, where no CSRF cookie is sent.
 */
async function marksOf(subject: string, incoming: Incoming, setup: Setup): Promise<readonly string[]> {
  const tokens = [...await csrfTokensOf(incoming, setup), undefined];
  const names = await Promise.all(tokens.map((token) => sha256(`${subject} ${token}`)));
  return names.map((name) => MARK + toBase64Url(name).slice(0, 16));
}
