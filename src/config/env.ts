/**
 * Reads the environment: adds `AUTH_*` variables to a config, and builds the URL of an action behind a proxy.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { toEnvName } from "../values/env_name.ts";
import { defined } from "../values/defined.ts";
import type { AuthAction } from "../http/endpoints.ts";
import { setEnvHints } from "./env_hints.ts";
import { toDefinition } from "./listed.ts";
import { toLogger } from "./logger.ts";
import { isAbove, pathOf, readAppUrl, toBasePath } from "../http/origin.ts";
import { webPlatform } from "../platform/platform.ts";
import type { Provider, ProviderConfig } from "../model/provider.ts";
import { isSame, snapshotOf } from "./snapshot.ts";
import type { LoggerInstance } from "../values/types.ts";

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Fills in a config from the environment. It writes to `config`: integrations pass a copy of the application's config.
 *
 * - `AUTH_SECRET`, `AUTH_SECRET_1` to `_3` (the highest number is the newest): `secret`
 * - `AUTH_URL`: `url`, the URL of the application; `basePath` is `/auth` below its path, or that path if it ends with
 *   `/auth`
 * - `AUTH_TRUST_HOST`: `trustHost`; `true` or `1` mean yes, any other value no. Without it, `VERCEL`, `CF_PAGES` and
 *   `DENO_DEPLOYMENT_ID` mean yes: these platforms set the Host header themselves. With `url` it has no effect
 * - `AUTH_REDIRECT_PROXY_URL`: `redirectProxyUrl`; `AUTH_REDIRECT_PROXY_SECRET`: `redirectProxySecret`
 * - `AUTH_<ID>_ID`, `_SECRET` and `_ISSUER`: `clientId`, `clientSecret` and `issuer` of a provider
 * - `AUTH_<ID>_KEY`: `apiKey` of an email provider
 *
 * Fields that the config already has do not change.
 *
 * @param suppressBasePathWarning Whether to log no warning if `basePath` and the path of `AUTH_URL` differ. Default
 * `false`.
 *
 * @example
 * ```ts
 * import { type AuthConfig, setEnvDefaults } from "@latchkey/auth";
 *
 * const config: AuthConfig = { providers: [] };
 * setEnvDefaults({ AUTH_SECRET: "at-least-32-characters-from-a-random-source" }, config);
 * console.log(config.basePath); // "/auth"
 * ```
 */
export function setEnvDefaults(env: Environment, config: AuthConfig, suppressBasePathWarning = false): void {
  const writable = config as { -readonly [K in keyof AuthConfig]: AuthConfig[K] };
  const logger = toLogger(config, { ...webPlatform, ...config.platform });
  writable.url ??= env.AUTH_URL || undefined;
  if (!suppressBasePathWarning) warnOfPath(config, logger);
  // `assertConfig` reports a `url` that is not valid.
  writable.basePath ??= toBasePath(undefined, readAppUrl(config.url));
  if (!config.secret?.length) {
    const secrets = [env.AUTH_SECRET_3, env.AUTH_SECRET_2, env.AUTH_SECRET_1, env.AUTH_SECRET];
    writable.secret = secrets.filter((secret): secret is string => Boolean(secret));
  }
  writable.redirectProxyUrl ??= env.AUTH_REDIRECT_PROXY_URL || undefined;
  writable.redirectProxySecret ??= env.AUTH_REDIRECT_PROXY_SECRET || undefined;
  setEnvHints(config, toHints(env));
  if (config.trustHost === undefined && isUnclear(env)) logger.warn(`env-trust-host: ${unclearTrust(env)}`);
  writable.trustHost ??= isHostTrusted(env);
  if (config.trustHost && config.url === undefined && env.NEXTAUTH_URL) {
    logger.warn(`env-nextauth-url: ${renamed("URL")}`);
  }
  // `assertConfig` reports anything else.
  if (Array.isArray(config.providers)) {
    const completed = config.providers.map((listed) => withCredentials(listed, env));
    // Keep the list if it needs no change: `setupOf` finds the setup of a config by it.
    if (completed.some((each, i) => each !== config.providers[i])) writable.providers = completed;
  }
}

/**
 * The URL of an action, as a browser calls it: from `config.url` or `AUTH_URL`, else from `x-forwarded-host` and
 * `x-forwarded-proto`, which the proxy in front must overwrite. The path is `config.basePath`, which `setEnvDefaults`
 * fills in; without it, the path of the URL.
 *
 * @param protocol Protocol of the request, with or without colon; `x-forwarded-proto` takes precedence.
 * @throws {TypeError} if the host is missing, or host or protocol are not valid.
 */
export function createActionURL(
  action: AuthAction,
  protocol: string,
  headers: Headers,
  envObject: Environment,
  config: { readonly logger?: Partial<LoggerInstance>; readonly basePath?: string; readonly url?: string },
): URL {
  const basePath = config.basePath?.replaceAll(/^\/+|\/+$/g, "") ?? "";
  const own = config.url ?? (envObject.AUTH_URL || undefined);
  const url = own === undefined ? parseForwardedUrl(headers, protocol) : new URL(own);
  const path = url.pathname.replaceAll(/^\/+|\/+$/g, "");
  if (basePath && path !== basePath) {
    warnOfPath({ url: own, basePath: `/${basePath}` }, toLogger(config, webPlatform));
  }
  return new URL(["", basePath || path, action].filter((part, i) => !i || part).join("/"), url.origin);
}

function toHints(env: Environment): Parameters<typeof setEnvHints>[1] {
  const host = [
    isUnclear(env) && unclearTrust(env),
    env.NEXTAUTH_URL && !env.AUTH_URL && renamed("URL"),
  ];
  return {
    secret: env.NEXTAUTH_SECRET ? renamed("SECRET") : undefined,
    host: host.filter(Boolean).join(". ") || undefined,
  };
}

/** The hint for a variable of next-auth 4. */
function renamed(name: "SECRET" | "URL"): string {
  return `NEXTAUTH_${name} is set, but the library does not read it: rename it to AUTH_${name}`;
}

/** Returns whether `AUTH_TRUST_HOST` is set to neither yes nor no. */
function isUnclear({ AUTH_TRUST_HOST = "" }: Environment): boolean {
  return !["", "true", "1", "false", "0"].includes(AUTH_TRUST_HOST);
}

function unclearTrust({ AUTH_TRUST_HOST }: Environment): string {
  return `AUTH_TRUST_HOST is "${AUTH_TRUST_HOST}", which counts as no: write "true" or "false", or set AUTH_URL instead`;
}

/** Platforms that set the Host header themselves are trusted by default. */
function isHostTrusted(
  { AUTH_TRUST_HOST, VERCEL, CF_PAGES, DENO_DEPLOYMENT_ID }: Environment,
): boolean {
  if (AUTH_TRUST_HOST) return AUTH_TRUST_HOST === "true" || AUTH_TRUST_HOST === "1";
  return Boolean(VERCEL || CF_PAGES || DENO_DEPLOYMENT_ID);
}

/**
 * Warns of variables that the `secret` of the config hides, where it is the one without a number: a rotation would never
 * reach the library. The variables beside any other `secret` may be those of another config.
 */
export function warnOfUnread(env: Environment, config: AuthConfig): void {
  const written: readonly unknown[] = [config.secret].flat();
  const unread = ["AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"]
    .filter((name) => env[name] && !written.includes(env[name]));
  if (!unread[0] || !env.AUTH_SECRET || !written.includes(env.AUTH_SECRET)) return;
  toLogger(config, { ...webPlatform, ...config.platform }).warn(
    `env-secret-unread: the library does not read ${
      unread.join(" and ")
    }, because the config has a \`secret\`, which is ` +
      "AUTH_SECRET: leave `secret` out of the config before you rotate the secret",
  );
}

/** Warns if `basePath` and the path of the URL are equal, so that one is redundant, or differ. */
function warnOfPath({ url, basePath }: Pick<AuthConfig, "url" | "basePath">, logger: LoggerInstance): void {
  if (!url || !readAppUrl(url) || !basePath || isAbove(url, basePath)) return;
  const path = pathOf(url);
  logger.warn(
    path === basePath
      ? `env-url-basepath-redundant: \`url\` (AUTH_URL) and \`basePath\` both say "${path}": leave one of them out`
      : `env-url-basepath-mismatch: \`url\` (AUTH_URL) has the path "${path}", but \`basePath\` is "${basePath}", and that ` +
        "counts: leave one of them out",
  );
}

function withCredentials(listed: Provider, env: Environment): ProviderConfig {
  // `completeProviders` reports an entry that is not a provider.
  const provider = toDefinition(listed) as ProviderConfig;
  const id: unknown = provider?.id;
  if (typeof id !== "string") return provider;
  const prefix = `AUTH_${toEnvName(id)}_`;
  const options = { ...provider.options, ...fromEnv(provider, prefix, env), ...defined(provider.options) };
  const isComplete = provider.options !== undefined && isSame(options, snapshotOf(provider.options, 1));
  return isComplete ? provider : { ...provider, options } as ProviderConfig;
}

function fromEnv(provider: ProviderConfig, prefix: string, env: Environment): object {
  if (provider.type === "email") return { apiKey: provider.apiKey ?? env[`${prefix}KEY`] };
  if (provider.type !== "oauth" && provider.type !== "oidc") return {};
  return {
    clientId: provider.clientId ?? env[`${prefix}ID`],
    clientSecret: provider.clientSecret ?? env[`${prefix}SECRET`],
    issuer: env[`${prefix}ISSUER`] ?? provider.issuer,
  };
}

function parseForwardedUrl(headers: Headers, protocol: string): URL {
  const host = firstValue(headers.get("x-forwarded-host")) ?? headers.get("host");
  const scheme = (firstValue(headers.get("x-forwarded-proto")) ?? protocol ?? "https").replace(/:$/, "");
  if (scheme !== "http" && scheme !== "https") {
    throw new TypeError(`Cannot build a URL with protocol "${scheme}": it must be http or https`);
  }
  if (!host || !/^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host)) {
    throw new TypeError(`Cannot build a URL with host "${host}": set AUTH_URL, or send a Host header`);
  }
  return new URL(`${scheme}://${host}`);
}

/** Several proxies may each append a value; the first is that of the browser's request. */
function firstValue(header: string | null): string | undefined {
  return header?.split(",")[0]?.trim() || undefined;
}
