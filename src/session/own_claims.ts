/**
 * The claims of a session token that the library alone sets. `callbacks.jwt` may copy data of the browser into a token, and a
 * token of another library may have claims of the same names: neither counts.
 *
 * @module
 */

import { defined } from "../values/defined.ts";
import { aalOf, type AuthMethod, parseAmr, UNKNOWN_METHODS } from "../values/levels.ts";
import type { SessionProof } from "../model/session.ts";
import type { JWT } from "../values/types.ts";

/** The claims that the library alone sets. */
type OwnClaims = Pick<
  JWT,
  "auth_time" | "gen" | "gen_sub" | "named_gen" | "amr" | "aal" | "latchkey_sid" | "latchkey_stored"
>;

/** The claims of the application as text, to see whether `callbacks.jwt` has changed them. Those of the library do not count. */
export function contentOf({ iat: _iat, exp: _exp, jti: _jti, ...claims }: JWT): string {
  return JSON.stringify(withoutOwnClaims(claims));
}

/** The claims without those that the library alone sets. */
export function withoutOwnClaims(
  {
    auth_time: _time,
    gen: _gen,
    gen_sub: _user,
    named_gen: _named,
    amr: _amr,
    aal: _aal,
    latchkey_sid: _id,
    latchkey_stored: _stored,
    ...claims
  }: JWT,
): JWT {
  return claims;
}

/** The claims that the library alone sets, of a token that it has issued. The application cannot change the copy. */
export function ownClaimsOf(claims: JWT): OwnClaims {
  const { auth_time, gen, gen_sub, named_gen, latchkey_sid, latchkey_stored } = claims;
  return {
    ...defined({ auth_time, gen: gen || undefined, gen_sub, named_gen, latchkey_sid, latchkey_stored }),
    ...levelClaims(amrIn(claims)),
  };
}

/**
 * Notes that `callbacks.jwt` has named another user since the sign-in. The token ends with the user of before, and what that user has
 * proven is no proof of the other one.
 */
export function rename(own: OwnClaims, { sub }: JWT, named: string | undefined): void {
  // Back at the user who has signed in, it is a token of theirs again, without a proof.
  own.gen_sub = (own.gen_sub ?? sub) === named ? undefined : own.gen_sub ?? sub;
  own.named_gen =
    own.auth_time =
    own.amr =
    own.aal =
      undefined;
}

/** The user and the generation in which a token was issued. One of an earlier version is of the first generation. */
export function issuedIn({ gen = 0, gen_sub, sub }: JWT): {
  readonly userId: string | undefined;
  readonly generation: number;
} {
  return { userId: gen_sub ?? sub, generation: gen };
}

/** The claims about the level: none if no method is known. */
export function levelClaims(amr: readonly string[]): Pick<OwnClaims, "amr" | "aal"> {
  const methods = parseAmr(amr);
  return { ...(methods.length > 0 && { amr: methods }), ...(aalOf(methods) === 2 && { aal: 2 }) };
}

/**
 * The methods with which the user of a token has signed in. A token of an earlier version may have `amr` of the application:
 * without `aal` beside it, it makes no level.
 */
export function amrIn({ amr, aal }: JWT): readonly AuthMethod[] {
  if (amr === undefined) return UNKNOWN_METHODS;
  const methods = parseAmr(amr);
  return aalOf(methods) === (aal ?? 1) ? methods : UNKNOWN_METHODS;
}

/** When and how the user of a token has signed in. */
export function proofIn(claims: JWT): SessionProof {
  const { auth_time } = claims;
  const amr = amrIn(claims);
  return { signedInAt: auth_time === undefined ? null : auth_time * 1000, amr, aal: aalOf(amr) };
}
