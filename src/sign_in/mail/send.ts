/**
 * Sends an email with a provider.
 *
 * @module
 */

import type { Device } from "../../values/device.ts";
import { ConfigError, EmailSignInError, InvalidEmail } from "../../errors/errors.ts";
import { toRecord, toRequest } from "../../http/incoming.ts";
import { parseDevice } from "../../http/device.ts";
import { localeOf } from "../../pages/locale.ts";
import { locationOf } from "../location.ts";
import { mailLocale } from "./mail_locale.ts";
import { within } from "../../platform/platform.ts";
import type { VerificationRequest } from "../../model/provider.ts";
import type { MailWords } from "../../setup/notice.ts";
import type { EmailProvider, Setup } from "../../setup/setup.ts";
import { isA } from "../../errors/thrown.ts";
import type { Theme } from "../../values/types.ts";
import type { Incoming } from "../../http/types.ts";
import { requestedLocales, UI_LOCALES } from "../../http/ui_locales.ts";

/** Time limit for sending, in milliseconds. */
const SEND_TIMEOUT = 30_000;

/** The parts in which emails differ. */
export type MailToSend = Pick<
  VerificationRequest,
  "purpose" | "identifier" | "token" | "url" | "otherUrl" | "expires" | "code"
>;

/**
 * Sends an email with a provider.
 *
 * @throws {InvalidEmail} if the mail server refuses the address.
 * @throws {ConfigError} if a mistake in the setup of the site is the reason.
 * @throws {EmailSignInError} if the email cannot be sent for another reason.
 */
export async function sendMail(
  mail: MailToSend,
  { incoming, provider, device, words, theme: own }: {
    readonly incoming: Incoming;
    readonly provider: EmailProvider;
    /** The browser that a notice names; `null` for a notice that names none. Default: the email is no notice. */
    readonly device?: Device | null;
    /** The messages that differ from those of the sign-in mail, where `Messages` do not have them. */
    readonly words?: MailWords | undefined;
    /** Its appearance. Default: that of the config. */
    readonly theme?: Theme;
  },
  setup: Setup,
): Promise<void> {
  const theme = own ?? setup.theme;
  const { fetch } = provider;
  const { purpose } = mail;
  try {
    const request = toRequest(withoutPasswords(incoming, setup));
    const seen = device === undefined ? parseDevice(incoming.headers.get("user-agent")) : device;
    const locale = await mailLocale(await localeOf(incoming, setup), {
      ...mail,
      words,
      isNotice: device !== undefined,
      device: seen,
      // The browser of a staff member says nothing, and neither does its place.
      location: seen && await locationOf(incoming, setup),
      at: setup.platform.now(),
    });
    const { otherUrl: _, ...others } = mail;
    // A link without words would be none.
    const linked = locale.messages.otherButton ? mail : others;
    await within(
      SEND_TIMEOUT,
      setup.platform,
      () => provider.sendVerificationRequest({ ...linked, provider, theme, locale, request, fetch }),
    );
    setup.logger.debug("mail sent", { provider: provider.id, purpose });
  } catch (error) {
    if (isA(error, ConfigError) || isA(error, InvalidEmail)) throw error;
    throw new EmailSignInError("Cannot send the mail", { err: error as Error });
  }
}

/**
 * Returns a request without what was typed in its form, which is no business of an email. It stays in the language of the form.
 *
 * @param begun `ui_locales` of the request that began the sign-in, where this one has none.
 */
export function withoutForm(incoming: Incoming, begun = ""): Incoming {
  const locales = requestedLocales(incoming) ?? begun;
  const query = new URLSearchParams(incoming.query);
  if (locales) query.set(UI_LOCALES, locales);
  return { ...incoming, query, body: undefined, form: undefined };
}

/** Without scripts, the form that mail and password share sends both. What an application does with the email needs no password. */
function withoutPasswords(incoming: Incoming, { providers }: Setup): Incoming {
  if (incoming.body === undefined) return incoming;
  const fields = [...providers.values()].flatMap((each) =>
    each.type === "credentials" ? Object.entries(each.credentials) : []
  );
  const hidden = new Set(fields.flatMap(([name, { type }]) => type === "password" ? name : []));
  const body = toRecord(Object.entries(incoming.body).filter(([name]) => !hidden.has(name)));
  return { ...incoming, body };
}
