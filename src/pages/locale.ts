/**
 * The language of an answer.
 *
 * The parameter `ui_locales` is for one request, so it comes first; then the `language` of the application, which is for
 * all of them; then the languages of the browser.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { ServerError } from "../errors.ts";
import { toRequest } from "../http/incoming.ts";
import type { Incoming } from "../http/types.ts";
import { requestedLocales } from "../http/ui_locales.ts";
import { parseAcceptLanguage } from "../messages/accept_language.ts";
import { ENGLISH } from "../messages/en.ts";
import { canonicalTag, directionOf, LANGUAGES, offeredLanguages } from "../messages/languages.ts";
import { matchLanguage } from "../messages/match.ts";
import { withIsolates, withOverrides } from "../messages/overrides.ts";
import type { Locale } from "../messages/types.ts";
import { once } from "../once.ts";

/** The languages of a setup. */
interface Catalogues {
  /** Loads the messages of each language, by its tag in lower case, the default first. */
  readonly loaders: ReadonlyMap<string, () => Promise<Locale>>;
  /** The tag of the default. */
  readonly fallback: string;
  /** The tags for values of `Accept-Language` that came before: browsers send few different ones. */
  readonly accepted: Map<string, string>;
}

/** How many values of `Accept-Language` are kept, and how many characters they may have. */
const [MAX_ACCEPTED, MAX_LENGTH] = [200, 100];

/** The languages of each setup. */
const catalogues = new WeakMap<Setup, Catalogues>();

/** Returns the language for a request, with its messages. */
export async function localeOf(incoming: Incoming, setup: Setup): Promise<Locale> {
  const languages = cataloguesOf(setup);
  const { loaders } = languages;
  const tag = matchLanguage(requestedLocales(incoming)?.split(" ") ?? [], loaders) ??
    (setup.language === undefined ? null : matchLanguage(await languageOf(incoming, setup), loaders)) ??
    acceptedLanguage(incoming.headers.get("accept-language"), languages);
  return await loaders.get(tag)!();
}

/** Returns the language of the library that a browser prefers, for an answer without a setup. */
export async function defaultLocaleOf(acceptLanguage: string | null): Promise<Locale> {
  const languages = new Set(Object.keys(LANGUAGES));
  return await load(matchLanguage(parseAcceptLanguage(acceptLanguage), languages) ?? "en");
}

/** The `language` of the application. A function that fails is logged, and the browser's languages apply. */
async function languageOf(incoming: Incoming, { language, logger }: Setup): Promise<readonly string[]> {
  try {
    const chosen = typeof language === "function" ? await language(toRequest(incoming)) : language;
    return typeof chosen === "string" ? [chosen] : [];
  } catch (error) {
    logger.error(new ServerError("Cannot ask `language`: it failed", { err: error as Error }));
    return [];
  }
}

function acceptedLanguage(header: string | null, { loaders, fallback, accepted }: Catalogues): string {
  if (!header) return fallback;
  const known = accepted.get(header);
  if (known) return known;
  const tag = matchLanguage(parseAcceptLanguage(header), loaders) ?? fallback;
  if (header.length > MAX_LENGTH) return tag;
  if (accepted.size >= MAX_ACCEPTED) accepted.clear();
  accepted.set(header, tag);
  return tag;
}

function cataloguesOf(setup: Setup): Catalogues {
  const known = catalogues.get(setup);
  if (known) return known;
  const tags = offeredLanguages(setup);
  const loaders = new Map(tags.map((tag) => [tag.toLowerCase(), once(() => load(tag, setup))]));
  const made = {
    loaders,
    fallback: setup.languages ? tags[0]!.toLowerCase() : "en",
    accepted: new Map<string, string>(),
  };
  catalogues.set(setup, made);
  return made;
}

/** Loads a language. One that the library lacks is completed with the nearest that it has, such as `de` for `de-AT`, or English. */
async function load(
  language: string,
  { messages: all = {} }: Partial<Pick<Setup, "messages">> = {},
): Promise<Locale> {
  const languages = new Set(Object.keys(LANGUAGES));
  const complete = await LANGUAGES[matchLanguage([language], languages) ?? "en"]!();
  const [, overrides] = Object.entries(all).find(([tag]) => canonicalTag(tag) === language) ?? [];
  if (!overrides && ENGLISH.language === language) return ENGLISH;
  const messages = overrides ? withOverrides(complete, overrides) : complete;
  const direction = directionOf(language);
  return { language, direction, messages: direction === "rtl" ? withIsolates(messages) : messages };
}
