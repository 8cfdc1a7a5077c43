/**
 * The interface of all sign-in methods: begin an attempt, and finish it.
 *
 * @module
 */

import type { SetupProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { InvalidProvider } from "../errors/errors.ts";
import { verifyCsrf } from "../http/csrf.ts";
import type { Failure, Incoming, Outcome, SetCookie } from "../http/types.ts";
import type { PageForm } from "../pages/types.ts";
import type { Identity } from "../model/identity.ts";
import type { Awaitable } from "../values/types.ts";
import type { Intent } from "./intent.ts";

/** How providers of one type sign users in. */
export interface SignInMethod<P> {
  /** Begins: redirects to the provider, or sends a mail. Absent if the form on the sign-in page is all it needs. */
  readonly start?: (incoming: Incoming, provider: P, setup: Setup) => Promise<Outcome>;
  /** Ends: returns the attempt of the request, or an answer instead, such as a page that asks first. */
  readonly finish: (incoming: Incoming, provider: P, setup: Setup) => Promise<Attempt | Outcome | Failure>;
  /** The form on the sign-in page. */
  readonly form: (provider: P, origin: string, setup: Setup) => Awaitable<PageForm>;
}

/** An attempt to sign in whose response has arrived. */
export interface Attempt {
  /** Absolute URL where the user goes. */
  readonly returnTo: string;
  /** Who was signed in when the attempt began, and its purpose. */
  readonly intent: Intent;
  /** Cookies to remove, also if the sign-in fails. */
  readonly consumed: readonly SetCookie[];
  /** Verifies the identity of the user. @throws {AuthError} if that fails. */
  identify(): Promise<Identity>;
}

/**
 * Asserts that the request is a POST of a form of this site.
 *
 * @throws {InvalidProvider} if the request is not a POST.
 * @throws {MissingCSRF} if it comes from another site.
 */
export async function assertPosted(incoming: Incoming, setup: Setup): Promise<void> {
  if (incoming.method === "GET") {
    throw new InvalidProvider(`Cannot sign in with "${incoming.providerId}" by a link: post its form`);
  }
  await verifyCsrf(incoming, setup);
}

/**
 * The provider that a request names.
 *
 * @throws {InvalidProvider} if no provider has this id.
 */
export function requireProvider({ providerId }: Incoming, { providers }: Setup): SetupProvider {
  const provider = providers.get(providerId ?? "");
  if (provider) return provider;
  throw new InvalidProvider(`Cannot sign in with "${providerId ?? ""}": there is no such provider`);
}
