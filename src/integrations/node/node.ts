/**
 * A request listener for the servers of `node:http`, `node:https` and `node:http2`, and a middleware of Express, Connect
 * and Koa.
 *
 * @module
 */

import process from "node:process";
import { answerAt } from "../mount/answer.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import type { Awaitable, Refusal } from "../../values/types.ts";
import { NodeAction, parseUrl, sendAnswer, sendText, toReceived } from "./door.ts";
import type { NodeRequest, NodeResponse } from "./types.ts";
import { type AuthHolder, createHolder } from "../mount/auth_holder.ts";
import { sendFailure } from "./failure.ts";
import { formOfNode } from "./sent_form.ts";
import { addProlonged, assertUnsent, setCookies } from "./cookies.ts";
import { explainIfMissing } from "../mount/other_path.ts";
import { isAnswered } from "../mount/refusal.ts";
import { createRequestAuth, type RequestAuth, type RequireOptions } from "../mount/request_auth.ts";
import { beginVisit } from "../mount/visit.ts";
import { withWaits } from "../mount/waits.ts";
import { mountFromFiles } from "../mount/files.ts";
import type { Mount } from "../mount/integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { NodeRequest, NodeResponse, RequestAuth, RequireOptions };

/**
 * Answers the requests that are not for the library. An application of Express or Connect is such a function too.
 *
 * @param auth Reads the session, once per request: `null` when no one is signed in. Rejects with `AdapterError` if the
 * database fails. Its functions sign in, sign out and change the session. Await them before headers are sent, because they
 * set cookies. It is not a `next`: wrap a handler that needs one, such as `(req, res) => handler(req, res, () => res.writeHead(404).end())`.
 */
export type NodeApp<C extends AuthConfig, Req, Res> = (
  req: Req,
  res: Res,
  auth: RequestAuth<C>,
) => Awaitable<void>;

/** An application of Express or Connect: it answers every request by itself. */
export interface NodeApplication {
  // deno-lint-ignore no-explicit-any -- as the frameworks declare it
  (req: any, res: any): unknown;
  /** Adds a middleware. */
  // deno-lint-ignore no-explicit-any -- as above
  use(...values: any[]): unknown;
  /** Starts a server. */
  // deno-lint-ignore no-explicit-any -- as above
  listen(...values: any[]): unknown;
}

/** The part of a context of Koa that the library uses. */
export interface KoaContext {
  /** The request of Node. */
  readonly req: NodeRequest;
  /** The response of Node. */
  readonly res: NodeResponse;
  /** The request of Koa, with what a parser has left in `body`. */
  readonly request?: object;
  /** Values that one middleware leaves for the next ones. */
  readonly state?: object;
  /** `false` if Koa shall not answer. */
  respond?: boolean | undefined;
  /** Sets headers of the answer. */
  set?(headers: Readonly<Record<string, string>>): unknown;
}

/** The value that `NodeAuth(config)` leaves in `ctx.state` of Koa: `new Koa<KoaAuthState<typeof config>>()`. */
export interface KoaAuthState<C extends AuthConfig = AuthConfig> {
  /** Reads the session, and changes it. */
  auth: RequestAuth<C>;
}

/**
 * A listener of `http.createServer` and its like, and a middleware of Express and Connect. Resolves when the request is
 * answered, or has been handed on.
 */
export type NodeListener<Req, Res> = (req: Req, res: Res, next?: () => void) => Promise<void>;

/** A config for Node: that of the library without `raw`, which `Auth` alone reads. */
export type NodeAuthConfig = Omit<AuthConfig, "raw">;

/**
 * Signs users in below `config.basePath` and hands every other request to the application. Reads the environment:
 * `AUTH_SECRET`, `AUTH_URL` and the others.
 *
 * The returned function is also a middleware of Koa, Express and Connect: `app.use(NodeAuth(config))`. It may follow
 * parsers of bodies: it reads what they have left in `req.body` or `ctx.request.body`. The middleware that follow have
 * `req.auth`, in Koa `ctx.state.auth`, which is what `app` receives as `auth`. So has an application of Express or Connect.
 * Its type is `RequestAuth<typeof config>`: `declare global { namespace Express { interface Request { auth: … } } }`.
 *
 * Behind a proxy, set `AUTH_URL` to the URL that browsers use (or `url` in the config): no forwarding header is
 * trusted.
 *
 * @param config Is not changed.
 * @param app Answers all other requests. If it throws, the answer is 500; for an `AdapterError`, which `auth` throws while
 * the database fails, it is 503; for the `SessionRequired` of `auth.require()`, it is the answer that the error carries. Without
 * `app`, the returned function calls its third argument (`next`); if that is missing too, the answer is 404.
 * @throws {ConfigError} if the config is invalid. The message says what to write instead.
 *
 * @example
 * ```ts ignore
 * import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
 * import { NodeAuth } from "@latchkey/auth/node";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * createServer(NodeAuth({ providers: [GitHub] }, async (_req: IncomingMessage, res: ServerResponse, auth) => {
 *   const session = await auth();
 *   res.end(`Hello, ${session?.user.name ?? "stranger"}`);
 * })).listen(8000);
 * ```
 */
export function NodeAuth(
  config: NodeAuthConfig,
  app?: NodeApplication,
):
  & NodeListener<NodeRequest, NodeResponse>
  & ((context: KoaContext, next: () => Promise<unknown>) => Promise<void>);
/** As above, with a function that can read the session. */
export function NodeAuth<C extends AuthConfig, Req extends NodeRequest, Res extends NodeResponse>(
  config: C,
  app: NodeApp<C, Req, Res>,
): NodeListener<Req, Res>;
/** As above. */
export function NodeAuth<C extends AuthConfig, Req extends NodeRequest, Res extends NodeResponse>(
  config: C,
  app?: NodeApp<C, Req, Res> | NodeApplication,
): NodeListener<Req, Res> {
  const mounted = mountFromFiles(config, process.env);
  assertApp(app);
  const listener: Listener<C, Req, Res> = {
    mounted,
    app,
    inRequest: createHolder({ data: "req", advice: adviceFor("req, res, next") }),
    inState: createHolder({ data: "ctx.state", advice: adviceFor("ctx, next") }),
  };
  return ((req: Req | KoaContext, res: Res | (() => Promise<unknown>), next?: () => void) => {
    if (isKoa(req)) return answerKoa(listener, req, res as () => Promise<unknown>);
    const pass = next && ((auth: () => RequestAuth<C>) => {
      keep(listener.inRequest, req, auth);
      next();
    });
    return handle(listener, [req, res as Res], pass).catch((error: unknown) =>
      sendFailure(res as Res, error, mounted)
    );
  }) as NodeListener<Req, Res>;
}

/** A config, and the application behind it. */
interface Listener<C extends AuthConfig, Req, Res> {
  readonly mounted: Mount<C>;
  readonly app: NodeApp<C, Req, Res> | NodeApplication | undefined;
  readonly inRequest: AuthHolder<C>;
  readonly inState: AuthHolder<C>;
}

/** Hands a request on, with a function that creates its `auth`. */
type Pass<C extends AuthConfig> = (auth: () => RequestAuth<C>) => void;

async function handle<C extends AuthConfig, Req extends NodeRequest, Res extends NodeResponse>(
  { mounted, app, inRequest }: Listener<C, Req, Res>,
  [req, res, parsed = () => req.body]: readonly [Req, Res, parsed?: () => unknown],
  pass: Pass<C> | undefined,
): Promise<void> {
  const url = parseUrl(req, mounted);
  if (!url) return sendText(res, 400, "Bad request.");
  if (mounted.owns(url.pathname)) {
    const received = toReceived(req, res, url);
    if (!received) return sendText(res, 400, "Bad request.");
    return sendAnswer(res, await answerAt(received, mounted));
  }
  explainIfMissing(res, mounted, url.pathname);
  const auth = () => authOf(mounted, { req, res, url: url.href, parsed });
  if (!app) return pass ? pass(auth) : sendText(res, 404, "Not found.");
  if (!isApplication(app)) return await app(req, res, auth());
  keep(inRequest, req, auth);
  // With a third argument, Express and Connect would call it for requests that they do not answer.
  app(req, res);
}

/** Koa itself answers a failure, and what the library does not answer. */
async function answerKoa<C extends AuthConfig, Req extends NodeRequest, Res extends NodeResponse>(
  listener: Listener<C, Req, Res>,
  context: KoaContext,
  next: () => Promise<unknown>,
): Promise<void> {
  const { req, res, request = {}, respond } = context;
  const { body } = request as { readonly body?: unknown };
  if (body !== undefined) Object.assign(req, { body });
  let auth: (() => RequestAuth<C>) | undefined;
  context.respond = false;
  // Koa's parsers leave the body here, perhaps only after this middleware.
  const parsed = () => (request as { readonly body?: unknown }).body;
  await handle(listener, [req as Req, res as Res, parsed], (passed) => void (auth = passed));
  if (!auth) return;
  context.respond = respond;
  keep(listener.inState, context.state ?? {}, auth);
  try {
    await next();
  } catch (error) {
    if (!isAnswered(error)) throw error;
    refuseIn(context, error.answer);
  }
}

/** Sets `auth`, unless it is there: a request may come twice, after a rewrite or by a second `app.use`. */
function keep<C extends AuthConfig>(holder: AuthHolder<C>, data: object, auth: () => RequestAuth<C>): void {
  if (!holder.get(data)) holder.set(data, auth());
}

function authOf<C extends AuthConfig>(
  mounted: Mount<C>,
  { req, res, url, parsed }: {
    readonly req: NodeRequest;
    readonly res: NodeResponse;
    readonly url: string;
    readonly parsed: () => unknown;
  },
): RequestAuth<C> {
  return createRequestAuth({
    begin: () => withWaits(beginVisit(mounted, new NodeAction(req, res, url))),
    assertOpen: (wish) => assertUnsent(res, wish),
    setCookies: (cookies) => setCookies(res, cookies),
    form: () => formOfNode({ req, res, url, parsed }),
    prolong: async (session) => addProlonged(res, await session.headers([]), mounted.logger),
  });
}

/** Lets Koa send the answer, so that outer middleware sees it. A body sets a status and a type, so it comes first. */
function refuseIn(context: KoaContext, { status, headers, body }: Refusal): void {
  Object.assign(context, { body });
  Object.assign(context, { status });
  context.set?.(headers);
}

/** The advice for two configs. @param params Parameters of a middleware. */
function adviceFor(params: string): string {
  const path = `${params.split(",", 1)}.path`;
  return `Let each request have one: \`app.use((${params}) => isForStaff(${path}) ? staff(${params}) : auth(${params}))\``;
}

function isKoa(value: object): value is KoaContext {
  return "req" in value && "res" in value && "request" in value;
}

function isApplication(app: object): app is NodeApplication {
  const { use, listen } = app as Partial<NodeApplication>;
  return typeof use === "function" && typeof listen === "function";
}

function assertApp(app: unknown): void {
  if (app === undefined || typeof app === "function") return;
  throw new ConfigError(
    "Cannot use this application: write a function of (req, res, auth), or hand over the one of your framework, such " +
      "as `app.callback()` of Koa",
  );
}
