/**
 * The parts of a setup that passwords need.
 *
 * @module
 */

import type { EmailProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { ConfigError } from "../errors/errors.ts";
import { readableHost } from "../pages/layout.ts";
import { capabilityOf } from "../sign_in/capability.ts";
import type { PasswordContext } from "./types.ts";
import type { PasswordProvider } from "./types.ts";

/** The provider whose passwords the library keeps. @throws {ConfigError} if the config has none. */
export function passwordProvider({ providers }: Pick<Setup, "providers">): PasswordProvider {
  const own = [...providers.values()].find((provider) => capabilityOf(provider)?.keepsPasswords);
  if (own) return own as PasswordProvider;
  throw new ConfigError("Cannot use passwords: add `Password()` to `providers`");
}

/**
 * The provider that sends the mails of passwords, under the id of passwords: a token that was mailed for one of them works
 * nowhere else.
 *
 * @throws {ConfigError} if the config has none.
 */
export function mailProvider(
  { id, mail }: PasswordProvider,
  { providers }: Pick<Setup, "providers">,
): EmailProvider {
  const found = mail === undefined
    ? [...providers.values()].find(({ type }) => type === "email")
    : providers.get(mail);
  if (found?.type === "email") return { ...found, id };
  throw new ConfigError(
    mail === undefined
      ? `Cannot use provider "${id}": its users confirm their address by mail. Add a provider of mail to \`providers\``
      : `Cannot use provider "${id}": its \`mail\` is "${mail}", which is not the id of a provider of mail`,
    { provider: id },
  );
}

/** What a stranger knows of a user, for the rules about new passwords. */
export function contextOf(email: string, { theme }: Pick<Setup, "theme">, origin: string): PasswordContext {
  const host = readableHost(origin).replace(/:\d+$/, "");
  return { email, app: [theme.name ?? "", host, ...host.split(".")] };
}
