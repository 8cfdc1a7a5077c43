/**
 * Errors for a provider's answers. Messages say what to check, and leave out the bodies and tokens that the libraries
 * attach to their errors.
 *
 * @module
 */

import { type AuthError, ConfigError, OAuthCallbackError, ProviderResponseError } from "../errors/errors.ts";
import { toEnvName } from "./check_provider.ts";
import { toBasicCredentials } from "./client_authentication.ts";
import type { Answer } from "./fetch.ts";
import { parseJsonObject } from "../values/json_object.ts";
import { propertyOf } from "../errors/thrown.ts";
import type { OAuthProvider } from "./types.ts";

/** Codes with which a provider refuses the client itself: those of RFC 6749 §5.2, and those of GitHub. */
export const CLIENT_ERRORS: readonly string[] = [
  "incorrect_client_credentials",
  "invalid_client",
  "unauthorized_client",
];

/** How a provider says that it accepts only pushed requests (RFC 9126 §5). "par" is a word of several languages. */
const WANTS_PUSH = /\b(?:[Pp]ushed|PAR)\b/;

/** The longest text of a provider in the log, in characters. */
const MAX_TEXT = 500;

/** Facts about the failed request. */
export interface FailureContext {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** The redirect URI of the request. */
  readonly redirectUri: string;
  /** Values of the request that must not be logged, even if the provider repeats them. */
  readonly sent: readonly (string | null | undefined)[];
  /** Client secret. It must not be logged either. */
  readonly clientSecret: string | undefined;
}

/** Creates the error for an error response of the authorization endpoint (RFC 6749 §4.1.2.1). */
export function authorizationError(params: URLSearchParams, context: FailureContext): AuthError {
  const [code, description] = ["error", "error_description"].map((name) => redact(params.get(name), context));
  const facts = { code, ...(description && { description }), redirectUri: context.redirectUri };
  return refusalOf(facts, context) ?? new OAuthCallbackError(
    code === "invalid_request" && WANTS_PUSH.test(description ?? "")
      ? `The provider answered "${code}": it accepts only pushed requests of this client. Set ` +
        "`client: { require_pushed_authorization_requests: true }`"
      : `The provider answered "${code}"`,
    facts,
  );
}

/**
 * Creates the error for a failed request with client authentication (RFC 6749 §5.2, RFC 9126 §2.3).
 *
 * @param body If the body is a JSON object.
 */
export function requestError(
  { status, headers }: Pick<Answer, "status" | "headers">,
  body: Readonly<Record<string, unknown>> | null,
  context: FailureContext & {
    /** Purpose of the request, for the message: `redeem the code`. */
    readonly step: string;
  },
): AuthError {
  const { redirectUri, step } = context;
  const isRefusal = status >= 400 && status < 500;
  if (isRefusal && typeof body?.error === "string" && body.error) {
    const [error, description] = [body.error, body.error_description].map((text) => redact(text, context));
    const facts = { status, error, ...(description && { description }), redirectUri };
    return refusalOf({ ...facts, code: error }, context) ?? new ProviderResponseError(
      `Cannot ${step}: the provider answered "${error}" with status ${status}`,
      { code: "OAUTH_RESPONSE_BODY_ERROR", ...facts },
    );
  }
  const refusal = isRefusal && headers.has("www-authenticate") &&
    refusalOf({ code: "invalid_client", status }, context);
  return refusal ||
    new ProviderResponseError(`Cannot ${step}: the provider answered with status ${status}`, { status });
}

/** Creates the error for a client or a redirect URI that is not registered. Only the application can fix it. */
function refusalOf(
  facts: {
    readonly code?: string | undefined;
    readonly description?: string | undefined;
    readonly status?: number;
  },
  { provider, redirectUri }: FailureContext,
): ConfigError | null {
  const { code = "", description = "" } = facts;
  const cause = { provider: provider.id, ...facts };
  if (CLIENT_ERRORS.includes(code)) {
    const variable = `AUTH_${toEnvName(provider.id)}`;
    return new ConfigError(
      `Cannot sign in with "${provider.id}": the provider does not accept the client ("${code}"). Check \`clientId\` and ` +
        `\`clientSecret\` (${variable}_ID, ${variable}_SECRET), and that they are those of this provider`,
      cause,
    );
  }
  const isRedirectUri = /redirect_?ur[il]/i;
  if (
    isRedirectUri.test(code) ||
    (code === "invalid_request" && isRedirectUri.test(description.replaceAll(" ", "_")))
  ) {
    return new ConfigError(
      `Cannot sign in with "${provider.id}": the provider does not accept the redirect URI "${redirectUri}" ("${code}"). ` +
        "Register exactly this one there",
      cause,
    );
  }
  return null;
}

/** Removes the values that must not be logged, and anything that looks like a JWT, from a provider's text. */
function redact(text: unknown, { provider, sent, clientSecret }: FailureContext): string | undefined {
  if (typeof text !== "string") return undefined;
  const secrets = clientSecret
    ? [...sent, clientSecret, toBasicCredentials(provider.clientId, clientSecret)]
    : sent;
  return shorten(
    secrets.flatMap((secret) => secret ? [secret, encodeURIComponent(secret)] : [])
      .sort((a, b) => b.length - a.length)
      .reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
      .replaceAll(/[\w.-]+/g, withoutToken),
  );
}

/** Fields of an error response that the support of a provider asks for. */
const ERROR_FIELDS = [
  "code",
  "error",
  "error_description",
  "log_id",
  "message",
  "request_id",
  "trace_id",
  "type",
];

/**
 * Reads the error in the body of an answer, for the log: texts and numbers of its object `error`, or of the body itself.
 *
 * @param sent Tokens of the request, which the provider may repeat.
 */
export function errorFacts(text: string, sent: readonly unknown[]): Record<string, string | number> {
  const body = parseJsonObject(text);
  const error = body?.error && typeof body.error === "object" ? body.error : body;
  const facts: Record<string, string | number> = {};
  for (const field of ERROR_FIELDS) {
    const value = propertyOf(error, field);
    if (typeof value === "number") facts[field] = value;
    if (typeof value === "string" && value) facts[field] = withoutTokens(value, sent);
  }
  return facts;
}

function withoutTokens(text: string, tokens: readonly unknown[]): string {
  const hidden = tokens.reduce<string>(
    (rest, token) => typeof token === "string" && token ? rest.replaceAll(token, "…") : rest,
    text,
  );
  return shorten(hidden.replaceAll(/[\w.-]+/g, withoutToken));
}

/** Cuts a word before a JWT. A regular expression for all three parts would take quadratic time. */
function withoutToken(word: string): string {
  const start = word.indexOf("ey");
  return start >= 0 && word.slice(start).split(".", 3).length === 3 ? `${word.slice(0, start)}…` : word;
}

/** Cuts a text of a provider that is too long for the log. */
export function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
