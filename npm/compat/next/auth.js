import NextAuth from "next-auth";
import { appConfig } from "./app_config.mjs";

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  ...appConfig(),
  callbacks: {
    ...appConfig().callbacks,
    authorized: ({ auth, request }) => !!auth?.user || request.nextUrl.pathname !== "/protected",
  },
});
