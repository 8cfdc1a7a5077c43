/**
 * `auth` of a request of Express: one for each config.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { type ExpressMounts, warnOfPlace } from "./_express_mounts.ts";
import { isSecure, pathOf, type RoutedRequest, urlOf } from "./_express_request.ts";
import { NodeAction, NodeHeaders } from "./_node.ts";
import { addProlonged, assertUnsent, setCookies } from "./_node_cookies.ts";
import { explainIfMissing } from "./_other_path.ts";
import { createRequestAuth, isRequestAuth, type RequestAuth } from "./_request_auth.ts";
import type { Visit } from "./_visit.ts";
import type { ActionRequest, Mount, SessionReader } from "./integration.ts";

/** A config in a request. */
export interface Asked<C extends AuthConfig = AuthConfig> {
  readonly mounts: ExpressMounts<C>;
  readonly auth: RequestAuth<C>;
  /** The config at the place where this request has met its middleware, if it has. */
  place: (() => Mount<C>) | undefined;
}

const ASKED = Symbol("asked");

/** Returns `auth` of a request: the same one for the same config. */
export function askedOf<C extends AuthConfig>(
  req: RoutedRequest & { [ASKED]?: Asked[] },
  mounts: ExpressMounts<C>,
): Asked<C> {
  const all = (req[ASKED] ??= []) as unknown as Asked<C>[];
  const known = all.find((each) => each.mounts === mounts);
  if (known) return known;
  const { res } = req;
  const asked: Asked<C> = {
    mounts,
    place: undefined,
    auth: createRequestAuth<C>({
      begin: () => new ExpressVisit(req, asked),
      assertOpen(wish) {
        assertUnsent(res, wish);
        if (!urlOf(req, mounts.first)) throw Object.assign(new Error("Bad request."), { status: 400 });
      },
      setCookies: (cookies) => res && setCookies(res, cookies),
      prolong: async (session) => void (res && addProlonged(res, await session.headers([]))),
    }),
  };
  all.push(asked);
  return asked;
}

/** Leaves `auth` for the handlers that follow. @throws {ConfigError} if the application has set `res.locals.auth`. */
export function leaveAuth<C extends AuthConfig>(locals: { auth?: unknown }, { auth }: Asked<C>): void {
  if (locals.auth !== undefined && !isRequestAuth(locals.auth)) {
    throw new ConfigError(
      "Cannot set `res.locals.auth`: something else has set it. Give that another name, such as `res.locals.staff`",
    );
  }
  locals.auth = auth;
}

/** A request. Its session is the same wherever the library is mounted. */
class ExpressVisit<C extends AuthConfig> implements Visit<C> {
  request: ActionRequest;
  session: SessionReader<C>;
  changing: Promise<unknown> | undefined = undefined;
  isPrivate = false;
  readonly #asked: Asked<C>;

  constructor(req: RoutedRequest, asked: Asked<C>) {
    const { first } = asked.mounts;
    if (req.res) explainIfMissing(req.res, first, pathOf(req));
    this.request = toAction(req, first);
    this.session = first.session(this.request);
    this.#asked = asked;
  }

  get mounted(): Mount<C> {
    return mountedFor(this.#asked);
  }
}

/** The config at the place where the request has met its middleware; else at `basePath`, or `/auth`. */
export function mountedFor<C extends AuthConfig>({ place, mounts }: Asked<C>): Mount<C> {
  if (place) return place();
  warnOfPlace(mounts);
  return mounts.first;
}

function toAction(req: RoutedRequest, mounted: Pick<Mount, "origin">): ActionRequest {
  // The session does not depend on the host, which a client may send in any form.
  const url = urlOf(req, mounted)?.href ?? `http${isSecure(req) ? "s" : ""}://localhost/`;
  const { res, method = "GET" } = req;
  return res ? new NodeAction(req, res, url) : { url, headers: new NodeHeaders(req.headers), method };
}
