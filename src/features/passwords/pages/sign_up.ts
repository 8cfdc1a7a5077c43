/**
 * The page on which a new user creates an account, with a password or in another way.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { alert } from "../../../pages/alert.ts";
import { documents } from "../../../pages/documents.ts";
import { fields, layout, linkTarget, readableHost, textLink } from "../../../pages/layout.ts";
import { SIGN_UP_ADDRESS, signUpWays } from "../../../pages/signin/sign_up_ways.ts";
import type { Page } from "../../../pages/types.ts";
import { METER_SCRIPT, METER_STYLE } from "../meter_script.ts";
import { addressField, fieldErrors, newPasswordField } from "./fields.ts";
import type { AddressPage, SignUpPage } from "./types.ts";

/** Asks for an address and a password, and for what the application wants to know; below it are the other ways. */
export async function signUpPage(page: SignUpPage): Promise<Page> {
  const { locale, theme, origin, email, error, minLength, action, signinUrl, asked, others, optional } = page;
  const { password: messages, signIn } = locale.messages;
  // The message about a field of the user stands at it.
  const at = fieldErrors(error === "InvalidField" ? null : error, locale, minLength);
  const ways = signUpWays(others, page, fields(page));
  const agreement = theme.links?.terms && !asked?.terms;
  return await layout(page, {
    ...headingOf(page),
    ...ways.content,
    inlineScript: METER_SCRIPT,
    formParts: page.part && [page.part],
    style: METER_STYLE + (asked?.style ?? ""),
    lead: theme.name
      ? null
      : markup`<p>${fill(signIn.purpose, { app: markup`<b>${readableHost(origin)}</b>` })}</p>`,
    body: markup`${at.other && alert(at.other)}
<form class="form" method="post" action="${action}">
${fields(page)}
${asked?.html}<div id="${SIGN_UP_ADDRESS}">${
      addressField({ email, locale, error: at.address, optional })
    }</div>
${newPasswordField(page, { error: at.password })}
${asked?.terms}${page.part?.html}<button class="button">${messages.signUpButton}</button>
${agreement && markup`<p class="note aside">${documents(messages.agreement, page)}</p>`}
</form>
${ways.html}
<p class="note aside">${messages.haveAccount} <a href="${
      linkTarget(signinUrl, origin)
    }">${messages.signIn}</a></p>`,
  });
}

/** Says that nobody can create an account. */
export async function closedPage(page: AddressPage): Promise<Page> {
  const { locale: { messages }, signinUrl } = page;
  const { what, now } = messages.signUp.closed;
  return await layout(page, {
    ...headingOf({ ...page, error: null }),
    body: markup`<p class="text">${what} ${now}</p>
${textLink(signinUrl, messages.password.signIn, page)}`,
  });
}

function headingOf({ theme, locale, error }: AddressPage) {
  const { password: messages, general } = locale.messages;
  const heading = theme.name
    ? fill(messages.signUpHeadingNamed, { app: theme.name })
    : messages.signUpHeading;
  return { heading, title: error ? fill(general.errorTitle, { title: heading }) : heading };
}
