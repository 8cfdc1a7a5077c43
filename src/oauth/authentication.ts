/**
 * How, and how recently, the user must have been authenticated at an OpenID provider. The request travels through the
 * browser, which can change it: what was asked for is checked in the ID token.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest | OpenID Connect §3.1.2.1}
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics | OpenID Connect §5.5.1.1}
 * @module
 */

import { InvalidEndpoints, ProviderResponseError } from "../errors.ts";
import type { Params } from "../providers/types.ts";
import type { Profile } from "../types.ts";
import type { Flow } from "./checks.ts";
import type { OAuthProvider } from "./provider.ts";

/** What the application asks for in `authorization.params`. */
export interface AuthenticationRequest {
  /** `max_age`: how many seconds ago the user may have been authenticated, at most. */
  readonly maxAge?: number;
  /** Whether `claims` has an essential `auth_time`. */
  readonly needsAuthTime: boolean;
  /** Values that an essential `acr` in `claims` may have; empty if any will do. */
  readonly acr?: readonly unknown[];
}

/**
 * Reads what `authorization.params` asks for.
 *
 * @throws {InvalidEndpoints} if `max_age` or `claims` cannot be understood.
 */
export function toAuthenticationRequest({ max_age, claims }: Params, id: string): AuthenticationRequest {
  const maxAge = parseMaxAge(max_age);
  if (maxAge === null && max_age !== undefined) {
    throw new InvalidEndpoints(
      `Cannot use provider "${id}": \`authorization.params.max_age\` is ${
        JSON.stringify(max_age)
      }, which is not a ` +
        "number of seconds",
      { provider: id },
    );
  }
  const { acr, auth_time } = toObject(toObject(parseClaims(claims, id)).id_token);
  const wanted = toObject(acr);
  const { essential, value, values } = wanted;
  return {
    ...(maxAge !== null && { maxAge }),
    needsAuthTime: toObject(auth_time).essential === true,
    ...(essential === true && {
      acr: [...(Array.isArray(values) ? values : []), ...("value" in wanted ? [value] : [])],
    }),
  };
}

/** The `max_age` of a sign-in. The browser may ask for a lower one than the application, but for no higher one. */
export function maxAgeOf({ authentication }: OAuthProvider, query: URLSearchParams): number | undefined {
  const asked = [authentication?.maxAge, parseMaxAge(query.get("max_age"))].filter((each) =>
    typeof each === "number"
  );
  return asked.length ? Math.min(...asked) : undefined;
}

/**
 * Makes sure that the user was authenticated as was asked for.
 *
 * @param flow The flow that ends; `null` if there is none.
 * @param clock Time and tolerance, in seconds.
 * @throws {ProviderResponseError} if not, or if the ID token does not say.
 */
export function assertAuthentication(
  { auth_time, acr }: Profile,
  { provider: { authentication }, flow }: {
    readonly provider: OAuthProvider;
    readonly flow: Pick<Flow, "maxAge" | "startedAt"> | null;
  },
  { now, tolerance }: { readonly now: number; readonly tolerance: number },
): void {
  const fail = (claim: string, reason: string) => {
    throw new ProviderResponseError(`Cannot accept an ID token: its "${claim}" ${reason}`, { claim });
  };
  const maxAge = flow ? flow.maxAge : authentication?.maxAge;
  if (maxAge !== undefined || authentication?.needsAuthTime) {
    if (typeof auth_time !== "number" || !Number.isFinite(auth_time)) {
      return fail(
        "auth_time",
        "is missing, although the request had `max_age`, or `auth_time` as essential claim",
      );
    }
    if (auth_time > now + tolerance) fail("auth_time", "is in the future");
    // Counted from the request: what the user did at the provider after it is recent enough.
    const age = Math.floor((flow?.startedAt ?? now) - auth_time);
    if (maxAge !== undefined && age > maxAge + tolerance) {
      fail("auth_time", `was ${age} seconds before the request, whose \`max_age\` is ${maxAge}`);
    }
  }
  const accepted = authentication?.acr;
  if (!accepted) return;
  if (typeof acr !== "string" || !acr) {
    fail("acr", "is missing, although the request had it as essential claim");
  }
  if (accepted.length && !accepted.includes(acr)) {
    fail(
      "acr",
      `is ${JSON.stringify(acr)}, and the request asked for ${
        accepted.map((each) => `"${each}"`).join(" or ")
      }`,
    );
  }
}

function parseMaxAge(value: unknown): number | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** An object, or JSON in text as `claims` is sent. */
function parseClaims(claims: unknown, id: string): unknown {
  if (typeof claims !== "string") return claims;
  try {
    return JSON.parse(claims);
  } catch {
    throw new InvalidEndpoints(
      `Cannot use provider "${id}": \`authorization.params.claims\` is not JSON. Write an object`,
      { provider: id },
    );
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return value && typeof value === "object" ? value as Record<string, unknown> : {};
}
