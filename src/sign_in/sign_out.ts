/**
 * `POST signout`: ends the session.
 *
 * @module
 */

import { SESSION_COOKIES } from "../shapes/lists.ts";
import { removeChunked } from "../http/chunked_cookies.ts";
import { mailboxCookie } from "../http/cookie_names.ts";
import { AdapterError, SignOutError } from "../errors/errors.ts";
import { isA } from "../errors/thrown.ts";
import { isNavigation } from "../http/incoming.ts";
import { unavailable } from "../http/outcome.ts";
import { returnUrl } from "../http/redirect.ts";
import type { Setup } from "../setup/setup.ts";
import type { AfterSignOut, SignOutWay } from "../setup/sign_out.ts";
import { SIGN_OUT_FIELDS } from "../shapes/sign_out.ts";
import type { Awaitable } from "../values/types.ts";
import { capitalize } from "../values/capitalize.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";

/**
 * Ends the session if there is one, and redirects. Features do what the form asks for: a failure there must not keep the user
 * signed in here. Removes the cookie even if the session cannot be ended: then a script learns that the database is away.
 */
export async function signOut(incoming: Incoming, setup: Setup): Promise<Outcome> {
  let isAway = false;
  const tried: Tried = async (message, work) => {
    try {
      return await work();
    } catch (error) {
      isAway ||= isA(error, AdapterError);
      setup.logger.error(new SignOutError(message, { err: error as Error }));
      return null;
    }
  };
  const after = await prepareFeatures(incoming, setup, tried);
  const parting: SetCookie[] = [];
  for (const { signOutCookies } of setup.capabilities) {
    parting.push(...await signOutCookies?.(incoming, setup) ?? []);
  }
  const ended = () => setup.sessions.revoke(incoming.cookies);
  const living = await tried("Cannot end the session: only its cookie is gone", ended) ?? 0;
  const { sessionToken, link } = setup.cookies;
  const ofSession = SESSION_COOKIES.map((name) => setup.cookies[name]);
  const returnTo = await returnUrl(incoming, setup);
  const { redirect, cookies } = await after(returnTo);
  const outcome: Outcome = {
    redirect,
    cookies: [
      ...parting,
      ...cookies,
      // A name with the prefix has one place. Of several cookies with one living session, the others are of another application.
      ...(living > 1 || (!living && sessionToken.options.secure && !sessionToken.name.startsWith("__Host-"))
        ? removeEverywhere(sessionToken, incoming)
        : []),
      // After them: some frameworks keep the last cookie of a name.
      ...setup.sessions.toCookies(null, incoming.cookies),
      // The next user of this browser could link the account that waits for an answer, or go on with a sign-in whose second step
      // was not done.
      ...[...ofSession, link, mailboxCookie(setup.cookies)].flatMap((each) =>
        removeChunked(incoming.cookies, each)
      ),
    ],
  };
  // The application's own code needs the cookies, which an error would not have.
  return isAway && !setup.raw && !isNavigation(incoming) ? unavailable(outcome) : outcome;
}

/** Does a part of the sign-out. @returns `null` if that fails, which is logged. */
type Tried = <T>(message: string, work: () => Awaitable<T>) => Promise<T | null>;

/** Lets features read what the session says, before it ends. @returns Does their work, once it has ended. Neither rejects. */
async function prepareFeatures(
  incoming: Incoming,
  setup: Setup,
  tried: Tried,
): Promise<(returnTo: string) => Promise<SignOutWay>> {
  const steps: AfterSignOut[] = [];
  for (const [field, feature] of Object.entries(SIGN_OUT_FIELDS)) {
    const asked = incoming.body?.[field];
    if (asked !== true && asked !== "true") continue;
    const code = [...setup.capabilities].find(({ name }) => name === feature);
    if (!code) {
      setup.logger.warn(
        `missing-feature: A sign-out with \`${field}\`: add \`${capitalize(feature)}()\` to \`features\``,
      );
    }
    const message = `Cannot sign out with \`${field}\`: the session has ended only here`;
    const step = await tried(message, () => code?.beforeSignOut?.(incoming, setup));
    if (step) steps.push((returnTo) => tried(message, () => step(returnTo)));
  }
  return async (returnTo) => {
    let way: SignOutWay = { redirect: returnTo, cookies: [] };
    for (const step of steps) way = await step(returnTo) ?? way;
    return way;
  };
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
