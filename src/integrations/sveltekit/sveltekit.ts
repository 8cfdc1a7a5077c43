/**
 * A hook and form actions for SvelteKit 3 and 2.
 *
 * Experimental: before 1.0.0, a minor version may change its interface.
 *
 * @example `src/core/auth.ts`
 * ```ts ignore
 * import { KitAuth } from "@latchkey/auth/sveltekit";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import * as env from "$app/env/private";
 *
 * export const config = { providers: [GitHub] };
 * export const { handle, signIn, signOut } = KitAuth(config, { env });
 * ```
 *
 * @example `src/hooks.server.ts`
 * ```ts ignore
 * export { handle } from "./auth.ts";
 * ```
 *
 * @example `src/routes/signin/+page.server.ts`
 * ```ts ignore
 * import { signIn } from "../../auth.ts";
 *
 * export const actions = { default: signIn };
 * ```
 *
 * @example `src/routes/account/+page.server.ts`
 * ```ts ignore
 * export async function load({ locals }) {
 *   const { user } = await locals.auth.require();
 *   return { name: user.name };
 * }
 * ```
 *
 * @module
 */

import { isChangedPath } from "../mount/sent_path.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError, type SessionRequired } from "../../errors/errors.ts";
import { sentPathOf } from "../../http/incoming.ts";
import { peerFrom, withPeer } from "../../http/peer.ts";
import { serializeCookie, withoutReplaced } from "../../http/cookies.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { all } from "../../messages/languages.ts";
import { ALL_CAPABILITIES } from "../../core/capabilities.ts";
import {
  type AuthMember,
  createBuildAuth,
  createHolder,
  type NameOption,
  otherName,
} from "../mount/auth_holder.ts";
import { type ConfigOf, type ConfigSource, mountSource } from "../mount/config_source.ts";
import { bindingEnvironment, processEnvironment } from "../mount/environment.ts";
import { refusalOfForeign } from "../mount/foreign_form.ts";
import { keepAlive } from "../mount/keep_alive.ts";
import { formOf } from "../mount/sent_form.ts";
import { explainMissing } from "../mount/other_path.ts";
import { withStatusOf } from "../mount/refusal.ts";
import { watchReading } from "../mount/reading.ts";
import { hasToShow, type RequestAuth } from "../mount/request_auth.ts";
import { withHeaders } from "../mount/response.ts";
import { createResponseAuth } from "../mount/response_auth.ts";
import { isOfPage, type KitEvent, pageUrlOf, toKitOptions } from "./event.ts";
import { watchFetch } from "./inner_request.ts";
import { base, error, redirect } from "./kit.ts";
import { answerThrown } from "./thrown.ts";
import { beginVisit, withCookies } from "../mount/visit.ts";
import { withWaits } from "../mount/waits.ts";
import type { KitActionResult, KitAuthFunctions, KitAuthResult, KitSignIn, KitSignOut } from "./types.ts";
import type { Environment } from "../mount/integration.ts";
import { FUNCTIONS } from "../../shapes/shapes.ts";
import { signOutWishesIn } from "../../shapes/sign_out.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { AuthMember as LocalsOf, ConfigOf, ConfigSource, KitEvent, NameOption, RequestAuth };

export type {
  KitActionResult,
  KitAuthFunctions,
  KitAuthResult,
  KitFunctions,
  KitSignIn,
  KitSignOut,
} from "./types.ts";

/** Options of `KitAuth`. */
export interface KitAuthOptions<Name extends string = "auth"> extends NameOption<Name> {
  /**
   * Environment variables: `import * as env from "$app/env/private"` with Kit 3, `env` of `$env/dynamic/private` with
   * Kit 2. They take precedence over those of the platform and of the process, which need not be passed. Kit reads the
   * file `.env` only into these modules. Default: the variables of the platform and of the process.
   */
  readonly env?: Readonly<Record<string, unknown>>;
  /**
   * Whether to refuse forms that other sites send to the application, so that Kit's own check can be off:
   * `csrf: { trustedOrigins: ["*"] }`. Kit's check refuses the logout tokens of `ProviderLogout({ backchannel: true })`, which have no
   * `Origin`. Of several configs, only the last one in `sequence(…)` checks. Default `false`.
   */
  readonly checkOrigin?: boolean;
}

/**
 * Creates the hook and the form actions.
 *
 * The hook answers the paths of the library: `/auth` below `paths.base` of Kit, unless `basePath` or the path of
 * `AUTH_URL` differs. In all other requests `event.locals.auth()` reads the session, once per request; its cookie is
 * prolonged on the response. While Kit builds and prerenders, it returns `null` and needs no secret.
 *
 * `event.locals.auth.require()` returns the session, in the `load` of a page, a form action, and an endpoint. Without one,
 * it throws Kit's redirect to the sign-in page, which leads back; for scripts, it throws Kit's error with the status 401. A
 * request is for a page if it accepts `text/html` and has no `X-Requested-With`, or if the client of Kit sends it for a
 * `load` or a form action. A remote function gets 401.
 *
 * Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others, from `options.env`, `event.platform.env` of
 * Cloudflare, and the process. Set `AUTH_URL` to the URL that browsers use: no forwarding header is trusted.
 *
 * @param source The config, or a function that creates it for each request; it is not changed. The configs of a function
 * share the metadata and keys of their providers.
 * @throws {ConfigError} if `source` is neither. An invalid config is reported at the first request.
 */
export function KitAuth<C extends AuthConfig, E extends KitEvent = KitEvent>(
  source: ConfigSource<C, E>,
  { env = {}, name = "auth", checkOrigin = false }: KitAuthOptions<string> = {},
): KitAuthResult<C> {
  const mountOf = mountSource<C, E>(source, {
    languages: all,
    capabilities: ALL_CAPABILITIES,
    caller: "KitAuth",
    env: (event) => environmentOf(event, env),
    defaultPath: `${base}/auth`,
  });
  const holder = createHolder<C>({ data: "event.locals", name, advice: otherName("KitAuth") });
  const built = createBuildAuth<C>("`export const prerender = false` in the page");
  const authOf = ({ locals }: KitEvent, wish: string): RequestAuth<C> => {
    const auth = holder.get(locals);
    if (auth) return auth;
    throw new ConfigError(
      `Cannot ${wish}: the hook of KitAuth has not seen the request. Write into src/hooks.server.ts: ` +
        '`export { handle } from "./auth"`, with several hooks `sequence(auth.handle, …)`',
    );
  };
  const handle: KitAuthFunctions["handle"] = async ({ event, resolve }) => {
    if (isBuilding(event)) {
      holder.set(event.locals, built);
      return await resolve(event);
    }
    const mounted = await mountOf(event as KitEvent as E);
    // Kit changes `event.url`: in a remote function it is the page, which the client names.
    const pathname = sentPathOf(event.request.url);
    withPeer(event.request, peerFrom(() => (event as KitEvent).getClientAddress?.()));
    // With `adapter-node`, Kit hands on the request as the client has sent it.
    const { req } = Object(Object(event).platform) as { readonly req?: { readonly url?: string } };
    if (!isChangedPath(req) && mounted.owns(pathname)) return await mounted.answer(event.request);
    const asked = { seen: event.url.origin, mounted, door: "KitAuth" };
    const refusal = checkOrigin && refusalOfForeign(event.request, asked);
    if (refusal) return refusal;
    const visit = withWaits(beginVisit(mounted, event.request));
    watchReading(visit);
    let changed: readonly string[] = [];
    const handOn = (cookies: readonly SetCookie[]) => {
      setIfOpen(event, cookies);
      visit.request = withCookies(visit.request, cookies);
    };
    const { auth, end } = createResponseAuth(visit, {
      form: () => formOf(event.request, event.url),
      setCookies(cookies) {
        setCookies(event, cookies);
        const added = cookies.map(serializeCookie);
        changed = [...withoutReplaced(changed, added), ...added];
      },
      pageUrl: () => pageUrlOf(event),
      leads: () => isOfPage(event),
      // At once: `event.fetch` to an endpoint of the application sends what is set here, and a later hook may redirect.
      prolong: async (session) => handOn(await session.cookies()),
      refuse: (error) => refuse(event, error),
    });
    holder.set(event.locals, auth);
    watchFetch(event, visit, handOn);
    let resolved: Response;
    try {
      resolved = await resolve(event);
    } catch (error) {
      return await answerThrown(error, event, { changed, end, mounted });
    }
    // Kit answers each error that is not its own with 500.
    const failure = visit.isPrivate && resolved.status === 500 &&
      await visit.session.read().then(() => null, (error) => error);
    const response = withStatusOf(failure, resolved);
    if (response.status === 404) explainMissing(mounted, pathname);
    return withHeaders(response, await end(response.headers.getSetCookie()));
  };
  const functions: KitAuthFunctions = {
    handle: (input) => keepAlive(handle(input), () => contextOf(input.event)),
    async signIn(event, action) {
      const auth = authOf(event, "sign in");
      const wanted = action ?? toSignIn(await readForm(event, "signIn"));
      return leave(await auth.signIn(wanted), wanted);
    },
    async signOut(event, action) {
      const auth = authOf(event, "sign out");
      const wanted = action ?? toSignOut(await readForm(event, "signOut"));
      return leave(await auth.signOut(wanted), wanted);
    },
  };
  return { ...functions, ...formActions(authOf) } as KitAuthResult<C>;
}

/** The form actions of the functions of `auth` that have forms, by the name of the function. */
function formActions(authOf: (event: KitEvent, wish: string) => object): Readonly<Record<string, object>> {
  const create = (name: string, form: string) => async (event: KitEvent, given?: object) => {
    const auth = authOf(event, `call auth.${name}.${form}()`);
    const sent = given ?? await readForm(event, `${name}.${form}`);
    const { redirect, ...fields }: Readonly<Record<string, unknown>> = Symbol.iterator in sent
      ? Object.fromEntries(sent as FormData)
      : { ...sent };
    const submit: (fields: object) => Promise<string | { readonly url: string }> = Reflect.get(
      Reflect.get(auth, name) as object,
      form,
    );
    const value = await submit(fields);
    const { url, ...shown } = typeof value === "string" ? { url: value } : value;
    if (hasToShow(shown)) return value;
    return { ...leave(url, { redirect: String(redirect) !== "false" }), ...shown };
  };
  const actions = Object.entries(FUNCTIONS).flatMap(([name, { forms }]) =>
    forms ? [[name, Object.fromEntries(Object.keys(forms).map((form) => [form, create(name, form)]))]] : []
  );
  return Object.fromEntries(actions);
}

/** The context of a worker, by its name in newer and in older versions of `adapter-cloudflare`. */
function contextOf({ platform }: KitEvent): unknown {
  const { ctx, context } = Object(platform) as { readonly ctx?: unknown; readonly context?: unknown };
  return ctx ?? context;
}

/** The environment of a request. Numbers and booleans, from a schema of Kit or from Cloudflare, become text. */
function environmentOf({ platform }: KitEvent, own: Readonly<Record<string, unknown>>): Environment {
  const { env } = (platform ?? {}) as { readonly env?: unknown };
  return bindingEnvironment(own, bindingEnvironment(env, processEnvironment()));
}

/**
 * Returns whether Kit prerenders a page or builds the fallback of an app without a server. Kit throws if the query of such a
 * page is read.
 */
function isBuilding({ url }: KitEvent): boolean {
  try {
    return url.search === "" && url.pathname === "/[fallback]";
  } catch {
    return true;
  }
}

/** Throws what Kit answers. */
function refuse(event: KitEvent, { signInUrl, message }: SessionRequired): never {
  return isOfPage(event) ? redirect(303, signInUrl, { external: true }) : error(401, message);
}

function setCookies({ cookies }: KitEvent, changed: readonly SetCookie[]): void {
  for (const { name, value, options } of changed) cookies.set(name, value, toKitOptions(options));
}

/** Sets cookies where Kit allows it: not in a query of a remote function, nor once the response has begun. */
function setIfOpen(event: KitEvent, changed: readonly SetCookie[]): void {
  try {
    setCookies(event, changed);
  } catch {
    // The header at the end of the request has them.
  }
}

async function readForm({ request }: KitEvent, caller: string): Promise<Record<string, string>> {
  if (request.bodyUsed) {
    throw new ConfigError(
      `Cannot read the form: the action has read the body of the request before. Pass what it has found: ` +
        `${caller}(event, { … })`,
    );
  }
  const fields = [...await request.formData()];
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

const PARAMETER = "authorizationParams-";

function toSignIn({ providerId, redirectTo, redirect, ...rest }: Record<string, string>): KitSignIn {
  const entries = Object.entries(rest);
  const params = entries.filter(([name]) => name.startsWith(PARAMETER));
  return {
    ...toLeaving({ redirectTo, redirect }),
    providerId: providerId || undefined,
    fields: Object.fromEntries(entries.filter(([name]) => !name.startsWith(PARAMETER))),
    authorizationParams: Object.fromEntries(
      params.map(([name, value]) => [name.slice(PARAMETER.length), value]),
    ),
  };
}

function toSignOut(fields: Record<string, string>): KitSignOut {
  return { ...toLeaving(fields), ...signOutWishesIn(fields) };
}

function toLeaving({ redirectTo, redirect }: Record<string, string | undefined>) {
  return { redirectTo: redirectTo || undefined, redirect: redirect !== "false" };
}

function leave(url: string, { redirect: isWanted = true }: Pick<KitSignIn, "redirect">): KitActionResult {
  return isWanted ? redirect(303, url, { external: true }) : { url };
}
