/**
 * Token responses that depart from RFC 6749 §5.1, and errors that depart from §5.2. For `token.conform`.
 *
 * @module
 */

/** The fields of a token response. */
export type TokenResponse = Readonly<Record<string, unknown>>;

/**
 * Adds a missing `token_type`, and removes fields that are `null`. Only for a provider whose documentation says that
 * its access tokens are Bearer tokens.
 */
export async function asBearer(response: Response): Promise<Response> {
  return await rewriteTokens(response, (fields) => {
    const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    return "access_token" in known ? { token_type: "bearer", ...known } : known;
  });
}

/** Gives an error that the provider sends with status 200 the status of RFC 6749 §5.2. */
export async function refuseErrors(response: Response): Promise<Response> {
  return await rewriteTokens(response, (fields) => fields);
}

/** Joins scopes that the provider sends as a list. In RFC 6749 §5.1, they are one text. */
export function joinScopes({ scope, ...fields }: TokenResponse): TokenResponse {
  if (scope === undefined) return fields;
  return { ...fields, scope: Array.isArray(scope) ? scope.join(" ") : scope };
}

/**
 * Gives an error that has none of RFC 6749 §5.2 its code. The status stays.
 *
 * @param codeOf Receives the JSON object of an answer with an error status. With `null` the answer does not change.
 */
export async function nameError(
  response: Response,
  codeOf: (fields: TokenResponse) => string | null,
): Promise<Response> {
  const fields = response.status < 400 ? null : await readObject(response);
  const error = fields && codeOf(fields);
  if (!error) return response;
  await response.body?.cancel();
  const { error_description: description = fields.message } = fields;
  return Response.json({ error, error_description: description }, { status: response.status });
}

/**
 * Rewrites the fields of a token response. If the result has an `error`, its status becomes 400.
 *
 * @param rewrite Receives the JSON object of an answer with status 200. Other answers do not change.
 */
export async function rewriteTokens(
  response: Response,
  rewrite: (fields: TokenResponse) => TokenResponse,
): Promise<Response> {
  if (response.status !== 200) return response;
  const body = await readObject(response);
  if (!body) return response;
  await response.body?.cancel();
  const fields = rewrite(body);
  return Response.json(fields, { status: typeof fields.error === "string" ? 400 : 200 });
}

/** Reads the JSON object of an answer, which can be read again; `null` if it has none. */
async function readObject(response: Response): Promise<TokenResponse | null> {
  const body: unknown = await response.clone().json().catch(() => null);
  return typeof body !== "object" || body === null || Array.isArray(body) ? null : body as TokenResponse;
}
