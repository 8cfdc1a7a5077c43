/**
 * Finds variables that look as if the library read them, and that it does not read: those of next-auth, those of Auth.js
 * that have no meaning here, and misspelt ones.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import { toEnvName } from "../values/env_name.ts";
import type { Finding } from "../setup/finding.ts";

/** A provider of the config. */
export interface NamedProvider {
  /** Its id. */
  readonly id: string;
  /** Its type. */
  readonly type: string;
}

/** Variables of next-auth and Auth.js that have another name here. */
const RENAMED: Readonly<Record<string, string>> = {
  NEXTAUTH_SECRET: "AUTH_SECRET",
  NEXTAUTH_URL: "AUTH_URL",
  AUTH_TRUSTED_HOST: "AUTH_TRUST_HOST",
};

/** Variables of next-auth and Auth.js that have no meaning here, and what to do with them. */
const UNREAD: Readonly<Record<string, string>> = {
  NEXTAUTH_URL_INTERNAL: "Remove it: the library sends no requests to itself",
  AUTH_URL_INTERNAL: "Remove it: the library sends no requests to itself",
  AUTH_DEBUG: "Write `debug: true` in the config",
  AUTH_SALT: "Remove it: the library derives it from the name of the cookie",
};

const KNOWN = [
  "AUTH_URL",
  "AUTH_TRUST_HOST",
  "AUTH_SECRET",
  "AUTH_SECRET_1",
  "AUTH_SECRET_2",
  "AUTH_SECRET_3",
  "AUTH_REDIRECT_PROXY_URL",
  "AUTH_REDIRECT_PROXY_SECRET",
];

/** Endings of the variables of a provider, by its type. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  oauth: ["ID", "SECRET", "ISSUER"],
  oidc: ["ID", "SECRET", "ISSUER"],
  email: ["KEY"],
};

/** Endings that people write for each of these. */
const SYNONYMS: Readonly<Record<string, RegExp>> = {
  ID: /^(CLIENT_?ID|CLIENT|APP_?ID|KEY)$/,
  SECRET: /^(CLIENT_?SECRET|APP_?SECRET|SECRET_?KEY)$/,
  ISSUER: /^(ISSUER_?URL|DOMAIN|TENANT|TENANT_?ID|BASE_?URL|URL)$/,
  KEY: /^(API_?KEY|TOKEN|SECRET)$/,
};

/**
 * Returns the variables that nothing reads. A variable of the application itself is not among them, unless it has the
 * form of one of the library's.
 */
export function environmentFindings(
  env: Environment,
  providers: readonly NamedProvider[],
): readonly Finding[] {
  const readNames = new Set([...KNOWN, ...providers.flatMap(variablesOf)]);
  return Object.keys(env).filter((name) => env[name] && !readNames.has(name)).sort().flatMap((name) => {
    const advice = adviceFor(name, env, providers);
    return advice === null ? [] : [{
      name: "environment",
      status: "warning",
      text: `${name} is set, and the library does not read it`,
      advice,
    }];
  });
}

function variablesOf({ id, type }: NamedProvider): readonly string[] {
  return (ENDINGS[type] ?? []).map((ending) => `AUTH_${toEnvName(id)}_${ending}`);
}

/** Returns what to do with a variable that nothing reads; `null` if it is likely the application's own. */
function adviceFor(name: string, env: Environment, providers: readonly NamedProvider[]): string | null {
  if (Object.hasOwn(RENAMED, name)) return renaming(RENAMED[name]!, env);
  if (Object.hasOwn(UNREAD, name)) return UNREAD[name]!;
  if (name.startsWith("NEXTAUTH_")) return "Remove it: it is one of next-auth";
  if (/^AUTH_SECRET_\d+$/.test(name)) {
    return "Secrets are AUTH_SECRET and AUTH_SECRET_1 to AUTH_SECRET_3, the newest";
  }
  for (const provider of providers) {
    const advice = adviceOfProvider(name, env, provider);
    if (advice !== null) return advice;
  }
  const unknown = /^AUTH_([A-Z\d_]+)_(?:ID|SECRET|ISSUER)$/.exec(name)?.[1];
  return unknown
    ? `No provider of the config has the id "${unknown.toLowerCase().replaceAll("_", "-")}"`
    : null;
}

/** Returns what to do with a variable that is likely one of a provider; `null` if it is not. */
function adviceOfProvider(name: string, env: Environment, provider: NamedProvider): string | null {
  const prefix = toEnvName(provider.id);
  // `GITHUB_ID`, as in examples of next-auth, and `AUTH_GITHUB_CLIENT_ID`.
  // Not a pattern: an id that the library refuses may have any characters.
  const ours = name.startsWith("AUTH_" + prefix);
  const rest = name.slice(ours ? 5 : 0);
  if (!rest.startsWith(`${prefix}_`)) return null;
  const ending = rest.slice(prefix.length + 1);
  const meant = (ENDINGS[provider.type] ?? []).find((each) =>
    each === ending || SYNONYMS[each]!.test(ending)
  );
  if (meant && (ours || !env[`AUTH_${prefix}_${meant}`])) return renaming(`AUTH_${prefix}_${meant}`, env);
  if (!ours) return null;
  const read = variablesOf(provider).join(", ") || "no variable";
  return `Remove it: of the provider "${provider.id}" the library reads ${read}`;
}

function renaming(variable: string, env: Environment): string {
  return env[variable] ? `Remove it: ${variable} is set, and counts` : `Rename it to ${variable}`;
}
