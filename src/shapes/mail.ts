/**
 * The names of sign-in by mail.
 *
 * @module
 */

import type { Shape } from "./shape.ts";

/** The names of sign-in by mail. */
export const mail = {
  endpoints: [
    "GET verify-request",
  ],
  pages: {},
  cookies: {
    /** The mail that the browser requested last. */
    mail: "mail",
  },
} as const satisfies Shape;
