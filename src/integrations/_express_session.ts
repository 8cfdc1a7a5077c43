/**
 * The session of a request of Express.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { sessionOf, type SessionWithHeaders } from "../core/resolve_session.ts";
import { type ExpressAuth, expressAuthOf } from "./_express_mounts.ts";
import { pathOf, type RoutedRequest, schemeOf, urlOf } from "./_express_request.ts";
import { NodeAction, toHeaders } from "./_node.ts";
import { addProlonged, assertUnsent, setCookies } from "./_node_cookies.ts";
import { toReader } from "./_session_reader.ts";
import { act, beginVisit, type Changed, readSession, type Visit } from "./_visit.ts";
import type { ActionRequest, Mount } from "./integration.ts";

/** A session that has been asked for. Most requests ask for one, so this is a list and not a map. */
interface Asked {
  readonly config: AuthConfig;
  /** The session; absent if the application has changed it before it was read. */
  readonly reading?: Promise<SessionWithHeaders<AuthConfig>>;
  /** The request, once the application has changed the session. */
  readonly visit?: Visit;
  readonly earlier: Asked | undefined;
}

const asked = new WeakMap<RoutedRequest, Asked>();

/** Reads the session once per request and config, and prolongs it on the response. */
export function sessionOfRequest<C extends AuthConfig>(
  req: RoutedRequest,
  config: C,
): Promise<SessionOf<C> | null> {
  const before = askedBefore(req, config);
  if (before) return shown(before) as Promise<SessionOf<C> | null>;
  const entry = { config, reading: readFirst(req, config), earlier: asked.get(req) };
  asked.set(req, entry);
  return shown(entry) as Promise<SessionOf<C> | null>;
}

async function shown({ reading, visit }: Pick<Asked, "reading" | "visit">): Promise<unknown> {
  return visit ? await readSession(visit) : (await reading!).session;
}

/** A change of the session by the application: it signs in or out, or passes data to the callbacks. */
export interface SessionChange<Result> {
  /** For messages: `sign in`. */
  readonly wish: string;
  /** Returns the mount whose paths the change leads to. */
  readonly mountOf: (auth: ExpressAuth, path: string) => Mount;
  /** Makes the change. */
  readonly run: (mounted: Mount, request: ActionRequest) => Promise<Result>;
}

/**
 * Changes the session, and sets its cookies on the response. `sessionOfRequest` then returns the new session.
 *
 * @throws {ConfigError} if the response has begun.
 * @throws {Error} with `status` 400 if the URL of the request is invalid.
 */
export async function changeSessionOfRequest<Result extends Changed>(
  req: RoutedRequest,
  config: AuthConfig,
  { wish, mountOf, run }: SessionChange<Result>,
): Promise<Result> {
  const { res } = req;
  assertUnsent(res, wish);
  const mounted = mountOf(expressAuthOf(config), pathOf(req));
  const visit = visitOf(req, config, mounted);
  const runInTime = async (mounted: Mount, request: ActionRequest) => {
    const result = await run(mounted, request);
    assertUnsent(res, wish);
    return result;
  };
  return await act(visit, runInTime, (cookies) => setCookies(res, cookies));
}

/** The request whose session the application changes: one per config. */
function visitOf(req: RoutedRequest, config: AuthConfig, mounted: Mount): Visit {
  const before = askedBefore(req, config);
  if (before?.visit) return before.visit;
  const visit = beginVisit(mounted, toAction(req, mounted));
  const { reading } = before ?? {};
  if (reading) visit.session = toReader({ read: () => reading, current: () => reading });
  asked.set(req, { config, visit, earlier: asked.get(req) });
  return visit;
}

/** The newest entry of a config. */
function askedBefore(req: RoutedRequest, config: AuthConfig): Asked | undefined {
  let each = asked.get(req);
  while (each && each.config !== config) each = each.earlier;
  return each;
}

/** Reads the session of a request that has changed none. */
async function readFirst(
  req: RoutedRequest,
  config: AuthConfig,
): Promise<SessionWithHeaders<AuthConfig>> {
  const path = pathOf(req);
  // The host has no effect on a session.
  const url = `${schemeOf(req)}://localhost${path.startsWith("/") ? path : "/"}`;
  const { cookie } = req.headers;
  const headers = { get: () => typeof cookie === "string" ? cookie : null };
  const auth = expressAuthOf(config);
  if (req.res) auth.explain(req.res, path);
  const { config: completed, owns } = auth.any(path);
  const read = await sessionOf({ url, headers }, completed, owns);
  if (req.res) addProlonged(req.res, read.headers);
  return read;
}

function toAction(req: RoutedRequest, { origin }: Pick<Mount, "origin">): ActionRequest {
  const url = urlOf(req, origin);
  if (!url) throw Object.assign(new Error("Bad request."), { status: 400 });
  const { method = "GET" } = req;
  return req.res
    ? new NodeAction(req, req.res, url.href)
    : { url: url.href, headers: toHeaders(req), method };
}
