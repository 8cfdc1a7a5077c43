/**
 * The configs of every application here: one with an OpenID provider and a password, and one for a second mount.
 *
 * @module
 */

import { CredentialsSignin } from "@latchkey/auth";
import { OAuth } from "@latchkey/auth/providers";
import { Credentials } from "@latchkey/auth/providers/credentials";

// The edge runtime of Next has no `node:process`.
const { env } = globalThis.process;

class Locked extends CredentialsSignin {
  code = "locked";
}

/** The config of the application. A session is prolonged each time it is read. */
export function appConfig() {
  return {
    providers: [openId("idp", {}), openId("idp-form", { response_mode: "form_post" }), password()],
    session: { updateAge: 0 },
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === "update" ? { ...token, text: String(session?.text) } : token,
      session: ({ session, token }) => ({ ...session, text: token.text ?? null }),
    },
    // The cases cause these failures.
    logger: env.VERBOSE ? {} : { error() {}, warn() {}, debug() {} },
  };
}

/** The config of a second mount in the same process, with sessions of its own. */
export function membersConfig() {
  return {
    providers: [password()],
    cookies: { sessionToken: { name: "members.session" }, csrfToken: { name: "members.csrf" } },
    logger: appConfig().logger,
  };
}

/** With its code, which Workers need. */
function openId(id, params) {
  return OAuth({
    id,
    name: "Fake ID",
    type: "oidc",
    issuer: env.IDP_ISSUER,
    clientId: env.IDP_ID,
    clientSecret: env.IDP_SECRET,
    authorization: { params },
  });
}

function password() {
  return Credentials({
    credentials: { username: { label: "Name" }, password: { label: "Password", type: "password" } },
    authorize({ username, password }) {
      if (username === "locked") throw new Locked();
      if (password !== "correct horse") return null;
      return { id: `id-${username}`, name: username, email: `${username}@example.com` };
    },
  });
}
