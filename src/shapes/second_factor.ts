/**
 * The names of second factors.
 *
 * @module
 */

import type { Shape } from "./shape.ts";

/** The names of second factors. */
export const secondFactor = {
  endpoints: [
    "GET second-factor",
    "POST second-factor",
    "GET second-factor-options",
    "GET second-factor-setup",
    "POST second-factor-setup",
  ],
  pages: {
    secondFactor: "second-factor",
    secondFactorSetup: "second-factor-setup",
  },
  cookies: {
    /** The name of the sign-in whose second step is awaited. */
    secondFactor: "second-factor",
    /** Tokens of the users who need no second step on this device. */
    rememberedDevice: "remembered-device",
  },
} as const satisfies Shape;
