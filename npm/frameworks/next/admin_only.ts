/**
 * `callbacks.authorized` with a field of the application's own. `next build` checks this file.
 *
 * @module
 */

import type {} from "@latchkey/auth";
import { NextAuth, type NextAuthConfig } from "@latchkey/auth/next";
import { Keycloak } from "@latchkey/auth/providers/keycloak";

declare module "@latchkey/auth" {
  interface Session {
    role?: "admin" | "member";
  }
}

const config = {
  providers: [Keycloak],
  callbacks: {
    jwt({ token, profile }) {
      if (!profile) return token;
      const roles = Array.isArray(profile.roles) ? profile.roles : [];
      return { ...token, role: roles.includes("admin") ? "admin" : "member" };
    },
    session({ session, token }) {
      return { ...session, role: token.role === "admin" ? "admin" : "member" } as const;
    },
    authorized({ request, auth }) {
      if (!request.nextUrl.pathname.startsWith("/admin")) return true;
      if (!auth) return false;
      return auth.role === "admin" || new Response("For admins only.", { status: 403 });
    },
  },
} satisfies NextAuthConfig<"jwt">;

export const { handlers, auth, signIn, signOut } = NextAuth(config);
