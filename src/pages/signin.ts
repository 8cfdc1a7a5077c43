/**
 * The page where users choose how to sign in.
 *
 * @module
 */

import type { CredentialInput } from "../providers/types.ts";
import type { User } from "../types.ts";
import { alert, type Messages } from "./alert.ts";
import { hole, type Html, markup, type Part, Template } from "./html.ts";
import { fields, hostOf, imageSource, linkTarget, type Script, toDocument } from "./layout.ts";
import { passkeyScriptVersion } from "./passkey_script.ts";
import type { Page, PageForm, SignInBase, SignInVisit } from "./types.ts";

/** The sign-in page of an origin: all that is the same for every visitor. */
export interface SignInTemplate {
  /** Origin of the application. */
  readonly origin: string;
  /** Value of `Content-Security-Policy`. */
  readonly policy: string;
  /** The document. */
  readonly document: Template<Hole>;
}

type Hole = "heading" | "purpose" | "current" | "alert" | "fields" | "address";

/** Makes the buttons that lead to providers, and below them the forms of the others, each posting for itself. */
export async function toSignInTemplate(page: SignInBase): Promise<SignInTemplate> {
  const { providers, origin } = page;
  const buttons = providers.filter((provider) => provider.form === "button")
    .map((provider) => ({ ...provider, logo: logoOf(provider, origin) }));
  const forms = providers.filter((provider) => provider.form !== "button");
  const groups = [...(buttons.length ? [markup`<ul>${buttons.map(choice)}</ul>`] : []), ...forms.map(formOf)];
  const { document, policy } = await toDocument(page, {
    heading: hole("heading"),
    body: markup`<p>${hole("purpose")} <b>${hostOf(origin)}</b></p>
${hole("current")}
${hole("alert")}
${groups.length ? groups.map((group, index) => [index > 0 && OR, group]) : NO_PROVIDER}`,
    wide: buttons.length > 8,
    tiles: buttons.map(({ style }) => style.brandColor),
    images: buttons.flatMap(({ logo }) => logo ?? []),
    script: await scriptOf(forms),
  });
  return { origin, policy, document: new Template(document) };
}

/** Shows the page to a visitor. */
export function signInPage({ origin, policy, document }: SignInTemplate, visit: SignInVisit): Page {
  const { error, email, current, link, ways } = visit;
  const isAdding = link && current !== null;
  const html = document.fill({
    heading: isAdding ? "Add a way to sign in" : "Sign in",
    purpose: isAdding ? "to your account at" : "to continue to",
    current: current && signedInAs(current, visit, origin),
    alert: alert(error, error === "UserNotVerified" ? withWays(ways) : MESSAGES),
    fields: fields(visit),
    address: attribute("value", email),
  });
  return { status: 200, html: html.toString(), policy };
}

/** Says who is signed in, so that users do not sign in with another account by mistake. */
function signedInAs({ name, email }: User, { callbackUrl, link }: SignInVisit, origin: string): Html {
  const person = name || email;
  const what = link
    ? "What you choose here will open this account."
    : "Another account signs you in as its user; a new one can be added to yours.";
  return markup`<p class="note">You are signed in${person && markup` as <b>${person}</b>`}. ${what}
<a href="${linkTarget(callbackUrl, origin)}">Go back</a></p>`;
}

/** The message that names the providers a user signs in with. */
function withWays(ways: readonly string[]): Messages {
  const known = ways.length ? `Sign in with ${ways.join(" or ")}` : "Sign in the way you did before";
  return new Map([["UserNotVerified", [
    "An account with this address exists, but its address was never confirmed.",
    `${known}, then ask for an e-mail here again to confirm the address.`,
  ]]]);
}

type Button = Extract<PageForm, { readonly form: "button" }>;
type Form = Exclude<PageForm, Button>;

/** Passkeys need a script. Its URL names its version, so that a new page never gets an old script from a cache. */
async function scriptOf(forms: readonly Form[]): Promise<Script | undefined> {
  const form = forms.find((form) => form.form === "passkey");
  if (!form) return undefined;
  const version = await passkeyScriptVersion();
  return { src: `${form.script}?v=${encodeURIComponent(version)}`, integrity: version };
}

function logoOf({ style }: Button, origin: string): string | null {
  return style.logo && imageSource(style.logo, origin) ? style.logo : null;
}

function choice({ name, action, logo }: Button & { readonly logo: string | null }, index: number): Html {
  const tile = logo
    ? markup`<img class="tile" src="${logo}" alt="" loading="lazy">`
    : markup`<span class="tile p${index}" aria-hidden="true">${monogram(name)}</span>`;
  return markup`
<li><form method="post" action="${action}">
${hole("fields")}
<button class="choice">${tile}<span>Sign in with ${name}</span></button>
</form></li>`;
}

function monogram(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

/** The heading lets a screen reader jump from one form to the next. */
function formOf(form: Form, index: number): Html {
  const { name, action } = form;
  if (form.form === "passkey") return passkeyForm(form, index);
  return markup`
<section class="form"><h2 class="unseen">${name}</h2>
<form method="post" action="${action}">
${hole("fields")}
${form.form === "email" ? input(`form${index}-0`, EMAIL) : inputsOf(form, index)}
<button class="button">Sign in with ${name}</button>
</form></section>`;
}

/** Hidden until the script has made sure that the browser supports passkeys. */
function passkeyForm(form: Extract<Form, { readonly form: "passkey" }>, index: number): Html {
  const { name, action, options, autofill } = form;
  return markup`
<section class="form"><h2 class="unseen">${name}</h2>
<noscript><p>Signing in with ${name} needs JavaScript.</p></noscript>
<form method="post" action="${action}" data-passkey="${options}"${autofill && markup` data-autofill`} hidden>
${hole("fields")}
${inputsOf(form, index)}
<button class="button" name="action" value="authenticate" formnovalidate>Sign in with ${name}</button>
<button class="button plain" name="action" value="register">Sign up with ${name}</button>
</form></section>`;
}

interface Input extends Omit<CredentialInput, "value"> {
  readonly name: string;
  /** The attribute `value`. */
  readonly value: Part;
}

const EMAIL: Input = {
  name: "email",
  value: hole("address"),
  label: "E-mail address",
  type: "email",
  autocomplete: "email",
  placeholder: "you@example.com",
  required: true,
};

function inputsOf({ fields }: Extract<Form, { readonly fields: unknown }>, index: number): readonly Html[] {
  return Object.entries(fields).map(([name, field], at) =>
    input(`form${index}-${at}`, { ...field, name, value: attribute("value", field.value) })
  );
}

function input(id: string, field: Input): Html {
  const { name, label = name, type = "text", placeholder, autocomplete, value, required } = field;
  return markup`${type !== "hidden" && markup`<label for="${id}">${label}</label>`}
<input id="${id}" name="${name}" type="${type}"${value}${attribute("placeholder", placeholder)}${
    attribute("autocomplete", autocomplete)
  }${type === "email" && markup` inputmode="email"`} autocapitalize="none"${required && markup` required`}>
`;
}

function attribute(name: string, value: string | null | undefined): Part {
  return value && markup` ${name}="${value}"`;
}

const OR = markup`
<p class="or">or</p>`;

const AGAIN = "Try again, or choose another way to sign in.";

const MESSAGES: Messages = new Map(Object.entries({
  AccountNotLinked: [
    "That passkey, or its address, belongs to another user.",
    "If that is you, sign in the way you did before.",
  ],
  CredentialsSignin: ["Those details are not right.", "Check them and try again."],
  EmailSignInError: ["The e-mail could not be sent.", "Check the address, and try again in a moment."],
  InvalidCheck: ["This sign-in took too long, or was started in another browser.", "Start again from here."],
  InvalidEmail: ["That is not an e-mail address.", "Check it and try again."],
  InvalidProvider: ["That way to sign in is not offered.", "Choose one of those below."],
  MissingCSRF: ["This page was open too long, or cookies are blocked.", "Allow cookies and try again."],
  OAuthAccountNotLinked: [
    "That account, or its address, belongs to another user.",
    "If that is you, sign in the way you did before.",
  ],
  UserChanged: ["The account has changed while you signed in.", AGAIN],
  OAuthCallbackError: ["The sign-in was cancelled or refused.", AGAIN],
  OAuthProfileParseError: ["The service you chose did not say enough about your account.", AGAIN],
  ProviderResponseError: ["The service you chose sent an answer that cannot be trusted.", AGAIN],
  ProviderUnavailable: ["The service you chose does not answer.", AGAIN],
  SessionRequired: ["You need to be signed in to see that page.", "Choose how to sign in."],
  WebAuthnVerificationError: ["Your passkey could not be verified.", AGAIN],
}));

const NO_PROVIDER = markup`<p class="alert"><b>There is no way to sign in yet.</b>
If you run this site, add a provider to its configuration.</p>`;
