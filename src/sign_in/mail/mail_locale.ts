/**
 * The messages of an email.
 *
 * @module
 */

import type { Device } from "../../values/device.ts";
import { deviceName } from "../../pages/device_name.ts";
import { fillText } from "../../messages/fill.ts";
import type { VerificationRequest } from "../../model/provider.ts";
import type { MailWords } from "../../setup/notice.ts";
import type { Locale, Messages } from "../../messages/types.ts";

/** What the messages depend on. */
interface MailFacts extends Pick<VerificationRequest, "purpose" | "token" | "code"> {
  /** Whether the email tells what has happened. Default `false`: someone has asked for it. */
  readonly isNotice?: boolean;
  /** The browser of whoever asked for the email, or did what it tells; `null` if unknown, or not to be named. */
  readonly device: Device | null;
  /** Where that was, as the application says it; `null` if it does not. */
  readonly location: string | null;
  /** When that was, in milliseconds since the epoch. */
  readonly at: number;
  /** The messages of an email that `Messages` do not have. */
  readonly words: MailWords | undefined;
}

/** Returns the messages of the email alone: a function of the application may hand the request to a queue. */
export async function mailLocale(locale: Locale, facts: MailFacts): Promise<Locale<Messages["mail"]>> {
  const { mail, general, securityMails } = locale.messages;
  const { purpose, isNotice, device, location, at, words } = facts;
  const own = words ? await words(locale) : new Map(Object.entries(securityMails)).get(purpose);
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC", numberingSystem: "latn" } as const;
  const time = `${new Intl.DateTimeFormat(locale.language, format).format(at)} UTC`;
  const details = [device && deviceName(device, general), location, time].filter(Boolean).join(", ");
  // A language of the application may be older than some of these messages.
  const asked = fillText(mail.asked ?? "", { details });
  const messages = { ...mail, asked, warning: warningOf(mail, facts), ...own };
  if (!isNotice) return { ...locale, messages };
  // The rest is filled in with the name of the application.
  const intro = fillText(own?.intro ?? "", { details, app: "{app}" });
  return { ...locale, messages: { ...messages, intro, asked: "", warning: "", reason: mail.accountReason } };
}

/** A notice has no token; nor does an email whose link leads to a page that asks for the code. */
function warningOf(
  { warning, warningLink, warningCode }: Messages["mail"],
  { token, code }: Pick<MailFacts, "token" | "code">,
): string {
  if (token) return code === undefined ? warningLink ?? warning : warning;
  return code === undefined ? "" : warningCode ?? warning;
}
