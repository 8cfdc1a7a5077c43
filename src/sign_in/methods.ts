/**
 * The sign-in method of each provider, loaded when a provider of its type is first used.
 *
 * @module
 */

import type { SetupProvider } from "../config/providers.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { once } from "../platform/once.ts";
import { capabilityOf } from "./capability.ts";
import type { SignInMethod } from "./method.ts";

const oauth = once((): Promise<SignInMethod<OAuthProvider>> => import("./oauth.ts"));

/** Loads the sign-in method of a provider: `completeProviders()` refuses one without code, but for OAuth and OpenID. */
export async function methodOf<P extends SetupProvider>(provider: P): Promise<SignInMethod<P>> {
  const own = capabilityOf(provider);
  return own ? await own.method() : await oauth() as SignInMethod<P>;
}
