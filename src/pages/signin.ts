/**
 * The page where a person chooses how to sign in.
 *
 * @module
 */

import type { CredentialInput } from "../providers/types.ts";
import type { User } from "../types.ts";
import { alert, type Messages } from "./alert.ts";
import { type Html, markup } from "./html.ts";
import { fields, hostOf, imageSource, layout, linkTarget, type Script } from "./layout.ts";
import { passkeyScriptVersion } from "./passkey_script.ts";
import type { Page, PageProvider, SignInPage } from "./types.ts";

/** Shows the buttons that lead to providers, and below them the forms of the others, each posting for itself. */
export async function signInPage(page: SignInPage): Promise<Page> {
  const { providers, origin, error } = page;
  const buttons = providers.filter((provider) => provider.form === "button")
    .map((provider) => ({ ...provider, logo: logoOf(provider, origin) }));
  const forms = providers.filter((provider) => provider.form !== "button");
  const groups = [
    ...(buttons.length
      ? [markup`<ul>${buttons.map((button, index) => choice(page, button, index))}</ul>`]
      : []),
    ...forms.map((form, index) => formOf(page, form, index)),
  ];
  const { current, link, ways } = page;
  const isAdding = link && current !== null;
  return await layout(page, {
    heading: isAdding ? "Add a way to sign in" : "Sign in",
    body: markup`<p>${isAdding ? "to your account at" : "to continue to"} <b>${hostOf(origin)}</b></p>
${current && signedInAs(page, current)}
${alert(error, error === "UserNotVerified" ? withWays(ways) : MESSAGES)}
${groups.length ? groups.map((group, index) => [index > 0 && OR, group]) : NOBODY}`,
    wide: buttons.length > 8,
    tiles: buttons.map(({ style }) => style.brandColor),
    images: buttons.flatMap(({ logo }) => logo ?? []),
    script: await scriptOf(forms),
  });
}

/** Says whose browser this is, so that no one signs in with another account by mistake. */
function signedInAs({ origin, callbackUrl, link }: SignInPage, { name, email }: User): Html {
  const person = name || email;
  const what = link
    ? "What you choose here will open this account."
    : "Another account signs you in as its user; a new one can be added to yours.";
  return markup`<p class="note">You are signed in${person && markup` as <b>${person}</b>`}. ${what}
<a href="${linkTarget(callbackUrl, origin)}">Go back</a></p>`;
}

/** Names the ways in that a user has. */
function withWays(ways: readonly string[]): Messages {
  const known = ways.length ? `Sign in with ${ways.join(" or ")}` : "Sign in the way you did before";
  return new Map([["UserNotVerified", [
    "An account with this address exists, but its address was never confirmed.",
    `${known}, then ask for an e-mail here again to confirm the address.`,
  ]]]);
}

type Button = Extract<PageProvider, { readonly form: "button" }>;
type Form = Exclude<PageProvider, Button>;

/** Passkeys need a script. Its URL names its version, so that no old one is kept beside a new page. */
async function scriptOf(forms: readonly Form[]): Promise<Script | undefined> {
  const form = forms.find((form) => form.form === "passkey");
  if (!form) return undefined;
  const version = await passkeyScriptVersion();
  return { src: `${form.script}?v=${encodeURIComponent(version)}`, integrity: version };
}

function logoOf({ style }: Button, origin: string): string | null {
  return style.logo && imageSource(style.logo, origin) ? style.logo : null;
}

function choice(page: SignInPage, button: Button & { readonly logo: string | null }, index: number): Html {
  const { name, action, logo } = button;
  const tile = logo
    ? markup`<img class="tile" src="${logo}" alt="" loading="lazy">`
    : markup`<span class="tile p${index}" aria-hidden="true">${monogram(name)}</span>`;
  return markup`
<li><form method="post" action="${action}">
${fields(page)}
<button class="choice">${tile}<span>Sign in with ${name}</span></button>
</form></li>`;
}

function monogram(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

/** The heading lets a screen reader jump from one form to the next. */
function formOf(page: SignInPage, form: Form, index: number): Html {
  const { name, action } = form;
  if (form.form === "passkey") return passkeyForm(page, form, index);
  const inputs = form.form === "email" ? { email: { ...EMAIL, value: form.email ?? "" } } : form.fields;
  return markup`
<section class="form"><h2 class="unseen">${name}</h2>
<form method="post" action="${action}">
${fields(page)}
${Object.entries(inputs).map(([field, attributes], at) => input(field, attributes, `form${index}-${at}`))}
<button class="button">Sign in with ${name}</button>
</form></section>`;
}

/** Hidden until the script has made sure that the browser knows passkeys. */
function passkeyForm(
  page: SignInPage,
  form: Extract<Form, { readonly form: "passkey" }>,
  index: number,
): Html {
  const { name, action, options, autofill } = form;
  const inputs = Object.entries(form.fields);
  return markup`
<section class="form"><h2 class="unseen">${name}</h2>
<noscript><p>Signing in with ${name} needs JavaScript.</p></noscript>
<form method="post" action="${action}" data-passkey="${options}"${autofill && markup` data-autofill`} hidden>
${fields(page)}
${inputs.map(([field, attributes], at) => input(field, attributes, `form${index}-${at}`))}
<button class="button" name="action" value="authenticate" formnovalidate>Sign in with ${name}</button>
<button class="button plain" name="action" value="register">Sign up with ${name}</button>
</form></section>`;
}

const EMAIL: CredentialInput = {
  label: "E-mail address",
  type: "email",
  autocomplete: "email",
  placeholder: "you@example.com",
  required: true,
};

function input(name: string, attributes: CredentialInput, id: string): Html {
  const { label = name, type = "text", placeholder, autocomplete, value, required } = attributes;
  const at = (attribute: string, text: string | undefined) => text && markup` ${attribute}="${text}"`;
  return markup`${type !== "hidden" && markup`<label for="${id}">${label}</label>`}
<input id="${id}" name="${name}" type="${type}"${at("value", value)}${at("placeholder", placeholder)}${
    at("autocomplete", autocomplete)
  }${type === "email" && markup` inputmode="email"`} autocapitalize="none"${required && markup` required`}>
`;
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

const NOBODY = markup`<p class="alert"><b>There is no way to sign in yet.</b>
If you run this site, add a provider to its configuration.</p>`;
