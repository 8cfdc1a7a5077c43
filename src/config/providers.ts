/**
 * Completes the providers of a config.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { isColor } from "../markup/color.ts";
import { isPicture } from "../markup/css_values.ts";
import { defined } from "../values/defined.ts";
import { failProvider, orIncomplete } from "../errors/checks.ts";
import { ConfigError } from "../errors/errors.ts";
import { boundedRequest, toFetch } from "../http/bounded_request.ts";
import { definitionOf } from "./listed.ts";
import { capability } from "../values/markers.ts";
import type { Platform } from "../platform/platform.ts";
import type { CredentialsConfig, EmailConfig, ProviderConfig, WebAuthnConfig } from "../model/provider.ts";
import { resolveProvider } from "../oauth/provider.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import type { Capabilities, Capability, SetupProvider, WithCapability } from "../setup/setup.ts";
import type { Store } from "../model/store.ts";
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
    if (isA(provider, ConfigError)) {
      incomplete.push(provider);
      if (definition.type === "email") mailsOff.push(definition.options?.id ?? definition.id);
      continue;
    }
    const { id } = provider;
    if (!/^\.*[\w-][\w.-]*$/.test(id)) {
      failProvider(provider, "its `id` is part of URLs; use only A-Z a-z 0-9 . _ -");
    }
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
      if (!isA(provider, ConfigError)) assertStyle(provider);
      return provider;
    }
    case "email":
    case "credentials":
    case "webauthn": {
      const provider = { ...definition, ...defined(definition.options) };
      const own = capabilityBroughtBy(provider);
      // What is a feature as well keeps its code, in place of that of the type.
      const code = own?.name ? own : requireCapability(provider, context);
      const { store, platform } = context;
      const fetch = () => toFetch(boundedRequest(platform.fetch, platform));
      const completed = code.complete!(provider, { store, fetch });
      return isA(completed, ConfigError) ? completed : Object.assign(completed, { [capability]: code });
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
    `it is a plain object, without the code of the type "${type}". Write ` +
      `\`import { ${name} } from "@latchkey/auth/providers/${name.toLowerCase()}"\`, and pass the fields of the object to it, without \`type\``,
  );
}

/** The code that a provider brings with it, or has got from the door; `undefined` for OAuth. */
export function capabilityBroughtBy(
  provider: { readonly id: string } & WithCapability,
): Capability | undefined {
  return provider[capability];
}
