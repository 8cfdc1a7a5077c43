/**
 * The sign-in method of each provider, loaded when a provider of its type is first used.
 *
 * @module
 */

import { capabilityOf } from "./capability.ts";
import type { SignInMethod } from "../setup/method.ts";
import type { Setup, SetupProvider } from "../setup/setup.ts";

/** The method of a provider. */
type Method = SignInMethod<SetupProvider, Setup>;

/** Loads the sign-in method of a provider: `completeProviders()` refuses one without code. */
export async function methodOf(provider: SetupProvider): Promise<Method> {
  return await capabilityOf(provider)!.method!();
}
