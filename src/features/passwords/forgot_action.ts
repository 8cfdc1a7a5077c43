/**
 * `GET forgot-password` and `POST forgot-password`: mails a link and a code with which a user chooses a new password.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { parseAddress, spellingOf } from "../../sign_in/address.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { forgotPage } from "./pages/forgot.ts";
import { orShowAgain, showForm } from "./form.ts";
import { sendPasswordMail } from "./mail.ts";
import { mailProvider, passwordProvider } from "./setup.ts";
import type { StaffRequest } from "../../setup/open_form.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

/** Shows the form. */
export async function showForgot(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return await showForm("forgotPassword", incoming, setup, forgotPage);
}

/** Sends an email, also to an address without a user: the answer is the same, and takes as long. */
export async function sendReset(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return await orShowAgain("forgotPassword", incoming, setup, async () => {
    const { user, ...found } = await findTyped(incoming.body?.email, setup);
    const purpose = user ? "reset" : "noAccount";
    return await sendPasswordMail({ purpose, ...found, hash: null }, {
      incoming,
      provider: passwordProvider(setup),
    }, setup);
  });
}

/**
 * Sends it to a user whom staff helps. The code of the email would only work in the browser of the staff, so it is left out, with its
 * cookie.
 *
 * @returns Whether it was sent: not without an address that leads to this user, nor if the application leads elsewhere.
 */
export async function mailReset(
  user: AdapterUser,
  { incoming, actorId }: StaffRequest,
  setup: Setup,
): Promise<boolean> {
  if (!user.email) return false;
  const { user: found, ...address } = await findTyped(user.email, setup);
  if (!found || String(found.id) !== String(user.id)) return false;
  const mail = { purpose: "reset", ...address, hash: null, ofStaff: { actorId } } as const;
  const { cookies } = await sendPasswordMail(mail, { incoming, provider: passwordProvider(setup) }, setup);
  // An email is kept in a cookie.
  return cookies !== undefined;
}

/** The user with an address, as it was typed. */
async function findTyped(typed: unknown, setup: Setup) {
  const identifier = parseAddress(typed, mailProvider(passwordProvider(setup), setup));
  const { former } = spellingOf(typed, identifier);
  return { identifier, former, user: await findByAddress(identifier, setup.store!, former) };
}
