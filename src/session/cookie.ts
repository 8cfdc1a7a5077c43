/**
 * Session tokens in cookies: reads and writes them, and keeps the sessions of browsers.
 *
 * @module
 */

import { candidatesOf, removeChunked, writeChunked } from "../http/chunked_cookies.ts";
import type { Cookies } from "../http/types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";
import type { BrowserSessions, SessionStrategy, SessionToken } from "../model/session.ts";

/** Returns the session token of a request; `null` if it has none. */
type TokenIn = (cookies: Cookies) => string | null | Promise<string>;

/**
 * Keeps the sessions of browsers with a strategy.
 *
 * @param cookie The session cookie.
 * @param tokenIn Picks the token of a request.
 */
export function browserSessions(
  strategy: SessionStrategy,
  cookie: CookieOption,
  tokenIn: TokenIn = pickedToken(strategy, cookie),
): BrowserSessions {
  const withToken = <T>(
    cookies: Cookies,
    none: T,
    use: (token: string) => Promise<T>,
    renewed?: SessionToken | null,
  ): Promise<T> => {
    const token = renewed?.value ?? tokenIn(cookies);
    // A session check waits for nothing that is there already.
    return typeof token === "string" ? use(token) : token?.then(use) ?? Promise.resolve(none);
  };
  return {
    issue: async (signedIn, cookies) => strategy.issue({ ...signedIn, previous: await tokenIn(cookies) }),
    identify: (cookies) => withToken(cookies, null, strategy.identify),
    read: (cookies) => withToken(cookies, null, strategy.read),
    update: (cookies, data) => withToken(cookies, null, (token) => strategy.update(token, data)),
    isLive: (cookies) => withToken(cookies, false, async (token) => await strategy.isLive(token) > 0),
    async revoke(cookies) {
      const tokens = candidatesOf(cookies, cookie.name);
      const live = await Promise.all(tokens.length > 1 ? tokens.map(strategy.isLive) : []);
      await withToken(cookies, undefined, strategy.revoke);
      for (const i of live.keys()) await strategy.withdraw({ value: tokens[i]!, expires: 0 });
      return live.filter(Boolean).length;
    },
    carryOver: (cookies, generation, renewed) =>
      withToken(cookies, undefined, (token) => strategy.carryOver(token, generation), renewed),
    raise: (cookies, proof, renewed, claims) =>
      withToken(cookies, null, (token) => strategy.raise(token, proof, claims), renewed),
    withdraw: strategy.withdraw,
    keyOf: (cookies) => withToken(cookies, null, strategy.keyOf),
    toCookies: (token, cookies) => sessionCookies(token, cookies, cookie),
  };
}

/**
 * Picks the session token of a request, once. Of several cookies of the name, it is that of the session that is alive and was
 * prolonged last: after a change of `domain` or `path`, a browser keeps the cookie of before beside the new one.
 */
export function pickedToken(strategy: Pick<SessionStrategy, "isLive">, { name }: CookieOption): TokenIn {
  return pickedOnce((cookies) => {
    const tokens = candidatesOf(cookies, name);
    return tokens.length < 2 ? tokens[0] ?? null : newestOf(tokens, strategy);
  });
}

/**
 * Picks among the cookies of a request once: a change of its own may end the session in the middle of it, and it goes on with the
 * same one.
 */
export function pickedOnce<T>(pick: (cookies: Cookies) => T): (cookies: Cookies) => T {
  const picked = new WeakMap<Cookies, T>();
  return (cookies) => {
    const token = picked.get(cookies) ?? pick(cookies);
    picked.set(cookies, token);
    return token;
  };
}

/** The token of the session that was prolonged last; the first if none is alive: reading it says why. */
export async function newestOf(
  tokens: readonly string[],
  strategy: Pick<SessionStrategy, "isLive">,
): Promise<string> {
  let [newest, since] = [tokens[0]!, 0];
  for (const token of tokens) {
    const at = await strategy.isLive(token);
    if (at > since) [newest, since] = [token, at];
  }
  return newest;
}

/**
 * The cookies that set or remove the session token of the browser.
 *
 * @param token `null` removes the token; `undefined` keeps it.
 */
export function sessionCookies(
  token: SessionToken | null | undefined,
  cookies: Cookies,
  cookie: CookieOption,
): readonly SetCookie[] {
  if (token === undefined) return [];
  if (token === null) return removeChunked(cookies, cookie);
  const { name, options } = cookie;
  const lasting = { ...options, expires: new Date(token.expires) };
  return writeChunked(cookies, { name, value: token.value, options: lasting });
}
