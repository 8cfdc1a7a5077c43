/**
 * The tokens of the user of a request for the APIs of providers.
 *
 * @module
 */

import { ReconnectRequired } from "../errors/errors.ts";
import { isA } from "../errors/thrown.ts";
import type { AccessTokenRequest, AccessTokenResult, TokensToRevoke } from "../model/access_tokens.ts";
import { toReconnectAnswer } from "./_refusal.ts";
import type { ActionRequest, Mount } from "./integration.ts";

/** A request that uses tokens of its user. */
export interface TokenVisit {
  /** The config at its place. */
  readonly mounted: Mount;
  /** The request. */
  readonly request: ActionRequest;
  /** Id of the user who is signed in. */
  readonly userId: string;
  /** Returns where the user connects again. */
  signInUrl(): string;
  /** Returns whether the answer can set cookies. */
  canSetCookies(): boolean;
}

/** Returns the token, and the cookies to set. @throws {ReconnectRequired} with the URL of the page that helps. */
export async function accessTokenOf(
  provider: string,
  options: AccessTokenRequest | undefined,
  { mounted, request, userId, signInUrl, canSetCookies }: TokenVisit,
): Promise<AccessTokenResult> {
  try {
    return await mounted.accessToken(request, { ...options, userId, provider, canSetCookies });
  } catch (error) {
    if (!isA(error, ReconnectRequired)) throw error;
    // Requests that ask at the same time share the error.
    const { message, cause, code } = error;
    // An account is added to a user in a database. Without one, the user signs in anew.
    const adds = code === "NotConnected" && mounted.config.adapter !== undefined;
    const url = withQuery(signInUrl(), { ...(adds ? { link: "true" } : { error: error.type }), provider });
    const { method = "GET", headers } = request;
    const answer = toReconnectAnswer({ method, header: (name) => headers.get(name) }, url);
    throw Object.assign(new ReconnectRequired(message, cause), { code, provider, signInUrl: url, answer });
  }
}

/** Revokes tokens, and returns the cookies to set. */
export async function revokeTokensOf(
  wanted: Pick<TokensToRevoke, "provider" | "account">,
  { mounted, request, userId, canSetCookies }: Omit<TokenVisit, "signInUrl">,
): Promise<Pick<AccessTokenResult, "cookies">> {
  return await mounted.revokeTokens(request, { ...wanted, userId, canSetCookies });
}

/** Whether an attempt does not throw. */
export function isPossible(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

function withQuery(url: string, params: Readonly<Record<string, string>>): string {
  return `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams(params)}`;
}
