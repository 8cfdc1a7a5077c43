/**
 * The environment: what `AUTH_*` variables add to a config, and the URL of an action behind a proxy.
 *
 * @module
 */

import { webPlatform } from "../platform.ts";
import type { Provider } from "../providers/types.ts";
import type { AuthAction, LoggerInstance } from "../types.ts";
import { toLogger } from "./logger.ts";
import type { AuthConfig } from "./types.ts";

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Fills in a config from the environment. It writes to `config`, which what an application passed to an integration
 * must therefore be copied for.
 *
 * - `AUTH_SECRET`, `AUTH_SECRET_1` to `_3` (the highest number is the newest): `secret`
 * - `AUTH_URL`: its path is `basePath`, and it makes `trustHost` true
 * - `AUTH_TRUST_HOST`: `trustHost`; `true` or `1` mean yes, anything else no. Without it, `VERCEL`, `CF_PAGES` and
 *   `DENO_DEPLOYMENT_ID` mean yes: those platforms set the Host header themselves
 * - `AUTH_REDIRECT_PROXY_URL`: `redirectProxyUrl`; `AUTH_REDIRECT_PROXY_SECRET`: `redirectProxySecret`
 * - `AUTH_<ID>_ID`, `_SECRET` and `_ISSUER`: `clientId`, `clientSecret` and `issuer` of a provider
 * - `AUTH_<ID>_KEY`: `apiKey` of an e-mail provider
 *
 * What the config has already stays.
 *
 * @param suppressBasePathWarning Whether to say nothing if both `basePath` and the path of `AUTH_URL` are there.
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
  const path = URL.canParse(env.AUTH_URL ?? "") ? new URL(env.AUTH_URL!).pathname.replace(/\/$/, "") : "";
  if (path && config.basePath && !suppressBasePathWarning) {
    toLogger(config, webPlatform).warn("env-url-basepath-redundant");
  }
  writable.basePath ??= path || "/auth";
  if (!config.secret?.length) {
    const secrets = [env.AUTH_SECRET_3, env.AUTH_SECRET_2, env.AUTH_SECRET_1, env.AUTH_SECRET];
    writable.secret = secrets.filter((secret): secret is string => Boolean(secret));
  }
  writable.redirectProxyUrl ??= env.AUTH_REDIRECT_PROXY_URL || undefined;
  writable.redirectProxySecret ??= env.AUTH_REDIRECT_PROXY_SECRET || undefined;
  writable.trustHost ??= isHostTrusted(env);
  // What is no list, or no provider, is the check's to refuse.
  if (Array.isArray(config.providers)) {
    writable.providers = config.providers.map((listed) => withCredentials(listed, env));
  }
}

/**
 * The URL of an action, as a browser would call it: from `AUTH_URL`, else from the headers that a proxy sets, which
 * must then be one that overwrites them.
 *
 * @param protocol Of the request, with or without colon; `x-forwarded-proto` wins.
 * @throws {TypeError} if there is no host, or host or protocol are not what such headers hold.
 */
export function createActionURL(
  action: AuthAction,
  protocol: string,
  headers: Headers,
  envObject: Environment,
  config: { readonly logger?: Partial<LoggerInstance>; readonly basePath?: string },
): URL {
  const basePath = config.basePath?.replaceAll(/^\/+|\/+$/g, "") ?? "";
  const url = envObject.AUTH_URL ? new URL(envObject.AUTH_URL) : toUrl(headers, protocol);
  const path = url.pathname.replaceAll(/^\/+|\/+$/g, "");
  if (basePath && path && path !== basePath) toLogger(config, webPlatform).warn("env-url-basepath-mismatch");
  return new URL(["", basePath || path, action].filter((part, i) => !i || part).join("/"), url.origin);
}

/** Only what says yes is a yes. Hosts that are known to set the Host header themselves are trusted without. */
function isHostTrusted(
  { AUTH_TRUST_HOST, AUTH_URL, VERCEL, CF_PAGES, DENO_DEPLOYMENT_ID }: Environment,
): boolean {
  if (AUTH_TRUST_HOST) return AUTH_TRUST_HOST === "true" || AUTH_TRUST_HOST === "1";
  return Boolean(AUTH_URL || VERCEL || CF_PAGES || DENO_DEPLOYMENT_ID);
}

function withCredentials(listed: Provider | (() => Provider), env: Environment): Provider {
  const provider = typeof listed === "function" ? listed() : listed;
  const id = provider?.id;
  if (typeof id !== "string") return provider;
  const prefix = `AUTH_${id.toUpperCase().replaceAll(/[.-]/g, "_")}_`;
  const own = Object.entries(provider.options ?? {}).filter(([, value]) => value !== undefined);
  return {
    ...provider,
    options: { ...provider.options, ...fromEnv(provider, prefix, env), ...Object.fromEntries(own) },
  } as Provider;
}

function fromEnv(provider: Provider, prefix: string, env: Environment): object {
  switch (provider.type) {
    case "oauth":
    case "oidc":
      return {
        clientId: provider.clientId ?? env[`${prefix}ID`],
        clientSecret: provider.clientSecret ?? env[`${prefix}SECRET`],
        issuer: env[`${prefix}ISSUER`] ?? provider.issuer,
      };
    case "email":
      return { apiKey: provider.apiKey ?? env[`${prefix}KEY`] };
    case "credentials":
    case "webauthn":
      return {};
  }
}

function toUrl(headers: Headers, protocol: string): URL {
  const host = first(headers.get("x-forwarded-host")) ?? headers.get("host");
  const scheme = (first(headers.get("x-forwarded-proto")) ?? protocol ?? "https").replace(/:$/, "");
  if (scheme !== "http" && scheme !== "https") {
    throw new TypeError(`Cannot build a URL with protocol "${scheme}": it must be http or https`);
  }
  if (!host || !/^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host)) {
    throw new TypeError(`Cannot build a URL with host "${host}": set AUTH_URL, or send a Host header`);
  }
  return new URL(`${scheme}://${host}`);
}

/** Each proxy of several may have added its value; the first is the browser's. */
function first(header: string | null): string | undefined {
  return header?.split(",")[0]?.trim() || undefined;
}
