/**
 * The page that says that an email is on its way, and accepts its code.
 *
 * @module
 */

import { fill, fillText } from "../messages/fill.ts";
import type { AlertMessage, Locale } from "../messages/types.ts";
import { alertMessage, withTries } from "./alert.ts";
import { type Html, markup, type Part } from "../markup/html.ts";
import { appName, fields, homeLink, icon, layout, textLink } from "./layout.ts";
import { ENVELOPE } from "./mark.ts";
import { attribute, errorElement, invalidBy } from "./signin/input.ts";
import type { Page, PageBase } from "./types.ts";

/**
 * Asks users to look into their mailbox. In the browser that asked for the email they can type its code, ask for another
 * mail, or correct the address.
 */
export async function verifyRequestPage(page: VerifyRequestPage): Promise<Page> {
  const { mail, error, locale } = page;
  const { general, verifyRequest: messages } = locale.messages;
  const hasError = Boolean(error && mail?.codeAction);
  return await layout(page, {
    title: hasError ? fill(general.errorTitle, { title: messages.heading }) : messages.heading,
    heading: messages.heading,
    icon: icon(ENVELOPE),
    lead: markup`<p id="sent">${
      mail
        ? fill(mail.sent ?? (mail.codeAction ? messages.sentLinkAndCode : messages.sentLink), {
          email: markup`<b>${mail.email}</b>`,
        })
        : fill(messages.link, { app: markup`<b>${appName(page)}</b>` })
    }</p>`,
    body: markup`${mail && statusOf(mail, locale)}${mail?.codeAction && codeForm(mail.codeAction, mail, page)}
<p class="note aside">${messages.nothing}</p>
${mail && againForm(mail, locale)}
${mail ? textLink(mail.signinUrl, messages.otherAddress, page) : homeLink(page)}`,
  });
}

/** The page that says that an email is on its way, and accepts its code. */
interface VerifyRequestPage extends PageBase {
  /** The mail that this browser asked for; `null` if it has not. */
  readonly mail: SentMail | null;
  /** The failure before: any text, as it comes from the query. */
  readonly error: string | null;
  /** After a wrong code, how often it may be tried again; `null` if the page does not know. Default: it does not. */
  readonly triesLeft?: number | null;
}

/** An email that a browser has asked for. */
interface SentMail {
  /** The address. */
  readonly email: string;
  /** URL that the form for the code posts to; `null` if the email has no code. */
  readonly codeAction: string | null;
  /** URL that the form for another mail posts to. */
  readonly againAction: string;
  /** URL of the sign-in page, for another address. */
  readonly signinUrl: string;
  /** Seconds until another mail may be sent. */
  readonly wait: number;
  /** Whether another mail was just sent, or was asked for too early: any text, as it comes from the query. */
  readonly again: string | null;
  /** Why the email was sent, if the user has not asked for one. Default: they have. */
  readonly why?: string | undefined;
  /** What the page says first. Placeholder: `email`. Default: that a link was sent, and perhaps a code. */
  readonly sent?: string | undefined;
  /** Goes into the forms. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards; goes into the form for another mail. */
  readonly callbackUrl: string;
  /** Whether the user wants to add a way to sign in; goes into the form for another mail. */
  readonly link: boolean;
  /** `ui_locales` of the request; goes into the forms. Default: none. */
  readonly locales?: string | null;
}

/** Says whether another mail was sent, or was asked for too early, or why one was sent. */
export function statusOf(
  { again, wait, why }: Pick<SentMail, "again" | "wait" | "why">,
  locale: Locale,
): Part {
  const { verifyRequest: messages } = locale.messages;
  const early = again === "early" && wait !== 0 && fillText(messages.tooEarly, { seconds: String(wait) });
  const text = again === "sent" ? messages.sentAgain : why || early;
  return text && markup`<p class="notice" role="status">${text}</p>`;
}

/** How often a code may be tried again, by the address of its page, where anyone can write anything. */
export function triesIn(query: URLSearchParams): number | null {
  const tries = query.get("tries") ?? "";
  return /^[1-9]$/.test(tries) ? Number(tries) : null;
}

function codeForm(
  action: string,
  mail: SentMail,
  { error, triesLeft = null, locale }: VerifyRequestPage,
): Html {
  const { general, verifyRequest: messages } = locale.messages;
  const InvalidCode = withTries(messages.InvalidCode, triesLeft, locale);
  const message = error && alertMessage(error, { messages: { InvalidCode }, unknown: general.unknownError });
  return markup`
<form class="form" method="post" action="${action}">
${fields(mail.link ? mail : { ...mail, callbackUrl: "" })}
${codeField(message || null, locale, { sendsAlone: true })}
<button class="button">${messages.button}</button>
</form>`;
}

/**
 * The field for a code. The pattern allows blanks: users copy the code with its space, or with more around it.
 *
 * @param message What is wrong with the code before; `null` if nothing is.
 */
export function codeField(
  message: AlertMessage | null,
  { messages: { verifyRequest: messages } }: Locale,
  { sendsAlone, value = null }: { readonly sendsAlone: boolean; readonly value?: string | null },
): Html {
  return markup`<div class="line"><label for="code">${messages.code}</label>
<div class="field"><input class="code"${
    !sendsAlone && markup` data-more`
  } id="code" name="code" autocomplete="one-time-code" inputmode="numeric" placeholder="1234 5678"
pattern="\\s*(\\d\\s*){8}" title="${messages.codeFormat}"${attribute("value", value)} required${
    message ? invalidBy(CODE_ERROR) : markup` aria-describedby="sent"${!value && markup` autofocus`}`
  }></div>${message && errorElement(CODE_ERROR, `${message.what} ${message.now}`)}</div>`;
}

/** The server enforces the pause; the script shows how long it lasts. */
export function againForm(
  mail: Pick<SentMail, "wait" | "againAction" | "csrfToken" | "callbackUrl" | "link" | "locales">,
  locale: Locale,
): Html {
  const { again, againLater } = locale.messages.verifyRequest;
  const { wait, againAction } = mail;
  return markup`<form method="post" action="${againAction}">
${fields(mail)}
<input type="hidden" name="again" value="true">
<button class="link"${
    wait > 0 && markup` data-wait="${String(wait)}" data-again="${fillText(againLater, { seconds: "%" })}"`
  }>${again}</button>
</form>`;
}

const CODE_ERROR = "error";
