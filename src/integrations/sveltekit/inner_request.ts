/**
 * The requests that Kit sends to the application itself while it answers one: `event.fetch("/api/me")` of a `load`. They have
 * the cookies that are set until then.
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import { adopt, cookiesFor, renewFirst } from "../mount/reading.ts";
import type { SetCookies, Visit } from "../mount/visit.ts";

/** The function of an event that sends them. */
interface KitFetch {
  /** The request of the browser. */
  readonly request: Request;
  fetch?: (input: string | URL | Request) => Promise<Response>;
}

/**
 * Watches the function: such a request has the session cookie as it was prolonged, and a page that asks for what is for one user
 * becomes such a page.
 */
export function watchFetch<C extends AuthConfig>(
  event: KitFetch,
  visit: Visit<C>,
  setCookies: SetCookies,
): void {
  const { fetch, request: { url } } = event;
  if (!fetch) return;
  let isHandedOn = false;
  /** Once: what such a request has set since stays. */
  const handOn = async () => {
    if (isHandedOn || !await renewFirst(visit)) return;
    const cookies = await visit.session.cookies();
    if (isHandedOn) return;
    isHandedOn = true;
    setCookies(cookies);
    visit.isPrivate ||= cookies.length > 0;
  };
  event.fetch = async (input, ...rest: []) => {
    const { origin } = new URL(input instanceof Request ? input.url : input, url);
    const isOwn = origin === new URL(url).origin;
    if (isOwn) await handOn();
    const response = await fetch(input, ...rest);
    if (isOwn) adopt(visit, cookiesFor(visit, response.headers.getSetCookie()));
    visit.isPrivate ||= isOwn && /\bno-store\b/i.test(response.headers.get("cache-control") ?? "");
    return response;
  };
}
