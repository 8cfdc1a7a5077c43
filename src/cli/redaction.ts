/**
 * Hides secrets in texts that are printed.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import type { Environment } from "../config/env.ts";
import type { Setup } from "../setup/setup.ts";

/** Returns the secrets in the environment, and the passwords in its URLs. */
export function secretsOf(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    PRIVATE_VARIABLE.test(name.replace(HARMLESS, "")) ? [value, ...passwordsIn(value)] : passwordsIn(value)
  );
}

/** Returns the secrets that a config has without the environment. @param setup `null` if the config is not valid. */
export function secretsIn(config: AuthConfig, setup: Setup | null): readonly string[] {
  const { secrets = [], proxySecrets = [], providers = new Map() } = setup ?? {};
  const written = secretsOfOptions({ secret: config.secret, providers: config.providers }, 0);
  return [...secrets, ...proxySecrets, ...written, ...secretsOfOptions([...providers.values()], 0)];
}

/** Returns a function that hides secrets in a text, and makes one line of it. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // A shorter text would hide parts of words. A text of several lines may be cut.
  const longestFirst = [...new Set(secrets.flatMap((secret) => [secret, ...secret.split(/[\r\n]+/)]))]
    .filter(({ length }) => length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  return (text) =>
    oneLine(
      longestFirst.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
        .replace(/\n {2}see (?=https:)/, ". See "),
    )
      .replaceAll(/(:\/\/[^\s:@]*):\S+@/g, `$1:${HIDDEN}@`)
      .replaceAll(PARAMETER, `$1${HIDDEN}`);
}

const HIDDEN = "[hidden]";

/** Characters of a secret. The library refuses shorter ones, but for passwords and client secrets. */
const SHORTEST = 6;

/** Names of variables whose values must not be shown. */
const PRIVATE_VARIABLE = /SECRET|PASS|PWD|TOKEN|KEY|PRIVATE|CREDENTIAL|CONNECTION|DSN|_PAT$/i;

/** Names, and parts of names, of variables that only look like these: those of a shell, and of providers. */
const HARMLESS = /^(?:OLD)?PWD$|KEYCLOAK|PASSKEYS?/i;

/** Names of options whose values must not be shown. `token_endpoint_auth_method` is none of them. */
const PRIVATE_OPTION = /(?:SECRET|PASS|PASSWORD|PASSWD|PWD|TOKEN|KEY|CREDENTIALS?|DSN)$/i;

/** A parameter of a URL that has a password, up to its value. */
const PARAMETER = /([?&;](?:[\w-]*(?:secret|pass|pwd|token)[\w-]*|(?:[\w-]+[_-])?key|apikey)=)[^\s&;#"'`]+/gi;

function secretsOfOptions(options: object, depth: number): readonly string[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "string") {
      // `token` may also be the URL of an endpoint.
      const isPrivate = PRIVATE_OPTION.test(name) && !(name === "token" && /^https?:/.test(value));
      return isPrivate ? [value, ...passwordsIn(value)] : passwordsIn(value);
    }
    if (Array.isArray(value) && PRIVATE_OPTION.test(name)) {
      return value.filter((each) => typeof each === "string");
    }
    return typeof value === "object" && value !== null && depth < DEEPEST
      ? secretsOfOptions(value, depth + 1)
      : [];
  });
}

/** Levels of options: those of a transport of Nodemailer are in `providers[0].server.auth`. */
const DEEPEST = 5;

/** Returns a URL with credentials, the credentials alone, and the secret parameters of its query. */
function passwordsIn(value: string): readonly string[] {
  const whole = /:\/\/.*@/s.test(value) ? [value] : [];
  if (!URL.canParse(value)) return whole;
  const { password, searchParams } = new URL(value);
  const others = [...searchParams].flatMap(([name, text]) => PRIVATE_OPTION.test(name) ? text : []);
  const own = password ? [password, decoded(password)] : [];
  return [...whole, ...own, ...others, ...others.map(encodeURIComponent)];
}

/** A password need not be escaped: `50%off`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Removes line breaks, and the characters that change the direction of a text: text from outside must not forge a line of
 * the report, or control the terminal.
 */
function oneLine(text: string): string {
  return text
    // deno-lint-ignore no-control-regex -- these are the characters that end a line, or move a terminal's cursor
    .replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ")
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, "");
}
