/**
 * Checks a config: each mistake is an error that says what to write.
 *
 * @module
 */

import { failedOf, type OptionCheck } from "../errors/checks.ts";
import type { ConfigError } from "../errors/errors.ts";
import { capitalize } from "../values/capitalize.ts";
import { raw, skipCSRFCheck } from "../values/markers.ts";
import { isOwnPath } from "../http/own_path.ts";
import { isJsonObject } from "../values/json_object.ts";
import { readAppUrl, toBasePath } from "../http/origin.ts";
import { matchLanguage } from "../messages/match.ts";
import { canonicalTag, LANGUAGE_TAGS, offeredLanguages, tagOf, toImport } from "../messages/tags.ts";
import type { Language } from "../messages/types.ts";
import { sessionMistakesOf, toError } from "./session_check.ts";
import { FEATURES } from "../shapes/lists.ts";
import { themeChecks } from "./theme.ts";
import type { AuthConfig } from "../model/auth_config.ts";

/**
 * Checks the rules that types cannot express.
 *
 * @throws {MissingSecret} without a secret, or with a short one.
 * @throws {UntrustedHost} if there is no `url`, and `trustHost` is not `true`.
 * @throws {ConfigError} for anything else.
 */
export function assertConfig(config: AuthConfig): void {
  const [mistake] = mistakesOf(config);
  if (mistake) throw mistake;
}

/** Yields the mistakes of a config, one after the other. */
export function* mistakesOf(config: AuthConfig): Generator<ConfigError> {
  yield* sessionMistakesOf(config);
  const app = config.url === undefined ? null : readAppUrl(config.url);
  const path = String(toBasePath(config.basePath, app));
  const checks = [...checksOf(config), ...languageChecks(config), ...pageChecks(config, path, app?.origin)];
  yield* failedOf(checks).map(toError);
}

function checksOf(config: AuthConfig): readonly OptionCheck[] {
  return [
    ...themeChecks(config.theme ?? {}),
    ...limitChecks(config.limits),
    ...FEATURES.map((name) => placeCheck(name, config)),
    [
      "accounts",
      config.accounts !== undefined && !isJsonObject(config.accounts),
      "write an object with `encrypt`",
    ],
    [
      "accounts.encrypt",
      config.accounts?.encrypt !== undefined && typeof config.accounts.encrypt !== "boolean",
      "write `true` or `false`",
    ],
    [
      "securityMails",
      config.securityMails !== undefined && config.securityMails !== false &&
      !isJsonObject(config.securityMails),
      "write `false`, or an object such as `{ newDevice: false }`",
    ],
    [
      "signInPage",
      config.signInPage !== undefined &&
      (config.signInPage !== "skip-if-one" || config.pages?.signIn !== undefined),
      'write "skip-if-one", without `pages.signIn`, or leave it out',
    ],
    ["raw", config.raw !== undefined && config.raw !== raw, "use the exported `raw`"],
    [
      "skipCSRFCheck",
      config.skipCSRFCheck !== undefined && config.skipCSRFCheck !== skipCSRFCheck,
      "use the exported `skipCSRFCheck`",
    ],
  ];
}

/** Finds a feature that is written as an option, such as `accessTokens: true`. */
function placeCheck(name: string, config: object): OptionCheck {
  return [
    name,
    !!(config as Readonly<Record<string, unknown>>)[name],
    `list \`${capitalize(name)}()\` in \`features\``,
  ];
}

function limitChecks(limits: unknown): readonly OptionCheck[] {
  if (limits === undefined || limits === false || typeof limits === "function") return [];
  const settings = (isJsonObject(limits) ? limits : {}) as Partial<Record<string, unknown>>;
  return [
    [
      "limits",
      settings !== limits,
      "write `false`, an object with `address` or `account`, or a function of the attempt",
    ],
    ...["address", "account"].map((name): OptionCheck => [
      `limits.${name}`,
      settings[name] !== undefined && typeof settings[name] !== "function",
      "write a function",
    ]),
  ];
}

/** `URL` alone accepts too much: for it, `localhost:3000/login` has the scheme `localhost`. */
function pageChecks({ pages = {} }: AuthConfig, path: string, base = "https://x"): readonly OptionCheck[] {
  const basePath = path.replace(/\/$/, "");
  return Object.entries(pages).flatMap(([name, page]): readonly OptionCheck[] => {
    if (page === undefined) return [];
    if (name === "account" && page === false) {
      return [[
        "pages.account",
        true,
        "without `AccountPage()` in `features`, there is no account page: leave the option out",
      ]];
    }
    const isPage = typeof page === "string" && !/^[a-z][a-z\d+.-]*:(?!\/\/)/i.test(page) &&
      URL.canParse(page, base);
    const { origin, pathname } = new URL(isPage ? page : "data:", base);
    return [
      [`pages.${name}`, !isPage, "write a path that begins with /, or a URL"],
      [
        `pages.${name}`,
        origin === base && isOwnPath({ basePath }, pathname),
        `"${page}" is an endpoint of the library; leave it out, or write another path`,
      ],
    ];
  });
}

function languageChecks({ language, languages, messages = {} }: AuthConfig): readonly OptionCheck[] {
  const own = isJsonObject(messages) ? messages : {};
  const listed: readonly unknown[] = Array.isArray(languages) ? languages : [];
  const spelt = Object.fromEntries(Object.entries(own).filter(([tag]) => isTag(tag)));
  const known = offeredLanguages({ messages: spelt });
  const right = listed.filter((each) => isTag(each) || isLanguage(each));
  const offered = offeredLanguages({ languages: right.length ? right : undefined, messages: spelt });
  return [
    ["messages", own !== messages, "write an object with messages by language, such as `{ de: { … } }`"],
    ...Object.entries(own).flatMap(([tag, overrides]): readonly OptionCheck[] => [
      tagCheck(`messages.${tag}`, tag),
      [
        `messages.${tag}`,
        !isJsonObject(overrides),
        "write an object with messages, in groups as in `Messages`",
      ],
    ]),
    [
      "languages",
      languages !== undefined && !listed.length,
      "list languages, such as `[en, de]` of `@latchkey/auth/languages`",
    ],
    ...listed.map((each) => tagCheck("languages", isLoadable(each) ? each.tag : each)),
    ...listed.filter(isTag).map((tag): OptionCheck => [
      "languages",
      !known.includes(canonicalTag(tag)),
      missingMessages(tag, [...known, ...listed.filter(isLanguage).map(tagOf)]),
    ]),
    ...(language === undefined || typeof language === "function" ? [] : [tagCheck("language", language)]),
    ...[language].filter(isTag).map((tag): OptionCheck => [
      "language",
      matchLanguage([tag], new Set(offered.map((each) => each.toLowerCase()))) === null,
      missingMessages(tag, offered),
    ]),
  ];
}

function tagCheck(field: string, tag: unknown): OptionCheck {
  return [
    field,
    !isTag(tag),
    `${JSON.stringify(tag)} is not the tag of a language, such as "de" or "pt-BR"`,
  ];
}

function missingMessages(tag: string, known: readonly string[]): string {
  const own = matchLanguage([tag], new Set<string>(LANGUAGE_TAGS));
  const advice = own
    ? `write ${toImport(own)}`
    : `write one of ${[...new Set(known)].sort().join(", ")}, or add it to \`messages\``;
  return `there are no messages in "${tag}": ${advice}`;
}

function isLanguage(listed: unknown): listed is Language {
  return isLoadable(listed) && isTag(listed.tag);
}

function isLoadable(listed: unknown): listed is { readonly tag: unknown } {
  return isJsonObject(listed) && typeof (listed as Partial<Language>).load === "function";
}

/** Returns whether a value is a tag of RFC 5646. */
function isTag(tag: unknown): tag is string {
  try {
    return typeof tag === "string" && canonicalTag(tag) !== "";
  } catch {
    return false;
  }
}
