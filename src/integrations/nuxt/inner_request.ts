/**
 * The requests that Nitro sends to itself while it answers one: `useFetch("/api/me")` of a page that is rendered. Their headers
 * reach no browser, so they go on with the session of the outer request.
 *
 * @module
 */

import type { H3Event } from "./h3_event.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import type { ActionRequest } from "../mount/integration.ts";
import { type Visit, withCookieHeader } from "../mount/visit.ts";

/** A request that may send others. */
export interface Outer<C extends AuthConfig> {
  /** Its event: its answer reaches the browser. */
  readonly event: H3Event;
  /** Its session. */
  readonly visit: Visit<C>;
  /** The cookies that the browser has sent. */
  readonly cookie: string | null;
}

/** Returns the context of the event from which Nitro calls itself, which hands it on. */
export function outerContextOf(event: H3Event): object | undefined {
  const { node } = event as { readonly node?: { readonly req: { readonly __unenv__?: unknown } } };
  const context = node?.req.__unenv__;
  return typeof context === "object" && context !== null ? context : undefined;
}

/**
 * Goes on with an outer visit: what one of the two changes, the other reads. `null` if the requests are of different sessions,
 * or if the outer request is just changing its session: it may wait for the inner one.
 */
export async function continueVisit<C extends AuthConfig>(
  { visit, cookie }: Outer<C>,
  request: ActionRequest,
): Promise<Visit<C> | null> {
  if (request.headers.get("cookie") !== cookie || await isPending(visit.changing)) return null;
  return {
    mounted: visit.mounted,
    get request() {
      return withCookiesOf(visit.request, request);
    },
    set request(changed) {
      visit.request = withCookiesOf(changed, visit.request);
    },
    get session() {
      return visit.session;
    },
    set session(session) {
      visit.session = session;
    },
    get changing() {
      return visit.changing;
    },
    set changing(changing) {
      visit.changing = changing;
    },
    get isPrivate() {
      return visit.isPrivate;
    },
    set isPrivate(isPrivate) {
      visit.isPrivate = isPrivate;
    },
  };
}

/** Returns a request with the cookies of another. */
function withCookiesOf({ headers }: ActionRequest, request: ActionRequest): ActionRequest {
  return withCookieHeader(request, headers.get("cookie") ?? "");
}

const PENDING = Symbol("pending");

async function isPending(changing: Promise<unknown> | undefined): Promise<boolean> {
  return await Promise.race([changing, PENDING]) === PENDING;
}
