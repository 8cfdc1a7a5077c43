/**
 * A session that is read while the application sends requests to itself: each of them would read it as well, with the cookies of
 * before, and `callbacks.jwt` would exchange a token that works once again.
 *
 * @module
 */

import { isChunkOf } from "../../http/chunked_cookies.ts";
import { parseCookies } from "../../http/cookies.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ofAnother } from "../../platform/platform.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { isInside, isPending, joined, runWork, setupOf } from "./waits.ts";
import { blankless, type Visit, withCookies } from "./visit.ts";

/** Takes note of when the session of a visit is read, for `renewFirst`. */
export function watchReading<C extends AuthConfig>(visit: Visit<C>): void {
  const { session } = visit;
  let reading: ReturnType<typeof session.read> | undefined;
  const read = () => joined(visit, () => reading ??= runWork(visit, session.read), visit);
  const cookies = () => joined(visit, session.cookies, visit);
  visit.session = { ...session, read, cookies };
}

/** Goes on with cookies that another request of the same answer has set. The session is read anew if its cookie is among them. */
export function adopt<C extends AuthConfig>(visit: Visit<C>, cookies: readonly SetCookie[]): void {
  visit.request = withCookies(visit.request, cookies);
  const { cookies: { sessionToken: { name: own } } } = setupOf(visit);
  if (!cookies.some(({ name }) => name === own || isChunkOf(name, own))) return;
  visit.session = visit.mounted.session(visit.request);
  watchReading(visit);
}

/** The cookies that headers `Set-Cookie` of an answer set or remove, as far as a browser sends them with the URL of a request. */
export function cookiesFor<C extends AuthConfig>(
  visit: Visit<C>,
  headers: readonly string[],
): readonly SetCookie[] {
  const now = setupOf(visit).platform.now();
  return headers.flatMap((header) => {
    const [pair = "", ...rest] = header.split(";");
    const attributes = new Map(rest.map(toAttribute));
    // RFC 6265 §5.3: the age counts before the time.
    const age = attributes.get("max-age");
    const isGone = age === undefined ? Date.parse(attributes.get("expires") ?? "") <= now : Number(age) <= 0;
    const options = isGone ? { maxAge: 0 } : {};
    return isSentTo(new URL(visit.request.url), attributes)
      ? [...parseCookies(pair)].map(([name, value]) => ({ name, value, options }))
      : [];
  });
}

function toAttribute(text: string): [name: string, value: string] {
  const [name = "", ...value] = text.split("=").map(blankless);
  return [name.toLowerCase(), value.join("=")];
}

/** RFC 6265 §5.1.3 and §5.1.4. */
function isSentTo({ hostname, pathname }: URL, attributes: ReadonlyMap<string, string>): boolean {
  const path = attributes.get("path") || "/";
  const domain = attributes.get("domain")?.replace(/^\./, "").toLowerCase() || hostname;
  return `${pathname}/`.startsWith(path.replace(/\/?$/, "/")) && `.${hostname}`.endsWith(`.${domain}`);
}

/**
 * Reads the session before the application asks itself, if `callbacks.jwt` may change it. A callback that asks does not wait for
 * itself; nor does anybody where the runtime does not say who asks. One that waits for what something else has asked gets its answer
 * after a while.
 *
 * @returns Whether it is not being read any more.
 */
export async function renewFirst<C extends AuthConfig>(visit: Visit<C>): Promise<boolean> {
  const { mounted, session, changing } = visit;
  if (isPending(visit) && isInside(visit) !== false) return false;
  if (mounted.config.callbacks?.jwt && !changing) {
    await ofAnother(
      session.read().catch(() => null),
      () => Promise.resolve(null),
      setupOf(visit).platform,
    );
  }
  return !isPending(visit);
}
