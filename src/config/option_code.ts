/**
 * The code of options that an application may leave out: a door has it, or the option brings it.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { capability, doorCapabilities } from "../values/markers.ts";
import type { Capabilities, Capability, OptionName } from "../setup/setup.ts";

/** An option with the code that its function brings. */
interface WithCode {
  readonly [capability]?: Capability;
}

/** The fields of an option that is no object, as its function takes them. */
const FIELDS: Readonly<Record<string, string>> = { true: "", cookie: '{ keptIn: "cookie" }' };

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
  if (value === undefined || value === false) return null;
  const code = ofDoor?.[option] ?? (value as WithCode)[capability];
  if (code) return code;
  // The code of `accessTokens` is `AccessTokens` of `access-tokens`.
  const name = option.replace(/^./, (letter) => letter.toUpperCase());
  const path = option.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  const { [String(value)]: fields = "{ … }" } = FIELDS;
  throw new ConfigError(
    `Cannot use \`${option}\`: a program that is one file has the code only if it imports it. Write \`import { ${name} } from ` +
      `"@latchkey/auth/${path}"\` and \`${option}: ${name}(${fields})\``,
  );
}

/** The code that an integration has put into the config which it completed; `null` if a provider must bring its own. */
export function capabilitiesOfDoor(config: object): Capabilities | null {
  return (config as { readonly [doorCapabilities]?: Capabilities })[doorCapabilities] ?? null;
}
