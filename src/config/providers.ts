/**
 * The providers of a config, completed: by id, in its order.
 *
 * @module
 */

import { ConfigError, MissingAuthorize } from "../errors.ts";
import { type BoundedFetch, boundedRequest, isSecureUrl, toFetch } from "../oauth/fetch.ts";
import { writtenUrls } from "../oauth/check_provider.ts";
import { type OAuthProvider, toOAuthProvider } from "../oauth/provider.ts";
import type { Platform } from "../platform.ts";
import type { CredentialsConfig, EmailConfig, Provider, WebAuthnConfig } from "../providers/types.ts";
import type { LoggerInstance } from "../types.ts";
import { isPicture } from "./check.ts";
import { isColor } from "./color.ts";
import type { AuthConfig } from "./types.ts";

/** A provider of type `email`. */
export interface EmailProvider extends EmailConfig {
  /** Sends a request to a mail service, within limits. */
  readonly fetch: BoundedFetch;
}

/** A provider of type `webauthn`. */
export type WebAuthnProvider = WebAuthnConfig & Required<Pick<WebAuthnConfig, "enableConditionalUI">>;

/** A provider of any type, completed. */
export type SetupProvider = OAuthProvider | EmailProvider | CredentialsConfig | WebAuthnProvider;

/**
 * Completes the providers of a config.
 *
 * @throws {ConfigError} that names the provider, and says what to write.
 */
export function toProviders(
  { providers, redirectProxyUrl }: Pick<AuthConfig, "providers" | "redirectProxyUrl">,
  platform: Platform,
): ReadonlyMap<string, SetupProvider> {
  const byId = new Map<string, SetupProvider>();
  for (const listed of providers) {
    const definition = typeof listed === "function" ? listed() : listed;
    if (typeof definition?.id !== "string") throw new ConfigError("Cannot use a provider without an `id`");
    const provider = toProvider(definition, {
      platform,
      redirectProxyUrl,
    });
    const { id } = provider;
    if (!/^[\w.-]+$/.test(id)) fail(provider, "its `id` stands in URLs, so it is made of A-Z a-z 0-9 . _ -");
    if (byId.has(id)) fail(provider, "it is listed twice; give one of them another `id`");
    byId.set(id, provider);
  }
  return byId;
}

function toProvider(
  definition: Provider,
  context: { readonly platform: Platform; readonly redirectProxyUrl: string | undefined },
): SetupProvider {
  switch (definition.type) {
    case "oauth":
    case "oidc": {
      const provider = toOAuthProvider(definition, context);
      const { style: { brandColor, logo } } = provider;
      if (brandColor && !isColor(brandColor)) {
        fail(provider, `\`style.brandColor\` "${brandColor}" is no CSS colour`);
      }
      if (logo && !isPicture(logo)) fail(provider, `\`style.logo\` "${logo}" is no URL of a picture`);
      return provider;
    }
    case "email": {
      const provider = { ...definition, ...defined(definition.options) };
      if (typeof provider.sendVerificationRequest !== "function") {
        fail(provider, "write its `sendVerificationRequest`");
      }
      // An application that sends the mail itself may need neither sender nor key.
      if (provider.sendVerificationRequest === definition.sendVerificationRequest) {
        provider.assertReady?.(provider);
      }
      return { ...provider, fetch: toFetch(boundedRequest(context.platform.fetch, context.platform)) };
    }
    case "credentials": {
      const provider = { ...definition, ...defined(definition.options) };
      if (typeof provider.authorize === "function") return provider;
      throw new MissingAuthorize(`Cannot use provider "${provider.id}": write its \`authorize\``);
    }
    case "webauthn": {
      return { enableConditionalUI: true, ...definition, ...defined(definition.options) };
    }
    default: {
      const { id, type } = definition as { readonly id?: unknown; readonly type?: unknown };
      throw new ConfigError(`Cannot use provider "${id}": there is no type "${type}"`);
    }
  }
}

/** Says which providers are asked over connections that others can read. */
export function warnOfInsecureProviders(
  providers: ReadonlyMap<string, SetupProvider>,
  { warn }: Pick<LoggerInstance, "warn">,
): void {
  for (const provider of providers.values()) {
    if (provider.type !== "oauth" && provider.type !== "oidc") continue;
    const url = Object.values(writtenUrls(provider)).find((each) => each && !isSecureUrl(each));
    if (!url) continue;
    warn(
      `insecure-provider: the provider "${provider.id}" is asked at "${url}" without encryption, as \`allowInsecureRequests\` permits: ` +
        "everyone on that network can read its tokens, and sign in as any of its users",
    );
  }
}

/** Leaves out what is `undefined`, so that it does not hide a default. */
export function defined<T extends object>(options: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

function fail({ id }: { readonly id: string }, reason: string): never {
  throw new ConfigError(`Cannot use provider "${id}": ${reason}`, { provider: id });
}
