/**
 * How strongly a session has been proven: the methods, and the level that follows from them.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8176#section-2 | RFC 8176 §2}
 * @module
 */

/** The level of a session: 2 after two factors, else 1, as the authenticator assurance levels of NIST SP 800-63B count them. */
export type Aal = 1 | 2;

/**
 * A method of a proof, as RFC 8176 §2 registers it. `pwd`: a password. `otp`: a code that counts once, or a mailed link. `hwk`: a
 * key that cannot leave its device. `swk`: a key that may be copied to other devices. `user`: the user was at the device. `mfa`:
 * more than one factor.
 */
export type AuthMethod = "pwd" | "otp" | "hwk" | "swk" | "user" | "mfa";

const METHODS: readonly AuthMethod[] = ["pwd", "otp", "hwk", "swk", "user", "mfa"];

/** What a page or an API needs of a session. */
export interface SessionNeed {
  /** The level: 2 needs two factors, or a passkey that has verified its user. Default 1. */
  readonly aal?: Aal | undefined;
  /**
   * How long ago the user may have signed in, or have confirmed it with their second factor: in seconds, at least 10, because
   * they have to come back in that time. A time that is unknown is too long ago. Default: any.
   */
  readonly maxAge?: number | undefined;
}

/** What a session lacks: there is none, or it is not at the level, or the user has signed in too long ago. */
export type SessionLack = "session" | "level" | "age";

/** How far the clocks of two servers may differ, in milliseconds. */
const CLOCK_TOLERANCE = 60_000;

/** The time of a sign-in in which nothing was proven: such a session is never fresh, and proves no age. */
export const UNPROVEN = 0;

/** How long ago a user has signed in, in milliseconds: infinitely, if that is unknown, `UNPROVEN` or in the future. */
export function ageOf(signedInAt: number | null, now: number): number {
  return !signedInAt || signedInAt > now + CLOCK_TOLERANCE ? Infinity : now - signedInAt;
}

/** No method: how the user has signed in is not known, as with a provider. */
export const UNKNOWN_METHODS: readonly AuthMethod[] = Object.freeze([]);

/** The level that follows from methods: `mfa` alone decides. */
export function aalOf(amr: readonly string[]): Aal {
  return amr.includes("mfa") ? 2 : 1;
}

/** Whether a passkey is among the methods. Another one proves something beside it only if it has verified its user. */
export function hasPasskey(amr: readonly string[]): boolean {
  return amr.includes("hwk") || amr.includes("swk");
}

/** Parses methods: those that the library knows, each once; none of anything but a list. */
export function parseAmr(amr: unknown): readonly AuthMethod[] {
  if (!Array.isArray(amr)) return UNKNOWN_METHODS;
  return METHODS.filter((method) => amr.includes(method));
}
