/**
 * Emails of the application, in the look of those that sign in.
 *
 * @module
 */

import { toError } from "../../config/session_check.ts";
import { failedOf } from "../../errors/checks.ts";
import { ConfigError } from "../../errors/errors.ts";
import { parseRequest } from "../../http/incoming.ts";
import type { Incoming, RequestHeaders } from "../../http/types.ts";
import { UI_LOCALES } from "../../http/ui_locales.ts";
import type { Call, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { OwnMail } from "../../shapes/mail.ts";
import type { Theme } from "../../values/types.ts";
import { onOneLine } from "../../values/printable_name.ts";
import { parseAddress } from "../address.ts";
import { findNoticeMailer } from "../capability.ts";
import { sendMail } from "./send.ts";

/** Sends one in a request, in its language. */
export const send: Call<Setup> = async ([mail], { headers }, setup) => {
  await sendOwn(mail, headers, setup);
  return { value: undefined, cookies: [] };
};

/** Sends one outside of requests. */
export const sendOutside: OutsideCall<Setup> = async ([mail], setup) => await sendOwn(mail, null, setup);

async function sendOwn(given: unknown, headers: RequestHeaders | null, setup: Setup): Promise<void> {
  const { to, subject, text, button, reason = "", language } = checked(given);
  const provider = findNoticeMailer(setup.providers);
  if (!provider) {
    throw new ConfigError(
      "Cannot send an email: add a provider of email, such as `Resend`, to `providers`. With your own " +
        "`sendVerificationRequest`, set `notices: true`",
    );
  }
  const words = {
    subject: onOneLine(subject),
    intro: text,
    button: button ? onOneLine(button.label) : "",
    reason,
    ...{ preheader: "", openLink: "", asked: "", warning: "", ignore: "" },
  };
  const incoming = await incomingOf(headers, language, setup);
  await sendMail({
    purpose: "own",
    identifier: parseAddress(to, provider),
    token: "",
    // Without line breaks, which a parser ignores. Logos have their URLs from it.
    url: new URL(button?.url ?? incoming.origin).href,
    expires: new Date(setup.platform.now()),
  }, {
    incoming,
    provider,
    theme: ownTheme(setup),
    words: ({ messages: { mail } }) => Promise.resolve({ ...mail, ...words, openLink: words.button }),
  }, setup);
}

/** @throws {ConfigError} if a field is missing, or has another type. */
function checked(given: unknown): OwnMail {
  const { subject, text, button, reason, language, ...rest }: Partial<OwnMail> = Object(given);
  const { label, url }: Partial<NonNullable<OwnMail["button"]>> = Object(button);
  const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
  const isTextOrNone = (value: unknown) => value === undefined || typeof value === "string";
  const [mistake] = failedOf([
    ["email.send({ subject })", !isText(subject), "write a text"],
    ["email.send({ text })", !isText(text), "write a text"],
    [
      "email.send({ button })",
      button !== undefined && (!isText(label) || !isHttpUrl(url)),
      "write `{ label, url }` with a URL of http or https, or leave it out",
    ],
    ["email.send({ reason })", !isTextOrNone(reason), "write a text, or leave it out"],
    ["email.send({ language })", !isTextOrNone(language), 'write a tag such as "de", or leave it out'],
  ]);
  if (mistake) throw toError(mistake);
  return { ...rest, subject, text, button, reason, language } as OwnMail;
}

/** The appearance, with the name of the application: its button may lead to another host, which must not stand for it. */
function ownTheme({ theme, origin }: Setup): Theme {
  if (origin === undefined) return theme;
  const absolute = (source: string | undefined) =>
    source && URL.canParse(source, origin) ? new URL(source, origin).href : source;
  const [logo, logoDark] = [theme.logo, theme.logoDark].map(absolute);
  return {
    ...theme,
    name: theme.name || new URL(origin).host,
    ...logo && { logo },
    ...logoDark && { logoDark },
  };
}

function isHttpUrl(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The request whose language the email has. What was typed in it is no business of the email. */
async function incomingOf(
  headers: RequestHeaders | null,
  language: string | undefined,
  setup: Setup,
): Promise<Incoming> {
  const { origin = "https://localhost", basePath } = setup;
  const url = new URL(`${origin}${basePath}/session`);
  if (language !== undefined) url.searchParams.set(UI_LOCALES, language);
  return await parseRequest(
    new Request(url, { headers: new Headers(headers ? [...headers] : []) }),
    basePath,
    setup,
  );
}
