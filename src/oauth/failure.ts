/**
 * Errors for a provider's answers. Messages say what to check, and leave out the bodies and tokens that the libraries
 * attach to their errors.
 *
 * @module
 */

import {
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { AuthError, ConfigError, OAuthCallbackError, ProviderResponseError } from "../errors/errors.ts";
import { toEnvName } from "../values/env_name.ts";
import { toBasicCredentials } from "./client_authentication.ts";
import type { Exchange } from "./exchange.ts";
import { statusError } from "../http/bounded_request.ts";
import type { ProviderAnswer } from "../http/provider_answer.ts";
import { parseJsonObject } from "../values/json_object.ts";
import { causesOf, framesOf, isA, messageOf, propertyOf, withCause } from "../errors/thrown.ts";

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

/** Parameters that go through the browser and must not be logged. */
const PRIVATE = ["code", "code_challenge", "id_token_hint", "login_hint", "nonce", "state"];

/** Messages of `oauth4webapi` and `jose`, and our words for them. Their codes stand for several reasons each. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^"(\w+)" parameter must be provided only once$/, 'it has more than one "$1"'],
  [
    /^response parameter "iss" \(issuer\) missing$/,
    'its "iss" is missing, although the metadata announce it',
  ],
  [/^"response" body "expires_in" .*/, 'its "expires_in" is not a number of seconds'],
  [/^.*"response" body "sub" .*/, 'its "sub" is not that of the ID token'],
  [/^"response" body "(\w+)" .*/, 'its "$1" is not text'],
  [/^unsupported `token_type` value$/, 'its "token_type" is not supported'],
  [/^(?:failed to parse )?"response" .*/, "it is not a JSON object"],
  [/^signature verification failed$/, "its signature is wrong"],
  [/^no applicable key found in the JSON Web Key Set$/, "no published key matches"],
  [/^multiple matching keys found in the JSON Web Key Set$/, "several published keys match"],
  [/^.* "alg" header parameter$|^"alg" .* value not allowed$/, "its algorithm is not accepted"],
  [/^Invalid JWT$/, "it does not have three parts"],
  [/^.*JWT Header.*/, "its header is not a JSON object"],
  [/^.*JWT Payload.*/, "its claims are not a JSON object"],
  [/^no JWT "crit" .*/, "a critical header parameter is not recognized"],
  [/^.*JWT "(exp|iat|nbf)" .*/, 'its "$1" is not a number of seconds'],
  [/^.*JWT "(\w+)" .* type$/, 'its "$1" is not text'],
];

/** The advice for a token response that has a 2xx status and isn't accepted. */
export const CONFORM =
  ". If the provider always answers so, `token.conform` can change the answer before it is read";

/** Returns whether an error says that `oauth4webapi` does not accept an answer. */
export function isOfEngine(error: unknown): error is OperationProcessingError | UnsupportedOperationError {
  return error instanceof OperationProcessingError || error instanceof UnsupportedOperationError;
}

/** Says in our words why `oauth4webapi` or `jose` does not accept an answer; in theirs if we have none. */
export function reasonOf({ message }: Error): string {
  const known = WORDS.find(([pattern]) => pattern.test(message));
  return known ? message.replace(...known) : shorten(message);
}

/** Creates the error for an error response of the authorization endpoint (RFC 6749 §4.1.2.1). */
export function authorizationError(exchange: Exchange): AuthError {
  const { params, redirectUri } = exchange;
  const [code, description] = ["error", "error_description"].map((name) =>
    redact(params.get(name), exchange)
  );
  const facts = { code, ...(description && { description }), redirectUri };
  return refusalOf(facts, exchange) ?? new OAuthCallbackError(
    code === "invalid_request" && WANTS_PUSH.test(description ?? "")
      ? `The provider answered "${code}": it accepts only pushed requests of this client. Set ` +
        "`client: { require_pushed_authorization_requests: true }`"
      : `The provider answered "${code}"`,
    facts,
  );
}

/**
 * Says in our words why a request with client authentication failed (RFC 6749 §5.2, RFC 9126 §2.3); other errors stay as
 * they are.
 */
export function requestError(
  thrown: unknown,
  exchange: Exchange,
  { step, answer, success }: {
    /** Purpose of the request: `redeem the code`. */
    readonly step: string;
    /** Its answer: `the token response`. */
    readonly answer: string;
    /** Status of a success. */
    readonly success: number;
  },
): unknown {
  if (thrown instanceof ResponseBodyError) return bodyError(thrown, exchange, step);
  const response = propertyOf(thrown, thrown instanceof WWWAuthenticateChallengeError ? "response" : "cause");
  const status = response instanceof Response ? response.status : success;
  if (thrown instanceof WWWAuthenticateChallengeError && status >= 400 && status < 500) {
    return refusalOf({ code: "invalid_client", status }, exchange);
  }
  const advice = answer === "the token response" && status >= 200 && status < 300 ? CONFORM : "";
  if (status !== success) {
    return statusError(status, `Cannot ${step}: the provider answered with status ${status}${advice}`, {
      status,
    });
  }
  if (!isOfEngine(thrown)) return thrown;
  return new ProviderResponseError(`Cannot accept ${answer}: ${reasonOf(thrown)}${advice}`, {
    code: thrown.code,
    status,
  });
}

function bodyError(
  { status, code, cause: { error, error_description } }: ResponseBodyError,
  exchange: Exchange,
  step: string,
): AuthError {
  const [said, description] = [error, error_description].map((text) => redact(text, exchange));
  const facts = {
    status,
    error: said,
    ...(description && { description }),
    // A renewal and a revocation have none.
    ...(exchange.redirectUri && { redirectUri: exchange.redirectUri }),
  };
  return refusalOf({ ...facts, code: said }, exchange) ?? statusError(
    status,
    `Cannot ${step}: the provider answered "${said}" with status ${status}`,
    { code, ...facts },
  );
}

/** Creates the error for a client or a redirect URI that is not registered. Only the application can fix it. */
function refusalOf(
  facts: {
    readonly code?: string | undefined;
    readonly description?: string | undefined;
    readonly status?: number;
  },
  { provider, redirectUri }: Exchange,
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
  if (/redirect[_ ]?ur[il]/i.test(code === "invalid_request" ? description : code)) {
    return new ConfigError(
      `Cannot sign in with "${provider.id}": the provider does not accept the redirect URI "${redirectUri}" ("${code}"). ` +
        "Register exactly this one there",
      cause,
    );
  }
  return null;
}

/**
 * Makes what was thrown fit for the log: an error of application code is replaced by a copy without its own properties, of
 * which HTTP clients make the whole request. Names, codes, messages and stacks stay, without what the exchange has sent.
 */
export function withoutRequest(thrown: unknown, exchange: Exchange): unknown {
  const isOurs = isA(thrown, AuthError);
  const [first, ...causes] = causesOf(isOurs ? thrown.cause?.err : thrown);
  if (!isA(first, Error)) return thrown;
  const cause = causes.reduceRight<Error | undefined>(
    (under, each) => copyOf(each, under, exchange),
    undefined,
  );
  const copy = copyOf(first, cause, exchange);
  return isOurs ? withCause(thrown, { ...thrown.cause, err: copy }) ?? thrown : copy;
}

function copyOf(error: unknown, cause: Error | undefined, exchange: Exchange): Error {
  const copy = new Error(redact(messageOf(error), exchange), cause && { cause });
  const [name, code] = ["name", "code"].map((field) => propertyOf(error, field));
  const stack = [`${name}: ${copy.message}`, ...framesOf(error)].join("\n");
  return Object.assign(copy, { name, stack }, typeof code === "string" && { code });
}

/** Removes what must not be logged from a text of the provider. */
function redact(
  text: unknown,
  { provider, params, flow, clientSecret, token }: Exchange,
): string | undefined {
  if (typeof text !== "string") return undefined;
  const sent = [...PRIVATE.map((name) => params.get(name)), flow?.state, flow?.verifier, flow?.nonce, token];
  if (clientSecret) sent.push(clientSecret, toBasicCredentials(provider.clientId, clientSecret));
  return without(sent, text);
}

/** The fields of an error: those of a challenge (RFC 6750 §3), and those that the support of a provider asks for. */
const ERROR_FIELDS = [
  "code",
  "error",
  "error_description",
  "error_uri",
  "log_id",
  "message",
  "request_id",
  "scope",
  "trace_id",
  "type",
];

/** A parameter of a challenge (RFC 9110 §11.2). Each begins at the start of a word: a search takes linear time. */
const PARAMETER = /\b(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g;

/**
 * Reads the error in an answer, for the log: what its challenge says, then texts and numbers of the object `error` in its body, or of the
 * body itself.
 *
 * @param sent Tokens of the request, which the provider may repeat.
 */
export function errorFacts(
  { content, headers }: Pick<ProviderAnswer, "content" | "headers">,
  sent: readonly unknown[],
): Record<string, string | number> {
  const body = parseJsonObject(content);
  const error = body?.error && typeof body.error === "object" ? body.error : body;
  const facts: Record<string, string | number> = {};
  for (const [, name, quoted, bare] of (headers.get("www-authenticate") ?? "").matchAll(PARAMETER)) {
    const field = name!.toLowerCase();
    const said = quoted?.replaceAll(/\\(.)/g, "$1") ?? bare;
    if (said && ERROR_FIELDS.includes(field)) facts[field] = without(sent, said);
  }
  for (const field of ERROR_FIELDS) {
    const value = propertyOf(error, field);
    if (typeof value === "number") facts[field] = value;
    if (typeof value === "string" && value) facts[field] = without(sent, value);
  }
  return facts;
}

/** Removes values from a text, and anything that looks like a JWT. */
function without(values: readonly unknown[], text: string): string {
  const hidden = values.flatMap((each) =>
    typeof each === "string" && each ? [each, encodeURIComponent(each)] : []
  );
  return shorten(
    hidden.sort((a, b) => b.length - a.length)
      .reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
      .replaceAll(/[\w.-]+/g, withoutToken),
  );
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
