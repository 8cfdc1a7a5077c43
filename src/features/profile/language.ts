/**
 * The language that a user has chosen: of the user, and of the browsers in which they sign in.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { removedCookie, valuesOf } from "../../http/cookies.ts";
import type { Incoming } from "../../http/types.ts";
import { canonicalTag, offeredLanguages } from "../../messages/tags.ts";
import type { BeganSession, Setup } from "../../setup/setup.ts";
import { capitalize } from "../../values/capitalize.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { PROFILE, type ProfileField } from "./options.ts";
import { fieldsOf } from "./values.ts";

/** The name of the field, of the user and of the form. */
export const LANGUAGE = "language";

/** How long a browser remembers it, in seconds: one year. */
const MAX_AGE = 31_536_000;

/** The language of a browser; `null` without one, or where users choose none. */
export function chosenLanguage(
  { cookies }: Pick<Incoming, "cookies">,
  { cookies: names, rules }: Pick<Setup, "cookies" | "rules">,
): Promise<string | null> {
  const [chosen = null] = rules.get(PROFILE)?.language ? valuesOf(cookies, names.language.name) : [];
  return Promise.resolve(chosen);
}

/** The cookie of a language; that of `null` removes it. */
export function languageCookie(
  language: string | null,
  { cookies }: Pick<Setup, "cookies">,
): SetCookie {
  if (language === null) return removedCookie(cookies.language);
  const { name, options } = cookies.language;
  return { name, value: language, options: { maxAge: MAX_AGE, ...options } };
}

/** The cookie of a user who signs in. One who has chosen none gets rid of that of the user before. */
export async function signInLanguage(
  { identity, userId }: BeganSession,
  { cookies }: Pick<Incoming, "cookies">,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  if (!setup.rules.get(PROFILE)?.language) return [];
  const user = identity.storedUser ?? await setup.store?.getUser(userId);
  const language = user && languageOf(user);
  const hasOne = valuesOf(cookies, setup.cookies.language.name).length > 0;
  return language || hasOne ? [languageCookie(language || null, setup)] : [];
}

function languageOf(user: AdapterUser): string | null {
  const { [LANGUAGE]: language } = fieldsOf(user);
  return typeof language === "string" && language !== "" ? language : null;
}

/** The field of the form: the languages of the config, each in its own name. @returns `null` if there is one alone. */
export function languageField(setup: Pick<Setup, "languages" | "messages">): ProfileField | null {
  const tags = offeredLanguages(setup);
  if (tags.length < 2) return null;
  const choices = tags.map((tag) => [tag, nameOf(tag)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  return { label: "", type: "choice", choices: Object.fromEntries(choices) };
}

function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([canonicalTag(tag)], { type: "language" }).of(tag);
  return capitalize(name ?? tag);
}
