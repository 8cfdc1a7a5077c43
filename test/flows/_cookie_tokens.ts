/**
 * A world whose tokens are in a cookie, and an application that asks for them in its requests.
 *
 * Take `openCookies()` for all tests of `AccessTokens({ keptIn: "cookie" })`.
 *
 * @module
 */

import type { AuthConfig, AuthError } from "../../mod.ts";
import { sessionOf } from "../../src/core/resolve_session.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { renewals } from "./_access_tokens.ts";
import { openOAuth } from "./_oauth.ts";
import { getToken, revokeTokens as revokeInRequest } from "./_token_calls.ts";
import { APP, type WorldOptions } from "./_world.ts";

/**
 * A world without a database, whose application answers `/token` with the access token of the user, or with the error, and
 * revokes the tokens at `/revoke`.
 */
export function openCookies(
  oauth: Partial<OAuthConfig> = {},
  options: Omit<WorldOptions, "providers" | "provider"> = {},
) {
  const world = openOAuth(oauth, {
    features: [AccessTokens({ keptIn: "cookie" })],
    idp: { refreshTokens: "rotated" },
    ...options,
  });
  const { sites } = world.platform;
  const library = sites[APP]!;
  sites[APP] = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const isOwn = ["/token", "/revoke"].includes(pathname);
    return isOwn ? await answerToken(request, searchParams, world.config) : await library(request);
  };
  const ask = async (path: string, query: Record<string, string>, browser: Browser = world.browser) =>
    await (await browser.fetch(`${APP}${path}?${new URLSearchParams(query)}`)).text();
  const token = (query: Record<string, string> = {}, browser: Browser = world.browser) =>
    ask("/token", query, browser);
  const revoke = (query: Record<string, string> = {}) => ask("/revoke", query);
  const revoked = () =>
    world.idp.requests.flatMap(({ endpoint, params }) =>
      endpoint === "revocation" ? [params.get("token")] : []
    );
  return { ...world, token, revoke, revoked, renewals: () => renewals(world) };
}

async function answerToken(request: Request, query: URLSearchParams, config: AuthConfig): Promise<Response> {
  const { read } = await sessionOf(request, config);
  const wanted = {
    userId: query.get("user") ?? read?.userId ?? "nobody",
    provider: query.get("provider") ?? "idp",
    rejected: query.get("rejected") ?? undefined,
    canSetCookies: () => !query.has("closed"),
  };
  try {
    const revokes = new URL(request.url).pathname === "/revoke";
    const { accessToken, cookies } = revokes
      ? { accessToken: "done", ...await revokeInRequest(request, wanted, config) }
      : await getToken(request, wanted, config);
    const headers = cookies.map((cookie) => ["set-cookie", serializeCookie(cookie)] as [string, string]);
    return new Response(accessToken, { headers });
  } catch (error) {
    const { type, code = "" } = error as AuthError & { code?: string };
    return new Response(`${type} ${code}`.trim());
  }
}
