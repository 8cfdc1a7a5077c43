/**
 * `GET forgot-password` and `POST forgot-password`: mails a link and a code with which a user chooses a new password.
 *
 * @module
 */

import { parseAddress, spellingOf } from "../../sign_in/address.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { forgotPage } from "./pages/forgot.ts";
import { orShowAgain, showForm } from "./form.ts";
import { sendPasswordMail } from "./mail.ts";
import { mailProvider, passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

/** Shows the form. */
export async function showForgot(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return await showForm("forgotPassword", incoming, setup, forgotPage);
}

/** Sends an email, also to an address without a user: the answer is the same, and takes as long. */
export async function sendReset(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return await orShowAgain("forgotPassword", incoming, setup, async () => {
    const provider = passwordProvider(setup);
    const identifier = parseAddress(incoming.body?.email, mailProvider(provider, setup));
    const { former } = spellingOf(incoming.body?.email, identifier);
    const user = await findByAddress(identifier, setup.store!, former);
    const purpose = user ? "reset" : "noAccount";
    return await sendPasswordMail({ purpose, identifier, former, hash: null }, { incoming, provider }, setup);
  });
}
