/**
 * Sign-in pages for tests, and the forms of providers.
 *
 * @module
 */

import { layOut } from "../../src/pages/signin/forms.ts";
import { add, draw } from "../../src/pages/signin/passkey.ts";
import { form } from "../../src/sign_in/credentials/form.ts";
import { ENGLISH } from "../../src/messages/en.ts";
import { passkeyScriptAt } from "../../src/pages/passkey_script.ts";
import { signInPage, toSignInTemplate } from "../../src/pages/signin.ts";
import type { Page, PageForm, SignInVisit } from "../../src/pages/types.ts";
import type { CredentialInput, ProviderStyle } from "../../src/model/provider.ts";

type SignInBase = Parameters<typeof toSignInTemplate>[0];

/** Origin of the pages. */
export const ORIGIN = "https://app.example.com";

/** An address and a password. */
export const CREDENTIALS: Readonly<Record<string, CredentialInput>> = {
  email: { label: "Email address", type: "email", autocomplete: "username", required: true },
  password: { label: "Password", type: "password", autocomplete: "current-password", required: true },
};

/** Shows a page. Default: one provider, no error, no one signed in. */
export async function show(page: Partial<SignInBase & SignInVisit>): Promise<Page> {
  const { links = {} } = page.theme ?? {};
  const base = {
    locale: ENGLISH,
    theme: {},
    origin: ORIGIN,
    providers: [codeHost("GitHub")],
    links,
    ...page,
  };
  return signInPage(await toSignInTemplate(base), {
    csrfToken: "token",
    callbackUrl: `${ORIGIN}/private`,
    error: null,
    email: null,
    failedForm: null,
    last: null,
    ways: [],
    current: null,
    link: false,
    ...page,
  });
}

/** A provider behind a button. Its name is its id. */
export function codeHost(name: string, style: ProviderStyle = {}): Extract<PageForm, { form: "button" }> {
  return { form: "button", id: name, name, action: `${ORIGIN}/signin/${name}`, style, mark: null };
}

/** A provider that sends mail. */
export function email(name: string): PageForm {
  return { form: "email", id: name, name, action: `${ORIGIN}/signin/${name}`, layOut };
}

/** Credentials. */
export function fields(name: string, fields: Readonly<Record<string, CredentialInput>>): PageForm {
  const provider = {
    id: name,
    name,
    type: "credentials",
    credentials: fields,
    authorize: () => null,
  } as const;
  return form(provider, ORIGIN, { basePath: "" });
}

const SCRIPT = await passkeyScriptAt("/auth/webauthn-script");

/** Passkeys, with a field for the address. */
export function passkey(name: string, origin = ORIGIN): Extract<PageForm, { form: "passkey" }> {
  return {
    form: "passkey",
    id: name,
    name,
    action: `${origin}/auth/callback/${name}`,
    fields: { email: { type: "email", autocomplete: "username webauthn", required: true } },
    options: `${origin}/auth/webauthn-options/${name}`,
    autofill: true,
    layOut,
    draw,
    add,
    script: { ...SCRIPT, src: `${origin}${SCRIPT.src}` },
  };
}

/** The attributes of an input, those without a value as `true`; `undefined` if there is no such input. */
export function inputOf(html: string, name: string): Record<string, string | true> | undefined {
  const tag = html.match(/<input\b[^>]*>/g)?.find((input) => input.includes(` name="${name}"`));
  return tag && Object.fromEntries(
    [...tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)].map((
      [, attribute, value],
    ) => [attribute, value ?? true]),
  );
}
