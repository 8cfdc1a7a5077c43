/**
 * The names of access tokens for the APIs of providers.
 *
 * @module
 */

import type { Shape } from "./shape.ts";

/** The names of access tokens for the APIs of providers. */
export const providerTokens = {
  endpoints: [],
  pages: {},
  cookies: {
    /** The tokens of the provider that the session began with, if a cookie keeps them. */
    providerTokens: "provider-tokens",
  },
} as const satisfies Shape;
