/**
 * Completes the providers of a config.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { isColor } from "../markup/color.ts";
import { isPicture } from "../markup/css_values.ts";
import { defined } from "../values/defined.ts";
import { ConfigError, MissingAdapter, MissingAuthorize } from "../errors/errors.ts";
import { boundedRequest, toFetch } from "../oauth/fetch.ts";
import { definitionOf } from "./listed.ts";
import { capability } from "../values/markers.ts";
import type { Platform } from "../platform/platform.ts";
import type { CredentialsConfig, EmailConfig, ProviderConfig, WebAuthnConfig } from "../model/provider.ts";
import { resolveProvider } from "../oauth/provider.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import type {
  Capabilities,
  Capability,
  EmailProvider,
  SetupProvider,
  WithCapability,
} from "../setup/setup.ts";
import { assertPasskeyStore, assertTokenStore, type Store } from "../model/store.ts";
import { isA } from "../errors/thrown.ts";
import type { LoggerInstance } from "../values/types.ts";

/** The providers of a config. */
interface CompletedProviders {
  /** The providers by id, in the order of the config. */
  readonly providers: ReadonlyMap<string, SetupProvider>;
  /** Why providers are switched off: an error for each. */
  readonly incomplete: readonly ConfigError[];
  /** Ids of those of type `email`. */
  readonly mailsOff: readonly string[];
  /** The code of the providers, and all code that the door of the application has. */
  readonly capabilities: ReadonlySet<Capability>;
}

/**
 * Completes the providers of a config. A provider whose OAuth or mail options fail a check is switched off, so that a
 * missing variable of one provider does not stop the others.
 *
 * @throws {ConfigError} that names the provider, and says what to write, if none is complete, or for any other mistake.
 */
export function completeProviders(
  { providers, redirectProxyUrl }: Pick<AuthConfig, "providers" | "redirectProxyUrl">,
  context: Omit<ProviderContext, "redirectProxyUrl">,
): CompletedProviders {
  const byId = new Map<string, SetupProvider>();
  const incomplete: ConfigError[] = [];
  const mailsOff: string[] = [];
  const found = new Set<Capability>(Object.values(context.capabilities ?? {}));
  for (const [index, listed] of providers.entries()) {
    const definition = definitionOf(listed, index);
    assertType(definition);
    const provider = completeProvider(definition, { ...context, redirectProxyUrl });
    if (provider instanceof ConfigError) {
      incomplete.push(provider);
      if (definition.type === "email") mailsOff.push(definition.options?.id ?? definition.id);
      continue;
    }
    const { id } = provider;
    if (!/^[\w.-]+$/.test(id)) failProvider(provider, "its `id` is part of URLs; use only A-Z a-z 0-9 . _ -");
    if (byId.has(id)) failProvider(provider, "it is listed twice; give one of them another `id`");
    byId.set(id, provider);
    const code = capabilityBroughtBy(provider);
    if (code) found.add(code);
  }
  if (byId.size === 0 && incomplete[0]) throw incomplete[0];
  return { providers: byId, incomplete, mailsOff, capabilities: found };
}

interface ProviderContext {
  readonly platform: Platform;
  readonly logger?: LoggerInstance | undefined;
  readonly store: Store | null;
  readonly redirectProxyUrl: string | undefined;
  /** The code that the door of the application has. Default: none: each provider must bring its own. */
  readonly capabilities?: Capabilities | null | undefined;
}

/** @throws {ConfigError} if something else than the provider itself gives the type, or its code is for another type. */
function assertType(definition: ProviderConfig): void {
  const { id, type } = definition;
  const { type: merged, [capability]: code }: { readonly type?: unknown } & WithCapability = {
    ...definition,
    ...defined(definition.options),
  };
  if (merged !== type && !(isOAuthType(merged) && isOAuthType(type))) {
    const other = merged === undefined ? "it inherits that" : `its \`options\` say "${merged}"`;
    failProvider(
      { id },
      `its \`type\` is "${type}", but ${other}: write \`type: "${type}"\` in the object, and nowhere else`,
    );
  }
  if (code && code.type !== type) {
    failProvider(
      { id },
      `it has the code of the type "${code.type}", but its \`type\` is "${type}": write \`type: "${code.type}"\``,
    );
  }
}

function isOAuthType(type: unknown): boolean {
  return type === "oauth" || type === "oidc";
}

/** Completes a provider, or returns what it lacks. @throws {ConfigError} for any other mistake. */
function completeProvider(definition: ProviderConfig, context: ProviderContext): SetupProvider | ConfigError {
  switch (definition.type) {
    case "oauth":
    case "oidc": {
      const provider = orIncomplete(() => resolveProvider(definition, context));
      if (!(provider instanceof ConfigError)) assertStyle(provider);
      return provider;
    }
    case "email": {
      const provider = { ...definition, ...defined(definition.options) };
      if (typeof provider.sendVerificationRequest !== "function") {
        failProvider(
          provider,
          "write its `sendVerificationRequest: async ({ identifier, url }) => …`",
        );
      }
      // With a `sendVerificationRequest` of the application, neither sender nor key may be necessary.
      if (provider.sendVerificationRequest === definition.sendVerificationRequest) {
        const missing = orIncomplete(() => provider.assertReady?.(provider));
        if (missing) return missing;
      }
      if (!context.store) {
        throw new MissingAdapter(
          `Cannot sign in by mail with "${provider.id}": set \`adapter\`, which stores its tokens`,
        );
      }
      const fetch = toFetch(boundedRequest(context.platform.fetch, context.platform));
      const parts = {
        mails: mailsOf(provider),
        notices: noticesOf(provider),
        fetch,
        store: assertTokenStore(context.store),
      };
      return { ...provider, ...parts, [capability]: requireCapability(provider, context) };
    }
    case "credentials": {
      const provider = { ...definition, ...defined(definition.options) };
      const own = capabilityBroughtBy(provider);
      if (own?.complete) return own.complete(provider, context);
      if (typeof provider.authorize === "function") {
        return { ...provider, [capability]: requireCapability(provider, context) };
      }
      throw new MissingAuthorize(
        `Cannot use provider "${provider.id}": write its \`authorize\``,
      );
    }
    case "webauthn": {
      const provider = { enableConditionalUI: true, ...definition, ...defined(definition.options) };
      if (!context.store) {
        throw new MissingAdapter(
          `Cannot sign in with "${definition.id}": set \`adapter\`, which stores its passkeys`,
        );
      }
      const store = assertPasskeyStore(context.store);
      return { ...provider, store, [capability]: requireCapability(provider, context) };
    }
    default: {
      const unknown = definition as { readonly id: string; readonly type?: unknown };
      failProvider(
        unknown,
        `there is no type "${unknown.type}"; write oauth, oidc, email, credentials or webauthn`,
      );
    }
  }
}

function assertStyle(provider: OAuthProvider): void {
  const { style: { brandColor, logo, mark } } = provider;
  if (brandColor && !isColor(brandColor)) {
    failProvider(provider, `\`style.brandColor\` "${brandColor}" is not a CSS colour`);
  }
  if (logo && !isPicture(logo)) {
    failProvider(provider, `\`style.logo\` "${logo}" is not the URL of a picture`);
  }
  if (mark && typeof mark !== "function") {
    failProvider(provider, '`style.mark` must be a function, such as `() => import("./mark.ts")`');
  }
}

/** The function of this library that brings the code of each type. */
const SOURCES = { credentials: "Credentials", email: "Email", webauthn: "Passkey" } as const;

/** Returns the code of a provider. @throws {ConfigError} if neither the provider nor the door of the application has it. */
function requireCapability(
  provider: CredentialsConfig | EmailConfig | WebAuthnConfig,
  context: Pick<ProviderContext, "capabilities">,
): Capability {
  const { type } = provider;
  const own = capabilityBroughtBy(provider);
  const known = context.capabilities?.[type] ?? own;
  if (known) return known;
  const name = SOURCES[type];
  failProvider(
    provider,
    `it is a plain object, and a Worker has the code for the type "${type}" only if it imports a function for it. Write ` +
      `\`import { ${name} } from "@latchkey/auth/providers/${name.toLowerCase()}"\`, and pass the fields of the object to it, without \`type\``,
  );
}

/** The code that a provider brings with it, or has got from the door; `undefined` for OAuth. */
export function capabilityBroughtBy(
  provider: { readonly id: string } & WithCapability,
): Capability | undefined {
  return provider[capability];
}

/** Returns what a provider mails. A function of the library states it itself, wherever an application puts it. */
function mailsOf(provider: EmailConfig): EmailProvider["mails"] {
  const { mails, sendVerificationRequest } = provider;
  const stated = (sendVerificationRequest as Pick<EmailConfig, "mails">).mails;
  if (mails !== undefined && mails !== "link" && mails !== "both") {
    failProvider(provider, '`mails` must be "link" or "both"');
  }
  if (stated === "both" && mails === "link") {
    failProvider(
      provider,
      "the mail of the library has a code as well. Remove `mails`, or write a `sendVerificationRequest`",
    );
  }
  return mails ?? stated ?? "link";
}

/** Whether a function sends mails about the account as well. One of the library states it itself. */
function noticesOf({ notices, sendVerificationRequest }: EmailConfig): boolean {
  return notices ?? (sendVerificationRequest as Pick<EmailConfig, "notices">).notices === true;
}

/** Returns the error of a provider that lacks a setting, or has an endpoint that is not usable. */
function orIncomplete<T>(complete: () => T): T | ConfigError {
  try {
    return complete();
  } catch (error) {
    if (isA(error, ConfigError)) return error;
    throw error;
  }
}

function failProvider({ id }: { readonly id: string }, reason: string): never {
  throw new ConfigError(`Cannot use provider "${id}": ${reason}`, { provider: id });
}
