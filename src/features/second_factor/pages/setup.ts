/**
 * The page that turns the second factor on.
 *
 * @module
 */

import { type Html, markup, type Part } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import type { AlertMessage } from "../../../messages/types.ts";
import { alert, withTries } from "../../../pages/alert.ts";
import { appName, icon, layout, textLink } from "../../../pages/layout.ts";
import { ENVELOPE } from "../../../pages/mark.ts";
import type { Page } from "../../../pages/types.ts";
import { STEPS_STYLE } from "../../../pages/steps.ts";
import { statusOf } from "../../../pages/verify.ts";
import { codeField, formFields, messageOf } from "./fields.ts";
import { SHIELD } from "../../../pages/account_signs.ts";
import { COPY_SCRIPT } from "./copy_script.ts";
import { FORM_STYLE, KEY_STYLE } from "./style.ts";
import type { KeyStep, MailStep, SetupPage } from "./types.ts";

/** Asks for the code of an email if the user has to confirm their address first; then shows the key, and asks for a code. */
export async function setupPage(page: SetupPage): Promise<Page> {
  const { locale, error, step, lack, cancelUrl, since } = page;
  const { general, secondFactor: messages } = locale.messages;
  const heading = headingOf(page);
  const fieldError = errorAtField(page);
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title: heading }) : heading,
    heading,
    style: FORM_STYLE + STEPS_STYLE + KEY_STYLE,
    icon: icon(isTyped(step) ? ENVELOPE : SHIELD),
    lead: markup`${since && markup`<p class="notice" role="status">${messages.done[since]}</p>`}${
      lack !== null && markup`<p>${fill(messages.stepUpText, { app: markup`<b>${appName(page)}</b>` })}</p>`
    }${textOf(page)}`,
    body: markup`${error && !fieldError && alert(messageOf(error, locale))}
${stepPart(page, fieldError)}
${textLink(cancelUrl, wayOut(page), page)}`,
    ...(step.name === "key" && { inlineScript: COPY_SCRIPT }),
  });
}

/** What is wrong with the code that was typed; `null` if something else is wrong, or nothing. */
function errorAtField({ error, step, locale }: SetupPage): AlertMessage | null {
  if (error === "InvalidSecondFactor" && !isTyped(step)) return messageOf(error, locale);
  const isOfMail = isTyped(step) && (error === "InvalidSecondFactor" || error === "InvalidCode");
  return isOfMail ? withTries(locale.messages.verifyRequest.InvalidCode, step.triesLeft, locale) : null;
}

function stepPart(page: SetupPage, error: AlertMessage | null): Html {
  const { step } = page;
  if (isTyped(step)) return mailPart(step, page, error);
  return step.name === "mail" ? sendPart(page) : keyPart(step, page, error);
}

/** The text of the link that leaves the page. */
function wayOut(page: SetupPage): Part {
  const { general, link } = page.locale.messages;
  if (page.isRequired) return general.otherWay;
  return page.lack === null ? link.cancel : fill(general.back, { app: appName(page) });
}

/** Whether the page asks for the code of an email. */
function isTyped(step: SetupPage["step"]): step is MailStep & { readonly isUnsent?: false } {
  return step.name === "mail" && !step.isUnsent;
}

function headingOf({ step, change, locale: { messages: { secondFactor: messages } } }: SetupPage): string {
  if (isTyped(step)) return messages.mailHeading;
  return change === "replace"
    ? messages.changeApp
    : change === "add"
    ? messages.addApp
    : messages.setupHeading;
}

function textOf(page: SetupPage): Html | null {
  const { step, change, isRequired, locale } = page;
  const { secondFactor: messages } = locale.messages;
  if (isTyped(step)) {
    return markup`<p>${fill(messages.mailText, { email: markup`<b>${step.email}</b>` })}</p>`;
  }
  if (change) return change === "replace" ? markup`<p>${messages.changeAppText}</p>` : null;
  return markup`<p>${
    isRequired ? fill(messages.requiredText, { app: markup`<b>${appName(page)}</b>` }) : messages.setupText
  }</p>`;
}

/** A button that sends the email. */
function sendPart(page: SetupPage): Html {
  return markup`<form class="form" method="post" action="${page.action}">
${formFields(page)}<input type="hidden" name="first" value="true">
<button class="button" name="action" value="mail">${page.locale.messages.signIn.continue}</button>
</form>`;
}

function mailPart({ wait, status }: MailStep, page: SetupPage, error: AlertMessage | null): Html {
  const { locale, action } = page;
  const { secondFactor, signIn, verifyRequest } = locale.messages;
  const field = { name: "mailCode", label: secondFactor.mailCode, error, isFirst: true };
  return markup`${statusOf({ again: status, wait }, locale)}
<form class="form" method="post" action="${action}">
${formFields(page)}
${codeField(field, locale, 8)}
<button class="button">${signIn.continue}</button>
</form>
<p class="note aside">${verifyRequest.nothing}</p>
<form method="post" action="${action}">
${formFields(page)}
<button class="link" name="action" value="mail"${
    wait > 0 &&
    markup` data-wait="${String(wait)}" data-again="${fill(verifyRequest.againLater, { seconds: "%" })}"`
  }>${verifyRequest.again}</button>
</form>`;
}

/**
 * Three steps. A phone can't scan its own screen: there, the link that opens the app comes first, and the QR code is folded for
 * users whose app is on another device. The style sheet decides (`near` and `far`), so both are in the page.
 */
function keyPart(step: KeyStep, page: SetupPage, error: AlertMessage | null): Html {
  const { secret, uri, qr, setup, hasPasskeys } = step;
  const { secondFactor: messages } = page.locale.messages;
  const field = { name: "code", label: messages.firstCode, error, isFirst: false };
  return markup`<ol class="steps">
<li><p>${messages.getApp}</p></li>
<li><p class="near">${messages.addAccount}</p>
<a class="button plain near" href="${uri}">${messages.openApp}</a>
<p class="note near">${messages.orKey}</p>
<p class="far">${qr ? messages.scan : messages.typeKey}</p>
${
    qr && markup`<div class="far">${qr}
<p class="note">${messages.orKey}</p></div>
`
  }<div class="copy"><p class="key" dir="ltr">${secret.match(/.{1,4}/g)?.join(" ")}</p>
<button type="button" class="link" data-copy="${secret}" data-done="${messages.copied}" hidden>${messages.copy}</button>
<output class="unseen"></output></div>
<a class="link far" href="${uri}">${messages.openApp}</a>
${
    qr && markup`<details class="near"><summary>${messages.otherDevice}</summary>
<p class="note">${messages.scan}</p>
${qr}</details>
`
  }</li>
<li><form class="form" method="post" action="${page.action}">
${formFields(page)}<input type="hidden" name="setup" value="${setup}">
${codeField(field, page.locale, 6)}
<button class="button">${page.change ? messages.confirm : messages.turnOn}</button>
</form></li>
</ol>
${
    hasPasskeys && markup`<form method="post" action="${page.action}">
${formFields(page)}
<p class="text">${messages.passkeysText}</p>
<button class="button plain" name="action" value="passkeys">${messages.usePasskeys}</button>
</form>`
  }`;
}
