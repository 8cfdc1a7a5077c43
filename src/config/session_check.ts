/**
 * Checks the part of a config that a session check reads: each mistake is an error that says what to write.
 *
 * @module
 */

import { failedOf, type OptionCheck } from "../errors/checks.ts";
import { ConfigError, MissingSecret, UntrustedHost } from "../errors/errors.ts";
import { toSecrets } from "../crypto/keys.ts";
import { readAppUrl, toBasePath, unusableUrl } from "../http/origin.ts";
import { envHintsOf } from "./env_hints.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import type { AdoptingMigration } from "../model/migration.ts";

/** The shortest secret, in characters. */
export const MIN_SECRET = 32;

/**
 * Checks what a session check reads of a config.
 *
 * @throws {MissingSecret} without a secret, or with a short one.
 * @throws {UntrustedHost} if there is no `url`, and `trustHost` is not `true`.
 * @throws {ConfigError} for anything else.
 */
export function assertSessions(config: AuthConfig): void {
  const [mistake] = sessionMistakesOf(config);
  if (mistake) throw mistake;
}

/** Checks the callbacks alone. @throws {ConfigError} if one is not a function. */
export function assertCallbacks(config: AuthConfig): void {
  const [check] = failedOf(functionChecks("callbacks", config));
  if (check) throw toError(check);
}

/** Yields the mistakes of what a session check reads of a config, one after the other. */
export function* sessionMistakesOf(config: AuthConfig): Generator<ConfigError> {
  const { url } = config;
  const secret = secretMistake(config);
  if (secret) yield secret;
  if (url === undefined && config.trustHost !== true) {
    yield new UntrustedHost(
      "Cannot trust the request's host: set AUTH_URL (`url` in the config) to the URL of the site, or " +
        "`trustHost: true` (AUTH_TRUST_HOST=true) if the proxy in front never passes on a foreign Host header" +
        hintSuffix(envHintsOf(config)?.host),
    );
  }
  const app = url === undefined ? null : readAppUrl(url);
  if (url !== undefined && !app) yield unusableUrl(url);
  yield* failedOf(checksOf(config, String(toBasePath(config.basePath, app)))).map(toError);
}

/** Returns the error of a check that has failed. */
export function toError([field, , advice]: OptionCheck): ConfigError {
  return new ConfigError(`Cannot use \`${field}\`: ${advice}`);
}

function secretMistake(config: AuthConfig): MissingSecret | null {
  const secrets = toSecrets(config.secret ?? []);
  const hints = envHintsOf(config);
  const advice =
    "set AUTH_SECRET, or `secret` in the config; `npx @latchkey/auth secret --env` writes a new one into .env" +
    // An integration has read the environment.
    (hints
      ? ""
      : ". To read AUTH_SECRET, call `setEnvDefaults(process.env, config)`, as the integrations do") +
    hintSuffix(hints?.secret);
  if (!secrets.length) return new MissingSecret(`Cannot work without a secret: ${advice}`);
  const isLong = (secret: unknown) => typeof secret === "string" && secret.length >= MIN_SECRET;
  if (secrets.every(isLong)) return null;
  return new MissingSecret(`Cannot use a secret of fewer than ${MIN_SECRET} characters: ${advice}`);
}

function checksOf(config: AuthConfig, path: string): readonly OptionCheck[] {
  const { providers, url, basePath, session, jwt, migration } = config;
  const isPath = /^(\/|(\/\.*[\w~-][\w.~-]*)+)$/.test(path);
  const rule = "must be a path of A-Z a-z 0-9 . _ ~ - such as";
  const strategy: unknown = session?.strategy;
  return [
    ["providers", !Array.isArray(providers), "list them in an array"],
    basePath === undefined
      ? ["url", !isPath, `the path of "${url}" ${rule} "/app"`]
      : ["basePath", !isPath, `"${basePath}" ${rule} "/auth"`],
    [
      "session.strategy",
      ![undefined, "jwt", "database"].includes(strategy as string),
      `${JSON.stringify(strategy)} must be "jwt" or "database"`,
    ],
    ...functionChecks("callbacks", config),
    ...functionChecks("events", config),
    ...LEAST_AGES.map(([name, least]) => secondsCheck(`session.${name}`, session?.[name], least)),
    [
      "session.revocationDelay",
      session?.revocationDelay !== "always" && !isAge(session?.revocationDelay, 0),
      `${JSON.stringify(session?.revocationDelay)} must be a number of seconds, at least 0, or "always"`,
    ],
    secondsCheck("jwt.maxAge", jwt?.maxAge, 1),
    [
      "migration",
      migration !== undefined &&
      !MIGRATES.every((name) => typeof (migration as Partial<AdoptingMigration>)?.[name] === "function"),
      "write the result of `fromAuthJs` or `fromNextAuth4` of `@latchkey/auth/migrate`",
    ],
  ];
}

/** The ages of sessions, in seconds, and the least that each may be. */
const LEAST_AGES = [["maxAge", 1], ["updateAge", 0], ["absoluteMaxAge", 1], ["freshAge", 0]] as const;

const MIGRATES = ["readToken", "adoptTokens", "adoptRows"] as const;

/** A callback or an event that is not a function would fail at the first sign-in only. */
function functionChecks(part: "callbacks" | "events", config: AuthConfig): readonly OptionCheck[] {
  return Object.entries(config[part] ?? {}).map(([name, value]) => [
    `${part}.${name}`,
    value !== undefined && typeof value !== "function",
    "write a function",
  ]);
}

function secondsCheck(field: string, value: number | undefined, least: number): OptionCheck {
  return [field, !isAge(value, least), `${value} must be a number of seconds, at least ${least}`];
}

/** Whether a value is a time in seconds, or absent. */
function isAge(value: unknown, least: number): boolean {
  return value === undefined || (Number.isFinite(value) && value as number >= least);
}

/** The hint as a further sentence; empty without one. */
function hintSuffix(hint: string | undefined): string {
  return hint ? `. ${hint}` : "";
}
