/**
 * The session of a request of Express.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { cookieNameOf } from "../http/cookies.ts";
import { sessionOf } from "../resolve_session.ts";
import { expressAuthOf } from "./_express_mounts.ts";
import { pathOf, type RoutedRequest, schemeOf } from "./_express_request.ts";
import { type NodeResponse, setCookiesOf, writeHeaders } from "./_node.ts";

/** A session that has been asked for. Most requests ask for one, so this is a list and not a map. */
interface Asked {
  readonly config: AuthConfig;
  readonly reading: Promise<unknown>;
  readonly earlier: Asked | undefined;
}

const asked = new WeakMap<RoutedRequest, Asked>();

/** Reads the session once per request and config, and prolongs it on the response. */
export function sessionOfRequest<C extends AuthConfig>(
  req: RoutedRequest,
  config: C,
): Promise<SessionOf<C> | null> {
  const earlier = asked.get(req);
  for (let each = earlier; each; each = each.earlier) {
    if (each.config === config) return each.reading as Promise<SessionOf<C> | null>;
  }
  const reading = readSession(req, config);
  asked.set(req, { config, reading, earlier });
  return reading;
}

async function readSession<C extends AuthConfig>(
  req: RoutedRequest,
  config: C,
): Promise<SessionOf<C> | null> {
  const path = pathOf(req);
  // The host has no effect on a session.
  const url = `${schemeOf(req)}://localhost${path.startsWith("/") ? path : "/"}`;
  const { cookie } = req.headers;
  const headers = { get: () => typeof cookie === "string" ? cookie : null };
  const mounted = expressAuthOf(config).any(path).config;
  const { session, headers: added } = await sessionOf({ url, headers }, mounted);
  if (added.length > 0 && req.res && !req.res.headersSent) prolong(req.res, added);
  return session;
}

/**
 * Adds the cookie of a prolonged session, unless the answer sets that cookie itself: it begins or ends a session. Nothing
 * else runs between the look and the write, because another config may prolong the same session at the same time.
 */
function prolong(res: NodeResponse, added: readonly [name: string, value: string][]): void {
  const own = setCookiesOf(res).map(cookieNameOf);
  const isSet = added.some(([name, value]) => name === "set-cookie" && own.includes(cookieNameOf(value)));
  writeHeaders(res, isSet ? added.filter(([name]) => name !== "set-cookie") : added);
}
