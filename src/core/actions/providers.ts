/**
 * `GET providers`: the providers, for a sign-in page of the application.
 *
 * @module
 */

import type { AppProvider } from "../../model/provider.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { callbackUrlOf, endpointUrl } from "../../http/urls.ts";

/** Answers the providers by id: name, type and URLs, no secrets. */
export function providers({ origin }: Incoming, setup: Setup): Promise<Outcome> {
  const entries = [...setup.providers.values()].map(({ id, name, type }): [string, AppProvider] => {
    const signinUrl = endpointUrl(`signin/${id}`, origin, setup);
    return [id, { id, name, type, signinUrl, callbackUrl: callbackUrlOf(id, origin, setup) }];
  });
  return Promise.resolve({ json: Object.fromEntries(entries) });
}
