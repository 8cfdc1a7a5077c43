/**
 * The page where users choose how to sign in.
 *
 * @module
 */

import { defined } from "../defined.ts";
import { ENGLISH } from "../messages/en.ts";
import { fill, fillText } from "../messages/fill.ts";
import type { Locale, SignInMessages } from "../messages/types.ts";
import type { CredentialInput } from "../providers/types.ts";
import type { User } from "../types.ts";
import { alert } from "./alert.ts";
import { hole, type Html, markup, type Part, Template } from "./html.ts";
import { fields, hostOf, imageSource, linkTarget, type Script, toDocument } from "./layout.ts";
import { markSvg } from "./mark.ts";
import { passkeyScriptVersion } from "./passkey_script.ts";
import type { Page, PageForm, SignInBase, SignInVisit } from "./types.ts";

/** The sign-in page of an origin: all that is the same for every visitor. */
export interface SignInTemplate {
  /** Origin of the application. */
  readonly origin: string;
  /** Value of `Content-Security-Policy`. */
  readonly policy: string;
  /** The language, and its messages. */
  readonly locale: Locale;
  /** The document. */
  readonly document: Template<Hole>;
}

type Hole = "heading" | "purpose" | "current" | "alert" | "fields" | "address";

/** Makes the buttons that lead to providers, and below them the forms of the others, each posting for itself. */
export async function toSignInTemplate(page: SignInBase): Promise<SignInTemplate> {
  const { providers, origin, locale } = page;
  const messages = locale.messages.signIn;
  const buttons = providers.filter((provider) => provider.form === "button")
    .map((provider) => ({ ...provider, logo: logoOf(provider, origin) }));
  const forms = providers.filter((provider) => provider.form !== "button");
  const groups = [
    ...(buttons.length
      ? [markup`<ul>${buttons.map((button, index) => choice(button, index, messages))}</ul>`]
      : []),
    ...forms.map((form, index) => formOf(form, index, messages)),
  ];
  const { document, policy } = await toDocument(page, {
    heading: hole("heading"),
    body: markup`<p>${hole("purpose")}</p>
${hole("current")}
${hole("alert")}
${
      groups.length
        ? groups.map((group, index) => [index > 0 && separator(messages), group])
        : noProvider(messages)
    }`,
    wide: buttons.length > 8,
    tiles: buttons.map(({ style, mark }) => ({ color: mark?.color ?? style.brandColor, mark })),
    images: buttons.flatMap(({ logo }) => logo ?? []),
    script: await scriptOf(forms, locale),
  });
  return { origin, policy, locale, document: new Template(document) };
}

/** Shows the page to a visitor. */
export function signInPage(template: SignInTemplate, visit: SignInVisit): Page {
  const { origin, policy, locale, document } = template;
  const { email, current, link } = visit;
  const messages = locale.messages.signIn;
  const isAdding = link && current !== null;
  const html = document.fill({
    heading: isAdding ? messages.headingToAdd : messages.heading,
    purpose: fill(isAdding ? messages.purposeToAdd : messages.purpose, {
      host: markup`<b>${hostOf(origin)}</b>`,
    }),
    current: current && signedInAs(current, visit, template),
    alert: visit.error && alertOf(visit, locale),
    fields: fields(visit),
    address: attribute("value", email),
  });
  return { status: 200, html: html.toString(), policy, language: locale.language };
}

/** Says who is signed in, so that users do not sign in with another account by mistake. */
function signedInAs(
  { name, email }: User,
  { callbackUrl, link }: SignInVisit,
  { origin, locale }: SignInTemplate,
): Html {
  const person = name || email;
  const messages = locale.messages.signIn;
  const who = person
    ? fill(messages.current, { person: markup`<b>${person}</b>` })
    : messages.currentNameless;
  return markup`<p class="note">${who} ${link ? messages.adding : messages.another}
<a href="${linkTarget(callbackUrl, origin)}">${messages.goBack}</a></p>`;
}

/** The message about the failure, which names the providers a user signs in with if they are known. */
function alertOf({ error, ways }: SignInVisit, { language, messages }: Locale): Html | null {
  const { UserNotVerifiedWithWays: { what, now }, ...known } = messages.signInErrors;
  if (!ways.length) return alert(error, { messages: known, unknown: messages.general.unknownError });
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(ways);
  const UserNotVerified = { what, now: fillText(now, { ways: list }) };
  return alert(error, {
    messages: { ...known, UserNotVerified },
    unknown: messages.general.unknownError,
  });
}

type Button = Extract<PageForm, { readonly form: "button" }>;
type Form = Exclude<PageForm, Button>;

/** Passkeys need a script. Its URL names its version, so that a new page never gets an old script from a cache. */
async function scriptOf(forms: readonly Form[], { messages }: Locale): Promise<Script | undefined> {
  const form = forms.find((form) => form.form === "passkey");
  if (!form) return undefined;
  const version = await passkeyScriptVersion();
  return {
    src: `${form.script}?v=${encodeURIComponent(version)}`,
    integrity: version,
    // The script contains the English ones.
    messages: messages.passkey === ENGLISH.messages.passkey ? undefined : messages.passkey,
  };
}

function logoOf({ style }: Button, origin: string): string | null {
  return style.logo && imageSource(style.logo, origin) ? style.logo : null;
}

function choice(
  button: Button & { readonly logo: string | null },
  index: number,
  messages: SignInMessages,
): Html {
  const { name, action } = button;
  const tile = tileOf(button, index);
  return markup`
<li><form method="post" action="${action}">
${hole("fields")}
<button class="choice">${tile}<span>${fill(messages.button, { provider: name })}</span></button>
</form></li>`;
}

function tileOf({ name, logo, mark }: Button & { readonly logo: string | null }, index: number): Html {
  if (logo) return markup`<img class="tile" src="${logo}" alt="" loading="lazy">`;
  if (mark) return markSvg(mark, index);
  return markup`<span class="tile p${index}" aria-hidden="true">${monogram(name)}</span>`;
}

function monogram(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

/** The heading lets a screen reader jump from one form to the next. */
function formOf(form: Form, index: number, messages: SignInMessages): Html {
  const { name, action } = form;
  if (form.form === "passkey") return passkeyForm(form, index, messages);
  return markup`
<section class="form"><h2 class="unseen">${name}</h2>
<form method="post" action="${action}">
${hole("fields")}
${form.form === "email" ? input(`form${index}-0`, ADDRESS, messages) : inputsOf(form, index, messages)}
<button class="button">${fill(messages.button, { provider: name })}</button>
</form></section>`;
}

/** Hidden until the script has made sure that the browser supports passkeys. */
function passkeyForm(
  form: Extract<Form, { readonly form: "passkey" }>,
  index: number,
  messages: SignInMessages,
): Html {
  const { name, action, options, autofill } = form;
  return markup`
<section class="form"><h2 class="unseen">${name}</h2>
<noscript><p>${fill(messages.needsScript, { provider: name })}</p></noscript>
<form method="post" action="${action}" data-passkey="${options}"${autofill && markup` data-autofill`} hidden>
${hole("fields")}
${inputsOf(form, index, messages)}
<button class="button" name="action" value="authenticate" formnovalidate>${
    fill(messages.button, { provider: name })
  }</button>
<button class="button plain" name="action" value="register">${
    fill(messages.signUp, { provider: name })
  }</button>
</form></section>`;
}

interface Input extends Omit<CredentialInput, "value"> {
  readonly name: string;
  /** The attribute `value`. */
  readonly value: Part;
}

const ADDRESS: Input = {
  name: "email",
  value: hole("address"),
  type: "email",
  autocomplete: "email",
  required: true,
};

function inputsOf(
  { fields }: Extract<Form, { readonly fields: unknown }>,
  index: number,
  messages: SignInMessages,
): readonly Html[] {
  return Object.entries(fields).map(([name, field], at) =>
    input(`form${index}-${at}`, { ...field, name, value: attribute("value", field.value) }, messages)
  );
}

function input(id: string, field: Input, messages: SignInMessages): Html {
  const { name, type = "text", autocomplete, value, required } = field;
  const { label = name, placeholder } = { ...defaultTexts(field, messages), ...defined(field) };
  return markup`${type !== "hidden" && markup`<label for="${id}">${label}</label>`}
<input id="${id}" name="${name}" type="${type}"${value}${attribute("placeholder", placeholder)}${
    attribute("autocomplete", autocomplete)
  }${type === "email" && markup` inputmode="email"`} autocapitalize="none"${required && markup` required`}>
`;
}

/** The label and the example of a field, where the application gives it no label. */
function defaultTexts(
  { type, label }: Input,
  { address, addressExample, password }: SignInMessages,
): Pick<CredentialInput, "label" | "placeholder"> {
  if (label !== undefined) return {};
  if (type === "email") return { label: address, placeholder: addressExample };
  return type === "password" ? { label: password } : {};
}

function attribute(name: string, value: string | null | undefined): Part {
  return value && markup` ${name}="${value}"`;
}

function separator({ or }: SignInMessages): Html {
  return markup`
<p class="or">${or}</p>`;
}

function noProvider({ noProvider: { what, now } }: SignInMessages): Html {
  return markup`<p class="alert"><b>${what}</b>
${now}</p>`;
}
