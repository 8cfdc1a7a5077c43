/**
 * Sign-in by email, sent with Mailgun.
 *
 * @module
 */

import { basic, mailService } from "./_mail_service.ts";
import type { EmailUserConfig, MailProvider } from "../model/provider.ts";

/** Options of `Mailgun()`. */
export type MailgunOptions = EmailUserConfig & {
  /** Sender of the email: `Name <mail@example.com>`, or the address alone. Default: none: the log asks for it. */
  readonly from?: string | undefined;
  /** Region of the account. Default `US`. */
  readonly region?: "US" | "EU";
};

/**
 * Describes sign-in by email, sent with Mailgun.
 *
 * - Environment: `AUTH_MAILGUN_KEY`, an API key that may send.
 * - The domain of `from` must be a sending domain of the account.
 * - Click tracking is off, regardless of the domain's settings: a tracked link would lead through Mailgun's servers.
 *
 * @param options Settings of the application. They override the defaults.
 * @throws {TypeError} for an unknown region.
 * @see {@link https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages | Messages}
 *
 * @example
 * ```ts
 * import { Mailgun } from "@latchkey/auth/providers/mailgun";
 *
 * const provider = Mailgun({ from: "Example <sign-in@example.com>" });
 * console.assert(provider.id === "mailgun");
 * ```
 */
export function Mailgun(options: MailgunOptions): MailProvider {
  const { region = "US", ...others } = options;
  if (!Object.hasOwn(HOSTS, region)) throw new TypeError('Cannot set up "mailgun": `region` is "US" or "EU"');
  return mailService({ id: "mailgun", name: "Mailgun", options: others }, ({ mail, to, sender, key }) => {
    const domain = encodeURIComponent(sender.address.split("@")[1] ?? "");
    const body = new FormData();
    const fields = { from: sender.from, to, ...mail, "o:tracking-clicks": "no" };
    for (const [field, value] of Object.entries(fields)) body.append(field, value);
    return {
      url: `https://${HOSTS[region]}/v3/${domain}/messages`,
      headers: { authorization: basic("api", key) },
      body,
    };
  });
}

/** The name of `Mailgun` in Auth.js. */
export const MailGun: typeof Mailgun = Mailgun;

export default Mailgun;

const HOSTS = { US: "api.mailgun.net", EU: "api.eu.mailgun.net" } as const;
