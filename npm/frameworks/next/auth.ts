import { AccessTokens } from "@latchkey/auth/access-tokens";
import { NextAuth, type NextAuthConfig } from "@latchkey/auth/next";
import { appConfig, membersConfig } from "./app_config.mjs";

const { callbacks, ...rest } = appConfig();

/** How often the session has been read. */
export const reads: { count: number } = (globalThis as { reads?: { count: number } }).reads ??= { count: 0 };

/** Whether the next `callbacks.session` asks for the session itself, and what it got. */
export const asks = { isOn: false, got: "" };

const config = {
  ...rest,
  callbacks: {
    ...callbacks,
    async session(params) {
      reads.count++;
      if (asks.isOn) {
        asks.isOn = false;
        asks.got = await askAgain();
      }
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

/** A function of its own: the type of `auth` would depend on itself. */
async function askAgain(): Promise<string> {
  return await auth().then(() => "a session", (error) => String(error.message));
}

export const members = NextAuth(() => ({ ...membersConfig(), basePath: "/members/auth" }));

/** The same users, with the tokens of the provider in a cookie. */
export const tokens = NextAuth(() => ({
  ...appConfig(),
  basePath: "/tokens/auth",
  features: [AccessTokens({ keptIn: "cookie" })],
}));
