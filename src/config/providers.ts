/**
 * Completes the providers of a config.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { defined } from "../values/defined.ts";
import { failProvider } from "../errors/checks.ts";
import { ConfigError } from "../errors/errors.ts";
import { definitionOf } from "./listed.ts";
import { capability } from "../values/markers.ts";
import type { ProviderConfig } from "../model/provider.ts";
import type { CompletionContext } from "../setup/completing.ts";
import type { Capabilities, Capability, SetupProvider, WithCapability } from "../setup/setup.ts";
import { isA } from "../errors/thrown.ts";

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

interface ProviderContext extends CompletionContext {
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
  if (placeOf(merged) !== placeOf(type)) {
    const other = merged === undefined ? "it inherits that" : `its \`options\` say "${merged}"`;
    failProvider(
      { id },
      `its \`type\` is "${type}", but ${other}: write \`type: "${type}"\` in the object, and nowhere else`,
    );
  }
  if (code && code.type !== placeOf(type)) {
    failProvider(
      { id },
      `it has the code of the type "${code.type}", but its \`type\` is "${type}": write \`type: "${code.type}"\``,
    );
  }
}

/** The place of a type in `Capabilities`. */
function placeOf<T>(type: T): Exclude<T, "oidc"> | "oauth" {
  return type === "oidc" ? "oauth" : type as Exclude<T, "oidc">;
}

/** Completes a provider, or returns what it lacks. @throws {ConfigError} for any other mistake. */
function completeProvider(definition: ProviderConfig, context: ProviderContext): SetupProvider | ConfigError {
  const { type } = definition;
  const place = placeOf(type);
  if (!Object.hasOwn(SOURCES, place)) {
    failProvider(
      definition,
      `there is no type "${type}"; write oauth, oidc, email, credentials or webauthn`,
    );
  }
  // That of OAuth needs to know what is from the application.
  const provider = place === "oauth" ? definition : { ...definition, ...defined(definition.options) };
  const own = capabilityBroughtBy(provider);
  // A provider that is a feature, too, keeps its code.
  const code = own?.name ? own : context.capabilities?.[place] ?? own;
  if (!code?.complete) return failPlain(provider, place);
  const completed = code.complete(provider, context);
  return isA(completed, ConfigError) ? completed : Object.assign(completed, { [capability]: code });
}

/** The function of this library that brings the code of each type. */
const SOURCES = { credentials: "Credentials", email: "Email", oauth: "OAuth", webauthn: "Passkey" } as const;

/** Neither the provider nor the door of the application has its code. @throws {ConfigError} always. */
function failPlain(provider: ProviderConfig, place: keyof typeof SOURCES): never {
  const name = SOURCES[place];
  failProvider(
    provider,
    `it is a plain object, without the code of the type "${provider.type}". Write ${
      place === "oauth"
        ? '`import { OAuth } from "@latchkey/auth/providers"`, and pass the object to it'
        : `\`import { ${name} } from "@latchkey/auth/providers/${name.toLowerCase()}"\`, and pass the fields of the object to it, without \`type\``
    }`,
  );
}

/** The code that a provider brings with it, or has got from the door. */
export function capabilityBroughtBy(
  provider: { readonly id: string } & WithCapability,
): Capability | undefined {
  return provider[capability];
}
