/**
 * `auth` of a request of Express: one for each config.
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import { type ExpressMounts, warnOfPlace } from "./mounts.ts";
import { isSecure, pathOf, type RoutedRequest, urlOf } from "./request.ts";
import { NodeAction, NodeHeaders } from "../node/door.ts";
import { addProlonged, assertUnsent, setCookies } from "../node/cookies.ts";
import { formOfNode } from "../node/sent_form.ts";
import { explainIfMissing } from "../mount/other_path.ts";
import { createRequestAuth, isRequestAuth, type RequestAuth } from "../mount/request_auth.ts";
import type { Visit } from "../mount/visit.ts";
import { createWaits } from "../mount/waits.ts";
import type { ActionRequest, Mount, SessionReader } from "../mount/integration.ts";

/** A config in a request. */
export interface ExpressContext<C extends AuthConfig = AuthConfig> {
  /** The config. */
  readonly mounts: ExpressMounts<C>;
  /** `auth` of the request. */
  readonly auth: RequestAuth<C>;
  /** Returns the mount at the middleware that the request has passed, if it has passed one. */
  mounted: (() => Mount<C>) | undefined;
}

/** Returns the context of a request: the same one for the same config. */
export function contextOf<C extends AuthConfig>(
  req: RoutedRequest,
  mounts: ExpressMounts<C>,
): ExpressContext<C> {
  const contexts = req as RoutedRequest & { [config: symbol]: ExpressContext<C> };
  return contexts[mounts.key] ??= createContext(req, mounts);
}

function createContext<C extends AuthConfig>(
  req: RoutedRequest,
  mounts: ExpressMounts<C>,
): ExpressContext<C> {
  const { res } = req;
  const context: ExpressContext<C> = {
    mounts,
    mounted: undefined,
    auth: createRequestAuth<C>({
      begin: () => new ExpressVisit(req, context),
      assertOpen(wish) {
        assertUnsent(res, wish);
        if (!urlOf(req, mounts.first)) throw Object.assign(new Error("Bad request."), { status: 400 });
      },
      setCookies: (cookies) => res && setCookies(res, cookies),
      form: async () => {
        const url = urlOf(req, mounts.first)?.href;
        return res && url ? await formOfNode({ req, res, url }) : null;
      },
      async prolong(session) {
        if (res) addProlonged(res, await session.headers([]), mounts.first.logger);
      },
    }),
  };
  return context;
}

/** Sets `res.locals.auth` for the handlers that follow. @throws {ConfigError} if the application has set it. */
export function setLocalsAuth<C extends AuthConfig>(locals: { auth?: unknown }, auth: RequestAuth<C>): void {
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
  readonly waits = createWaits(this);
  isPrivate = false;
  readonly #context: ExpressContext<C>;

  constructor(req: RoutedRequest, context: ExpressContext<C>) {
    const { first } = context.mounts;
    if (req.res) explainIfMissing(req.res, first, pathOf(req));
    this.request = toAction(req, first);
    this.session = first.session(this.request);
    this.#context = context;
  }

  get mounted(): Mount<C> {
    return mountedFor(this.#context);
  }
}

/** The mount at the middleware that the request has passed; else at `basePath`, or `/auth`. */
export function mountedFor<C extends AuthConfig>({ mounted, mounts }: ExpressContext<C>): Mount<C> {
  if (mounted) return mounted();
  warnOfPlace(mounts);
  return mounts.first;
}

function toAction(req: RoutedRequest, mounted: Pick<Mount, "origin">): ActionRequest {
  // The session does not depend on the host, which a client may send in any form.
  const url = urlOf(req, mounted)?.href ?? `http${isSecure(req) ? "s" : ""}://localhost/`;
  const { res, method = "GET" } = req;
  return res ? new NodeAction(req, res, url) : { url, headers: new NodeHeaders(req.headers), method };
}
