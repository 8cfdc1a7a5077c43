import { NextAuth } from "@latchkey/auth/next";

export const { auth } = NextAuth({ providers: [] });
