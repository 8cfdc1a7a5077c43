import process from "node:process";
import { createTransport } from "nodemailer";
import { sql } from "./database";

const { AUTH_URL, INBOX, MAIL_FROM, MAIL_SERVER, NODE_ENV } = process.env;

/** Sender of all mails. */
export const FROM = MAIL_FROM ?? "Acme Projects <hello@example.com>";

/**
 * Whether mails go to the page `/inbox` instead of their recipients. Whoever opens that page can sign in as anyone, so it is
 * for your own computer: in development, and with `INBOX=local` for tests of what `next build` has built.
 */
export const hasInbox = !MAIL_SERVER &&
  (NODE_ENV === "development" || INBOX === "local" && /^http:\/\/localhost\b(?!\.)/.test(AUTH_URL ?? ""));

interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
}

const inbox = {
  sendMail({ to, subject, text }: Mail) {
    sql.prepare("INSERT INTO inbox (recipient, subject, text) VALUES (?, ?, ?)").run(
      to.address,
      subject,
      text,
    );
    console.log(`A mail to ${to.address} is at ${AUTH_URL}/inbox`);
    return Promise.resolve({});
  },
};

/** Sends the mails of the library and of the application. `undefined` without settings: then the server does not start. */
export const transport = MAIL_SERVER ? createTransport(MAIL_SERVER) : hasInbox ? inbox : undefined;

/** Mails of the inbox, the newest first. */
export function inboxMails() {
  return sql.prepare("SELECT id, recipient, subject, text FROM inbox ORDER BY id DESC LIMIT 50").all()
    .map((row) => ({
      id: Number(row.id),
      to: String(row.recipient),
      subject: String(row.subject),
      text: String(row.text),
    }));
}

/** Mails an invitation. It has no text that a user chooses, so that no one sends advertisements in your name. */
export async function sendInvitation(email: string, secret: string): Promise<void> {
  if (!transport) throw new Error("Cannot send the invitation: there is no mail server");
  await transport.sendMail({
    from: FROM,
    to: { name: "", address: email },
    subject: "You are invited to Acme Projects",
    text:
      `Open this link to see where you are invited to, and to accept:\n${AUTH_URL}/invitation/${secret}\n\n` +
      `It works once, for a week, for ${email}.\n`,
  });
}
