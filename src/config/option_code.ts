/**
 * The code of options that an application may leave out: a door has it, or the option brings it.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { capability } from "../values/markers.ts";
import type { Capabilities, Capability, OptionName } from "./providers.ts";

/** How a program that is one file imports the code of each option. */
const IMPORTS: Readonly<Record<OptionName, { readonly name: string; readonly path: string }>> = {
  secondFactor: { name: "SecondFactor", path: "second-factor" },
  accessTokens: { name: "AccessTokens", path: "access-tokens" },
  providerLogout: { name: "ProviderLogout", path: "provider-logout" },
};

/** An option with the code that its function brings. */
interface WithCode {
  readonly [capability]?: Capability;
}

/**
 * Returns the code of an option; `null` without the option.
 *
 * @param ofDoor The code that the door of the application has.
 * @throws {ConfigError} if neither the door nor the option has the code.
 */
export function codeOfOption(
  option: OptionName,
  config: Pick<AuthConfig, OptionName>,
  ofDoor: Capabilities | null,
): Capability | null {
  const value = config[option];
  if (!value) return null;
  const own = typeof value === "object" ? (value as WithCode)[capability] : undefined;
  const code = ofDoor?.[option] ?? own;
  if (code) return code;
  const { name, path } = IMPORTS[option];
  throw new ConfigError(
    `Cannot use \`${option}\`: a program that is one file has the code only if it imports it. Write \`import { ${name} } from ` +
      `"@latchkey/auth/${path}"\` and \`${option}: ${name}()\``,
  );
}
