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

/** No method: how the user has signed in is not known, as with a provider. */
export const UNKNOWN_METHODS: readonly AuthMethod[] = Object.freeze([]);

/** The level that follows from methods. */
export function aalOf(amr: readonly string[]): Aal {
  return amr.includes("mfa") ? 2 : 1;
}

/** Parses methods: those that the library knows, each once; none of anything but a list. */
export function parseAmr(amr: unknown): readonly AuthMethod[] {
  if (!Array.isArray(amr)) return UNKNOWN_METHODS;
  return METHODS.filter((method) => amr.includes(method));
}
