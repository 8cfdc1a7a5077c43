/**
 * How mails are sent: those that sign in, and those about passwords.
 *
 * @module
 */

import process from "node:process";
import { Email } from "@latchkey/auth/providers/email";
import { Resend } from "@latchkey/auth/providers/resend";
import { isDevelopment, setting } from "./settings.ts";

/** Sends mails with Resend if there is a key. On a developer's machine, they appear in the terminal. */
export function mailProvider() {
  if (process.env.AUTH_RESEND_KEY) return Resend({ from: setting("MAIL_FROM") });
  if (isDevelopment) return terminal;
  // With the mails in its log, every reader of the log could sign in as any user.
  throw new Error("Cannot send sign-in mails: set the variables AUTH_RESEND_KEY and MAIL_FROM");
}

const terminal = Email({
  id: "terminal",
  name: "Email",
  mails: "both",
  sendVerificationRequest({ identifier, url, code }) {
    const orCode = code ? `or enter the code ${code}\n` : "";
    console.log(`\nMail to ${identifier}: open ${url}\n${orCode}`);
  },
});
