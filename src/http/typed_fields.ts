/**
 * What a user has typed into a form of the account page, kept in a sealed cookie until the page shows it again.
 *
 * @module
 */

import { isStorable, removedCookie } from "./cookies.ts";
import type { CookieNames } from "./cookie_names.ts";
import { isFromScript } from "./incoming.ts";
import { openCookie, toSealedCookie } from "./sealed_cookie.ts";
import type { Incoming } from "./types.ts";
import type { Sealer, SealPurpose } from "../crypto/seal.ts";
import type { SetCookie } from "../values/cookie.ts";

/** A form, and whose it is. */
interface OwnForm {
  /** Id of the user who is signed in. */
  readonly userId: string;
  /** The purpose of its seal: each form has another one. */
  readonly purpose: SealPurpose;
}

/** A form as its user has sent it. */
interface TypedFields {
  /** The user who was signed in. */
  readonly userId: string;
  /** What they have typed, by the names of the fields. */
  readonly values: Readonly<Record<string, string>>;
}

type Keeping = Sealer & { readonly cookies: Pick<CookieNames, "form"> };

/** How long it is kept, in seconds: a redirect leads to the page at once. */
const MAX_AGE = 300;

/** Returns the cookie with what a browser has sent; none for a script, and the removal of an earlier one for what does not fit. */
export async function keepTyped(
  names: Iterable<string>,
  { userId, purpose }: OwnForm,
  incoming: Pick<Incoming, "form" | "origin" | "headers" | "body">,
  setup: Keeping,
): Promise<readonly SetCookie[]> {
  const { form, origin } = incoming;
  if (!form || isFromScript(incoming)) return [];
  const sent = [...names].flatMap((name) => form.has(name) ? [[name, form.getAll(name).at(-1)!]] : []);
  const kept: TypedFields = { userId: String(userId), values: Object.fromEntries(sent) };
  const cookie = await toSealedCookie(
    kept,
    { cookie: setup.cookies.form, purpose, maxAge: MAX_AGE, origin },
    setup,
  );
  return [isStorable(cookie) ? cookie : removedCookie(setup.cookies.form)];
}

/** Reads what a user has sent; `null` without it. */
export async function readTyped(
  { userId, purpose }: OwnForm,
  { cookies }: Pick<Incoming, "cookies">,
  setup: Keeping,
): Promise<TypedFields["values"] | null> {
  const kept = await openCookie<TypedFields>(cookies, setup.cookies.form, purpose, setup);
  return kept?.userId === String(userId) ? kept.values : null;
}

/** The removal of the cookie, if it has this form. */
export async function forgetTyped(
  form: OwnForm,
  incoming: Pick<Incoming, "cookies">,
  setup: Keeping,
): Promise<readonly SetCookie[]> {
  return await readTyped(form, incoming, setup) ? [removedCookie(setup.cookies.form)] : [];
}
