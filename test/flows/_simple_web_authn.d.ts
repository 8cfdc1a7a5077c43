/**
 * What the tests use of old versions of `@simplewebauthn/server`, whose own declarations pull in those of browsers.
 *
 * @module
 */

/** Makes the options of a registration, each version in its own way. */
export const generateRegistrationOptions: unknown;
/** Makes the options of a sign-in. */
export const generateAuthenticationOptions: unknown;
/** Checks a registration. */
export const verifyRegistrationResponse: unknown;
/** Checks a sign-in. */
export const verifyAuthenticationResponse: unknown;
