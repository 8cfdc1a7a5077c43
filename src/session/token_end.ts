/**
 * When a session in a token ends, and when it is prolonged.
 *
 * @module
 */

import type { Platform } from "../platform/platform.ts";
import type { JWT } from "../values/types.ts";
import { absoluteEnd } from "./absolute_end.ts";
import { proofIn } from "./own_claims.ts";

/** How long sessions last, in milliseconds. */
interface Ages {
  /** Unused. */
  readonly maxAge: number;
  /** However much it is used. */
  readonly absoluteMaxAge: number;
  /** How often one in use is prolonged. */
  readonly updateAge: number;
  /** The clock. */
  readonly platform: Pick<Platform, "now">;
}

/** When a token that is issued now ends. */
export function endOf(token: JWT, ages: Ages): number {
  return Math.min(ages.platform.now() + ages.maxAge, longestOf(token, ages));
}

/** When a session ends however much it is used. */
export function longestOf(token: JWT, { absoluteMaxAge }: Pick<Ages, "absoluteMaxAge">): number {
  return absoluteEnd(proofIn(token).signedInAt, (token.exp ?? Infinity) * 1000, absoluteMaxAge);
}

/** Whether a session is prolonged when it is read. */
export function isDue({ iat, exp }: JWT, { platform, updateAge }: Ages): boolean {
  // Without `iat`, this compares with `NaN`: it is due.
  return exp === undefined || !(platform.now() < iat! * 1000 + updateAge);
}
