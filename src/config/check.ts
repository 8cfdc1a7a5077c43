/**
 * Checks a config: each mistake is an error that says what to write.
 *
 * @module
 */

import { failedOf, type OptionCheck } from "../errors/checks.ts";
import { ConfigError, MissingSecret, UntrustedHost } from "../errors/errors.ts";
import { raw, skipCSRFCheck } from "../values/markers.ts";
import { toSecrets } from "../crypto/keys.ts";
import { isOwnPath } from "../http/incoming.ts";
import { readAppUrl, toBasePath, unusableUrl } from "../http/origin.ts";
import { matchLanguage } from "../messages/match.ts";
import { canonicalTag, LANGUAGE_TAGS, offeredLanguages, tagOf, toImport } from "../messages/tags.ts";
import type { Language } from "../messages/types.ts";
import { envHintsOf } from "./env.ts";
import { themeChecks } from "./theme.ts";
import type { AuthConfig } from "../auth_config/auth_config.ts";

/** The shortest secret, in characters. */
export const MIN_SECRET = 32;

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

/** Checks the callbacks alone. @throws {ConfigError} if one is not a function. */
export function assertCallbacks(config: AuthConfig): void {
  const [check] = failedOf(callbackChecks(config));
  if (check) throw toError(check);
}

/** Yields the mistakes of a config, one after the other. */
export function* mistakesOf(config: AuthConfig): Generator<ConfigError> {
  const secret = secretMistake(config);
  if (secret) yield secret;
  if (config.url === undefined && config.trustHost !== true) {
    yield new UntrustedHost(
      "Cannot trust the request's host: set AUTH_URL (`url` in the config) to the URL of the site, or " +
        "`trustHost: true` (AUTH_TRUST_HOST=true) if the proxy in front never passes on a foreign Host header" +
        hintSuffix(envHintsOf(config)?.host),
    );
  }
  const app = config.url === undefined ? null : readAppUrl(config.url);
  if (config.url !== undefined && !app) yield unusableUrl(config.url);
  const path = String(toBasePath(config.basePath, app));
  const checks = [...checksOf(config, path), ...languageChecks(config), ...pageChecks(config, path)];
  yield* failedOf(checks).map(toError);
}

function secretMistake(config: AuthConfig): MissingSecret | null {
  const secrets = toSecrets(config.secret ?? []);
  const hints = envHintsOf(config);
  const advice =
    "set AUTH_SECRET, or `secret` in the config; `npx @latchkey/auth secret --env` writes a new one into .env" +
    // An integration has read the environment.
    (hints
      ? ""
      : ". To have AUTH_SECRET read, call `setEnvDefaults(process.env, config)`, as the integrations do") +
    hintSuffix(hints?.secret);
  if (!secrets.length) return new MissingSecret(`Cannot work without a secret: ${advice}`);
  const isLong = (secret: unknown) => typeof secret === "string" && secret.length >= MIN_SECRET;
  if (secrets.every(isLong)) return null;
  return new MissingSecret(`Cannot use a secret of fewer than ${MIN_SECRET} characters: ${advice}`);
}

function checksOf(config: AuthConfig, path: string): readonly OptionCheck[] {
  const { providers, url, basePath, session, jwt, migration } = config;
  const isPath = /^(\/|(\/[\w.~-]+)+)$/.test(path);
  const rule = "must be a path of A-Z a-z 0-9 . _ ~ - without slash at the end, such as";
  const strategy: unknown = session?.strategy;
  return [
    ["providers", !Array.isArray(providers), "list them in an array"],
    ["url", !isPath && basePath === undefined, `the path of "${url}" ${rule} "/app"`],
    ["basePath", !isPath && basePath !== undefined, `"${basePath}" ${rule} "/auth"`],
    [
      "session.strategy",
      strategy !== undefined && strategy !== "jwt" && strategy !== "database",
      `${JSON.stringify(strategy)} must be "jwt" or "database"`,
    ],
    ...callbackChecks(config),
    ...EVENTS.map((name) => functionCheck(`events.${name}`, config.events?.[name])),
    secondsCheck("session.maxAge", session?.maxAge, 1),
    secondsCheck("session.updateAge", session?.updateAge, 0),
    secondsCheck("session.freshAge", session?.freshAge, 0),
    secondsCheck("jwt.maxAge", jwt?.maxAge, 1),
    ...themeChecks(config.theme ?? {}),
    [
      "migration",
      migration !== undefined && typeof migration?.readToken !== "function",
      "write the result of `fromAuthJs` or `fromNextAuth4` of `@latchkey/auth/migrate`",
    ],
    ["raw", config.raw !== undefined && config.raw !== raw, "use the exported `raw`"],
    [
      "skipCSRFCheck",
      config.skipCSRFCheck !== undefined && config.skipCSRFCheck !== skipCSRFCheck,
      "use the exported `skipCSRFCheck`",
    ],
  ];
}

const CALLBACKS = ["signIn", "redirect", "jwt", "session"] as const;
const EVENTS = [
  "createUser",
  "updateUser",
  "linkAccount",
  "unlinkAccount",
  "signIn",
  "signOut",
  "session",
] as const;

/** A callback that is not a function would fail at the first sign-in only. */
function callbackChecks({ callbacks }: AuthConfig): readonly OptionCheck[] {
  return CALLBACKS.map((name) => functionCheck(`callbacks.${name}`, callbacks?.[name]));
}

function functionCheck(field: string, value: unknown): OptionCheck {
  return [field, value !== undefined && typeof value !== "function", "write a function"];
}

function secondsCheck(field: string, value: number | undefined, least: number): OptionCheck {
  const isRight = value === undefined || (Number.isFinite(value) && value >= least);
  return [field, !isRight, `${value} must be a number of seconds, at least ${least}`];
}

/** `URL` alone accepts too much: for it, `localhost:3000/login` has the scheme `localhost`. */
function pageChecks({ pages = {} }: AuthConfig, path: string): readonly OptionCheck[] {
  const basePath = path.replace(/\/$/, "");
  return Object.entries(pages).flatMap(([name, page]): readonly OptionCheck[] => {
    if (page === undefined || (name === "account" && page === false)) return [];
    const isPage = typeof page === "string" && !/^[a-z][a-z\d+.-]*:(?!\/\/)/i.test(page) &&
      URL.canParse(page, "https://x");
    const { origin, pathname } = new URL(isPage ? page : "https://other", "https://x");
    return [
      [`pages.${name}`, !isPage, "write a path that begins with /, or a URL"],
      [
        `pages.${name}`,
        origin === "https://x" && isOwnPath({ basePath }, pathname),
        `"${page}" is an endpoint of the library; leave it out, or write another path`,
      ],
    ];
  });
}

function languageChecks({ language, languages, messages = {} }: AuthConfig): readonly OptionCheck[] {
  const own = isObject(messages) ? messages : {};
  const listed: readonly unknown[] = Array.isArray(languages) ? languages : [];
  const spelt = Object.fromEntries(Object.entries(own).filter(([tag]) => isTag(tag)));
  const known = offeredLanguages({ messages: spelt });
  const right = listed.filter((each) => isTag(each) || isLanguage(each));
  const offered = offeredLanguages({ languages: right.length ? right : undefined, messages: spelt });
  return [
    ["messages", own !== messages, "write an object with messages by language, such as `{ de: { … } }`"],
    ...Object.entries(own).flatMap(([tag, overrides]): readonly OptionCheck[] => [
      tagCheck(`messages.${tag}`, tag),
      [`messages.${tag}`, !isObject(overrides), "write an object with messages, in groups as in `Messages`"],
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
  return isObject(listed) && typeof (listed as Partial<Language>).load === "function";
}

/** Returns whether a value is a tag of RFC 5646. */
function isTag(tag: unknown): tag is string {
  try {
    return typeof tag === "string" && canonicalTag(tag) !== "";
  } catch {
    return false;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The hint as a further sentence; empty without one. */
function hintSuffix(hint: string | undefined): string {
  return hint ? `. ${hint}` : "";
}

function toError([field, , advice]: OptionCheck): ConfigError {
  return new ConfigError(`Cannot use \`${field}\`: ${advice}`);
}
