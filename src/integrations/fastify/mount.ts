/**
 * The paths of the library in an application of Fastify.
 *
 * @module
 */

import process from "node:process";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import { ACTIONS } from "../../http/endpoints.ts";
import type { FastifyAuthOptions, FastifyHandler, FastifyRequest, FastifyServer } from "./types.ts";
import { parseUrl } from "../node/door.ts";
import { mountFromFiles } from "../mount/files.ts";
import type { Mount } from "../mount/integration.ts";
import { setupOf } from "../../config/setup.ts";

/** The library in an instance of Fastify. */
export interface Mounted<C extends AuthConfig = AuthConfig> {
  /** The config, mounted. */
  readonly mounted: Mount<C>;
  /** Paths of its endpoints, below the prefix of the instance. */
  readonly paths: readonly string[];
  /** Returns the URL of a request, after `rewriteUrl`. @throws {Error} with `statusCode` 400 if it is invalid. */
  urlOf(request: FastifyRequest): string;
  /** Returns the URL that the client has asked for. @throws {Error} as above. */
  pageUrlOf(request: FastifyRequest): string;
}

/** @throws {ConfigError} if the config is invalid, or contradicts the prefix of the instance. */
export function mountIn<C extends AuthConfig>(
  { prefix: outer }: FastifyServer,
  { config, prefix }: FastifyAuthOptions<C>,
): Mounted<C> {
  const asked = prefix === undefined ? undefined : `${outer}/${prefix.replace(/^\/+|\/+$/g, "")}`;
  const mounted = mountFromFiles(config, process.env, { defaultPath: asked ?? `${outer}/auth` });
  const parse = ({ raw: { headers }, protocol }: FastifyRequest, url: string | undefined) => {
    // The protocol is the one that Fastify has found. `X-Forwarded-Host` does not count, also with `trustProxy`: a proxy
    // that sets the protocol may pass on what a client sends.
    const parsed = parseUrl({ url, headers, socket: { encrypted: protocol === "https" } }, mounted);
    if (!parsed) throw Object.assign(new Error("Bad request."), { statusCode: 400 });
    return parsed.href;
  };
  return {
    mounted,
    paths: pathsOf(mounted, outer, asked),
    urlOf: (request) => parse(request, request.raw.url),
    pageUrlOf: (request) => parse(request, request.originalUrl),
  };
}

/** The routes are not part of the documentation of the application's API. */
const HIDDEN = { schema: { hide: true } };

/** Adds the routes of the library, each with and without a slash at the end, whatever the settings of the application. */
export async function addRoutes(
  instance: FastifyServer,
  { mounted: { basePath, config, owns }, paths }: Pick<Mounted, "mounted" | "paths">,
  handler: FastifyHandler,
): Promise<void> {
  const { tabs = [] } = setupOf(config, "http");
  const routes = [
    ...[...ACTIONS.keys()].flatMap((action) =>
      ["", "/:provider", ...[...tabs].map((tab) => `/${tab}`)].map((second) => `/${action}${second}`)
    ),
  ].filter((route) => owns(basePath + route));
  for (const prefix of paths.flatMap((path) => routes.map((route) => path + route))) {
    // deno-lint-ignore require-await
    await instance.register(async (route) => void route.all("/", HIDDEN, handler), { prefix });
  }
}

/** @throws {ConfigError} if a request would not come to the instance. */
function pathsOf(mounted: Mount, outer: string, asked: string | undefined): readonly string[] {
  const paths = [...new Set([mounted.basePath, mounted.innerPath])];
  if (asked !== undefined && !paths.includes(asked)) {
    throw new ConfigError(
      `Cannot mount the library at "${asked}": the config says "${mounted.basePath}" (\`basePath\`, or the path of ` +
        "AUTH_URL). Leave out one of them, or make them equal",
    );
  }
  const below = paths.filter((path) => path === outer || path.startsWith(`${outer}/`));
  if (below.length > 0) return below.map((path) => path.slice(outer.length));
  throw new ConfigError(
    `Cannot mount the library at "${mounted.basePath}": the instance that registers it is below the prefix "${outer}". ` +
      "Register FastifyAuth with the application itself, or set `basePath` to a path below the prefix",
  );
}
