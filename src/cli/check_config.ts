/**
 * Checks a config as an integration reads it: with the variables, and with the checks of the library.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { toBase64Url } from "../crypto/bytes.ts";
import { ALL_CAPABILITIES } from "../core/capabilities.ts";
import { findNoticeMailer, mailersOf } from "../sign_in/capability.ts";
import { loadCode } from "../config/brought_code.ts";
import { mistakesOf } from "../config/check.ts";
import { cookieFindings } from "./check_cookies.ts";
import { encodingFindings } from "./check_encoding.ts";
import { secretFinding } from "./check_secrets.ts";
import { type Scheme, schemeOf } from "../http/cookies.ts";
import { type Environment, setEnvDefaults, warnOfUnread } from "../config/env.ts";
import { MIN_SECRET } from "../config/session_check.ts";
import { MissingSecret, UntrustedHost } from "../errors/errors.ts";
import { isSecureUrl } from "../http/bounded_request.ts";
import { DEFAULT_MAX_AGE } from "../model/jwt.ts";
import { withLanguages } from "../config/languages.ts";
import { all } from "../messages/languages.ts";
import { toDefinition } from "../config/listed.ts";
import { readAppUrl } from "../http/origin.ts";
import { webPlatform } from "../platform/platform.ts";
import type { Project } from "./project.ts";
import type { Finding } from "../setup/finding.ts";
import { toWrong } from "./report.ts";
import { setupOf } from "../config/setup.ts";
import type { Capabilities, Setup } from "../setup/setup.ts";
import { messageOf, propertyOf } from "../errors/thrown.ts";
import { verifiedAddressFindings } from "./verified_addresses.ts";
import { isExperimental } from "../config/webauthn.ts";

/** A config that was checked. */
interface OpenedConfig {
  /** The setup, without what is wrong; `null` if the library cannot read the rest. */
  readonly setup: Setup | null;
  /** Errors of providers, by their id. */
  readonly broken: ReadonlyMap<string, string>;
  /** Findings on the config itself. */
  readonly findings: readonly Finding[];
}

/**
 * Checks a config. The library stops at its first error; this lists all mistakes of the options, and repairs a copy to
 * find those of the providers.
 *
 * @param config Is not changed.
 * @param env The variables.
 * @param project The framework.
 */
export async function openConfig(
  config: AuthConfig,
  env: Environment,
  { handlerPath, hasFiles, isWorker }: Project,
): Promise<OpenedConfig> {
  const logged: string[] = [];
  const logger = { error() {}, warn: (code: string) => void logged.push(code), debug() {} };
  const basePath = config.basePath ?? readAppUrl(config.url ?? env.AUTH_URL, handlerPath)?.basePath ??
    handlerPath;
  const languages = hasFiles ? withLanguages(config, all) : config.languages;
  const written = { ...config, languages, basePath, logger };
  const wrong: Finding[] = [];
  const broken = new Map<string, string>();
  let setup: Setup | null = null;
  let own: AuthConfig = written;
  /** Notes an error, and removes its cause, so that the next one shows. Returns whether the cause is known. */
  const note = (error: unknown): boolean => {
    const id = propertyOf(propertyOf(error, "cause"), "provider");
    if (typeof id === "string") broken.set(id, messageOf(error));
    else {wrong.push({
        ...toWrong(nameOf(error), error),
        advice: error instanceof MissingSecret ? badEntry(own, env) : undefined,
      });}
    const repaired = repair(own, error, id);
    own = repaired ?? own;
    return repaired !== null;
  };
  try {
    setEnvDefaults(env, written, config.basePath === undefined);
    warnOfUnread(env, written);
  } catch (error) {
    return { setup, broken, findings: [toWrong("config", error)] };
  }
  let isUsable = [...mistakesOf(written)].map(note).every(Boolean);
  for (let tries = 0; isUsable && !setup && tries < 200; tries++) {
    try {
      setup = setupOf(own, schemeOfConfig(own), { capabilities: ALL_CAPABILITIES });
    } catch (error) {
      isUsable = note(error);
    }
  }
  const warnings = toFindings([...logged, ...await warningsOfConfig(own)]);
  for (const error of setup?.incomplete ?? []) broken.set(String(error.cause?.provider), error.message);
  return {
    setup,
    broken,
    findings: setup
      ? [
        ...secretFindings(setup, wrong),
        ...originFindings(setup, wrong, env),
        ...cookieFindings(setup),
        sessionFinding(setup, own),
        ...await encodingFindings(setup, own),
        ...warnings,
        ...(isWorker ? await plainProviderFindings(own) : []),
        ...verifiedAddressFindings(setup),
        ...experimentFindings(setup),
        ...noticeFindings(setup),
        ...wrong.filter(({ name }) => name === "config"),
      ]
      : [...wrong, ...warnings],
  };
}

/** Names a provider that `WorkerAuth` refuses, because it brings no code. */
async function plainProviderFindings(config: AuthConfig): Promise<readonly Finding[]> {
  const logger = { error() {}, warn() {}, debug() {} };
  const capabilities: Capabilities = {};
  await loadCode(config, capabilities);
  try {
    // A list of its own: the setup of the list is known, with all code.
    setupOf({ ...config, logger, providers: [...config.providers] }, schemeOfConfig(config), {
      capabilities,
    });
    return [];
  } catch (error) {
    return [{ ...toWrong("config", error), status: "warning" }];
  }
}

/** Names what the config has switched on and an update may change. The library itself does not repeat it at each start. */
function experimentFindings({ providers }: Setup): readonly Finding[] {
  return [...providers.values()].flatMap((provider): readonly Finding[] =>
    provider.type === "webauthn" && isExperimental(provider)
      ? [{
        name: "config",
        status: "warning",
        text: `provider "${provider.id}" is experimental: it may change with any version`,
        advice: "Use `Passkey`, or read the changelog before you update the library",
      }]
      : []
  );
}

/** Names the emails that a config wants and no provider sends: they warn the owner of an account of a thief. */
function noticeFindings({ providers, capabilities, securityMails }: Setup): readonly Finding[] {
  const mailers = mailersOf(providers);
  const isWanted = securityMails !== false &&
    [...capabilities].some(({ credentials, levels }) => credentials || levels);
  if (!isWanted || !mailers.length || findNoticeMailer(providers)) return [];
  return [{
    name: "config",
    status: "warning",
    text:
      "no mail tells users what happens to their account, such as a new password or another authenticator app: " +
      `provider "${mailers[0]!.id}" sends only links and codes`,
    advice:
      "Write `notices: true` beside its `sendVerificationRequest`, and mail each `purpose`; or `securityMails: false`",
  }];
}

function schemeOfConfig({ url }: AuthConfig): Scheme {
  return url === undefined ? "https" : schemeOf(url);
}

function nameOf(error: unknown): string {
  if (error instanceof MissingSecret) return "secret";
  return error instanceof UntrustedHost ? "origin" : "config";
}

/** Names the one of several secrets that cannot be used: the library says only that there is one. */
function badEntry({ secret }: AuthConfig, env: Environment): string | undefined {
  if (!Array.isArray(secret) || secret.length < 2) return undefined;
  const index = secret.findIndex((each: unknown) => typeof each !== "string" || each.length < MIN_SECRET);
  const entry: unknown = secret[index];
  const variable = entry &&
    ["", "_1", "_2", "_3"].map((end) => `AUTH_SECRET${end}`).find((name) => env[name] === entry);
  const fault = typeof entry !== "string" ? String(entry) : entry === "" ? "empty" : "too short";
  return `${variable || `\`secret[${index}]\``} is ${fault}: ${
    variable ? "remove the variable" : "take it out of the list, or leave `secret` out of the config"
  }`;
}

/** Returns a config without the cause of an error; `null` if that is not known. */
function repair(config: AuthConfig, error: unknown, id: unknown): AuthConfig | null {
  if (error instanceof MissingSecret) return { ...config, secret: toBase64Url(webPlatform.random(33)) };
  if (error instanceof UntrustedHost) return { ...config, trustHost: true };
  if (typeof id !== "string") return null;
  const idOf = (provider: unknown) => propertyOf(toDefinition(provider), "id");
  const providers = config.providers.filter((provider) => idOf(provider) !== id);
  return providers.length < config.providers.length ? { ...config, providers } : null;
}

function secretFindings(setup: Setup, wrong: readonly Finding[]): readonly Finding[] {
  const errors = wrong.filter(({ name }) => name === "secret");
  return errors.length ? errors : [secretFinding(setup)];
}

function originFindings(
  { origin, basePath }: Setup,
  wrong: readonly Finding[],
  { VERCEL, CF_PAGES, DENO_DEPLOYMENT_ID }: Environment,
): readonly Finding[] {
  const name = "origin";
  const errors = wrong.filter((finding) => finding.name === name);
  if (errors.length) return errors;
  const path = `the library is at ${basePath || "/"}`;
  if (origin === undefined) {
    const text = "the Host header of each request, because `trustHost` is true";
    // These platforms set the header themselves.
    if (VERCEL || CF_PAGES || DENO_DEPLOYMENT_ID) return [{ name, status: "ok", text: `${text}; ${path}` }];
    return [{
      name,
      status: "warning",
      text: `${text}: if a forged header gets through, links in mails lead to another site; ${path}`,
      advice: "Set AUTH_URL to the URL of the site",
    }];
  }
  if (!isSecureUrl(origin)) {
    return [{
      name,
      status: "warning",
      text: `${origin} has no TLS: everyone on the network can read the session cookies`,
      advice: "Set AUTH_URL to the https URL of the site",
    }];
  }
  return [{ name, status: "ok", text: `${origin}; ${path}` }];
}

function sessionFinding({ strategy }: Setup, { session, jwt, adapter }: AuthConfig): Finding {
  const text = strategy === "database"
    ? "in the database"
    : `in encrypted cookies${adapter ? ", and users in the database" : ", without a database"}`;
  const age = session?.maxAge ?? (strategy === "jwt" ? jwt?.maxAge : undefined) ?? DEFAULT_MAX_AGE;
  return {
    name: "sessions",
    status: "ok",
    text: `${text}; they end ${toDuration(age)} after their last use`,
  };
}

function toDuration(seconds: number): string {
  const units = [[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]] as const;
  const [size, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, "second"];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The library loads these checks when it is set up, and does not wait for them. */
async function warningsOfConfig(config: AuthConfig): Promise<readonly string[]> {
  const [{ warningsOf }, { messageWarnings }, { words }, { en }] = await Promise.all([
    import("../config/warnings.ts"),
    import("../config/message_warnings.ts"),
    import("../messages/second_factors/en.ts"),
    import("../messages/en.ts"),
  ]);
  return [
    ...warningsOf(config, ALL_CAPABILITIES),
    ...config.messages ? messageWarnings(config.messages, config.languages, { ...en, ...words }) : [],
  ];
}

/** Returns whether a text is the warning of variables with secrets that the config hides. */
export function isUnreadSecret(text: string): boolean {
  return text.startsWith("env-secret-unread: ");
}

function toFindings(warnings: readonly string[]): readonly Finding[] {
  // The origin has a finding of its own.
  const others = [...new Set(warnings)].filter((text) =>
    !/^(?:insecure-url|experimental-webauthn): /.test(text)
  );
  return others.map((text) => ({
    name: isUnreadSecret(text) ? "secret" : "config",
    status: "warning",
    text,
  }));
}
