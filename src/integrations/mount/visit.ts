/**
 * The state of one request: its session, and the cookies that the application's own code has set.
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import { serializeCookie, trimmed } from "../../http/cookies.ts";
import { peerOf, withPeer } from "../../http/peer.ts";
import type { RequestHeaders } from "../../http/types.ts";
import type { CookieOptions, SetCookie } from "../../values/cookie.ts";
import type { ActionRequest, Mount, SessionReader } from "./integration.ts";
import type { Waits } from "./waits.ts";

/** One request of a mounted config. */
export interface Visit<C extends AuthConfig = AuthConfig> {
  /** The config at its place. */
  readonly mounted: Mount<C>;
  /** The request with the cookies that the application has set since. */
  request: ActionRequest;
  /** Its session. */
  session: SessionReader<C>;
  /** The last change of the session, if there is one. Each begins when the one before has ended. */
  changing: Promise<unknown> | undefined;
  /** Lets callbacks use its `auth`. Absent where they cannot reach it. */
  readonly waits?: Waits;
  /** Whether caches must not keep the answer: the application has asked who is signed in, or changed that. */
  isPrivate: boolean;
}

/** Begins a request. */
export function beginVisit<C extends AuthConfig>(mounted: Mount<C>, request: ActionRequest): Visit<C> {
  return {
    mounted,
    request,
    session: mounted.session(request),
    changing: undefined,
    isPrivate: false,
  };
}

/** The result of a change. */
export interface Changed {
  /** Cookies to set. */
  readonly cookies: readonly SetCookie[];
}

/** Changes the session: signs in or out, or passes data to the callbacks. */
export type Change<C extends AuthConfig, Result extends Changed> = (
  mounted: Mount<C>,
  request: ActionRequest,
) => Promise<Result>;

/** Sets cookies on the answer, in place of earlier ones of the same name. */
export type SetCookies = (cookies: readonly SetCookie[]) => void;

/**
 * Changes the session for the application's own code: signs in or out, or passes data to the callbacks. The rest of the
 * request reads the session that the change makes.
 *
 * `callbacks.jwt` may put into a token what works once, such as a refresh token. So each access gets the newest token: the
 * change that of a session that was read before, and the answer that of a session that is read afterwards.
 */
export async function act<C extends AuthConfig, Result extends Changed>(
  visit: Visit<C>,
  run: Change<C, Result>,
  setCookies: SetCookies,
): Promise<Result> {
  return await inTurn(visit, () => changeNow(visit, run, setCookies));
}

/**
 * Calls a function that needs the session, in its turn among the changes. Without cookies to set it has changed nothing, and the
 * session that was read stays.
 *
 * @param read Reads the session.
 */
export async function call<C extends AuthConfig, Result extends Changed>(
  visit: Visit<C>,
  run: Change<C, Result>,
  { read, setCookies }: { read(): Promise<unknown>; readonly setCookies: SetCookies },
): Promise<Result> {
  return await inTurn(visit, async () => {
    await read();
    return await changeNow(visit, run, setCookies, true);
  });
}

/** Runs it when the changes that have begun before have ended. */
function inTurn<C extends AuthConfig, Result>(
  visit: Visit<C>,
  run: () => Promise<Result>,
): Promise<Result> {
  const { waits } = visit;
  const usual = (asked?: Parameters<Waits["change"]>[1]) => {
    const before = visit.changing;
    const change = (async () => {
      await before;
      return await (waits?.change(run, asked) ?? run());
    })();
    visit.changing = change.catch(() => {});
    return change;
  };
  return waits?.answer(usual) ?? usual();
}

async function changeNow<C extends AuthConfig, Result extends Changed>(
  visit: Visit<C>,
  run: Change<C, Result>,
  setCookies: SetCookies,
  isCall = false,
): Promise<Result> {
  const prolonged = await visit.session.cookies();
  visit.request = withCookies(visit.request, prolonged);
  const result = await run(visit.mounted, visit.request);
  if (isCall && !result.cookies.length) return result;
  setCookies(result.cookies);
  visit.request = withCookies(visit.request, result.cookies);
  visit.isPrivate ||= result.cookies.length > 0;
  // The beginning of a sign-in at a provider leaves the session as it is, and a function may change what a cookie beside it says.
  const left = await visit.session.headers(result.cookies.map(serializeCookie));
  const staysDue = prolonged.length > 0 && left.some(([name]) => name === "set-cookie");
  if (staysDue && isCall) setCookies(prolonged);
  if (!staysDue || isCall) visit.session = renewing(visit, setCookies);
  return result;
}

/** A reader that sets the cookies of a prolonged session at once, over those that a change has set. */
function renewing<C extends AuthConfig>(visit: Visit<C>, setCookies: SetCookies): SessionReader<C> {
  const session = visit.mounted.session(visit.request);
  let reading: ReturnType<SessionReader<C>["read"]> | undefined;
  const read = async () => {
    const found = await session.read();
    const prolonged = await session.cookies();
    setCookies(prolonged);
    visit.request = withCookies(visit.request, prolonged);
    return found;
  };
  return {
    read: () => reading ??= read(),
    lacks: (need) => session.lacks(need),
    userId: () => session.userId(),
    headers: () => Promise.resolve([]),
    // They have been set, once it has been read.
    cookies: async () => {
      await reading?.catch(() => null);
      return [];
    },
    addTo: (response) => Promise.resolve(response),
  };
}

/** Frameworks accept only whole seconds as the age of a cookie. */
export function wholeSeconds(options: CookieOptions): CookieOptions {
  const { maxAge } = options;
  return maxAge === undefined ? options : { ...options, maxAge: Math.floor(maxAge) };
}

/** Returns a request with cookies that were set since. */
export function withCookies(request: ActionRequest, cookies: readonly SetCookie[]): ActionRequest {
  if (cookies.length === 0) return request;
  const { url, headers, method, signal } = request;
  const changed = {
    url,
    headers: withCookie(headers, cookieAfter(headers.get("cookie"), cookies)),
    ...(method !== undefined && { method }),
    ...(signal && { signal }),
  };
  return withPeer(changed, peerOf(request as { readonly peer?: string }));
}

/**
 * Returns the header `Cookie` with the cookies that were set since. All other bytes stay: trimming more than a browser does would make
 * another name of a name. A second cookie of a name, which has another path or domain, stays for the sign-out.
 */
export function cookieAfter(sent: string | null, cookies: readonly SetCookie[]): string {
  let parts = (sent ?? "").split(";").map(blankless).filter(Boolean);
  for (const { name, value, options } of cookies) {
    const isOther = (each: string) => blankless(each.split("=")[0]!) !== name;
    if (options.maxAge === 0) parts = parts.filter(isOther);
    else {
      const index = parts.findIndex((each) => !isOther(each));
      parts.splice(index < 0 ? parts.length : index, 1, `${name}=${encodeURIComponent(value)}`);
    }
  }
  return parts.join("; ");
}

/** A part of a header without the white space around it that RFC 6265 §5.2 and §5.4 mean: spaces and tabs. */
export function blankless(text: string): string {
  return trimmed(text, 0, text.length);
}

/** Returns headers with another `Cookie`; an empty one is left out. */
export function withCookie(headers: RequestHeaders, cookie: string): RequestHeaders {
  return {
    get: (name) => name.toLowerCase() === "cookie" ? cookie : headers.get(name),
    *[Symbol.iterator]() {
      for (const header of headers) if (header[0].toLowerCase() !== "cookie") yield header;
      if (cookie) yield ["cookie", cookie];
    },
  };
}
