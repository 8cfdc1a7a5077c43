/**
 * `GET providers`: what a sign-in page of the application's own needs to know.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { AppProvider } from "../providers/types.ts";

/** Answers the providers by id: label, type and URLs; nothing that is secret. */
export function providers({ origin }: Incoming, { basePath, providers }: Setup): Promise<Outcome> {
  const url = `${origin}${basePath}`;
  const entries = [...providers.values()].map(({ id, name, type }): [string, AppProvider] => [
    id,
    { id, name, type, signinUrl: `${url}/signin/${id}`, callbackUrl: `${url}/callback/${id}` },
  ]);
  return Promise.resolve({ json: Object.fromEntries(entries) });
}
