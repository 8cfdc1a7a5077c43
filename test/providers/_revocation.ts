/**
 * Revokes tokens at a provider of the catalogue, whose answers the test gives.
 *
 * @module
 */

import { prepareRevocation, type Revoke } from "../../src/oauth/revoke.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { createProvider, type ProviderCase, tokenRequestOf } from "./_catalogue.ts";
import { NOW, type Sent } from "./_renewal.ts";

type RevocableTokens = Parameters<Revoke>[0];

/** The tokens that are revoked. */
export const TOKENS: RevocableTokens = { accessToken: "access-token-1", refreshToken: "refresh-token-1" };

/** The answer to a request, as JSON or a `Response`. @param sent The request, whose URL and body say what it is. */
export type Answer = (sent: Sent) => unknown;

/**
 * Revokes tokens.
 *
 * @returns The requests, without those for metadata, and what was thrown; `null` without an endpoint.
 */
export async function revokeAt(
  each: ProviderCase,
  answer: Answer,
  tokens: Partial<RevocableTokens> = TOKENS,
): Promise<{ readonly sent: readonly Sent[]; readonly error: unknown } | null> {
  const sent: Sent[] = [];
  const site = async (request: Request) => {
    if (each.metadata && request.method === "GET") return Response.json(each.metadata);
    const { method, url, headers } = request;
    const body = await request.text();
    const one = { request: `${method} ${url}`, headers: Object.fromEntries(headers), body };
    sent.push(one);
    const json = await answer(one);
    return json instanceof Response ? json : Response.json(json);
  };
  const known = resolveProvider(createProvider(each), { platform: testPlatform() });
  const urls = [
    known.revocation.url,
    known.token.url,
    tokenRequestOf(each).split(" ")[1],
    known.discoveryUrl,
  ];
  const sites = Object.fromEntries(urls.flatMap((url) => url ? [[new URL(url).origin, site]] : []));
  const platform = testPlatform({ sites, now: NOW * 1000 });
  const revoke = await prepareRevocation(resolveProvider(createProvider(each), { platform }), platform);
  if (!revoke) return null;
  const error = await revoke({ accessToken: null, refreshToken: null, ...tokens }).then(
    () => null,
    (error: unknown) => error,
  );
  return { sent, error };
}
