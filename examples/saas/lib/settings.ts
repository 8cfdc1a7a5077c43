import process from "node:process";
import { hasInbox, transport } from "./mail";

const { AUTH_SECRET, AUTH_URL, MAIL_FROM } = process.env;

/** Called at start: ends the server if a setting is missing, above all one without which mails would go nowhere. */
export function exitWithoutSettings(): void {
  const missing = [
    !AUTH_SECRET && "AUTH_SECRET: the output of `npx @latchkey/auth secret`",
    !AUTH_URL && "AUTH_URL, such as https://example.com",
    !transport && "MAIL_SERVER, such as smtps://user:password@smtp.example.com",
    !hasInbox && !MAIL_FROM && "MAIL_FROM, such as Acme <hello@example.com>",
  ].filter((setting) => typeof setting === "string");
  if (missing.length === 0) return;
  console.error(`Cannot start. Set\n- ${missing.join("\n- ")}`);
  process.exit(1);
}
