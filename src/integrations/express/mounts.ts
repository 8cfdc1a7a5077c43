/**
 * A config in an application of Express. The path of the library follows from where a request meets the middleware, unless
 * the config says it.
 *
 * @module
 */

import process from "node:process";
import { createSharing, type Sharing } from "../mount/config_source.ts";
import { mountFromFiles } from "../mount/files.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import { isEndpointPath, isOwnPath } from "../../http/own_path.ts";
import type { Mount } from "../mount/integration.ts";
import { readAppUrl } from "../../http/origin.ts";
import { setupOf } from "../../config/setup.ts";
import { setNewest } from "../../values/newest.ts";

/** Path of the library if neither the config nor Express says it. */
const DEFAULT = "/auth";

/** A config in an application of Express. */
export interface ExpressMounts<C extends AuthConfig = AuthConfig> {
  /** The config. */
  readonly config: C;
  /** The mount at the path that the config says, else at `/auth`. */
  readonly first: Mount<C>;
  /** `true` if there is a middleware, which answers the endpoints; that of another copy of the library, too. */
  isServed: boolean;
  /** Whether `basePath`, or the path of `url`, says where the library is. */
  readonly isFixed: boolean;
  /** Path of the application, as browsers see it; empty for the root. */
  readonly appPath: string;
  /** The mounts at other paths, by that path below the application; the last used is the last. */
  readonly others: Map<string, Mount<C>>;
  /** Under this key, a request keeps what belongs to the config. */
  readonly key: symbol;
  /** The log and the caches that the mounts share. */
  readonly sharing: Sharing;
}

/** Mounts at other paths that are kept: a client chooses the parameters of a path. As many as there are setups. */
const MAX_MOUNTS = 8;

/** By config. A `WeakMap` cannot say that each config has mounts of its own type. */
interface MountsByConfig {
  get<C extends AuthConfig>(config: C): ExpressMounts<C> | undefined;
  set<C extends AuthConfig>(config: C, mounts: ExpressMounts<C>): unknown;
}

const known: MountsByConfig = new WeakMap<AuthConfig, never>();

/** The configs that a middleware serves. All copies of the library in a process share them, whatever their versions. */
const served = (globalThis as Shared)[Symbol.for("@latchkey/auth/express-served")] ??= new WeakSet();

interface Shared {
  [name: symbol]: WeakSet<object> | undefined;
}

/** The config in its application: the same for each function that gets the same config. @throws {ConfigError} */
export function mountsOf<C extends AuthConfig>(config: C): ExpressMounts<C> {
  const found = known.get(config);
  if (found) return found;
  const sharing = createSharing();
  const first = open(config, DEFAULT, sharing);
  const { appPath, isFixed } = pathsOf(config.basePath, first.config.url);
  const mounts = {
    config,
    first,
    get isServed() {
      return served.has(config);
    },
    set isServed(isServed) {
      served[isServed ? "add" : "delete"](config);
    },
    isFixed,
    appPath,
    others: new Map(),
    key: Symbol("latchkey"),
    sharing,
  };
  known.set(config, mounts);
  return mounts;
}

/** Returns whether a path is below that of the library, where neither the config nor Express says another one. */
export function isBelowDefault({ appPath }: Pick<ExpressMounts, "appPath">, path: string): boolean {
  return restOf(path, appPath).startsWith(`${DEFAULT}/`) || path.startsWith(`${DEFAULT}/`);
}

/** The mount for a request at the middleware. */
interface MountMatch<C extends AuthConfig> {
  /** Whether the path is that of an endpoint. */
  readonly isOwn: boolean;
  /** Returns the mount. */
  readonly mounted: () => Mount<C>;
}

/** The paths of a request at the middleware. */
interface MatchedPaths {
  /** Path at which Express has mounted the middleware; empty for the root. */
  readonly mountPath: string;
  /** Path of the request. */
  readonly pathname: string;
}

/**
 * Finds the mount at the path at which Express has mounted the middleware.
 *
 * @throws {ConfigError} if the path would be an endpoint, but `basePath` or the path of `url` contradicts the mount.
 */
export function matchMount<C extends AuthConfig>(
  mounts: ExpressMounts<C>,
  { mountPath, pathname }: MatchedPaths,
): MountMatch<C> {
  const { first, isFixed, appPath, config } = mounts;
  const isEndpointAt = (path: string) => isEndpointBelow(mounts, path, pathname);
  const handlerPath = restOf(mountPath, appPath) || DEFAULT;
  if (!isFixed && handlerPath !== DEFAULT && /^(\/[\w.~-]+)+$/.test(handlerPath)) {
    if (isEndpointAt(mountPath + DEFAULT)) first.logger.warn(tooHigh(mountPath));
    return { isOwn: isEndpointAt(mountPath), mounted: () => mountAt(mounts, handlerPath) };
  }
  const isOwn = (isFixed || handlerPath === DEFAULT) && first.owns(pathname);
  if (isFixed && !isOwn && isEndpointAt(mountPath) && !isWithin(mountPath, first.basePath, first.innerPath)) {
    throw misplaced(mountPath, first.basePath, config.basePath === undefined);
  }
  return { isOwn, mounted: () => first };
}

/**
 * Returns whether a guard before the middleware must let a path pass: it is that of an endpoint, exactly as a client of the library
 * writes it. The path of the mount does not count: a client chooses its parameters.
 */
export function isExemptPath<C extends AuthConfig>(
  { isServed, first }: ExpressMounts<C>,
  path: string,
): boolean {
  // Whatever a later handler might read as another path is not exempt: `..`, `%2f`, `\`.
  if (!isServed || !/^(\/[\w.~:@-]+)+\/?$/.test(path) || /\/\.\.?(\/|$)/.test(path)) return false;
  const bases = [first.basePath, first.innerPath].filter((basePath) => path.startsWith(`${basePath}/`));
  if (bases.length === 0) return false;
  const { off, tabs, providers } = setupOf(first.config, "http");
  return bases.some((basePath) => isEndpointPath({ basePath, off, tabs, providers }, path));
}

/** Warns if users are sent to the default path, although the middleware has answered elsewhere. */
export function warnOfPlace<C extends AuthConfig>({ first, others }: ExpressMounts<C>): void {
  const last = [...others.values()].at(-1);
  if (!last) return;
  first.logger.warn(
    `express-base-path: users are sent to ${first.basePath}/signin, but MiddlewareAuth is also at "${last.basePath}", ` +
      `which Express does not reveal here: write \`basePath: "${last.basePath}"\` in the config`,
  );
}

function open<C extends AuthConfig>(config: C, defaultPath: string, sharing: Sharing): Mount<C> {
  const fixed = { logger: sharing.logger(config) };
  const opened = mountFromFiles(config, process.env, { defaultPath, fixed });
  // It checks the config for https too.
  sharing.adopt(opened.config);
  return opened;
}

function mountAt<C extends AuthConfig>(mounts: ExpressMounts<C>, handlerPath: string): Mount<C> {
  const { config, others, sharing } = mounts;
  const mounted = others.get(handlerPath) ?? open(config, handlerPath, sharing);
  setNewest(others, [handlerPath, mounted], MAX_MOUNTS);
  return mounted;
}

/** Returns whether a path would be that of an endpoint if the library were at another path. */
function isEndpointBelow<C extends AuthConfig>(
  { first }: ExpressMounts<C>,
  basePath: string,
  pathname: string,
): boolean {
  // Most paths end at the first comparison, which needs no setup.
  if (!pathname.startsWith(`${basePath}/`)) return false;
  const { off, tabs } = setupOf(first.config, "http");
  return isOwnPath({ basePath, off, tabs }, pathname);
}

/** Path of the application, and whether `basePath` or `url` says the path of the library. */
function pathsOf(
  basePath: string | undefined,
  url: string | undefined,
): { readonly appPath: string; readonly isFixed: boolean } {
  // The path of `url` counts as that of the library if it does not get another one.
  const [one, other] = ["/a", "/b"].map((path) => readAppUrl(url, path));
  return {
    appPath: one?.path ?? "",
    isFixed: basePath !== undefined || (one ? one.basePath === other?.basePath : false),
  };
}

/** The rest of a path below another one; the path itself if it is not below. */
function restOf(path: string, folder: string): string {
  return folder !== "" && `${path}/`.startsWith(`${folder}/`) ? path.slice(folder.length) : path;
}

/** Returns whether the library is at or below the mount. Routes of Express ignore case. */
function isWithin(mountPath: string, ...paths: readonly string[]): boolean {
  return paths.some((path) => `${path}/`.toLowerCase().startsWith(`${mountPath}/`.toLowerCase()));
}

function misplaced(mountPath: string, basePath: string, isFromUrl: boolean): ConfigError {
  const source = isFromUrl ? "the path of AUTH_URL (`url` in the config)" : "`basePath`";
  const remedy = isFromUrl
    ? "write AUTH_URL with the path of the application alone"
    : `write \`basePath: "${mountPath}"\``;
  return new ConfigError(
    `Cannot answer below "${mountPath}": MiddlewareAuth is mounted there, but ${source} says "${basePath}": mount it at ` +
      `"${basePath}", or ${remedy}`,
  );
}

function tooHigh(mountPath: string): string {
  return `express-mount: a request came for ${mountPath}${DEFAULT}, but MiddlewareAuth is mounted at "${mountPath}", so that the ` +
    `sign-in page is ${mountPath}/signin: mount it at "${mountPath}${DEFAULT}"`;
}
