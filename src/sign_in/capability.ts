/**
 * The code that providers bring with them.
 *
 * @module
 */

import { capability } from "../values/markers.ts";
import type { Capability, EmailProvider, KeptCredentials, Setup, SetupProvider } from "../setup/setup.ts";

/** Returns the provider with its code, also for the copies that an application makes of it. */
export function withCapability<T extends object>(provider: T, code: Capability): T {
  return { ...provider, [capability]: code };
}

/** The code of a provider of a setup; `null` for anything else. */
export function capabilityOf(provider: object): Capability | null {
  return (provider as { readonly [capability]?: Capability })[capability] ?? null;
}

/** Returns the providers of mail, in the order of the config. */
export function mailersOf(providers: Setup["providers"]): readonly EmailProvider[] {
  return [...providers.values()].filter((provider): provider is EmailProvider => provider.type === "email");
}

/** Returns the provider that emails users what happens to their account; `null` if none does. */
export function findNoticeMailer(providers: Setup["providers"]): EmailProvider | null {
  return mailersOf(providers).find(({ notices }) => notices) ?? null;
}

/** The provider whose credentials the library keeps; `null` if there is none. */
export function findCredentialsKeeper(providers: Setup["providers"]): SetupProvider | null {
  return [...providers.values()].find((provider) => capabilityOf(provider)?.credentials) ?? null;
}

/** The page, mail and write of the credentials that the library keeps; `null` if it keeps none. */
export async function credentialsOf(
  { capabilities }: Pick<Setup, "capabilities">,
): Promise<KeptCredentials | null> {
  for (const { credentials } of capabilities) if (credentials) return await credentials();
  return null;
}
