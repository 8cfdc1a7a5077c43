/**
 * The name of a way to sign in, as pages show it.
 *
 * @module
 */

import type { SetupProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import type { Messages } from "../messages/types.ts";
import type { CredentialsConfig, EmailConfig } from "../model/provider.ts";

/**
 * Returns the name of a provider for users. The name in the data of a mail provider is that of a package or a service,
 * which says nothing to users: instead of it they read "Email", unless the application has named the provider, or there
 * are several to tell apart. The same holds for passwords and passkeys.
 */
export function wayName(
  provider: SetupProvider,
  { providers }: Pick<Setup, "providers">,
  { general, signIn }: Messages,
): string {
  const { name } = provider;
  if ([...providers.values()].filter(({ type }) => type === provider.type).length > 1) return name;
  switch (provider.type) {
    case "email":
      return namedByApplication(provider) ?? general.email;
    case "credentials":
      return namedByApplication(provider) ?? signIn.password;
    case "webauthn":
      return general.passkey;
    default:
      return name;
  }
}

/** A provider without `options` is written by hand: its name is that of the application. */
function namedByApplication({ name, options }: EmailConfig | CredentialsConfig): string | undefined {
  return options ? options.name : name;
}
