/**
 * `POST signout`: ends the session.
 *
 * @module
 */

import { removeChunked } from "../http/chunked_cookies.ts";
import { mailboxCookie } from "../http/cookie_names.ts";
import { SignOutError } from "../errors/errors.ts";
import { returnUrl } from "../http/redirect.ts";
import type { Setup } from "../setup/setup.ts";
import { prepareProviders } from "./signout_at_providers.ts";
import type { CookieOption, Incoming, Outcome, SetCookie } from "../http/types.ts";

/**
 * Ends the session if there is one, and redirects: with `provider` in the form by way of the provider where the session began.
 * With `revokeTokens` in it, revokes all tokens of the user. Removes the cookie even if the session cannot be ended.
 */
export async function signOut(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const wishes = {
    leaves: isWanted(incoming.body?.provider),
    revokes: isWanted(incoming.body?.revokeTokens),
  };
  const goOn = wishes.leaves || wishes.revokes ? await prepareProviders(incoming, wishes, setup) : null;
  const living = await revoke(incoming, setup);
  const { sessionToken, providerSession, link, providerTokens, secondFactor } = setup.cookies;
  const returnTo = await returnUrl(incoming, setup);
  const { redirect, cookies } = await goOn?.(returnTo) ?? { redirect: returnTo, cookies: [] };
  return {
    redirect,
    cookies: [
      ...cookies,
      // A name with the prefix has one place. Of several cookies with one living session, the others are of another application.
      ...(living > 1 || (!living && sessionToken.options.secure && !sessionToken.name.startsWith("__Host-"))
        ? removeEverywhere(sessionToken, incoming)
        : []),
      // After them: some frameworks keep the last cookie of a name.
      ...setup.sessions.toCookies(null, incoming.cookies),
      // The next user of this browser could link the account that waits for an answer, or go on with a sign-in whose second step
      // was not done.
      ...[providerSession, link, providerTokens, secondFactor, mailboxCookie(setup.cookies)].flatMap((each) =>
        removeChunked(incoming.cookies, each)
      ),
    ],
  };
}

function isWanted(field: unknown): boolean {
  return String(field) === "true";
}

/**
 * Removes a cookie at each domain and path that this request can have sent it for: a token that was set before `domain` or
 * `path` changed would go on as the session.
 */
function removeEverywhere(
  { name, options }: CookieOption,
  { cookies, url }: Incoming,
): readonly SetCookie[] {
  const { hostname, pathname } = new URL(url);
  const labels = hostname.split(".");
  // The first is for this host only.
  const domains = [undefined, ...labels.slice(1).map((_, i) => labels.slice(i).join("."))] as string[];
  const paths = pathname.split("/").map((_, i, parts) => parts.slice(0, i + 1).join("/") || "/");
  return paths.flatMap((path) =>
    domains.flatMap((domain) => removeChunked(cookies, { name, options: { ...options, domain, path } }))
  );
}

async function revoke({ cookies }: Incoming, { sessions, logger }: Setup): Promise<number> {
  try {
    return await sessions.revoke(cookies);
  } catch (error) {
    logger.error(
      new SignOutError("Cannot end the session: only its cookie is gone", { err: error as Error }),
    );
    return 0;
  }
}
