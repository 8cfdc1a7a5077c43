/**
 * The names of passwords that the library keeps.
 *
 * @module
 */

import type { Shape } from "./shape.ts";

/** The names of passwords that the library keeps. */
export const passwords = {
  endpoints: [
    "GET signup",
    "POST signup",
    "GET forgot-password",
    "POST forgot-password",
    "GET new-password",
    "GET keep-password",
    "POST keep-password",
    "GET password",
    "POST password",
  ],
  pages: {
    signUp: "signup",
    forgotPassword: "forgot-password",
    newPassword: "new-password",
    keepPassword: "keep-password",
    password: "password",
  },
  cookies: {},
} as const satisfies Shape;
