/**
 * Sign-in and sign-out with forms.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { ClientError } from "./_error.ts";
import { type Http, type Posted, toPosted } from "./_http.ts";
import type { State } from "./_state.ts";
import type { Client, SignInResult, SignOutOptions } from "./types.ts";
import { SIGN_OUT_FIELDS } from "../shapes/sign_out.ts";

/** The options of a sign-in, read. */
export interface Form {
  /** The fields to send, with `callbackUrl`: the absolute URL where the user wants to go. */
  readonly fields: Readonly<Record<string, string>> & { readonly callbackUrl: string };
  /** Whether to leave the page. */
  readonly redirect: boolean;
}

/** A form to post. */
export interface Submission {
  /** Its endpoint. */
  readonly path: string;
  /** The form. */
  readonly form: Form;
  /** Whether the answer signs in. Otherwise the user goes on elsewhere. */
  readonly endsHere: boolean;
}

/** Dependencies of a sign-in. */
export interface SignInContext {
  /** Requests. */
  readonly http: Http;
  /** The session. */
  readonly state: State<AuthConfig>;
}

/** Milliseconds after which a page that should be left is still there. */
const LEAVING = 5000;

/** Creates `signIn` and `signOut`. @param passkey Signs in with the passkey of a provider. */
export function createSignInClient(
  { http, state }: SignInContext,
  passkey: (providerId: string, form: Form) => Promise<SignInResult>,
): Pick<Client, "signIn" | "signOut"> {
  return {
    async signIn(providerId, options = {}, authorizationParams = {}) {
      const form = readFormOptions(options, http);
      const providers = providerId ? await http.getProviders() : {};
      // An id may be the name of something that every object has.
      const type = new Map(Object.entries(providers)).get(providerId ?? "")?.type;
      if (providerId && type === "webauthn") return passkey(providerId, form);
      if (!providerId || (!type && form.redirect)) {
        const { callbackUrl } = form.fields;
        const page = new URL(`${http.url("signin")}?${new URLSearchParams({ callbackUrl })}`);
        return leavePage(toPosted(page, 200), form, { http, state });
      }
      const { code, again } = form.fields;
      const endsHere = type === "credentials" || type === "email" && code !== undefined && again !== "true";
      const query = new URLSearchParams(authorizationParams);
      const path = `${endsHere ? "callback" : "signin"}/${encodeURIComponent(providerId)}?${query}`;
      return finish({ path, form, endsHere }, { http, state });
    },
    async signOut(options: SignOutOptions = {}) {
      // Else the event of a click, which a handler passes, would be sent.
      const form = readFormOptions(Object.fromEntries(OPTIONS.map((name) => [name, options[name]])), http);
      const posted = await state.change(async () => {
        const posted = await http.post("signout", form.fields);
        if (!posted.ok) return posted;
        state.announce();
        // Else the page would show for a moment that no one is signed in, and might lead to the sign-in page.
        if (!form.redirect) state.show(null);
        return posted;
      });
      return leavePage(posted, form, { http, state });
    },
  };
}

/** The options of a sign-out. */
const OPTIONS = [
  "redirectTo",
  "callbackUrl",
  "redirect",
  ...Object.keys(SIGN_OUT_FIELDS),
] as (keyof SignOutOptions)[];

/** Posts the form that ends a sign-in, or begins one elsewhere, and goes where the answer leads. */
export async function finish(
  { path, form, endsHere }: Submission,
  context: SignInContext,
): Promise<SignInResult> {
  const { http, state } = context;
  const posted = await state.change(() => http.post(path, form.fields));
  if (endsHere && posted.ok) {
    state.announce();
    // The result is right even if the session cannot be read now.
    if (!form.redirect || posted.codes) await state.getSession().catch(() => {});
  }
  return leavePage(posted, form, context);
}

/** Reads options. @throws {ClientError} if a value cannot be a field of a form. */
export function readFormOptions(options: object, http: Http): Form {
  const entries = Symbol.iterator in options
    ? [...options as Iterable<[string, unknown]>]
    : Object.entries(options);
  const given: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (value === undefined || value === null) continue;
    if (typeof value === "object") {
      throw new ClientError("Field", `Cannot send "${name}": a form has only text`);
    }
    given[name] = String(value);
  }
  const href = http.href();
  const { redirect, redirectTo, callbackUrl = href, ...fields } = given;
  return {
    fields: { ...fields, callbackUrl: new URL(redirectTo ?? callbackUrl, href).href },
    redirect: redirect !== "false",
  };
}

/** Goes where the answer leads, unless the page has to show recovery codes first. */
export function leavePage(
  { target, ...result }: Posted,
  { redirect }: Form,
  { http, state }: SignInContext,
): SignInResult {
  const { page, page: { location } } = http;
  if (!redirect || !location || result.codes) return result;
  const [before, after] = [location.href, target].map((href) => href.split("#")[0]);
  // Until the page is left, nothing changes in it: it might go elsewhere when it finds that no one is signed in.
  state.change(() => new Promise((resolve) => page.setTimeout(resolve as () => void, LEAVING)));
  location.assign(target);
  // Only the fragment differs, so the browser would stay on the page.
  if (before === after && target.includes("#")) location.reload();
  return result;
}
