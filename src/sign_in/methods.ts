/**
 * The sign-in method of each type of provider, loaded when a provider of that type is first used.
 *
 * @module
 */

import type {
  CredentialsProvider,
  EmailProvider,
  SetupProvider,
  WebAuthnProvider,
} from "../config/providers.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { once } from "../platform/once.ts";
import type { SignInMethod } from "./method.ts";

const oauth = once((): Promise<SignInMethod<OAuthProvider>> => import("./oauth.ts"));
const email = once((): Promise<SignInMethod<EmailProvider>> => import("./mail/method.ts"));
const credentials = once((): Promise<SignInMethod<CredentialsProvider>> => import("./credentials.ts"));
const webauthn = once((): Promise<SignInMethod<WebAuthnProvider>> => import("./passkey/method.ts"));

const LOADERS = { oauth, oidc: oauth, email, credentials, webauthn };

/** Loads the sign-in method of a provider. */
export function methodOf<P extends SetupProvider>({ type }: P): Promise<SignInMethod<P>> {
  return LOADERS[type]() as Promise<SignInMethod<P>>;
}
