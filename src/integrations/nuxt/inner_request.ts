/**
 * The requests that Nitro sends to itself while it answers one: `useFetch("/api/me")` of a page that is rendered, and its page
 * about an error. Nitro gives them the cookies that the browser has sent, and may drop the headers of their answers.
 *
 * @module
 */

import {
  forbidCachesOf,
  type H3Event,
  nodeResponseOf,
  replaceCookies,
  replaceSetCookies,
  sentCookie,
  setCookiesOf,
  setSentCookie,
} from "./h3_event.ts";
import { isCached, outerContextOf } from "./nitro.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { SessionReader } from "../mount/session_reader.ts";
import type { Mount } from "../mount/integration.ts";
import { adopt, cookiesFor, renewFirst } from "../mount/reading.ts";
import { cookieAfter, type Visit } from "../mount/visit.ts";

/** A request that may send others. */
export interface Outer<C extends AuthConfig> {
  readonly event: H3Event;
  /** The request that has sent it. */
  readonly outer: Outer<C> | undefined;
  /** The event whose answer gets the cookies: that of the browser. */
  readonly target: H3Event;
  readonly visit: Visit<C>;
  /** Its header `Cookie`: as it came, then as it was changed. */
  readonly cookies: Set<string | null>;
}

/**
 * Gives a request the session cookie as the outer one has prolonged it. An answer that Nitro keeps gets no cookies.
 *
 * @returns The outer request; `undefined` if it is none whose answer can have cookies.
 */
export async function follow<C extends AuthConfig>(
  event: H3Event,
  { mounted, outers }: { readonly mounted: Mount<C>; readonly outers: WeakMap<object, Outer<C>> },
): Promise<Outer<C> | undefined> {
  const outer = outers.get(Object(outerContextOf(event)));
  // A config as a function may have another one for another path.
  if (!outer || isCached(outer.event) || outer.visit.mounted.config !== mounted.config) return undefined;
  const { visit, visit: { session }, cookies } = outer;
  const [first] = cookies;
  const sent = sentCookie(event);
  // Its own cookies may be those of another user.
  if (!cookies.has(sent)) return undefined;
  if (sent !== first) return outer;
  if (await renewFirst(visit) && (await session.cookies()).length > 0) await prolong(outer, session);
  // After a change, the outer request has handed on what it wanted.
  if (!visit.changing) setSentCookie(event, sentCookie(outer.event) ?? "");
  return outer;
}

/** Adds the headers of a session that has been read to the answer. */
export async function prolong<C extends AuthConfig>(
  begun: Outer<C>,
  session: SessionReader<C>,
): Promise<void> {
  const { event, target, cookies: [first], outer } = begun;
  const headers = await session.headers(setCookiesOf(target));
  if (headers.length > 0) { for (const each of [event, target]) forbidCachesOf(each); }
  const cookies = await session.cookies();
  if (cookies.length === 0 || nodeResponseOf(target)?.headersSent) return;
  // One that was read with older cookies must not undo what has been set since.
  const isNewest = first === sentCookie(outer?.event ?? event);
  if (!isNewest && !headers.some(([name]) => name === "set-cookie")) return;
  replaceCookies(target, cookies);
  sendOn(begun, cookies);
}

/** Adds what an answer of the library has set to that of the outer request. */
export function passOn<C extends AuthConfig>(outer: Outer<C>, { headers }: Response): void {
  const { target, visit } = outer;
  const set = headers.getSetCookie();
  if (set.length === 0 || nodeResponseOf(target)?.headersSent) return;
  forbidCachesOf(target);
  replaceSetCookies(target, set);
  const cookies = cookiesFor(visit, set);
  sendOn(outer, cookies);
  adopt(visit, cookies);
}

/** Lets the requests that an event sends from now on have these cookies, and the requests that have sent it read them. */
export function sendOn<C extends AuthConfig>(
  { event, outer, cookies: known }: Outer<C>,
  cookies: readonly SetCookie[],
): void {
  if (cookies.length === 0) return;
  setSentCookie(event, cookieAfter(sentCookie(event), cookies));
  known.add(sentCookie(event));
  if (!outer) return;
  sendOn(outer, cookies);
  adopt(outer.visit, cookies);
}
