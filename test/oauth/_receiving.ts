/**
 * A deployment that receives authorization responses of the provider `idp`.
 *
 * @module
 */

import { toLogger } from "../../src/config/logger.ts";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import { redirectToOwnOrigin } from "../../src/http/redirect.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import type { Migration } from "../../src/model/migration.ts";
import { createFlow, type Flow, storeFlow } from "../../src/oauth/flow.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { receiveResponse } from "../../src/oauth/receive_response.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";

type ResponseContext = Parameters<typeof receiveResponse>[2];

/** Where the provider sends the browser of a user of `https://app.test`. */
export const CALLBACK = "https://app.test/auth/callback/idp";

/** A form that answers an authorization request. */
export const RESPONSE = { code: "c", state: "s" } as const;

/** Opens a deployment. @param secret Its own; the secret of the redirect proxy is the same for all. */
export function open(
  { redirectProxyUrl, basePath = "/auth", site = "https", secret = "of-forty-characters-for-tests", ...more }:
    {
      readonly redirectProxyUrl?: string;
      readonly basePath?: string;
      readonly site?: "http" | "https";
      readonly secret?: string;
      readonly provider?: Partial<OAuthDefinition>;
      readonly readFlow?: Migration["readFlow"];
      readonly redirect?: (params: { url: string; baseUrl: string }) => string;
    } = {},
) {
  const platform = testPlatform();
  const context: ResponseContext = {
    platform,
    basePath,
    secrets: [`a-secret-${secret}`],
    proxySecrets: ["a-secret-that-is-shared-with-the-proxy--"],
    cookies: toCookieNames(site),
    callbacks: { redirect: more.redirect ?? redirectToOwnOrigin },
    logger: toLogger({}, platform),
    ...(more.readFlow && { migration: { readFlow: more.readFlow } as Migration }),
  };
  const definition = {
    id: "idp",
    name: "Fake",
    type: "oidc",
    issuer: "https://idp.test",
    clientId: "c",
    clientSecret: "s",
    ...more.provider,
  } as OAuthDefinition;
  const provider = resolveProvider(definition, { platform, redirectProxyUrl });
  const incoming = (url: string, init?: RequestInit) => parseRequest(new Request(url, init), basePath);
  const begin = async (given: Partial<Flow> = {}) => {
    const flow: Flow = {
      ...createFlow(provider, context, {
        redirectUri: CALLBACK,
        returnTo: "https://app.test/home",
        userId: null,
        link: "none",
        nonce: false,
      }),
      ...given,
    };
    const set = await storeFlow(flow, { cookies: new Map(), origin: "https://app.test" }, context);
    return { flow, headers: { cookie: cookieOf(set) }, names: set.map(({ name }) => name) };
  };
  return { platform, context, provider, incoming, begin };
}

function cookieOf(set: readonly SetCookie[]): string {
  return set.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** A provider that posts its response. */
export const POSTING = {
  authorization: { params: { response_mode: "form_post" } },
} as const satisfies Partial<OAuthDefinition>;

/** A request that posts fields as a form. */
export function posted(fields: Record<string, string>): RequestInit & { readonly method: "POST" } {
  return { method: "POST", body: new URLSearchParams(fields) };
}
