/**
 * How the sign-in mails are sent.
 *
 * @module
 */

import { Email } from "@latchkey/auth/providers/email";
import { Resend } from "@latchkey/auth/providers/resend";
import type { Env } from "./auth.ts";

/** Sends mails with Resend if there is a key. On your own machine, they appear in the terminal. */
export function mailProvider({ AUTH_URL = "", AUTH_RESEND_KEY, MAIL_FROM }: Env) {
  if (AUTH_RESEND_KEY && MAIL_FROM) return Resend({ from: MAIL_FROM });
  if (AUTH_URL.startsWith("http://localhost:")) return terminal;
  // With the mails in its log, every reader of the log could sign in as any user.
  throw new Error("Cannot send sign-in mails: set the secrets AUTH_URL, AUTH_RESEND_KEY and MAIL_FROM");
}

const terminal = Email({
  id: "terminal",
  name: "Email",
  mails: "both",
  sendVerificationRequest({ identifier, url, code }) {
    console.log(`\nMail to ${identifier}: open ${url}\nor enter the code ${code}\n`);
  },
});
