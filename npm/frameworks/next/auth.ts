import { AccessTokens } from "@latchkey/auth/access-tokens";
import { NextAuth, type NextAuthConfig } from "@latchkey/auth/next";
import { appConfig, membersConfig } from "./app_config.mjs";

const { callbacks, ...rest } = appConfig();

/** How often the session has been read. */
export const reads: { count: number } = (globalThis as { reads?: { count: number } }).reads ??= { count: 0 };

const config = {
  ...rest,
  callbacks: {
    ...callbacks,
    session(params) {
      reads.count++;
      return { ...params.session, text: String(params.token.text ?? "") || null };
    },
    authorized: ({ request, auth }) => {
      if (request.nextUrl.pathname === "/fails-in-proxy") throw new Error("This is meant to fail.");
      if (request.nextUrl.pathname === "/teapot") return new Response("A teapot.", { status: 418 });
      return auth !== null || request.nextUrl.pathname !== "/protected";
    },
  },
} satisfies NextAuthConfig;

export const { handlers, auth, signIn, signOut, update } = NextAuth(config);

export const members = NextAuth(() => ({ ...membersConfig(), basePath: "/members/auth" }));

/** The same users, with the tokens of the provider in a cookie. */
export const tokens = NextAuth(() => ({
  ...appConfig(),
  basePath: "/tokens/auth",
  features: [AccessTokens({ keptIn: "cookie" })],
}));
