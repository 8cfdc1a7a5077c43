/**
 * The messages of the second factor. They are loaded with its pages: a program without it does not have them.
 *
 * @module
 */

import { words as english } from "../../messages/second_factors/en.ts";
import { matchLanguage } from "../../messages/match.ts";
import { withIsolates, withOverrides } from "../../messages/overrides.ts";
import type { Incoming } from "../../http/types.ts";
import { pageBase } from "../../pages/base.ts";
import type { Setup } from "../../setup/setup.ts";
import { canonicalTag } from "../../messages/tags.ts";
import type { Language, Locale, Messages, SecondFactorWords } from "../../messages/types.ts";

/** A language with the messages of the second factor. */
export type SecondFactorLocale = Locale<Messages & SecondFactorWords>;

/** Adds the messages of the second factor to a language, with those of the application; in English if there are no others. */
export async function withSecondFactorWords(
  locale: Locale,
  { languages = [], messages = {} }: Pick<Setup, "languages" | "messages">,
): Promise<SecondFactorLocale> {
  const { language, direction } = locale;
  const loaders = new Map(
    languages.flatMap((each) => hasWords(each) ? [[keyOf(each.tag), each] as const] : []),
  );
  const own = loaders.get(matchLanguage([language], loaders) ?? "");
  const [, overrides = {}] = Object.entries(messages).find(([tag]) => canonicalTag(tag) === language) ?? [];
  const words = withOverrides(await own?.loadSecondFactor() ?? english, overrides);
  return {
    ...locale,
    messages: { ...locale.messages, ...direction === "rtl" ? withIsolates(words) : words },
  };
}

/** Returns the fields of every page, with a language that has the messages of the second factor. */
export async function wordedBase(incoming: Incoming, setup: Setup) {
  const base = await pageBase(incoming, setup);
  return { ...base, locale: await withSecondFactorWords(base.locale, setup) };
}

function hasWords(listed: string | Language): listed is Required<Language> {
  return typeof listed === "object" && listed.loadSecondFactor !== undefined;
}

function keyOf(tag: string): string {
  return canonicalTag(tag).toLowerCase();
}
