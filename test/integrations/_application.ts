/**
 * A config and a signed-in request for the tests of the integrations.
 *
 * @module
 */

import type { AuthConfig } from "../../src/config/types.ts";
import { encode } from "../../src/jwt.ts";

const secret = "a-secret-of-more-than-32-characters";

/** A config that can work. A session is prolonged each time it is read. */
export const config = {
  providers: [],
  secret,
  trustHost: true,
  session: { updateAge: 0 },
  logger: { error() {} },
  callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) },
} satisfies AuthConfig;

/** Value of a `Cookie` header that signs Ada in. */
export async function signedIn(prefix: "" | "__Host-" = ""): Promise<string> {
  const name = `${prefix}latchkey.session-token`;
  return `${name}=${await encode({ token: { sub: "1", name: "Ada" }, secret, salt: name })}`;
}
