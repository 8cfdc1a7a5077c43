/**
 * A config and a signed-in request for the tests of the integrations.
 *
 * @module
 */

import { Auth } from "../../src/core/auth.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { encode } from "../../src/model/jwt.ts";
import { skipCSRFCheck } from "../../src/values/markers.ts";

const secret = "a-secret-of-more-than-32-characters";

/** A config that can work. A session is prolonged each time it is read. */
export const config = {
  providers: [],
  secret,
  trustHost: true,
  session: { updateAge: 0 },
  logger: { error() {} },
  callbacks: { session: ({ session, token }) => ({ ...session, id: token?.sub }) },
} satisfies AuthConfig;

/** Value of a `Cookie` header that signs Ada in. */
export async function signedIn(prefix: "" | "__Host-" = ""): Promise<string> {
  const name = `${prefix}latchkey.session-token`;
  return `${name}=${await encode({ token: { sub: "1", name: "Ada" }, secret, salt: name })}`;
}

/** Signs out in the application's own code, for a page that has checked the request itself. */
export function signOut(cookie: string): Promise<Response> {
  const request = new Request("http://localhost/auth/signout", { method: "POST", headers: { cookie } });
  return Auth(request, { ...config, skipCSRFCheck });
}

/** An OAuth provider. */
export const IDP = {
  id: "idp",
  name: "IdP",
  type: "oauth",
  clientId: "id",
  clientSecret: "secret",
  authorization: "https://idp.example/authorize",
  token: "https://idp.example/token",
  userinfo: "https://idp.example/userinfo",
} as const;
