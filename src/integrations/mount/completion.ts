/**
 * A config, completed from the environment, as long as the application leaves it as it is.
 *
 * @module
 */

import { addressHeaderOf } from "./address_header.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { type Environment, setEnvDefaults, warnOfUnread } from "../../config/env.ts";
import { withLanguages } from "../../config/languages.ts";
import { addressHeader, doorCapabilities } from "../../values/markers.ts";
import { readAppUrl } from "../../http/origin.ts";
import { setupOf, type Use } from "../../config/setup.ts";
import type { Capabilities, Setup } from "../../setup/setup.ts";
import { isSame, snapshotOf, snapshotOfFields } from "../../config/snapshot.ts";
import type { Language } from "../../messages/types.ts";

/** The values that complete a config. */
interface ConfigAdditions {
  /** `AUTH_SECRET`, `AUTH_URL` and the others. */
  readonly env: Environment;
  /** Path of the library if neither `basePath` nor the URL of the application says it. */
  readonly defaultPath: string;
  /** Fields that the integration sets, whatever the config says. */
  readonly fixed: Partial<AuthConfig>;
  /** Languages that the integration can load. */
  readonly languages?: readonly Language[] | undefined;
  /** The code for providers that are plain objects. */
  readonly capabilities?: Capabilities | undefined;
}

/** A config that the application may change at any time, completed. */
interface Completion<C extends AuthConfig> {
  /** Returns the completed copy: the same one until the config changes. */
  config(use: Use): C;
  /** Returns the last setup that works: where the library is. */
  setup(): Setup;
}

/** Completes a config, and completes it again when it has changed. @throws {ConfigError} if it is not valid now. */
export function createCompletion<C extends AuthConfig>(
  config: C,
  additions: ConfigAdditions,
): Completion<C> {
  let completed = complete(config, additions);
  let setup = setupOf(completed, "http");
  let values = valuesOf(config);
  const read = (use: Use) => {
    const isKnown = isSame(config, values.fields) &&
      (use === "sessions" || isSame(config.providers, values.providers));
    if (isKnown) return completed;
    completed = complete(config, additions);
    values = valuesOf(config);
    try {
      setup = setupOf(completed, "http");
    } catch {
      // Not lost: the next request with this config fails with the same error.
    }
    return completed;
  };
  return {
    config: read,
    setup: () => {
      read("sessions");
      return setup;
    },
  };
}

/** Fields whose entries count: they decide which paths are the library's, and which languages there are. */
const READ_INSIDE = ["features", "languages", "messages", "pages", "providers", "session"];

/** The completed copy holds the same objects, but for the providers: a change inside of an object is in the copy too. */
function valuesOf(config: AuthConfig) {
  return {
    fields: snapshotOfFields(config, (key) => READ_INSIDE.includes(key) ? 1 : 0),
    providers: snapshotOf(config.providers, 6),
  };
}

function complete<C extends AuthConfig>(
  config: C,
  { env, defaultPath, fixed, languages, capabilities: all }: ConfigAdditions,
): C {
  const header = addressHeaderOf(env);
  const handler = readAppUrl(config.url ?? env.AUTH_URL, defaultPath)?.basePath ?? defaultPath;
  const own = {
    ...config,
    ...(languages && { languages: withLanguages(config, languages) }),
    ...fixed,
    ...(all && { [doorCapabilities]: all }),
    ...(header !== undefined && { [addressHeader]: header }),
    basePath: config.basePath ?? handler,
  };
  setEnvDefaults(env, own, config.basePath === undefined);
  warnOfUnread(env, own);
  return own;
}
