/**
 * `GET callback/:provider`, and `POST` where a provider answers with a form: a sign-in ends.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { receiveResponse } from "../oauth/response.ts";
import { complete } from "../sign_in/complete.ts";
import { finish } from "../sign_in/oauth.ts";
import { findProvider } from "./signin.ts";

/** Signs the user in. The flow's cookie is removed whatever comes of it. */
export async function callback(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const provider = findProvider(incoming, setup);
  const arrival = await receiveResponse(incoming, provider, setup);
  if ("redirect" in arrival) return arrival;
  const { params, flow, consumed } = arrival;
  const returnTo = flow?.returnTo ?? incoming.origin;
  try {
    const identity = await finish({ incoming, params, flow }, provider, setup);
    const { cookies = [], ...outcome } = await complete(identity, { incoming, returnTo }, setup);
    return { ...outcome, cookies: [...consumed, ...cookies] };
  } catch (error) {
    return { error, returnTo, cookies: consumed };
  }
}
