/**
 * Code of applications of Auth.js, with the packages renamed. The compiler checks this file; it never runs.
 *
 * @module
 */

import {
  type DefaultSession,
  type DefaultUser,
  NextAuth,
  type Session,
  type User,
} from "@latchkey/auth/next";
import type { DefaultSession as OfExpress } from "@latchkey/auth/express";
import type { DefaultSession as OfSvelteKit } from "@latchkey/auth/sveltekit";
import type { DefaultSession as OfHono } from "@latchkey/auth/hono";
import type { OAuthConfig, OAuthUserConfig } from "@latchkey/auth/providers";
import { ForwardEmail } from "@latchkey/auth/providers/forwardemail";
import { GitLab } from "@latchkey/auth/providers/gitlab";
import { Loops } from "@latchkey/auth/providers/loops";
import { Mailgun } from "@latchkey/auth/providers/mailgun";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Postmark } from "@latchkey/auth/providers/postmark";
import { Resend } from "@latchkey/auth/providers/resend";
import { SendGrid } from "@latchkey/auth/providers/sendgrid";

declare module "@latchkey/auth/next" {
  interface Session extends DefaultSession {
    accessToken?: string;
  }
  interface User extends DefaultUser {
    plan?: string;
  }
}

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
const { env } = process;

/** The variables of the environment may be missing, as far as the compiler knows. */
const mails = [
  Nodemailer({ server: env.EMAIL_SERVER, from: env.EMAIL_FROM }),
  Nodemailer({ server: { host: env.SMTP_HOST, port: Number(env.SMTP_PORT) }, from: env.EMAIL_FROM }),
  Resend({ from: env.EMAIL_FROM }),
  Resend({ apiKey: env.RESEND_KEY, from: env.EMAIL_FROM }),
  Resend({ sendVerificationRequest: ({ identifier, url }) => console.log(identifier, url) }),
  SendGrid({ apiKey: env.SENDGRID_KEY, from: env.EMAIL_FROM }),
  Postmark({ apiKey: env.POSTMARK_KEY, from: env.EMAIL_FROM }),
  Mailgun({ apiKey: env.MAILGUN_KEY, from: env.EMAIL_FROM }),
  ForwardEmail({ apiKey: env.FORWARDEMAIL_KEY, from: env.EMAIL_FROM }),
  Loops({ apiKey: env.LOOPS_KEY, transactionalId: env.LOOPS_MAIL }),
];

interface Profile {
  readonly uid: number;
}

/** A provider of the application's own, as next-auth 4 has it. */
function Own(options: OAuthUserConfig<Profile>): OAuthConfig<Profile> {
  return {
    id: "own",
    name: "Own",
    type: "oauth",
    authorization: "https://own.example/authorize",
    token: "https://own.example/token",
    userinfo: "https://own.example/me",
    profile: ({ uid }) => ({ id: String(uid) }),
    options,
  };
}

export const { handlers, auth, signIn, signOut, unstable_update, update } = NextAuth({
  providers: [
    ...mails,
    Own({ clientId: env.OWN_ID, clientSecret: env.OWN_SECRET }),
    GitLab({
      authorization: { url: "https://git.example/oauth/authorize", params: { scope: "read_user" } },
      token: "https://git.example/oauth/token",
      userinfo: "https://git.example/api/v4/user",
      profile: ({ id, username, name, avatar_url }) => ({
        id: String(id),
        name: name ?? username,
        image: avatar_url,
      }),
    }),
  ],
  callbacks: {
    authorized: ({ auth }) => !!auth?.user,
    session({ session, token }) {
      session.user.id = String(token.sub);
      return session;
    },
  },
});

/** A page of the example of Auth.js hands the browser only what it shows. */
export async function visible(): Promise<Session | null> {
  const session = await auth();
  if (session?.user) {
    session.user = { name: session.user.name, email: session.user.email, image: session.user.image };
  }
  return session;
}

export const change: Promise<Session | null> = unstable_update({ user: { name: "Ada" } });
export const id = (session: Session): string => session.user.id;
export const user: User = { plan: "pro" } satisfies DefaultUser & { plan: string };
export const others: readonly (OfExpress | OfSvelteKit | OfHono)[] = [];
