/**
 * Where the library is in an application of Fastify, and which hosts it trusts.
 *
 * @module
 */

import process from "node:process";
import type { AuthConfig } from "../auth_config/auth_config.ts";
import { ConfigError, UntrustedHost } from "../errors.ts";
import { knowsHost, withEnvironment } from "./_environment.ts";
import type { FastifyAuthOptions, FastifyRequest, FastifyServer } from "./_fastify_types.ts";
import { parseUrl } from "./_node.ts";
import { type Mount, mount } from "./integration.ts";

/** The library in an instance of Fastify. */
export interface Mounted<C extends AuthConfig = AuthConfig> {
  /** The config, mounted. */
  readonly mounted: Mount<C>;
  /** Paths of its endpoints, below the prefix of the instance. */
  readonly paths: readonly string[];
  /**
   * Returns the URL of a request.
   *
   * @throws {UntrustedHost} if neither the config nor Fastify trusts the host.
   * @throws {Error} with `statusCode` 400 if it is invalid.
   */
  urlOf(request: FastifyRequest): string;
}

/** @throws {ConfigError} if the config is invalid, or contradicts the prefix of the instance. */
export function mountIn<C extends AuthConfig>(
  { prefix: outer }: FastifyServer,
  { config, prefix }: FastifyAuthOptions<C>,
): Mounted<C> {
  const asked = prefix === undefined ? undefined : `${outer}/${prefix.replace(/^\/+|\/+$/g, "")}`;
  const asksProxy = !knowsHost(withEnvironment(config, process.env));
  const mounted = mount(
    asksProxy ? { ...config, trustHost: true } : config,
    process.env,
    { defaultPath: asked ?? `${outer}/auth` },
  );
  const urlOf = (request: FastifyRequest) => {
    if (asksProxy && !isProxyTrusted(request)) throw untrusted();
    const { method, url } = request.raw;
    // Fastify has looked at the headers of a proxy if it trusts the proxy.
    const received = mounted.origin === undefined
      ? { method, url, headers: { host: request.host }, socket: { encrypted: request.protocol === "https" } }
      : request.raw;
    const parsed = parseUrl(received as FastifyRequest["raw"], mounted.origin);
    if (!parsed) throw Object.assign(new Error("Bad request."), { statusCode: 400 });
    return parsed.href;
  };
  return { mounted, paths: pathsOf(mounted, outer, asked), urlOf };
}

/** Whether Fastify's `trustProxy` trusts the other side of the connection. */
function isProxyTrusted(request: FastifyRequest): boolean {
  // Fastify lists the address in this header if, and only if, it trusts the one before.
  const probe = { socket: request.raw.socket, headers: { "x-forwarded-for": "192.0.2.1" } };
  const { ips } = Object.create(request, { raw: { value: probe } }) as FastifyRequest;
  return ips !== undefined && ips.length > 1;
}

function untrusted(): UntrustedHost {
  return new UntrustedHost(
    "Cannot trust the request's host: set AUTH_URL (`url` in the config) to the URL of the site; or create the " +
      "application with `trustProxy`, the address of the proxy in front, which must set X-Forwarded-Host; or set " +
      "AUTH_TRUST_HOST=true (`trustHost: true`) if the proxy never passes on a foreign Host header",
  );
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
