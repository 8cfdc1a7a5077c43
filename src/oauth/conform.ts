/**
 * Brings the answers of real servers into the form that `oauth4webapi` reads. `oauth4webapi` judges them.
 *
 * @module
 */

import { isDPoPNonceError, type ResponseBodyError } from "oauth4webapi";
import { defined } from "../values/defined.ts";
import { parseJsonObject, withoutNull } from "../values/json_object.ts";
import { ProviderAnswer } from "../http/provider_answer.ts";

/** A nonce, as RFC 9449 §8.1 defines it. Two headers are joined with a space, and are not one nonce. */
const NONCE = /^[!#-[\]-~]+$/;

/**
 * Returns an answer of a token endpoint or its like in the form of the standard:
 *
 * - a JSON object has the media type of JSON;
 * - an error in the body counts, not the challenge beside it, which says less; that of a success means nothing.
 */
export function toConforming(answer: ProviderAnswer): ProviderAnswer {
  const { status, headers, content } = withNonce(answer);
  const body = parseJsonObject(content);
  if (body) headers.set("content-type", "application/json");
  if (status === 200 || (body?.error && typeof body.error === "string")) headers.delete("www-authenticate");
  return answer;
}

/** The longest lifetime that is kept, in seconds: some thirty years. */
const MAX_LIFETIME = 1e9;

/**
 * Reads the members of a token response (RFC 6749 §5.1) as servers mean them: `null` and an empty or false refresh token are absence, a time that is
 * no number is ignored, a list of scopes is joined.
 */
export function toMembers(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { expires_in, expires_at, refresh_token, scope, ...others } = withoutNull(body);
  return defined({
    ...others,
    expires_in: toNumber(expires_in, MAX_LIFETIME),
    expires_at: toNumber(expires_at, 1e10),
    refresh_token: refresh_token || undefined,
    scope: Array.isArray(scope) && scope.every((each) => typeof each === "string") ? scope.join(" ") : scope,
  });
}

/** A number, or its digits as text, from 0 to `most`. */
function toNumber(value: unknown, most: number): number | undefined {
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === "number" && number >= 0 && number <= most ? number : undefined;
}

/** Removes the header with a nonce for DPoP from an answer if it is not a nonce. Returns the same answer. */
export function withNonce(answer: ProviderAnswer): ProviderAnswer {
  if (!NONCE.test(answer.headers.get("dpop-nonce") ?? "")) answer.headers.delete("dpop-nonce");
  return answer;
}

/** Reads a `Response` to its end. */
export async function answerOf(response: Response): Promise<ProviderAnswer> {
  return response instanceof ProviderAnswer ? response : new ProviderAnswer(await response.text(), response);
}

/** Sends a request, and once more if the server demands a nonce and sends one (RFC 9449 §8, §9). */
export async function twice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isDPoPNonceError(error) || !(error as ResponseBodyError).response.headers.has("dpop-nonce")) {
      throw error;
    }
    return await send();
  }
}
