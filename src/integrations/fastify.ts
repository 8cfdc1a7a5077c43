/**
 * A plugin for Fastify 5.
 *
 * @module
 */

import { answer } from "../core/answer.ts";
import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import type { Session } from "../values/types.ts";
import type {
  FastifyAuthOptions,
  FastifyHandler,
  FastifyReply,
  FastifyRequest,
  FastifyServer,
} from "./_fastify_types.ts";
import { addRoutes, type Mounted, mountIn } from "./_fastify_mount.ts";
import { toActionRequest, toNodeRequest } from "./_fastify_request.ts";
import { addCookies, prolong, redirect, setCookies } from "./_fastify_reply.ts";
import { toReceived } from "./_node.ts";
import { explainMissing } from "./_other_path.ts";
import { toRefusal } from "./_refusal.ts";
import { act, beginVisit, readSession, type Visit } from "./_visit.ts";
import type { SignInAction, SignOutAction } from "./integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../values/types.ts";
export type {
  FastifyAuthOptions,
  FastifyHandler,
  FastifyReply,
  FastifyRequest,
  FastifyServer,
  SignInAction,
  SignOutAction,
};

/** A plugin of Fastify that adds to the instance that registers it. */
export type FastifyAuthPlugin = (instance: FastifyServer, options: FastifyAuthOptions) => Promise<void>;

/**
 * `request.auth()`: reads the session, once per request; `null` when no one is signed in. Rejects with `AdapterError` if
 * the database fails.
 *
 * @example
 * ```ts ignore
 * declare module "fastify" {
 *   interface FastifyRequest {
 *     auth: AuthOf<typeof config>;
 *   }
 * }
 * ```
 */
export type AuthOf<C extends AuthConfig = AuthConfig> = () => Promise<SessionOf<C> | null>;

/** The session that `request.auth()` of a request reads. */
export type SessionIn<Request> = Request extends { auth(): Promise<infer S> } ? NonNullable<S> : Session;

/**
 * Signs users in below `config.basePath`, and adds `request.auth()` to the requests of the instance that registers it. If
 * that prolongs the session, its cookie is added to the reply. Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the
 * others.
 *
 * Set `AUTH_URL` to the URL that browsers use (or `url` in the config). With `trustHost` instead, the host is that of the
 * `Host` header, and the protocol the one that Fastify finds: behind a proxy that ends TLS, set `trustProxy`. No
 * forwarding header names the host.
 *
 * @throws {ConfigError} if the config is invalid. The message says what to write instead.
 *
 * @example
 * ```ts ignore
 * import { FastifyAuth, requireSession } from "@latchkey/auth/fastify";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import Fastify from "fastify";
 *
 * const app = Fastify();
 * await app.register(FastifyAuth, { config: { providers: [GitHub] } });
 * app.get("/", async (request) => `Hello, ${(await request.auth())?.user.name ?? "stranger"}`);
 * app.get("/members", { preHandler: requireSession() }, () => "For members");
 * await app.listen({ port: 8000 });
 * ```
 */
export const FastifyAuth: FastifyAuthPlugin = Object.assign(plugin, {
  // As the package fastify-plugin marks a plugin whose hooks are for the instance that registers it.
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "@latchkey/auth",
  [Symbol.for("plugin-meta")]: { name: "@latchkey/auth", fastify: "5.x" },
});

/**
 * Creates a `preHandler` that protects routes. Without a session, a page leads to the sign-in page and back, and anything
 * else gets 401 with JSON: a page is a GET or HEAD that accepts `text/html` and has no `X-Requested-With`.
 *
 * Requests that `FastifyAuth` has not seen before get `ConfigError`.
 *
 * @example
 * ```ts ignore
 * app.addHook("preHandler", requireSession());
 * ```
 */
export function requireSession(): FastifyHandler {
  // Fastify would wait forever for a hook that returns another one.
  if (arguments.length > 0) {
    throw new ConfigError("Cannot use requireSession as a hook: write `preHandler: requireSession()`");
  }
  return async (request, reply) => {
    const visit = visitOf(request, "require a session");
    if (await readSession(visit)) return;
    const { mounted, request: { url } } = visit;
    const { method, originalUrl: target, headers: sent } = request;
    const { origin } = new URL(url);
    const header = (name: string) => sent[name]?.toString();
    const refusal = toRefusal({ method, target, origin, header }, mounted);
    if (!refusal) return;
    const { status, headers, body } = refusal;
    reply.code(status);
    for (const name in headers) reply.header(name, headers[name]!);
    return reply.send(body ?? undefined);
  };
}

/**
 * Signs a user in from a route of the application, such as that of its own form: redirects to the provider, sends a
 * mail, or checks credentials. The form needs no CSRF token: a request of another site is refused.
 *
 * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
 *
 * @example
 * ```ts ignore
 * app.post("/login", (request, reply) => signIn(request, reply, { providerId: "github", redirectTo: "/members" }));
 * ```
 */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  action: SignInAction = {},
): Promise<unknown> {
  const visit = visitOf(request, "sign in");
  return redirect(reply, await act(visit, (mounted, request) => mounted.signIn(request, action), byRedirect));
}

/** Signs a user out from a route of the application. Refuses requests of other sites, as `signIn` does. */
export async function signOut(
  request: FastifyRequest,
  reply: FastifyReply,
  action: SignOutAction = {},
): Promise<unknown> {
  const visit = visitOf(request, "sign out");
  return redirect(
    reply,
    await act(visit, (mounted, request) => mounted.signOut(request, action), byRedirect),
  );
}

/**
 * Passes data to the callbacks that make the session, with `trigger: "update"`, and sets the cookie of the changed session
 * on the reply. `request.auth()` then reads the changed session. Refuses requests of other sites, as `signIn` does.
 *
 * @returns The changed session; `null` if no one is signed in.
 * @throws {AuthError} if it fails.
 *
 * @example
 * ```ts ignore
 * app.post("/theme", (request, reply) => update(request, reply, { theme: "dark" }));
 * ```
 */
export async function update<Request extends FastifyRequest>(
  request: Request,
  reply: FastifyReply,
  data: unknown,
): Promise<SessionIn<Request> | null> {
  const visit = visitOf(request, "update the session");
  const { session } = await act(
    visit,
    (mounted, request) => mounted.update(request, data),
    (cookies) => setCookies(reply, cookies),
  );
  return session as SessionIn<Request> | null;
}

/** For a change whose cookies are set by the redirect that follows. */
function byRedirect(): void {}

/** Begins the request of a `request.auth`, or returns it. */
type Begin = () => Visit;

/** `request.auth` → its request. */
const begins = new WeakMap<object, Begin>();

/** Instances that have registered the plugin. */
const registered = new WeakSet<object>();

async function plugin(instance: FastifyServer, options: FastifyAuthOptions): Promise<void> {
  assertUse(instance, options);
  const { mounted, paths, urlOf } = mountIn(instance, options);
  if (!isDecorated(instance)) instance.decorateRequest("auth", null);
  registered.add(instance);
  const visits = new WeakMap<object, Visit>();
  const begin = (request: FastifyRequest, reply: FastifyReply): Visit => {
    const visit = visits.get(request) ??
      beginVisit(mounted, toActionRequest(request, reply.raw, urlOf(request)));
    visits.set(request, visit);
    return visit;
  };
  instance.addHook(
    "onRequest",
    (request: FastifyRequest & { auth: unknown }, reply: FastifyReply, done: () => void) => {
      // Rejects, but does not throw, if the URL is invalid.
      const auth = async () => await readSession(begin(request, reply));
      begins.set(auth, () => begin(request, reply));
      request.auth = auth;
      done();
    },
  );
  instance.addHook(
    "onSend",
    (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done) => {
      if (reply.statusCode === 404) explainMissing(mounted, request.originalUrl.split(/[?#]/, 1)[0]!);
      const visit = visits.get(request);
      if (!visit) return done(null, payload);
      prolong(visit.session, reply).then(() => done(null, payload), done);
    },
  );
  // A context of its own, whose parsers leave the body to the library.
  await instance.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    await addRoutes(own, { mounted, paths }, handlerFor({ mounted, urlOf }));
  });
}

type Done = (error: unknown, payload?: unknown) => void;

function handlerFor({ mounted, urlOf }: Pick<Mounted, "mounted" | "urlOf">): FastifyHandler {
  return async (request, reply) => {
    const url = new URL(urlOf(request));
    if (!mounted.owns(url.pathname)) return reply.callNotFound();
    const req = toNodeRequest(request);
    if (req.readableEnded) {
      throw new ConfigError(
        "Cannot read the body of the request: something has read it before. A hook that reads bodies, such as " +
          "`preParsing`, must return a stream that has the same body",
      );
    }
    const received = toReceived(req, reply.raw, url);
    if (!received) {
      throw Object.assign(new Error("Bad request."), { statusCode: 400 });
    }
    const { status, headers, setCookies, body } = await answer(received, mounted.config);
    reply.code(status);
    for (const name in headers) reply.header(name, headers[name]!);
    addCookies(reply, setCookies);
    return reply.send(body ?? undefined);
  };
}

function visitOf(request: FastifyRequest, wish: string): Visit {
  const { auth } = request as { readonly auth?: object | null };
  const begin = auth && begins.get(auth);
  if (begin) return begin();
  throw new ConfigError(
    `Cannot ${wish}: FastifyAuth does not run before this route. Write \`await app.register(FastifyAuth, { config })\` ` +
      "before all routes and plugins that need it",
  );
}

/** Whether requests have `auth` already: from this instance or from one around it. */
function isDecorated(instance: FastifyServer): boolean {
  for (
    let each: object | null = instance;
    each;
    each = Object.getPrototypeOf(each)
  ) {
    if (registered.has(each)) return true;
  }
  return false;
}

/** @throws {ConfigError} if the plugin is not registered as it must be. */
function assertUse(instance: FastifyServer, options: FastifyAuthOptions): void {
  const config: unknown = options?.config;
  if (typeof instance?.register !== "function" || typeof config !== "object" || config === null) {
    throw new ConfigError(
      "Cannot register the library: FastifyAuth needs the config in its options: write " +
        "`app.register(FastifyAuth, { config })`",
    );
  }
  if (registered.has(instance)) {
    throw new ConfigError(
      "Cannot register FastifyAuth twice for the same routes: `request.auth()` would be that of the second. Register " +
        'the second one in a plugin of its own: `app.register(async (members) => { … }, { prefix: "/members" })`',
    );
  }
}
