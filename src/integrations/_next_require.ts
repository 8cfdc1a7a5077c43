/**
 * `auth.require()` of Next: the session, for pages, route handlers and server actions that need one.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import type { RequestHeaders } from "../http/types.ts";
import type { NextRequireOptions } from "./_next_api.ts";
import type { ReadSession } from "./_next_request.ts";
import { redirect } from "./_next_server.ts";
import { acceptsPage, assertNeed, refererIn, toSessionRequired } from "./_refusal.ts";

/** Creates the function. */
export function createRequire<C extends AuthConfig>(
  readSession: () => Promise<ReadSession<C>>,
): (options?: NextRequireOptions) => Promise<SessionOf<C>> {
  return async ({ redirectTo, ...need } = {}) => {
    assertNeed(need);
    const { session, mount, lacks, request: { url, headers } } = await readSession();
    const lack = session ? await lacks(need) : "session";
    if (session && !lack) return session;
    const header = (name: string) => headers.get(name);
    const { origin } = new URL(url);
    const target = redirectTo ?? refererIn(header, mount.origin ?? origin) ?? "/";
    const refused = { method: "GET", target, origin, header };
    const error = toSessionRequired(refused, mount, { lack: lack!, need });
    if (isOfPage(headers)) redirect(error.signInUrl);
    throw error;
  };
}

/** Returns whether Next shows what it is redirected to: a page, the data of one, or a server action. */
export function isOfPage(headers: RequestHeaders): boolean {
  return headers.get("rsc") !== null || headers.get("next-action") !== null ||
    acceptsPage((name) => headers.get(name));
}
