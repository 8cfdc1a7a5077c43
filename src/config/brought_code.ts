/**
 * The code of which providers bring only where it is.
 *
 * @module
 */

import type { Capabilities, WithCapability } from "../setup/setup.ts";
import { capability } from "../values/markers.ts";
import { toDefinition } from "./listed.ts";

/** Adds the code of listed providers to what a door has. The checks of a config find what is not valid in it. */
export async function loadCode(config: unknown, code: Capabilities): Promise<void> {
  const { providers }: { readonly providers?: unknown } = Object(config);
  if (code.oauth || !Array.isArray(providers)) return;
  for (const each of providers) {
    Object.assign(code, await (Object(toDefinition(each)) as WithCapability)[capability]?.load?.());
  }
}
