/**
 * The features of a config, with their code.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import type { CodedFeature } from "../setup/feature.ts";
import { LAST_FEATURES } from "../shapes/shapes.ts";
import { capability } from "../values/markers.ts";

/**
 * Returns the features of a config, in the order in which they act: the last one asks when all others have asked.
 *
 * @throws {ConfigError} if an entry is not what the function of a feature returns, or two have one name.
 */
export function featuresOf({ features = [] }: Pick<AuthConfig, "features">): readonly CodedFeature[] {
  if (!Array.isArray(features)) throw new ConfigError(`Cannot use \`features\`: ${RETURNED}`);
  const coded = features.map(withCode);
  const names = coded.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw new ConfigError(`Cannot use \`features\`: list \`${twice}\` once`);
  return coded.sort((one, other) => LAST_FEATURES.indexOf(one.name) - LAST_FEATURES.indexOf(other.name));
}

/** Returns whether sessions of a config have a level. @throws {ConfigError} as `featuresOf`. */
export function hasLevels(config: Pick<AuthConfig, "features">): boolean {
  return featuresOf(config).some(({ [capability]: { levels } }) => levels);
}

function withCode(listed: unknown, index: number): CodedFeature {
  const feature: Partial<CodedFeature> & { readonly type?: unknown } = Object(listed);
  const { [capability]: code, type } = feature;
  // A provider has a type.
  if (code && !code.type) return feature as CodedFeature;
  const advice = typeof listed === "function"
    ? `call \`${listed.name}()\``
    : type
    ? "list a provider in `providers`"
    : listed
    ? RETURNED
    : "for a condition, write `...(on ? [feature] : [])`";
  throw new ConfigError(`Cannot use \`features[${index}]\`: ${advice}`);
}

const RETURNED = "list what a feature's function returns";
