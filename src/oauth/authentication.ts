/**
 * How, and how recently, the OpenID provider must have authenticated the user. The browser can change the request, so
 * `id_token.ts` checks the result.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest | OpenID Connect §3.1.2.1}
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics | OpenID Connect §5.5.1.1}
 * @module
 */

import { failProvider } from "../errors/checks.ts";
import { InvalidEndpoints } from "../errors/errors.ts";
import type { Params } from "../model/provider.ts";
import type { OAuthProvider } from "./types.ts";

/**
 * Reads the demands in `authorization.params`.
 *
 * @throws {InvalidEndpoints} if `max_age` or `claims` is invalid.
 */
export function parseAuthenticationRequest(
  { max_age, claims }: Params,
  id: string,
): NonNullable<OAuthProvider["authentication"]> {
  const maxAge = parseMaxAge(max_age);
  if (maxAge === null && max_age !== undefined) {
    failProvider(
      { id },
      `\`authorization.params.max_age\` is ${JSON.stringify(max_age)}, which is not a number of seconds`,
      InvalidEndpoints,
    );
  }
  const { acr, auth_time } = fieldsOf(fieldsOf(parseClaims(claims, id)).id_token);
  const wanted = fieldsOf(acr);
  const { essential, value, values } = wanted;
  return {
    ...(maxAge !== null && { maxAge }),
    needsAuthTime: fieldsOf(auth_time).essential === true,
    ...(essential === true && {
      acr: [...(Array.isArray(values) ? values : []), ...("value" in wanted ? [value] : [])],
    }),
  };
}

/** Returns the `max_age` of a sign-in. The browser may lower the value of the application, but not raise it. */
export function maxAgeOf({ authentication }: OAuthProvider, query: URLSearchParams): number | undefined {
  const asked = [authentication?.maxAge, parseMaxAge(query.get("max_age"))].filter((each) =>
    typeof each === "number"
  );
  return asked.length ? Math.min(...asked) : undefined;
}

function parseMaxAge(value: unknown): number | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Accepts an object, or its JSON text. */
function parseClaims(claims: unknown, id: string): unknown {
  if (typeof claims !== "string") return claims;
  try {
    return JSON.parse(claims);
  } catch {
    failProvider({ id }, "`authorization.params.claims` is not JSON. Write an object", InvalidEndpoints);
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return value && typeof value === "object" ? value as Record<string, unknown> : {};
}
