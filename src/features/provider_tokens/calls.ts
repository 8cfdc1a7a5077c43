/**
 * The functions for tokens of the user of a request.
 *
 * @module
 */

import { ReconnectRequired } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import type { AccessTokenCalls } from "../../model/access_tokens.ts";
import type { Call, CallVisit } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { accessTokenOf } from "./access_token.ts";
import { toReconnectAnswer } from "./reconnect.ts";
import { revokeUserTokens } from "./revoke_tokens.ts";

/** Returns an access token. @throws {ReconnectRequired} with the URL of the page that helps. */
export const get: Call<Setup> = async (params, visit, setup) => {
  const [provider, { redirectTo, ...options } = {}] = params as Parameters<AccessTokenCalls["get"]>;
  const userId = await visit.userId();
  if (userId === null) return { lack: "session", returnTo: redirectTo, cookies: [] };
  try {
    const { accessToken, cookies } = await accessTokenOf({ ...options, userId, provider }, visit, setup);
    return { value: accessToken, cookies };
  } catch (error) {
    if (!isA(error, ReconnectRequired)) throw error;
    throw withAnswer(error, { provider, returnTo: redirectTo }, visit, setup);
  }
};

/** Revokes tokens. */
export const revoke: Call<Setup> = async (params, visit, setup) => {
  const [provider, options] = params as Parameters<AccessTokenCalls["revoke"]>;
  const userId = await visit.userId();
  if (userId === null) return { lack: "session", cookies: [] };
  visit.assertOwn();
  const cookies = await revokeUserTokens({ ...options, userId, provider }, visit, setup);
  return { value: undefined, cookies };
};

/** Requests that ask at the same time share the error. */
function withAnswer(
  { message, cause, code, type }: ReconnectRequired,
  { provider, returnTo }: { readonly provider: string; readonly returnTo: string | undefined },
  visit: CallVisit,
  { store }: Setup,
): ReconnectRequired {
  // An account is added to a user in a database. Without one, the user signs in anew.
  const adds = code === "NotConnected" && store !== null;
  const params = new URLSearchParams({ ...(adds ? { link: "true" } : { error: type }), provider });
  const page = visit.signInUrl(returnTo);
  const signInUrl = `${page}${page.includes("?") ? "&" : "?"}${params}`;
  const answer = toReconnectAnswer(visit, signInUrl);
  return Object.assign(new ReconnectRequired(message, cause), { code, provider, signInUrl, answer });
}
