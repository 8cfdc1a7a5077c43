/**
 * A plugin for Fastify 5.
 *
 * @module
 */

import { answerAt } from "../mount/answer.ts";
import { ConfigError } from "../../errors/errors.ts";
import { NO_STORE } from "../../http/caches.ts";
import type {
  FastifyAuthOptions,
  FastifyHandler,
  FastifyReply,
  FastifyRequest,
  FastifyServer,
} from "./types.ts";
import { addRoutes, type Mounted, mountIn } from "./mount.ts";
import { toActionRequest, toNodeRequest } from "./request.ts";
import { addCookies, forbidCaches, prolong, setCookies } from "./reply.ts";
import { toReceived } from "../node/door.ts";
import { isChangedPath } from "../mount/sent_path.ts";
import { keepReadPrivate } from "../node/caches.ts";
import { assertUnsent } from "../node/cookies.ts";
import { explainMissing } from "../mount/other_path.ts";
import type { SessionNeed } from "../../values/levels.ts";
import { formOfNode } from "../node/sent_form.ts";
import { type Guard, guardOf } from "../mount/guard.ts";
import { assertNeed } from "../mount/refusal.ts";
import {
  begunVisit,
  createRequestAuth,
  type RequestAuth,
  type RequireOptions,
} from "../mount/request_auth.ts";
import { beginVisit } from "../mount/visit.ts";
import { withWaits } from "../mount/waits.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type {
  FastifyAuthOptions,
  FastifyHandler,
  FastifyReply,
  FastifyRequest,
  FastifyServer,
  RequestAuth,
  RequireOptions,
};

/** A plugin of Fastify that adds to the instance that registers it. */
export type FastifyAuthPlugin = (instance: FastifyServer, options: FastifyAuthOptions) => Promise<void>;

/**
 * Signs users in below `config.basePath`, and adds `request.auth` to the requests of the instance that registers it. Its
 * type is `RequestAuth<typeof config>`: `declare module "fastify" { interface FastifyRequest { auth: … } }`. Its cookies are
 * added to the reply. Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others.
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
 * else gets 401 with JSON: a page is a GET or HEAD that accepts `text/html` and has no `X-Requested-With`. If the session is
 * not enough, a page leads to the page of the second factor and back, also after a form.
 *
 * @param need What the routes need of the session: `requireSession({ aal: 2, maxAge: 300 })`. Default: that there is one.
 * @throws {ConfigError} as `auth.require()`.
 *
 * Requests that `FastifyAuth` has not seen before get `ConfigError`.
 *
 * @example
 * ```ts ignore
 * app.addHook("preHandler", requireSession());
 * ```
 */
export function requireSession(need: SessionNeed = {}): FastifyHandler {
  // Fastify would wait forever for a hook that returns another one.
  if (arguments.length > 1) {
    throw new ConfigError("Cannot use requireSession as a hook: write `preHandler: requireSession()`");
  }
  assertNeed(need);
  return async (request, reply) => {
    const guard = guardIn(request);
    const { lack } = await guard.need(need);
    if (!lack) return;
    const { method, originalUrl: target, headers: sent } = request;
    const header = (name: string) => sent[name]?.toString();
    const refusal = await guard.refuse({ method, target, header }, { lack, need });
    if (!refusal) return;
    const { status, headers, body } = refusal;
    reply.code(status);
    for (const name in headers) reply.header(name, headers[name]!);
    return reply.send(body ?? undefined);
  };
}

/** Marks an instance that has the plugin of a copy of the library, by `true`. Those below it inherit the mark. */
const REGISTERED = Symbol.for("@latchkey/auth/fastify");

async function plugin(instance: FastifyServer, options: FastifyAuthOptions): Promise<void> {
  assertUse(instance, options);
  const { mounted, paths, urlOf, pageUrlOf } = mountIn(instance, options);
  if (!(REGISTERED in instance)) instance.decorateRequest("auth", null);
  Object.assign(instance, { [REGISTERED]: true });
  // An instance below this one may have the plugin too, and set another `request.auth`.
  const own = Symbol("auth");
  instance.addHook("onRequest", (request: WithAuth, reply: FastifyReply, done: () => void) => {
    const auth = createRequestAuth({
      // Throws, so that the functions of `auth` reject, if the URL is invalid.
      begin: () => withWaits(beginVisit(mounted, toActionRequest(request, reply.raw, urlOf(request)))),
      assertOpen: (wish) => assertUnsent(reply.raw, wish),
      setCookies: (cookies) => setCookies(reply, cookies),
      pageUrl: () => pageUrlOf(request),
      // At once: the application may write the answer itself, as to a stream of events. The cookie waits for `onSend`.
      prolong: () => keepReadPrivate(reply.raw, mounted.logger),
      form: () =>
        formOfNode({
          req: toNodeRequest(request),
          res: reply.raw,
          url: urlOf(request),
          parsed: () => request.body,
        }),
    });
    Object.assign(request, { auth, [own]: auth });
    done();
  });
  instance.addHook("onSend", (request: WithAuth, reply: FastifyReply, payload: unknown, done: Done) => {
    if (reply.statusCode === 404) explainMissing(mounted, request.originalUrl.split(/[?#]/, 1)[0] ?? "");
    const auth = request[own];
    const visit = auth && begunVisit(auth);
    if (!visit) return done(null, payload);
    if (visit.isPrivate) forbidCaches(reply);
    prolong(visit.session, reply).then(() => done(null, payload), done);
  });
  // A context of its own, whose parsers leave the body to the library.
  await instance.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    await addRoutes(own, { mounted, paths }, handlerFor({ mounted, urlOf }));
  });
}

type WithAuth = FastifyRequest & { readonly [own: symbol]: RequestAuth | undefined };

type Done = (error: unknown, payload?: unknown) => void;

function handlerFor({ mounted, urlOf }: Pick<Mounted, "mounted" | "urlOf">): FastifyHandler {
  return async (request, reply) => {
    const url = new URL(urlOf(request));
    if (isChangedPath(request) || !mounted.owns(url.pathname)) return reply.callNotFound();
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
    const { status, headers, setCookies, body } = await answerAt(received, mounted);
    reply.code(status);
    if (headers["cache-control"] === NO_STORE) forbidCaches(reply);
    for (const name in headers) reply.header(name, headers[name]!);
    addCookies(reply, setCookies);
    return reply.send(body ?? undefined);
  };
}

function guardIn(request: FastifyRequest): Guard {
  const guard = guardOf((request as { readonly auth?: unknown }).auth);
  if (guard) return guard;
  throw new ConfigError(
    "Cannot require a session: FastifyAuth does not run before this route. Write " +
      "`await app.register(FastifyAuth, { config })` before all routes and plugins that need it",
  );
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
  if (Object.hasOwn(instance, REGISTERED)) {
    throw new ConfigError(
      "Cannot register FastifyAuth twice for the same routes: `request.auth` would be that of the second. Register " +
        'the second one in a plugin of its own: `app.register(async (members) => { … }, { prefix: "/members" })`',
    );
  }
}
