/**
 * What each of the small examples has to do.
 *
 * @module
 */

import assert from "node:assert/strict";
import { encode } from "@latchkey/auth/jwt";
import { testBrowser } from "@latchkey/auth/testing";

const AUTH_SECRET = crypto.randomUUID();

/** Environment of an example. @param origin Where it is. */
export function exampleEnvironment(origin: string): Record<string, string> {
  return { AUTH_SECRET, AUTH_URL: origin, AUTH_GITHUB_ID: "the-client", AUTH_GITHUB_SECRET: "the-secret" };
}

/**
 * Checks that an example shows strangers nothing, leads them to GitHub, and greets who is signed in.
 *
 * @param signedIn Value of the session cookie of Ada. Default: a session in the cookie itself.
 */
export async function checkExample(
  origin: string,
  fetch: (request: Request) => Promise<Response>,
  signedIn?: string,
): Promise<void> {
  const echo = ({ url }: Request) => Response.json(Object.fromEntries(new URL(url).searchParams));
  const stranger = testBrowser({ [origin]: fetch, "https://github.com": echo });
  const page = await stranger.open(`${origin}/page?a=b`);
  assert.equal(page.url, `${origin}/auth/signin?callbackUrl=%2Fpage%3Fa%3Db`);
  assert.match(page.text, /Continue with GitHub/);
  const asked = (await page.submit("/auth/signin/github")).json<Record<string, string>>();
  assert.equal(asked.client_id, "the-client");
  assert.equal(asked.redirect_uri, `${origin}/auth/callback/github`);
  const user = testBrowser({ [origin]: fetch });
  const name = `${origin.startsWith("https:") ? "__Host-" : ""}latchkey.session-token`;
  const value = signedIn ?? await encode({ token: { name: "Ada" }, secret: AUTH_SECRET, salt: name });
  user.setCookie(origin, `${name}=${value}; Secure`);
  assert.equal((await user.open(`${origin}/`)).text, "Hello, Ada");
}
