import process from "node:process";
import { AccountPage } from "@latchkey/auth/account-page";
import type { NextAuthConfig } from "@latchkey/auth/next";
import { GitHub } from "@latchkey/auth/providers/github";
import { Google } from "@latchkey/auth/providers/google";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Password } from "@latchkey/auth/providers/password";
import { SecondFactor } from "@latchkey/auth/second-factor";
import { adapter } from "./lib/database";
import { FROM, hasInbox, transport } from "./lib/mail";

const { AUTH_GITHUB_ID, AUTH_GOOGLE_ID, AUTH_URL } = process.env;

/** Pages that show something to people who are not signed in. All others lead to the sign-in page and back. */
const OPEN = /^\/(?:$|inbox$|invitation\/|icon\.png$)/;

export const config = {
  adapter,
  providers: [
    Password(),
    Nodemailer({ from: FROM, server: transport }),
    ...AUTH_GITHUB_ID ? [GitHub] : [],
    ...AUTH_GOOGLE_ID ? [Google] : [],
  ],
  features: [AccountPage(), SecondFactor()],
  callbacks: {
    // A server action finds out itself who calls.
    authorized: ({ request, auth }) =>
      auth !== null || request.method === "POST" || OPEN.test(request.nextUrl.pathname),
  },
  theme: { name: "Acme Projects", logo: "/icon.png", brandColor: "#4f46e5" },
  // The page that waits for the code says where the mail is.
  ...hasInbox && { messages: { en: { verifyRequest: { nothing: `The mail is at ${AUTH_URL}/inbox` } } } },
} satisfies NextAuthConfig<"database">;
