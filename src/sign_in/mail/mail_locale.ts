/**
 * The messages of an email.
 *
 * @module
 */

import type { Device } from "../../values/device.ts";
import { deviceName } from "../../pages/device_name.ts";
import { fillText } from "../../messages/fill.ts";
import type { VerificationRequest } from "../../model/provider.ts";
import type { MailWords } from "../../setup/setup.ts";
import type { Locale, Messages } from "../../messages/types.ts";

/** What the messages depend on. */
interface MailFacts extends Pick<VerificationRequest, "purpose" | "expires"> {
  /** The browser that a notice names; `null` for a notice that names none. Default: the email is no notice. */
  readonly device?: Device | null | undefined;
  /** The messages of an email that `Messages` do not have. */
  readonly words: MailWords | undefined;
}

/** Returns the messages of the email alone: a function of the application may hand the request to a queue. */
export async function mailLocale(locale: Locale, facts: MailFacts): Promise<Locale<Messages["mail"]>> {
  const { mail, general, securityMails } = locale.messages;
  const { purpose, device, expires, words } = facts;
  const own = words ? await words(locale) : new Map(Object.entries(securityMails)).get(purpose);
  if (device === undefined) return { ...locale, messages: { ...mail, ...own } };
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC", numberingSystem: "latn" } as const;
  const time = `${new Intl.DateTimeFormat(locale.language, format).format(expires)} UTC`;
  const details = device === null ? time : `${deviceName(device, general)}, ${time}`;
  // The rest is filled in with the name of the application.
  const intro = fillText(own?.intro ?? "", { details, app: "{app}" });
  return { ...locale, messages: { ...mail, ...own, intro, warning: "" } };
}
