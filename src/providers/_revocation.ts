/**
 * Requests that depart from RFC 7009 §2.1. For `revocation.request`.
 *
 * @module
 */

import type { TokenRequestContext } from "../model/provider.ts";
import { keepRenewed } from "../values/markers.ts";

/** Sends a request that revokes a token. */
type SendRevocation = (context: TokenRequestContext) => Promise<Response>;

/** The fields of a form, of a JSON object, or headers. */
type Fields = Readonly<Record<string, string>>;

/** Sends tokens of one kind. Of the other kind, the answer is that the provider does not revoke them (RFC 7009 §2.2.1). */
export function only(
  kind: "access_token" | "refresh_token",
  request: SendRevocation,
): SendRevocation {
  return async (context) =>
    context.params.get("token_type_hint") === kind
      ? await request(context)
      : Response.json({ error: "unsupported_token_type" }, { status: 400 });
}

/**
 * Revokes access tokens, and a refresh token by the access token that it is exchanged for. For a provider that revokes access
 * tokens alone, and with them the refresh token, or whose refresh tokens work once: a stored access token has often ended
 * when it is to be revoked, and the refresh token would work on. The new tokens are kept before one of them is sent: if that
 * fails, the next call revokes them.
 *
 * @param tokenUrl The token endpoint.
 * @param request Receives an access token.
 */
export function byRenewal(tokenUrl: string, request: SendRevocation): SendRevocation {
  return async (context) => {
    const { params, headers, fetch, [keepRenewed]: keep }: TokenRequestContext & {
      readonly [keepRenewed]?: (answer: Response) => Promise<void>;
    } = context;
    if (params.get("token_type_hint") !== "refresh_token") return await request(context);
    const { token_type_hint: _, token = "", ...others } = fieldsOf(context);
    const form = new URLSearchParams({ ...others, grant_type: "refresh_token", refresh_token: token });
    const answer = await fetch(tokenUrl, { method: "POST", headers, body: form.toString() });
    if (!answer.ok) return answer;
    const { access_token: fresh, refresh_token: next, error = "invalid_request" } = await readFields(answer);
    // Some providers answer with status 200 to an error.
    if (typeof fresh !== "string") return Response.json({ error }, { status: 400 });
    await keep?.(answer);
    const renewed = { ...others, token: fresh, token_type_hint: "access_token" };
    const result = await request({ ...context, params: new URLSearchParams(renewed) });
    if (result.ok) return result;
    // What a provider repeats of the tokens must not be logged.
    const text = [fresh, next].filter((secret) => typeof secret === "string" && secret !== "")
      .reduce<string>((left, secret) => left.replaceAll(String(secret), "…"), await result.text());
    return new Response(text, { status: result.status });
  };
}

/** Sends the request of RFC 7009 §2.1. */
export async function sendStandard(context: TokenRequestContext): Promise<Response> {
  return await sendForm(context, fieldsOf(context));
}

/** Sends a form. @param own Headers beside those of the context. */
export async function sendForm(
  { url, headers, fetch }: TokenRequestContext,
  fields: Fields,
  own: Fields = {},
): Promise<Response> {
  const body = new URLSearchParams(fields).toString();
  return await fetch(url, { method: "POST", headers: { ...headers, ...own }, body });
}

/** Sends a JSON object. @param own Headers beside those of the context. */
export async function sendJson(
  { url, headers, fetch }: TokenRequestContext,
  fields: Fields,
  own: Fields = {},
): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", ...own },
    body: JSON.stringify(fields),
  });
}

/** Sends a request without a body, which the token itself authorizes (RFC 6750 §2.1). */
export async function sendBearer(
  { url, headers, params, fetch }: TokenRequestContext,
  method: "DELETE" | "POST",
): Promise<Response> {
  const { "content-type": _, ...others } = headers;
  return await fetch(url, { method, headers: { ...others, authorization: bearerOf(params) } });
}

/** The header of a request that the token itself authorizes. */
export function bearerOf(params: URLSearchParams): string {
  return `Bearer ${params.get("token")}`;
}

/** The header with the client credentials (RFC 6749 §2.3.1), for a provider that expects it here alone. */
export function basicOf({ clientId, clientSecret = "" }: TokenRequestContext): Fields {
  const credentials = [clientId, clientSecret].map((text) => encodeURIComponent(text)).join(":");
  return { authorization: `Basic ${btoa(credentials)}` };
}

/** The parameters of the request: `token`, `token_type_hint`, and those of a client that authenticates in the body. */
export function fieldsOf({ params }: TokenRequestContext): Fields {
  return Object.fromEntries(params);
}

/** The fields of an answer, which can be read again; none if it is not a JSON object. */
export async function readFields(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  return Object(await answer.clone().json().catch(() => null));
}

/** The answer to a token that the provider does not know any more: it counts as revoked (RFC 7009 §2.2). */
export function ended(): Response {
  return new Response(null, { status: 204 });
}
