/**
 * A server middleware for Nuxt 4, Nitro and h3.
 *
 * @example `server/middleware/auth.ts`
 * ```ts ignore
 * import { NuxtAuth } from "@latchkey/auth/nuxt";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * export default NuxtAuth({ providers: [GitHub] });
 * ```
 *
 * @example `server/api/me.get.ts`
 * ```ts ignore
 * export default defineEventHandler(async (event) => {
 *   const { user } = await event.context.auth.require();
 *   return { name: user.name };
 * });
 * ```
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError, type SessionRequired } from "../../errors/errors.ts";
import { sentPathOf } from "../../http/incoming.ts";
import { NO_STORE } from "../../http/caches.ts";
import { all } from "../../messages/languages.ts";
import { ALL_CAPABILITIES } from "../../core/capabilities.ts";
import {
  type AuthMember,
  createBuildAuth,
  createHolder,
  type NameOption,
  otherName,
} from "../mount/auth_holder.ts";
import { keepAlive } from "../mount/keep_alive.ts";
import { type ConfigOf, type ConfigSource, mountSource } from "../mount/config_source.ts";
import {
  addHeaders,
  forbidCachesOf,
  type H3Event,
  isH3Event,
  nodeRequestOf,
  nodeResponseOf,
  replaceCookies,
  sendFileOf,
  setCookiesOf,
  toActionRequest,
  toRequest,
  uncachedResult,
} from "./h3_event.ts";
import { follow, type Outer, passOn, prolong, sendOn } from "./inner_request.ts";
import { contextOf, environmentOf, isCached, isPrerendered, shownPage } from "./nitro.ts";
import { assertUnsent } from "../node/cookies.ts";
import { explainIfMissing, explainIfOdd } from "../mount/other_path.ts";
import { isChangedPath } from "../mount/sent_path.ts";
import { UNAUTHORIZED } from "../mount/refusal.ts";
import { formOf } from "../mount/sent_form.ts";
import { watchReading } from "../mount/reading.ts";
import { createRequestAuth, type RequestAuth } from "../mount/request_auth.ts";
import { beginVisit } from "../mount/visit.ts";
import { withWaits } from "../mount/waits.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { AuthMember as ContextOf, ConfigOf, ConfigSource, H3Event, NameOption, RequestAuth };

/** Options of `NuxtAuth`. */
export interface NuxtAuthOptions<Name extends string = "auth"> extends NameOption<Name> {}

/** An event handler of h3. */
export interface NuxtAuthHandler {
  /** Answers the requests for the library. It returns nothing for all others. */
  (event: H3Event): Promise<Response | undefined>;
  /** Marks an event handler for h3 1. */
  __is_handler__?: true;
}

/**
 * Creates the middleware: the default export of a file in `server/middleware`, or `app.use(NuxtAuth(config))` of h3.
 *
 * It answers the paths of the library: `/auth`, unless `basePath` or the path of `AUTH_URL` differs. With `app.baseURL`,
 * set one of them to include it. In all other requests `event.context.auth()` reads the session, once per request; its
 * cookie is prolonged on the response. It returns `null` for pages that Nitro prerenders or caches, which all users share.
 *
 * `event.context.auth.require()` returns the session. Without one, or if it is not enough, it throws an error of h3: with the
 * status 303, which leads a page and a form of this site to the page that helps, and back; with 401 for everything else, and
 * then `data` has the `reason` and `signInUrl`, the page that helps, if there is a session.
 *
 * Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others, from the process, and from
 * `event.context.cloudflare.env`. Set `AUTH_URL` to the URL that browsers use: no forwarding header is trusted.
 *
 * @param config A config, which is not changed, or a function that creates one for each request, for example from
 * `useRuntimeConfig(event)`. An invalid one makes each request throw `ConfigError`, whose message says what to write
 * instead.
 * @throws {ConfigError} if `config` is neither.
 */
export function NuxtAuth<C extends AuthConfig>(
  config: ConfigSource<C, H3Event>,
  { name = "auth" }: NuxtAuthOptions<string> = {},
): NuxtAuthHandler {
  const find = mountSource(config, {
    caller: "NuxtAuth",
    env: environmentOf,
    languages: all,
    capabilities: ALL_CAPABILITIES,
  });
  const holder = createHolder<C>({ data: "event.context", name, advice: otherName("NuxtAuth") });
  const outers = new WeakMap<object, Outer<C>>();
  // h3 2 hands over what runs next: only so are the headers of its response within reach.
  const handle = async (event: H3Event, next?: () => Promise<unknown>): Promise<unknown> => {
    assertEvent(event);
    if (isPrerendered(event)) {
      // An API that needs a session answers 401, as it does to each visitor without one.
      const require = async () => await refuse(event);
      holder.set(
        event.context,
        Object.assign(createBuildAuth<C>("`prerender: false` in its route rules"), { require }),
      );
      return;
    }
    const mounted = await find(event);
    const outer = await follow(event, { mounted, outers });
    const request = toActionRequest(event, mounted);
    if (!request) return new Response("Bad request.", { status: 400 });
    const pathname = sentPathOf(request.url);
    if (!isChangedPath(nodeRequestOf(event)) && mounted.owns(pathname)) {
      const whole = await toRequest(event, request);
      const answer = whole
        ? await keepAlive(mounted.answer(whole), () => contextOf(event))
        : new Response("Bad request.", { status: 400 });
      if (answer.headers.get("cache-control") === NO_STORE) forbidCachesOf(event);
      if (outer) passOn(outer, answer);
      return await sendFileOf(event, answer) ? undefined : answer;
    }
    const res = nodeResponseOf(event);
    if (res) explainIfMissing(res, mounted, pathname);
    else explainIfOdd(mounted, pathname);
    const visit = withWaits(beginVisit(mounted, request));
    watchReading(visit);
    const cookies = new Set([request.headers.get("cookie")]);
    const begun: Outer<C> = { event, outer, target: outer?.target ?? event, visit, cookies };
    outers.set(event.context, begun);
    // A handler that calls its own application hands on its context: this `auth` replaces the one of the outer request.
    holder.set(event.context, authOf(begun));
    const keep = (result: unknown) => visit.isPrivate ? uncachedResult(result) : result;
    try {
      return keep(await next?.());
    } catch (error) {
      throw keep(error);
    }
  };
  return Object.assign(handle as NuxtAuthHandler, { __is_handler__: true as const });
}

/** An answer that h3 1 and 2 take for an error of theirs, and do not log. */
class Answer extends Error {
  static readonly __h3_error__ = true;
  override readonly name = "HTTPError";
  readonly status: number;
  readonly statusCode: number;
  readonly statusText: string;
  readonly statusMessage: string;
  readonly fatal = false;
  readonly unhandled = false;

  /** h3 2 leaves the headers of an event out of an error. */
  readonly headers: Headers;

  /** For the page that has asked: what its session lacks, and where the user gets it. */
  readonly data: Pick<SessionRequired, "reason" | "signInUrl"> | undefined;

  constructor(message: string, { status, headers, data }: Pick<Answer, "status" | "headers" | "data">) {
    super(message);
    this.status = this.statusCode = status;
    this.statusText = this.statusMessage = status === 303 ? "See Other" : "Unauthorized";
    this.headers = headers;
    this.data = data;
  }

  toJSON(): object {
    const { status, statusCode, statusText, statusMessage, message, data } = this;
    return { status, statusCode, statusText, statusMessage, message, ...(data && { data }) };
  }
}

function assertEvent(event: unknown): asserts event is H3Event {
  if (isH3Event(event)) return;
  throw new ConfigError(
    "Cannot use NuxtAuth here: it creates an event handler of h3. Write `export default NuxtAuth(config)` in " +
      "`server/middleware/auth.ts`",
  );
}

/** Throws what h3 answers. */
function refuse(event: H3Event, error?: SessionRequired): never {
  if (isCached(event)) {
    throw new ConfigError(
      "Cannot require a session in a handler that Nitro caches: every user would get the answer. Remove the cache, or " +
        'let it have `varies: ["cookie"]`',
    );
  }
  if (!error) {
    throw new Answer(UNAUTHORIZED.message, { status: 401, headers: new Headers(), data: undefined });
  }
  const { message, reason, signInUrl, answer } = error;
  // h3 writes the body.
  const { "content-type": _, ...own } = answer.headers;
  addHeaders(event, Object.entries(own));
  const headers = new Headers(own);
  for (const cookie of setCookiesOf(event)) headers.append("set-cookie", cookie);
  const data = reason === "session" ? undefined : { reason, signInUrl };
  throw new Answer(message, { status: answer.status, headers, data });
}

function authOf<C extends AuthConfig>(begun: Outer<C>): RequestAuth<C> {
  const { event, target, visit } = begun;
  return createRequestAuth({
    begin: () => visit,
    pageUrl: () => shownPage(visit.request.url),
    // Nitro says so when a handler runs, after the middleware.
    isForAll: () => isCached(event),
    assertOpen(wish) {
      const res = nodeResponseOf(event);
      if (res) assertUnsent(res, wish);
    },
    form: async () => {
      const whole = await toRequest(event, visit.request);
      return whole && await formOf(whole);
    },
    setCookies(cookies) {
      // Once the answer of the browser is on its way, that of an inner request can still have them.
      const answer = nodeResponseOf(target)?.headersSent ? event : target;
      replaceCookies(answer, cookies);
      for (const each of [event, target]) forbidCachesOf(each);
      sendOn(begun, cookies);
    },
    prolong: (session) => prolong(begun, session),
    refuse: (error) => refuse(event, error),
  });
}
