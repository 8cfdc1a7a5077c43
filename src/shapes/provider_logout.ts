/**
 * The names of the logout at providers.
 *
 * @module
 */

import type { Shape } from "./shape.ts";

/** The names of the logout at providers. */
export const providerLogout = {
  endpoints: [
    "GET post-logout",
    "POST backchannel-logout/:provider",
  ],
  pages: {},
  cookies: {
    /** The ID token of the session, if no database keeps it. */
    providerSession: "provider-session",
    /** One logout at a provider under way; a prefix. */
    logout: "logout",
  },
} as const satisfies Shape;
