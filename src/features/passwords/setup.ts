/**
 * The parts of a setup that passwords need.
 *
 * @module
 */

import { findCredentialsKeeper } from "../../sign_in/capability.ts";
import { ConfigError } from "../../errors/errors.ts";
import { readableHost } from "../../pages/layout.ts";
import type { EmailProvider, Setup } from "../../setup/setup.ts";
import type { PasswordOwner, PasswordProvider } from "./types.ts";

/** The provider whose passwords the library keeps. @throws {ConfigError} if the config has none. */
export function passwordProvider({ providers }: Pick<Setup, "providers">): PasswordProvider {
  const keeper = findCredentialsKeeper(providers);
  if (keeper) return keeper as PasswordProvider;
  throw new ConfigError("Cannot use passwords: add `Password()` to `providers`");
}

/**
 * The provider that sends the emails of passwords, under the id of passwords: a token that was mailed for one of them works
 * nowhere else. `null` if it is switched off.
 */
export function findMailProvider(
  { id, mail }: PasswordProvider,
  { providers }: Pick<Setup, "providers">,
): EmailProvider | null {
  const found = mail === undefined
    ? [...providers.values()].find(({ type }) => type === "email")
    : providers.get(mail);
  return found?.type === "email" ? { ...found, id } : null;
}

/** The same. @throws {ConfigError} if it is switched off. */
export function mailProvider(provider: PasswordProvider, setup: Pick<Setup, "providers">): EmailProvider {
  const found = findMailProvider(provider, setup);
  if (found) return found;
  const { id } = provider;
  throw new ConfigError(
    `Cannot send a mail for provider "${id}": the provider of mail is switched off, because a setting is missing. The log ` +
      "names it at start",
    { provider: id },
  );
}

/** What a stranger knows of a user, for the rules about new passwords. */
export function ownerOf(
  email: string,
  { theme, platform, logger }: Pick<Setup, "theme" | "platform" | "logger">,
  origin: string,
): PasswordOwner {
  return { platform, logger, email, app: wordsOfApp(theme, origin) };
}

/** Words of the application, which a stranger knows: its name, and its host. */
export function wordsOfApp({ name = "" }: Setup["theme"], origin: string): readonly string[] {
  const host = readableHost(origin).replace(/:\d+$/, "");
  return [name, host, ...host.split(".")];
}
