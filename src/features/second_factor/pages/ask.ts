/**
 * The page that asks for the second step of a sign-in.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { fill, fillText, timeText } from "../../../messages/fill.ts";
import type { AlertMessage } from "../../../messages/types.ts";
import { alert, withTries } from "../../../pages/alert.ts";
import { appName, homeLink, icon, layout, linkTarget, scriptIn, textLink } from "../../../pages/layout.ts";
import type { Page } from "../../../pages/types.ts";
import { codeField, fieldsBeside, formFields, messageOf, recoveryField } from "./fields.ts";
import { SHIELD } from "../../../pages/account_signs.ts";
import { FORM_STYLE } from "./style.ts";
import type { AskPage } from "./types.ts";

/** Asks for a code of the app, a passkey, or a recovery code: what the user has. */
export async function askPage(page: AskPage): Promise<Page> {
  const { locale, origin, error, isStepUp, passkey, signinUrl } = page;
  const { general, secondFactor: messages } = locale.messages;
  const heading = isStepUp ? messages.stepUpHeading : messages.askHeading;
  const isOver = error === "InvalidCheck";
  const { code, recoveryCode, other } = failuresOf(page);
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title: heading }) : heading,
    heading,
    style: FORM_STYLE,
    icon: icon(SHIELD),
    lead: markup`<p>${
      fill(isStepUp ? messages.stepUpText : messages.askText, { app: markup`<b>${appName(page)}</b>` })
    }</p>`,
    body: markup`${other && alert(other)}
${isOver ? null : steps(page, { code, recoveryCode })}
${
      isOver
        ? markup`<a class="button" href="${
          linkTarget(signinUrl, origin)
        }">${locale.messages.signIn.submit}</a>`
        : isStepUp
        ? homeLink(page)
        : textLink(signinUrl, general.otherWay, page)
    }`,
    script: passkey && !isOver ? scriptIn(locale, passkey.script) : undefined,
  });
}

interface Failures {
  /** At the field for the code of the app. */
  readonly code: AlertMessage | null;
  /** At the field for a recovery code. */
  readonly recoveryCode: AlertMessage | null;
}

function failuresOf(
  { error, failedField, triesLeft, locale, hasApp, hasRecoveryCodes }: AskPage,
): Failures & { readonly other: AlertMessage | null } {
  const none = { code: null, recoveryCode: null, other: null };
  if (!error) return none;
  const message = messageOf(error, locale);
  if (error !== "InvalidSecondFactor") return { ...none, other: message };
  if (failedField === "recoveryCode" && hasRecoveryCodes) {
    return { ...none, recoveryCode: withTries(messageOf("InvalidRecoveryCode", locale), triesLeft, locale) };
  }
  const wrong = withTries(message, triesLeft, locale);
  return hasApp ? { ...none, code: wrong } : { ...none, other: wrong };
}

/** The first of them is the one that is easiest for the user. */
function steps(page: AskPage, { code, recoveryCode }: Failures): Html {
  const { hasApp, hasRecoveryCodes, passkey, locale } = page;
  const { secondFactor: messages } = locale.messages;
  return markup`${
    hasApp && markup`<form class="form" method="post" action="${page.action}">
${formFields(page)}
${rememberField("remember", page)}
${codeField({ name: "code", label: messages.code, error: code, isFirst: !recoveryCode }, locale, 6)}
<button class="button">${messages.confirm}</button>
</form>
`
  }${passkey && passkeyForm(passkey, page)}${hasRecoveryCodes && recoveryPart(recoveryCode, page)}${
    !hasApp && !passkey && !hasRecoveryCodes && markup`<p class="text">${messages.lost}</p>`
  }${page.isDoubtful && neverPart(page)}`;
}

/** For the owner of a mailbox whose address someone else has had the application store. */
function neverPart(page: AskPage): Html {
  const { secondFactor: messages } = page.locale.messages;
  return markup`<details><summary>${messages.never}</summary>
<form method="post" action="${page.action}">
${formFields(page)}
<p class="text">${messages.neverEffect}</p>
<button class="button plain" name="choice" value="never">${messages.neverNow}</button>
</form>
</details>`;
}

/** Hidden until the script has made sure that the browser supports passkeys. Fields that are no `type=hidden` reach its options. */
function passkeyForm({ options }: NonNullable<AskPage["passkey"]>, page: AskPage): Html {
  const { hasApp, locale } = page;
  const { secondFactor: messages, signIn } = locale.messages;
  return markup`<form class="passkey" method="post" action="${page.action}" data-passkey="${options}" hidden>
${fieldsBeside(page)}${
    page.question !== null && markup`<input name="question" value="${page.question}" hidden>`
  }
${!hasApp && rememberField("remember-passkey", page)}
<button class="button${
    hasApp && markup` plain`
  }" name="action" value="authenticate">${messages.usePasskey}</button>
</form>
<noscript><p class="note">${signIn.passkeyNeedsScript}</p></noscript>
`;
}

function recoveryPart(error: AlertMessage | null, page: AskPage): Html {
  const { secondFactor: messages } = page.locale.messages;
  return markup`<details${error && markup` open`}><summary>${messages.useRecoveryCode}</summary>
<form method="post" action="${page.action}">
${formFields(page)}
${recoveryField(error, page.locale)}
<button class="button">${messages.confirm}</button>
</form>
<p class="note">${messages.lost}</p>
</details>`;
}

/** Above the code, which is sent with its last digit. It stays ticked after a wrong one. */
function rememberField(id: string, { remember, isRemembered, locale }: AskPage): Html | null {
  if (remember === null) return null;
  const time = timeText(Math.max(1, Math.round(remember / 86_400)), "day", locale);
  return markup`<div class="check"><input id="${id}" type="checkbox" name="remember" value="true"${
    isRemembered && markup` checked`
  }><label for="${id}">${fillText(locale.messages.secondFactor.remember, { time })}</label></div>`;
}
