/**
 * What went wrong with a provider's answers, in words that say what to check, without the bodies and tokens that the
 * libraries attach to their errors.
 *
 * @module
 */

import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from "oauth4webapi";
import {
  JOSEAlgNotAllowed,
  JWKSNoMatchingKey,
  JWSSignatureVerificationFailed,
  JWTClaimValidationFailed,
  JWTExpired,
} from "jose/errors";
import { AuthError, ConfigError, OAuthCallbackError, ProviderResponseError } from "../errors.ts";
import type { Profile } from "../types.ts";
import { toEnvName } from "./check_provider.ts";
import type { OAuthProvider } from "./provider.ts";

/** Errors by which a provider refuses the client itself: of RFC 6749 §5.2, and what GitHub says instead. */
const CLIENT_ERRORS = ["incorrect_client_credentials", "invalid_client", "unauthorized_client"];

/** The longest text of a provider that goes into the log, in characters. */
const MAX_TEXT = 500;

/** What an error is about. */
export interface FailureContext {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** The redirect URI that was sent. */
  readonly redirectUri: string;
  /** What was sent and must not be logged, even if the provider repeats it. */
  readonly secrets: readonly (string | null | undefined)[];
}

/** An error of a sign-in, as the library throws it. */
export function toAuthError(error: unknown, context: FailureContext): unknown {
  if (error instanceof AuthError || !(error instanceof Error)) return error;
  const { redirectUri, secrets } = context;
  if (error instanceof AuthorizationResponseError) {
    const [code, description] = [error.error, error.error_description].map((text) => redact(text, secrets));
    const facts = { code, ...(description && { description }), redirectUri };
    return refusalOf(facts, context) ?? new OAuthCallbackError(`The provider answered "${code}"`, facts);
  }
  if (error instanceof ResponseBodyError) {
    const { status } = error;
    const [answered, description] = [error.error, error.error_description].map((text) =>
      redact(text, secrets)
    );
    const facts = { status, error: answered, ...(description && { description }), redirectUri };
    return refusalOf({ ...facts, code: answered }, context) ?? new ProviderResponseError(
      `Cannot redeem the code: the provider answered "${answered}" with status ${status}`,
      { code: error.code, ...facts },
    );
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return refusalOf({ code: "invalid_client", status: error.status }, context);
  }
  if (!("code" in error)) return error;
  const { message, code, cause } = error as Error & { readonly code: unknown };
  return new ProviderResponseError(`Cannot accept the provider's answer: ${message}`, {
    code,
    ...(cause instanceof Response && { status: cause.status }),
  });
}

/** A refusal that no user can do anything about: the client, or its redirect URI, is not the one that is registered. */
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

/** An error of the verification of an ID token. @param now Seconds since the epoch. */
export function toIdTokenError(
  error: unknown,
  { token, provider, now }: {
    readonly token: string;
    readonly provider: OAuthProvider;
    readonly now: number;
  },
): unknown {
  const explanation = explain(error, { token, provider, now });
  if (explanation === null) return error;
  const { code, claim } = error as { readonly code?: string; readonly claim?: string };
  return new ProviderResponseError(`Cannot accept an ID token: ${explanation}`, {
    code,
    ...(claim && { claim }),
  });
}

function explain(
  error: unknown,
  { token, provider, now }: {
    readonly token: string;
    readonly provider: OAuthProvider;
    readonly now: number;
  },
): string | null {
  const variable = `AUTH_${toEnvName(provider.id)}`;
  if (error instanceof JWTExpired || error instanceof JWTClaimValidationFailed) {
    const { claim, payload } = error;
    const value = (payload as Profile)[claim];
    if (claim === "exp" && typeof value === "number") {
      return `it ended ${
        Math.ceil(now - value)
      } seconds ago ("exp"). Check the clocks of this machine and of the provider`;
    }
    if (claim === "nbf" && typeof value === "number") {
      return `it begins in ${
        Math.ceil(value - now)
      } seconds ("nbf"). Check the clocks of this machine and of the provider`;
    }
    if (claim === "aud" && value !== undefined) {
      return `its "aud" is ${
        shorten(JSON.stringify(value))
      }, not the client id "${provider.clientId}". Check \`clientId\` (${variable}_ID)`;
    }
    return `its "${claim}" is missing, or is not what it must be`;
  }
  if (error instanceof JWKSNoMatchingKey) {
    return "none of the provider's keys is the one that its header names. Check `issuer`, or `jwks_endpoint` if you set it";
  }
  if (error instanceof JWSSignatureVerificationFailed) {
    return "its signature is not of the provider's key. Check `issuer`, or `jwks_endpoint` if you set it, and with an HS algorithm `clientSecret`";
  }
  if (error instanceof JOSEAlgNotAllowed) {
    return "its algorithm is not announced by the provider, or is one that uses the client secret. If the client is registered with it, set `client: { id_token_signed_response_alg }`";
  }
  if (token.split(".").length === 5) {
    return "it is encrypted. Register the client without encryption of ID tokens";
  }
  return null;
}

/** A text of the provider without what was sent to it, and without anything that is a signed token. */
function redact(text: string | undefined, secrets: FailureContext["secrets"]): string | undefined {
  const sent = secrets.flatMap((secret) => secret ? [secret, encodeURIComponent(secret)] : []);
  return shorten(
    sent.sort((a, b) => b.length - a.length)
      .reduce<string | undefined>((rest, secret) => rest?.replaceAll(secret, "…"), text)
      ?.replaceAll(/ey[\w-]+\.[\w-]+\.[\w-]*/g, "…"),
  );
}

function shorten(text: string | undefined): string | undefined {
  return text !== undefined && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
