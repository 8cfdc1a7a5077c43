/**
 * The functions of `auth.accessTokens`, as an integration calls them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { runCall } from "../../src/core/functions.ts";
import type { ActionRequest } from "../../src/core/own_request.ts";
import type { AccessTokenRequest } from "../../src/model/access_tokens.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { doorCapabilities } from "../../src/values/markers.ts";
import type { CallResult } from "../../src/setup/call.ts";

/** What the application wants in a request, and what its integration knows. */
export interface WantedInRequest extends AccessTokenRequest {
  /** Who is signed in. */
  readonly userId: string;
  /** The provider. */
  readonly provider?: string | undefined;
  /** Whether the answer can set cookies. */
  canSetCookies(): boolean;
}

/** Returns an access token, and the cookies to set. */
export async function getToken(
  request: ActionRequest,
  wanted: WantedInRequest,
  config: AuthConfig,
): Promise<Pick<CallResult, "cookies"> & { readonly accessToken: string }> {
  const result = await call("get", request, wanted, config);
  assert.equal(result.lack, undefined);
  return { accessToken: String("value" in result && result.value), cookies: result.cookies };
}

/** Revokes tokens. Returns the cookies to set. */
export async function revokeTokens(
  request: ActionRequest,
  wanted: WantedInRequest,
  config: AuthConfig,
): Promise<Pick<CallResult, "cookies">> {
  return await call("revoke", request, wanted, config);
}

async function call(
  name: "get" | "revoke",
  request: ActionRequest,
  { userId, provider, canSetCookies, ...options }: WantedInRequest,
  config: AuthConfig,
): Promise<CallResult> {
  const door = { userId: () => Promise.resolve(userId), signInUrl: () => "/auth/signin", canSetCookies };
  return await runCall(
    request,
    { name: "accessTokens", call: name, params: [provider, options] },
    door,
    // As each integration but that of workers hands it in.
    { ...config, [doorCapabilities]: ALL_CAPABILITIES } as AuthConfig,
  );
}
