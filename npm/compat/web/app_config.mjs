/**
 * The config of every application here, as the documentation of Auth.js writes one.
 *
 * @module
 */

import process from "node:process";
import { CredentialsSignin } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";

class Locked extends CredentialsSignin {
  code = "locked";
}

/** Makes a config: the frameworks write into theirs. */
export function appConfig() {
  return {
    providers: [
      {
        id: "idp",
        name: "Fake",
        type: "oidc",
        issuer: process.env.IDP_ISSUER,
        clientId: process.env.IDP_ID,
        clientSecret: process.env.IDP_SECRET,
      },
      Credentials({
        credentials: { username: { label: "Name" }, password: { label: "Password", type: "password" } },
        authorize({ username, password }) {
          if (username === "locked") throw new Locked();
          if (password !== "correct horse") return null;
          return { id: `id-${username}`, name: username, email: `${username}@example.com` };
        },
      }),
      Credentials({ id: "guest", name: "Guest", authorize: () => ({ id: "guest", name: "Guest" }) }),
    ],
    callbacks: {
      jwt({ token, user, account, trigger, session }) {
        if (user) token.role = account.provider === "idp" ? "member" : "staff";
        if (trigger === "update") token.name = session?.user?.name ?? token.name;
        return token;
      },
      session({ session, token }) {
        session.user.role = token.role;
        return session;
      },
    },
    // A failure that a row expects is no news.
    logger: process.env.VERBOSE ? {} : { error() {}, warn() {}, debug() {} },
  };
}

/** The text of the page of an application. */
export function greeting(session) {
  return session?.user ? `Hello ${session.user.name} (${session.user.role})` : "Nobody is signed in";
}
