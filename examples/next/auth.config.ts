import type { NextAuthConfig } from "@latchkey/auth/next";
import { GitHub } from "@latchkey/auth/providers/github";

export const config = {
  providers: [GitHub],
  callbacks: {
    authorized: ({ request, auth }) => auth !== null || request.nextUrl.pathname !== "/protected",
  },
} satisfies NextAuthConfig;
