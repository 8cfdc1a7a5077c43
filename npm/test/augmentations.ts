/**
 * Types that an application augments, as it did with Auth.js. The compiler checks this file; it never runs.
 *
 * @module
 */

import {
  type AuthConfig,
  AuthError,
  CredentialsSignin,
  type DefaultSession,
  type Session,
} from "@latchkey/auth";

declare module "@latchkey/auth" {
  interface Session {
    accessToken?: string;
    user: { role: "admin" | "member" } & DefaultSession["user"];
  }
  interface User {
    role?: "admin" | "member";
  }
  interface Account {
    tenant?: string;
  }
}

declare module "@latchkey/auth/jwt" {
  interface JWT {
    role?: "admin" | "member";
    accessToken?: string | undefined;
  }
}

declare module "@latchkey/auth/adapters" {
  interface AdapterUser {
    department?: string;
  }
}

declare module "@latchkey/auth/types" {
  interface Profile {
    department?: string;
  }
}

declare module "@latchkey/auth/providers" {
  interface AppProvider {
    icon?: string;
  }
}

export const config = {
  providers: [],
  session: { strategy: "jwt" },
  callbacks: {
    jwt({ token, user, account, profile }) {
      if (profile?.department?.startsWith("Ops")) token.role = "admin";
      if (user?.role) token.role = user.role;
      if (account) token.accessToken = account.access_token;
      if (account?.tenant?.startsWith("ops-")) token.role = "admin";
      return token;
    },
    session({ session, token }) {
      session.user.role = token.role ?? "member";
      if (token.accessToken) session.accessToken = token.accessToken;
      return session;
    },
  },
} satisfies AuthConfig<"jwt">;

/** A field of the application's own is typed wherever a session is read. */
export function isAdmin(session: Session | null): boolean {
  return session?.user.role === "admin";
}

/** Errors of the application's own, with a type of its own. */
export class TooManyRequests extends AuthError {
  static type = "TooManyRequests";
}

/** As the documentation of Auth.js writes it. */
export class InvalidLogin extends CredentialsSignin {
  static type = "InvalidLogin";
  code = "invalid_login";
}
