/**
 * The mount of an integration whose applications load chunks from files.
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import type { Environment } from "../../config/env.ts";
import { ALL_CAPABILITIES } from "../../core/capabilities.ts";
import { all } from "../../messages/languages.ts";
import { type Mount, type MountOptions, mountWith } from "./mount.ts";

/** As `mount` of `./integration`, with all languages, each loaded when it is asked for. */
export function mountFromFiles<C extends AuthConfig>(
  config: C,
  env: Environment,
  options: MountOptions = {},
): Mount<C> {
  return mountWith(config, env, { ...options, languages: all, capabilities: ALL_CAPABILITIES });
}
