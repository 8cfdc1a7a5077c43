/**
 * A middleware for Astro 7, 6 and 5.
 *
 * @example `src/middleware.ts`
 * ```ts ignore
 * import { AstroAuth } from "@latchkey/auth/astro";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { getSecret } from "astro:env/server";
 *
 * export const config = { providers: [GitHub] };
 * export const { onRequest } = AstroAuth(config, { env: getSecret });
 * ```
 *
 * @example The frontmatter of a page
 * ```ts ignore
 * const { user } = await Astro.locals.auth.require();
 * ```
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import { sentPathOf } from "../../http/incoming.ts";
import { peerFrom, withPeer } from "../../http/peer.ts";
import { refererIn } from "../../http/referer.ts";
import type { CookieOptions, SetCookie } from "../../values/cookie.ts";
import { all } from "../../messages/languages.ts";
import { ALL_CAPABILITIES } from "../../core/capabilities.ts";
import { createAsyncStorage } from "../mount/async_storage.ts";
import {
  type AuthMember,
  createBuildAuth,
  createHolder,
  type NameOption,
  otherName,
} from "../mount/auth_holder.ts";
import { type ConfigOf, type ConfigSource, mountSource } from "../mount/config_source.ts";
import { acceptsPage } from "../../http/incoming.ts";
import { processEnvironment } from "../mount/environment.ts";
import { refusalOfForeign } from "../mount/foreign_form.ts";
import { keepAlive } from "../mount/keep_alive.ts";
import { formOf } from "../mount/sent_form.ts";
import { explainMissing } from "../mount/other_path.ts";
import { answerFailure, answerOther, isAnswered } from "../mount/refusal.ts";
import type { RequestAuth } from "../mount/request_auth.ts";
import { withHeaders } from "../mount/response.ts";
import { createResponseAuth } from "../mount/response_auth.ts";
import { beginVisit, type Visit, wholeSeconds } from "../mount/visit.ts";
import { withWaits } from "../mount/waits.ts";
import type { ActionRequest, Environment, Mount } from "../mount/integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { AuthMember as LocalsOf, ConfigOf, ConfigSource, NameOption, RequestAuth };

/** The part of `APIContext`, of the context of an action and of the `Astro` global that the library uses. */
export interface AstroContext {
  /** The request. */
  readonly request: Request;
  /** Its URL. Behind a proxy it is that of the browser only with `security.allowedDomains`. */
  readonly url: URL;
  /** Values that the middleware passes on. */
  readonly locals: object;
  /** The cookies to set. */
  readonly cookies: AstroCookies;
  /** Whether the page is prerendered. Its request has no headers. */
  readonly isPrerendered: boolean;
  /** Address of the client. It throws where the adapter knows none. */
  readonly clientAddress?: string;
}

/** The part of `AstroCookies` that the library uses. */
export interface AstroCookies {
  /** Sets a cookie. */
  set(name: string, value: string, options: CookieOptions): void;
  /** Returns the `Set-Cookie` headers of the cookies set so far. */
  headers(): Iterable<string>;
}

/** Options of `AstroAuth`. */
export interface AstroAuthOptions<Name extends string = "auth"> extends NameOption<Name> {
  /**
   * Reads an environment variable: `getSecret` of `astro:env/server`, which also reads `.env` in `astro dev`, and the
   * variables of the platform. Default: the variables of the process.
   */
  readonly env?: (name: string) => string | undefined;
  /**
   * Whether to refuse forms that other sites send to the application. Default `true`: then Astro's own check,
   * `security.checkOrigin`, can be off. Astro's check knows neither `AUTH_URL` nor that a provider such as Apple posts
   * its answer from its own site. Of several configs, only the last one in `sequence(…)` checks.
   */
  readonly checkOrigin?: boolean;
}

/** The middleware of a config. */
export interface AstroAuthResult {
  /** The middleware: `onRequest` of `src/middleware.ts`, alone or in `sequence(…)`. */
  readonly onRequest: (context: AstroContext, next: () => Promise<Response>) => Promise<Response>;
}

/** A request whose page is done. */
interface Ended<C extends AuthConfig> {
  readonly visit: Visit<C>;
  /** Returns the cookies of the page, if it has set some by `auth`. */
  lost(): HeaderList;
}

type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Creates the middleware.
 *
 * It answers the paths of the library: `/auth`, unless `basePath` or the path of `AUTH_URL` differs. They need no file in
 * `src/pages`, except where a prerendered `404` page answers unknown paths before any middleware.
 *
 * In all other requests `locals.auth()` reads the session, once per request; its cookie is prolonged on the response. The
 * functions of `locals.auth` set cookies: call them in an endpoint, an action or the frontmatter of a page, before the
 * response begins. On prerendered pages `locals.auth()` returns `null`, and needs no secret.
 *
 * Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others. Set `AUTH_URL` to the URL that browsers use.
 *
 * @param config A config, which is not changed, or a function that creates one for each request. An invalid one makes
 * each request throw `ConfigError`, whose message says what to write instead.
 * @throws {ConfigError} if `config` is neither.
 */
export function AstroAuth<C extends AuthConfig>(
  config: ConfigSource<C, AstroContext>,
  { env, name = "auth", checkOrigin = true }: AstroAuthOptions<string> = {},
): AstroAuthResult {
  const environment = env ? environmentOf(env) : processEnvironment() ?? {};
  const find = mountSource(config, {
    caller: "AstroAuth",
    env: () => environment,
    languages: all,
    capabilities: ALL_CAPABILITIES,
  });
  const holder = createHolder<C>({ data: "locals", name, advice: otherName("AstroAuth") });
  const built = createBuildAuth<C>("`export const prerender = false` in the page");
  /** The requests whose page is done. */
  const ended = new WeakMap<Request, Ended<C>>();
  const pages = createPages();
  const handle: AstroAuthResult["onRequest"] = async (context, next) => {
    assertContext(context);
    const { locals, isPrerendered, request } = context;
    if (isPrerendered) {
      holder.set(locals, built);
      return await next();
    }
    const mounted = await find(context);
    const pathname = sentPathOf(request.url);
    const peer = peerFrom(() => context.clientAddress);
    if (mounted.owns(pathname)) return await mounted.answer(withPeer(request, peer));
    const asked = { seen: context.url.origin, mounted, door: "AstroAuth" };
    const refusal = checkOrigin && refusalOfForeign(request, asked);
    if (refusal) return refusal;
    const known = holder.get(locals);
    // Once it has ended, the middleware runs again for the page about an error, which may show the user.
    const first = ended.get(request);
    // After a rewrite it runs again, inside of the page that asked for it. A prerendered page may have rewritten the request.
    if (!first && known && known !== built) {
      pages.assertMaking(known);
      return await next();
    }
    const visit = first?.visit ??
      withWaits(beginVisit(mounted, withPeer(toActionRequest(context), peer)));
    // Astro 5 and 6 have other `locals` for the page about an error, and lose the cookies of the page before.
    const lost = known ? [] : first?.lost() ?? [];
    const { auth, done, answer } = begin(context, { mounted, visit, lost });
    holder.set(locals, auth);
    return await answer(() => pages.make(auth, next).finally(() => ended.set(request, done)));
  };
  return { onRequest: (context, next) => keepAlive(handle(context, next), () => contextOf(context)) };
}

/** Creates `auth` for a page, and a function that answers with the page. @param lost Headers of the page before. */
function begin<C extends AuthConfig>(
  context: AstroContext,
  { mounted, visit, lost }: {
    readonly mounted: Mount<C>;
    readonly visit: Visit<C>;
    readonly lost: HeaderList;
  },
) {
  const { request, cookies } = context;
  let hasSet = false;
  const { auth, end } = createResponseAuth(visit, {
    form: () => formOf(request),
    pageUrl: () => pageUrlOf(context),
    setCookies(changed) {
      hasSet = true;
      setCookies(context, changed);
    },
  });
  const set = () => hasSet ? [...lost, ...headersOf(context)] : lost;
  const done: Ended<C> = { visit, lost: set };
  const answer = async (render: () => Promise<Response>) => {
    const page = await render().catch(async (error) =>
      toAnswer(error, request, mounted) ??
        keepCookies(error, mounted, {
          isDue: hasSet,
          headers: [...await end([]), ...lost],
          own: headersOf(context),
        })
    );
    if (page.status === 404) explainMissing(mounted, sentPathOf(request.url));
    const response = withHeaders(
      page,
      lost.filter(([, value]) => !page.headers.getSetCookie().includes(value)),
    );
    // Astro adds its own cookies to the response later.
    return withHeaders(response, await end([...cookies.headers(), ...response.headers.getSetCookie()]));
  };
  return { auth, done, answer };
}

/**
 * Astro begins anew for its page about an error, without what was set. A cookie may have a token that works once: it goes with an
 * answer without a body, for which Astro shows the same page. Astro 5 leaves out its own cookies.
 */
function keepCookies(error: unknown, mounted: Pick<Mount, "logger">, { isDue, headers, own }: {
  readonly isDue: boolean;
  readonly headers: HeaderList;
  readonly own: HeaderList;
}): Response {
  if (!isDue && !headers.some(([name]) => name === "set-cookie")) throw error;
  const { status } = answerOther(error, mounted);
  return withHeaders(new Response(null, { status }), [...headers, ...own]);
}

/** The cookies that were set so far. */
function headersOf({ cookies }: AstroContext): HeaderList {
  return [...cookies.headers()].map((cookie) => ["set-cookie", cookie] as const);
}

/** The context of a worker, by its name in newer and in older versions of the adapter. */
function contextOf({ locals }: AstroContext): unknown {
  const { cfContext, runtime } = locals as {
    readonly cfContext?: unknown;
    readonly runtime?: { ctx?: unknown };
  };
  return cfContext ?? runtime?.ctx;
}

/** The page that the user sees. A server island has a request of its own, which a script of the page sends. */
function pageUrlOf({ request: { headers }, url: { href, origin, pathname } }: AstroContext): string {
  if (!pathname.includes("/_server-islands/")) return href;
  return origin + (refererIn((name) => headers.get(name), origin) ?? "/");
}

/** An environment whose values a function reads. */
function environmentOf(read: (name: string) => string | undefined): Environment {
  return new Proxy({}, { get: (_, name) => typeof name === "string" ? read(name) : undefined });
}

function assertContext(context: AstroContext): void {
  if (context?.request instanceof Request && context.locals && context.cookies) return;
  throw new ConfigError(
    "Cannot use AstroAuth here: its `onRequest` is a middleware. Write " +
      "`export const { onRequest } = AstroAuth(config)` in `src/middleware.ts`",
  );
}

/** The pages that are being made, each by its `auth`. */
function createPages() {
  const inside = createAsyncStorage<object>();
  const made = new WeakSet<object>();
  return {
    async make(auth: object, next: () => Promise<Response>): Promise<Response> {
      try {
        return await (inside ? inside.run(auth, next) : next());
      } finally {
        made.add(auth);
      }
    },
    /** @throws {ConfigError} for a request outside of that page: the page may still be sent, and would show its user. */
    assertMaking(auth: object): void {
      if (inside ? inside.getStore() === auth : !made.has(auth)) return;
      throw new ConfigError(
        "Cannot answer a request with the `locals` of another one: your server passes one object to all of them. Pass a new " +
          "one: `handler(request, response, next, {})`",
      );
    },
  };
}

/** `context.request.url` may have the host that the client has sent; `context.url` has one that Astro trusts. */
function toActionRequest({ request, url: { href } }: AstroContext): ActionRequest {
  const { headers, method, signal } = request;
  return { url: href, headers, method, signal };
}

/** The answer to an error of `auth`; `null` for any other error, and for one that Astro has a page for, to a browser. */
function toAnswer(error: unknown, { headers }: Request, mounted: Pick<Mount, "logger">): Response | null {
  const isPage = !isAnswered(error) && acceptsPage((name) => headers.get(name));
  const answer = isPage ? null : answerFailure(error, mounted);
  return answer && new Response(answer.body, answer);
}

function setCookies({ cookies }: AstroContext, changed: readonly SetCookie[]): void {
  for (const { name, value, options } of changed) cookies.set(name, value, wholeSeconds(options));
}
