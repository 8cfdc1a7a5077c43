import { NextAuth } from "@latchkey/auth/next";
import { config } from "./auth.config";

export const { handlers, auth, signIn, signOut } = NextAuth(config);
