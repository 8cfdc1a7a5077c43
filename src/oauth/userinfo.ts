/**
 * The request to the userinfo endpoint.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfo | OpenID Connect §5.3}
 * @module
 */

import { defined } from "../values/defined.ts";
import { AuthError, ConfigError, ProviderResponseError } from "../errors/errors.ts";
import type { Params } from "../model/provider.ts";
import { isA } from "../errors/thrown.ts";
import type { Profile, TokenSet } from "../values/types.ts";
import { setParams } from "./authorize.ts";
import { type Exchange, USER_AGENT } from "./exchange.ts";
import { errorFacts, withoutRequest } from "./failure.ts";
import { type BoundedRequest, parseAnswer, statusError, toFetch } from "../http/bounded_request.ts";
import type { ProviderAnswer } from "../http/provider_answer.ts";
import { fillClient, fillTokens } from "./placeholders.ts";
import { idTokens, type Redeemed } from "./tokens.ts";
import type { OAuthProvider } from "./types.ts";

/**
 * Asks for the profile: one request, or `userinfo.request` of the provider.
 *
 * @param sub The subject of the ID token. The answer must have the same one (OpenID Connect §5.3.2).
 * @throws {ProviderResponseError} if the answer is invalid, or about another user.
 * @throws {ConfigError} if the request needs a client secret, and there is none.
 */
export async function fetchProfile(
  tokens: Redeemed["tokens"],
  exchange: Exchange,
  sub: string | undefined,
): Promise<Profile> {
  const { provider, prover } = exchange;
  const request = prover?.withToken(tokens.access_token) ?? provider.request;
  const profile =
    await (provider.userinfo.request
      ? requestProfile(tokens, exchange, request)
      : fetchUserinfo(tokens, exchange, request));
  if (!profile || typeof profile !== "object") {
    throw new ProviderResponseError(`Cannot read the profile: \`userinfo.request\` returned no object`);
  }
  if (sub !== undefined && profile.sub !== sub) {
    throw new ProviderResponseError(`Cannot accept the userinfo: its "sub" is not that of the ID token`);
  }
  return profile;
}

async function requestProfile(
  tokens: Redeemed["tokens"],
  exchange: Exchange,
  request: BoundedRequest,
): Promise<Profile | undefined> {
  const { id, name, type, issuer, clientId, clientSecret, userinfo } = exchange.provider;
  // Of several requests, the last one that failed says more than one that did not.
  let told: ProviderAnswer | undefined;
  const fetch = toFetch(async (...sent) => {
    const answer = await request(...sent);
    if (!answer.ok || !told || told.ok) told = answer;
    return answer;
  });
  try {
    const url = userinfo.url && toUrl(userinfo.url, userinfo.params);
    const provider = {
      id,
      name,
      type,
      issuer,
      clientId,
      clientSecret,
      userinfo: { url: url ? new URL(url) : undefined },
    };
    return await userinfo.request?.({ tokens, url, provider, fetch });
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    const err = withoutRequest(error, { ...exchange, token: tokens.access_token }) as Error;
    throw statusError(told?.status ?? 0, "Cannot read the profile: `userinfo.request` failed", {
      ...factsOf(told, tokens),
      err,
    });
  }
}

async function fetchUserinfo(
  tokens: Redeemed["tokens"],
  exchange: Exchange,
  request: BoundedRequest,
): Promise<Profile> {
  const { provider, server } = exchange;
  // With the placeholders: a token in the URL must not appear in a message.
  const shown = server.userinfo_endpoint;
  const endpoint = shown && fillTokens(shown, tokens, encodeURIComponent);
  if (!shown || !endpoint || !URL.canParse(endpoint)) {
    throw new ProviderResponseError(`Cannot read the profile: the metadata name no "userinfo_endpoint"`);
  }
  const form = provider.userinfo.form && fillForm(provider.userinfo.form, tokens, exchange);
  const answer = await request(
    toUrl(endpoint, fillAll(provider.userinfo.params, tokens)),
    { ...toInit(provider.userinfo, tokens, form), shown },
  );
  const { status, headers, content } = answer;
  if (status === 200 && headers.get("content-type")?.startsWith("application/jwt")) {
    return await (await idTokens()).verifyUserinfo(content, exchange);
  }
  return parseAnswer(answer, shown, factsOf(answer, tokens));
}

/** Returns the status and the error fields of an answer that isn't 2xx. */
function factsOf(answer: ProviderAnswer | undefined, tokens: TokenSet) {
  const { access_token: access, refresh_token: refresh, id_token: id } = tokens;
  if (!answer || answer.ok) return undefined;
  return { status: answer.status, ...errorFacts(answer, [access, refresh, id]) };
}

/** Some APIs refuse requests without `User-Agent`, and some runtimes send none. */
function toInit(
  { method, headers = {}, json }: OAuthProvider["userinfo"],
  tokens: Redeemed["tokens"],
  form: URLSearchParams | undefined,
): RequestInit {
  const sent = {
    accept: "application/json",
    authorization: `Bearer ${tokens.access_token}`,
    ...USER_AGENT,
    ...(json && { "content-type": "application/json" }),
    ...headers,
  };
  const body = json ? JSON.stringify(json) : form;
  return {
    ...((method ?? body) && { method: method ?? "POST" }),
    headers: fillAll(defined(sent), tokens) as Record<string, string>,
    ...(body && { body }),
  };
}

/** @throws {ConfigError} if the form needs a client secret, and there is none. */
function fillForm(
  form: Readonly<Record<string, string>>,
  tokens: Redeemed["tokens"],
  { provider, clientSecret }: Exchange,
): URLSearchParams {
  const needsSecret = Object.values(form).some((text) => text.includes("{clientSecret}"));
  if (needsSecret && !clientSecret) {
    throw new ConfigError(
      `Cannot read the profile of "${provider.id}": \`userinfo.form\` needs \`clientSecret\``,
    );
  }
  const credentials = { clientId: provider.clientId, ...(clientSecret && { clientSecret }) };
  return new URLSearchParams(
    Object.entries(form).map(([name, text]) => [name, fillClient(text, tokens, credentials)]),
  );
}

function fillAll(values: Params, tokens: TokenSet): Params {
  const filled = Object.entries(values).map(([name, value]) =>
    [name, typeof value === "string" ? fillTokens(value, tokens) : value] as const
  );
  return Object.fromEntries(filled);
}

function toUrl(endpoint: string, params: Params): string {
  const url = new URL(endpoint);
  setParams(url.searchParams, params);
  return url.href;
}
