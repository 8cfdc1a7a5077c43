/**
 * The language of an answer.
 *
 * The parameter `ui_locales` is for one request, so it comes first; then the language that the user has chosen; then the `language`
 * of the application, which is for all of them; then the languages of the browser.
 *
 * @module
 */

import { parseAcceptLanguage } from "../messages/accept_language.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { directionOf } from "../messages/direction.ts";
import { english } from "../messages/english.ts";
import { ServerError } from "../errors/errors.ts";
import type { CookieNames } from "../http/cookie_names.ts";
import { toRequest } from "../http/incoming.ts";
import type { TypedMap } from "../values/typed_map.ts";
import { matchLanguage } from "../messages/match.ts";
import { once } from "../platform/once.ts";
import { completed, withIsolates, withOverrides } from "../messages/overrides.ts";
import { canonicalTag, LANGUAGE_TAGS, offeredLanguages, toImport } from "../messages/tags.ts";
import type { Incoming } from "../http/types.ts";
import type { Language, Locale, Messages } from "../messages/types.ts";
import type { LoggerInstance } from "../values/types.ts";
import { requestedLocales } from "../http/ui_locales.ts";

/** The part of a setup that languages depend on. */
interface LanguageSetup extends Pick<AuthConfig, "language" | "languages" | "messages"> {
  /** The code of the application, as far as it brings messages. */
  readonly capabilities: ReadonlySet<{
    readonly words?: () => Promise<Partial<Messages>>;
    readonly language?: (incoming: Incoming, setup: LanguageSetup) => Promise<string | null>;
  }>;
  /** The library's cookies. */
  readonly cookies: CookieNames;
  /** The completed options of features. */
  readonly rules: TypedMap;
  /** The log. */
  readonly logger: LoggerInstance;
}

/** The languages of a setup. */
interface Catalogues {
  /** Loads the messages of each language, by its tag in lower case, the default first. */
  readonly loaders: ReadonlyMap<string, () => Promise<Locale>>;
  /** The tag of the default. */
  readonly fallback: string;
  /** The tags for values of `Accept-Language` that came before: browsers send few different ones. */
  readonly accepted: Map<string, string>;
  /** The answers of a `language` function that the log has named: they are in no language of the setup. */
  readonly unknown: Set<string>;
  /** Whether the log names a language that the library has and this program does not. It does once. */
  namesMissing: boolean;
}

/** How many values of `Accept-Language` are kept, and how many characters they may have. */
const [MAX_ACCEPTED, MAX_LENGTH] = [200, 100];

/** How many unknown answers of a `language` function the log names, and how many of their characters. */
const [MAX_UNKNOWN, MAX_SHOWN] = [20, 40];

/** The languages of each setup. */
const catalogues = new WeakMap<LanguageSetup, Catalogues>();

/** Returns the language for a request, with its messages. */
export async function localeOf(incoming: Incoming, setup: LanguageSetup): Promise<Locale> {
  const languages = cataloguesOf(setup);
  const { loaders } = languages;
  const requested = requestedLocales(incoming)?.split(" ") ?? [];
  warnOfMissing(requested, languages, setup.logger);
  const tag = matchLanguage(requested, loaders) ??
    await chosenLanguage(incoming, setup, languages) ??
    (setup.language === undefined ? null : await languageOf(incoming, setup, languages)) ??
    acceptedLanguage(incoming.headers.get("accept-language"), languages, setup.logger);
  return await loaders.get(tag)!();
}

/** The language that the user has chosen; `null` if it is none of the setup. A browser sends back what anyone has put there. */
async function chosenLanguage(
  incoming: Incoming,
  setup: LanguageSetup,
  { loaders }: Catalogues,
): Promise<string | null> {
  for (const { language } of setup.capabilities) {
    const chosen = await language?.(incoming, setup);
    const tag = chosen && TAG.test(chosen) ? matchLanguage([chosen], loaders) : null;
    if (tag !== null) return tag;
  }
  return null;
}

/** The characters of a tag (RFC 5646 §2.1). */
const TAG = /^[A-Za-z\d-]{1,35}$/;

/** Returns the language that a browser prefers, for an answer without a setup. @param languages Those of the config, if it has any. */
export async function defaultLocaleOf(acceptLanguage: string | null, languages: unknown): Promise<Locale> {
  const loadable = languagesIn(languages);
  const tags = new Set(["en", ...loadable.map(({ tag }) => tag.toLowerCase())]);
  return await load(matchLanguage(parseAcceptLanguage(acceptLanguage), tags) ?? "en", {
    languages: loadable,
  });
}

/**
 * The `language` of the application; `null` if it names none of the setup. A function that fails, or returns an unknown
 * language, is logged, and the browser's languages apply.
 */
async function languageOf(
  incoming: Incoming,
  { language, logger }: LanguageSetup,
  languages: Catalogues,
): Promise<string | null> {
  try {
    const chosen: unknown = typeof language === "function" ? await language(toRequest(incoming)) : language;
    const tag = typeof chosen === "string" ? matchLanguage([chosen], languages.loaders) : null;
    if (tag === null && chosen) warnOfUnknown(chosen, languages, logger);
    return tag;
  } catch (error) {
    logger.error(new ServerError("Cannot ask `language`: it failed", { err: error as Error }));
    return null;
  }
}

/** Logs each answer once, and a few answers only: they may come from the request, such as from a cookie. */
function warnOfUnknown(
  chosen: unknown,
  { loaders, unknown }: Catalogues,
  { warn }: LoggerInstance,
): void {
  const shown = typeof chosen === "string"
    ? JSON.stringify(chosen.slice(0, MAX_SHOWN))
    : `a value of type ${typeof chosen}`;
  if (unknown.has(shown) || unknown.size >= MAX_UNKNOWN) return;
  unknown.add(shown);
  warn(
    `unknown-language: The function \`language\` returned ${shown}. Return null, or one of ${
      [...loaders.keys()].sort().join(", ")
    }`,
  );
}

/** Logs the first language that a visitor asks for, that the library has, and that this program was built without. */
function warnOfMissing(wanted: readonly string[], languages: Catalogues, { warn }: LoggerInstance): void {
  if (!languages.namesMissing) return;
  const everything = new Set([...languages.loaders.keys(), ...LANGUAGE_TAGS]);
  const tag = matchLanguage(wanted, everything);
  if (tag === null || languages.loaders.has(tag)) return;
  languages.namesMissing = false;
  warn(
    `missing-language: A visitor asked for "${tag}", and this program has no messages in it. Write ${
      toImport(tag)
    }`,
  );
}

function acceptedLanguage(header: string | null, languages: Catalogues, logger: LoggerInstance): string {
  const { loaders, fallback, accepted } = languages;
  if (!header) return fallback;
  const known = accepted.get(header);
  if (known) return known;
  const wanted = parseAcceptLanguage(header);
  warnOfMissing(wanted, languages, logger);
  const tag = matchLanguage(wanted, loaders) ?? fallback;
  if (header.length > MAX_LENGTH) return tag;
  if (accepted.size >= MAX_ACCEPTED) accepted.clear();
  accepted.set(header, tag);
  return tag;
}

function cataloguesOf(setup: LanguageSetup): Catalogues {
  const known = catalogues.get(setup);
  if (known) return known;
  const tags = offeredLanguages(setup);
  const loaders = new Map(tags.map((tag) => [tag.toLowerCase(), once(() => load(tag, setup))]));
  const made = {
    loaders,
    fallback: setup.languages ? tags[0]!.toLowerCase() : "en",
    accepted: new Map<string, string>(),
    unknown: new Set<string>(),
    namesMissing: setup.languages === undefined && setup.language === undefined,
  };
  catalogues.set(setup, made);
  return made;
}

/** Loads a language. One without messages is completed with the nearest that has some, such as `de` for `de-AT`, or English. */
async function load(
  language: string,
  { languages, messages: all = {}, capabilities = new Set() }: Partial<
    Pick<LanguageSetup, "languages" | "messages" | "capabilities">
  > = {},
): Promise<Locale> {
  const loaders = new Map(
    languagesIn(languages).map((each) => [canonicalTag(each.tag).toLowerCase(), each.load]),
  );
  const inEnglish = await englishWith(capabilities);
  const loaded = await loaders.get(matchLanguage([language], loaders) ?? "")?.();
  // A language of the application may be older than some messages.
  const complete = loaded ? completed(inEnglish, loaded) : inEnglish;
  const [, overrides] = Object.entries(all).find(([tag]) => canonicalTag(tag) === language) ?? [];
  const messages = overrides ? withOverrides(complete, overrides) : complete;
  const direction = directionOf(language);
  return { language, direction, messages: direction === "rtl" ? withIsolates(messages) : messages };
}

/** English, with the messages of the capabilities: what they do not have, no page asks for. */
async function englishWith(capabilities: LanguageSetup["capabilities"]): Promise<Messages> {
  const words = await Promise.all([...capabilities].map((each) => each.words?.()));
  return Object.assign({}, english, ...words) as Messages;
}

/** The entries of `languages` that have messages. Tags are for those of `messages`, and for English. */
function languagesIn(languages: unknown): readonly Language[] {
  const listed: readonly (string | Language)[] = Array.isArray(languages) ? languages : [];
  return listed.filter((each): each is Language => typeof Object(each).load === "function");
}
