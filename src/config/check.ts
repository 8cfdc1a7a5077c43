/**
 * Checks a config: each mistake is an error that says what to write.
 *
 * @module
 */

import { ConfigError, MissingSecret, UntrustedHost } from "../errors/errors.ts";
import { raw, skipCSRFCheck } from "../values/markers.ts";
import { toSecrets } from "../crypto/keys.ts";
import { isOwnPath } from "../http/incoming.ts";
import { parseAppUrl, toBasePath } from "../http/origin.ts";
import { matchLanguage } from "../messages/match.ts";
import { canonicalTag, offeredLanguages } from "../messages/tags.ts";
import { envHintsOf } from "./env.ts";
import { assertTheme } from "./theme.ts";
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
  assertSecret(config);
  if (config.url === undefined && config.trustHost !== true) {
    throw new UntrustedHost(
      "Cannot trust the request's host: set AUTH_URL (`url` in the config) to the URL of the site, or " +
        "`trustHost: true` (AUTH_TRUST_HOST=true) if the proxy in front never passes on a foreign Host header" +
        hintSuffix(envHintsOf(config)?.host),
    );
  }
  const app = config.url === undefined ? null : parseAppUrl(config.url);
  if (!Array.isArray(config.providers)) fail("providers", "list them in an array");
  const basePath = toBasePath(config.basePath, app);
  if (!/^(\/|(\/[\w.~-]+)+)$/.test(basePath)) {
    const rule = "must be a path of A-Z a-z 0-9 . _ ~ - without slash at the end, such as";
    if (config.basePath === undefined) fail("url", `the path of "${config.url}" ${rule} "/app"`);
    fail("basePath", `"${config.basePath}" ${rule} "/auth"`);
  }
  const strategy: unknown = config.session?.strategy;
  if (strategy !== undefined && strategy !== "jwt" && strategy !== "database") {
    fail("session.strategy", `${JSON.stringify(strategy)} must be "jwt" or "database"`);
  }
  assertCallbacks(config);
  assertFunctions("events", config.events, [
    "createUser",
    "updateUser",
    "linkAccount",
    "unlinkAccount",
    "signIn",
    "signOut",
    "session",
  ]);
  assertSeconds("session.maxAge", config.session?.maxAge, 1);
  assertSeconds("session.updateAge", config.session?.updateAge, 0);
  assertSeconds("session.freshAge", config.session?.freshAge, 0);
  assertSeconds("jwt.maxAge", config.jwt?.maxAge, 1);
  assertTheme(config.theme ?? {});
  assertLanguages(config);
  assertPages(config, basePath.replace(/\/$/, ""));
  if (config.migration !== undefined && typeof config.migration?.readToken !== "function") {
    fail("migration", "write the result of `fromAuthJs` or `fromNextAuth4` of `@latchkey/auth/migrate`");
  }
  if (config.raw !== undefined && config.raw !== raw) fail("raw", "use the exported `raw`");
  if (config.skipCSRFCheck !== undefined && config.skipCSRFCheck !== skipCSRFCheck) {
    fail("skipCSRFCheck", "use the exported `skipCSRFCheck`");
  }
}

/** Checks the callbacks alone. @throws {ConfigError} if one is not a function. */
export function assertCallbacks({ callbacks }: AuthConfig): void {
  assertFunctions("callbacks", callbacks, ["signIn", "redirect", "jwt", "session"]);
}

function assertSecret(config: AuthConfig): void {
  const secrets = toSecrets(config.secret ?? []);
  const hints = envHintsOf(config);
  const advice =
    "set AUTH_SECRET, or `secret` in the config; `npx @latchkey/auth secret --env` writes a new one into .env" +
    // An integration has read the environment.
    (hints
      ? ""
      : ". To have AUTH_SECRET read, call `setEnvDefaults(process.env, config)`, as the integrations do") +
    hintSuffix(hints?.secret);
  if (!secrets.length) throw new MissingSecret(`Cannot work without a secret: ${advice}`);
  for (const each of secrets) {
    if (typeof each !== "string" || each.length < MIN_SECRET) {
      throw new MissingSecret(`Cannot use a secret of fewer than ${MIN_SECRET} characters: ${advice}`);
    }
  }
}

/** Finds mistakes that would otherwise fail at the first sign-in. */
function assertFunctions<T extends object>(
  name: string,
  functions: T | undefined,
  keys: readonly (keyof T & string)[],
): void {
  for (const key of keys) {
    const value: unknown = functions?.[key];
    if (value !== undefined && typeof value !== "function") fail(`${name}.${key}`, "write a function");
  }
}

function assertSeconds(name: string, value: number | undefined, least: number): void {
  if (value !== undefined && !(Number.isFinite(value) && value >= least)) {
    fail(name, `${value} must be a number of seconds, at least ${least}`);
  }
}

/** `URL` alone accepts too much: for it, `localhost:3000/login` has the scheme `localhost`. */
function assertPages({ pages = {} }: AuthConfig, basePath: string): void {
  for (const [name, page] of Object.entries(pages)) {
    if (page === undefined || (name === "account" && page === false)) continue;
    const isPage = typeof page === "string" && !/^[a-z][a-z\d+.-]*:(?!\/\/)/i.test(page);
    if (!isPage || !URL.canParse(page, "https://x")) {
      fail(`pages.${name}`, "write a path that begins with /, or a URL");
    }
    const { origin, pathname } = new URL(page, "https://x");
    if (origin === "https://x" && isOwnPath({ basePath }, pathname)) {
      fail(`pages.${name}`, `"${page}" is an endpoint of the library; leave it out, or write another path`);
    }
  }
}

function assertLanguages({ language, languages, messages = {} }: AuthConfig): void {
  if (!isObject(messages)) {
    fail("messages", "write an object with messages by language, such as `{ de: { … } }`");
  }
  for (const [tag, overrides] of Object.entries(messages)) {
    assertTag(`messages.${tag}`, tag);
    if (!isObject(overrides)) {
      fail(`messages.${tag}`, "write an object with messages, in groups as in `Messages`");
    }
  }
  const known = new Set(offeredLanguages({ messages }).map((tag) => tag.toLowerCase()));
  if (languages !== undefined) {
    if (!Array.isArray(languages) || !languages.length) {
      fail("languages", 'list tags, such as `["en", "de"]`');
    }
    for (const tag of languages) {
      assertTag("languages", tag);
      if (!known.has(canonicalTag(tag).toLowerCase())) failUnknown("languages", tag, known);
    }
  }
  if (language === undefined || typeof language === "function") return;
  assertTag("language", language);
  const offered = new Set(offeredLanguages({ languages, messages }).map((tag) => tag.toLowerCase()));
  if (matchLanguage([language], offered) === null) failUnknown("language", language, offered);
}

/** A tag of RFC 5646. */
function assertTag(field: string, tag: unknown): void {
  try {
    if (typeof tag === "string" && canonicalTag(tag)) return;
  } catch {
    // Falls through to the same error.
  }
  fail(field, `${JSON.stringify(tag)} is not the tag of a language, such as "de" or "pt-BR"`);
}

function failUnknown(field: string, tag: string, known: ReadonlySet<string>): never {
  fail(
    field,
    `there are no messages in "${tag}": write one of ${
      [...known].sort().join(", ")
    }, or add it to \`messages\``,
  );
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The hint as a further sentence; empty without one. */
function hintSuffix(hint: string | undefined): string {
  return hint ? `. ${hint}` : "";
}

function fail(field: string, reason: string): never {
  throw new ConfigError(`Cannot use \`${field}\`: ${reason}`);
}
