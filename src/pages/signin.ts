/**
 * The page where a person chooses how to sign in.
 *
 * @module
 */

import { type Html, markup } from "./html.ts";
import { fields, hostOf, imageSource, layout } from "./layout.ts";
import type { Page, PageProvider, SignInPage } from "./types.ts";

/** Lists the providers, each as a form of its own, below what went wrong before. */
export async function signInPage(page: SignInPage): Promise<Page> {
  const { providers, origin, error } = page;
  const shown = providers.map((provider) => ({ ...provider, logo: logoOf(provider, origin) }));
  return await layout(page, {
    heading: "Sign in",
    body: markup`<p>to continue to <b>${hostOf(origin)}</b></p>
${error && alert(MESSAGES.get(error) ?? UNKNOWN)}
${
      shown.length > 0
        ? markup`<ul>${shown.map((provider, index) => choice(page, provider, index))}</ul>`
        : NOBODY
    }`,
    wide: shown.length > 8,
    tiles: shown.map(({ style }) => style?.brandColor),
    images: shown.flatMap(({ logo }) => logo ?? []),
  });
}

function logoOf({ style }: PageProvider, origin: string): string | null {
  return style?.logo && imageSource(style.logo, origin) ? style.logo : null;
}

function alert([what, now]: Message): Html {
  return markup`<p class="alert" role="alert"><b>${what}</b> ${now}</p>`;
}

function choice(page: SignInPage, provider: PageProvider & { logo: string | null }, index: number): Html {
  const { name, signinUrl, logo } = provider;
  const tile = logo
    ? markup`<img class="tile" src="${logo}" alt="" loading="lazy">`
    : markup`<span class="tile p${index}" aria-hidden="true">${monogram(name)}</span>`;
  return markup`
<li><form method="post" action="${signinUrl}">
${fields(page)}
<button class="choice">${tile}<span>Sign in with ${name}</span></button>
</form></li>`;
}

function monogram(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

/** What happened, and what to do now. */
type Message = readonly [string, string];

const AGAIN = "Try again, or choose another way to sign in.";

/** By the error type of a URL. A `Map`, as that is any text. */
const MESSAGES: ReadonlyMap<string, Message> = new Map(Object.entries<Message>({
  AccountNotLinked: ["That account belongs to another user.", "Sign in with it, or choose another account."],
  CredentialsSignin: ["Those details are not right.", "Check them and try again."],
  EmailSignInError: ["The e-mail could not be sent.", "Check the address and try again."],
  InvalidCheck: ["This sign-in took too long, or was started in another browser.", "Start again from here."],
  InvalidProvider: ["That way to sign in is not offered.", "Choose one of those below."],
  MissingCSRF: ["This page was open too long, or cookies are blocked.", "Allow cookies and try again."],
  OAuthAccountNotLinked: [
    "You have signed in another way before.",
    "Choose the one you used the first time.",
  ],
  OAuthCallbackError: ["The sign-in was cancelled or refused.", AGAIN],
  OAuthProfileParseError: ["The service you chose did not say enough about your account.", AGAIN],
  ProviderResponseError: ["The service you chose sent an answer that cannot be trusted.", AGAIN],
  ProviderUnavailable: ["The service you chose does not answer.", AGAIN],
  SessionRequired: ["You need to be signed in to see that page.", "Choose how to sign in."],
  WebAuthnVerificationError: ["Your passkey could not be verified.", AGAIN],
}));

const UNKNOWN: Message = ["You could not be signed in.", "Please try again."];

const NOBODY = markup`<p class="alert"><b>There is no way to sign in yet.</b>
If you run this site, add a provider to its configuration.</p>`;
