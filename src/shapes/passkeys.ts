/**
 * The names of passkeys.
 *
 * @module
 */

import type { Shape } from "./shape.ts";

/** The names of passkeys. */
export const passkeys = {
  endpoints: [
    "GET webauthn-options/:provider",
    "GET webauthn-script",
  ],
  pages: {},
  cookies: {
    /** One challenge to a passkey; a prefix. */
    challenge: "challenge",
  },
} as const satisfies Shape;
