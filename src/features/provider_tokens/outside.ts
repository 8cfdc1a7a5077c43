/**
 * The functions for tokens of users outside of requests.
 *
 * @module
 */

import type { OutsideAccessTokens } from "../../model/access_tokens.ts";
import { storedId } from "../../session/stored_id.ts";
import type { OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { accessTokenOf } from "./access_token.ts";
import { revokeUserTokens } from "./revoke_tokens.ts";

/** Returns an access token. */
export const get: OutsideCall<Setup> = async (params, setup) => {
  const [wanted] = params as Parameters<OutsideAccessTokens["get"]>;
  return (await accessTokenOf(wanted, null, setup)).accessToken;
};

/** Revokes tokens. */
export const revoke: OutsideCall<Setup> = async (params, setup) => {
  const [wanted] = params as Parameters<OutsideAccessTokens["revoke"]>;
  const userId = await storedId(wanted.userId, setup.store) ?? wanted.userId;
  await revokeUserTokens({ ...wanted, userId }, null, setup);
};
