/**
 * A config in an application of Express. The path of the library follows from where the application has mounted it, which
 * the first request shows.
 *
 * @module
 */

import process from "node:process";
import type { AuthConfig } from "../auth_config/auth_config.ts";
import { setupOf } from "../config/setup.ts";
import { ConfigError } from "../errors/errors.ts";
import { isEndpointPath, isOwnPath } from "../http/incoming.ts";
import { readAppUrl } from "../http/origin.ts";
import { all } from "../messages/languages.ts";
import { createSharing } from "./_config_source.ts";
import type { NodeResponse } from "./_node.ts";
import { explainIfMissing, seeksLibrary } from "./_other_path.ts";
import { type Mount, mount } from "./integration.ts";

/** A config in an application of Express. */
export interface ExpressAuth<C extends AuthConfig = AuthConfig> {
  /**
   * Returns the mount that answers a path; `null` if the path is the application's.
   *
   * @param place Path at which Express has mounted the library; empty for the root.
   * @throws {ConfigError} if the path would be an endpoint, but `basePath` or the path of `url` contradicts the place.
   */
  find(place: string, pathname: string): Mount<C> | null;
  /** Returns the mount that owns a path, if there is one, else any. */
  any(pathname: string): Mount<C>;
  /** Whether a guard must let a path pass: it is that of an endpoint, exactly as a client of the library writes it. */
  isEndpoint(path: string): boolean;
  /** Returns the mount whose sign-in page the users of this application see. It warns if that is a guess. */
  main(): Mount<C>;
  /** Returns the mount that the application has written. @throws {ConfigError} if Express does not reveal it. */
  written(): Mount<C>;
  /** Logs, when a response has ended, why the library has not answered a path that was not found. */
  explain(res: NodeResponse, pathname: string): void;
  /** Notes that there is a middleware, which answers the endpoints. */
  serve(): void;
  /** Adds a place where Express has mounted the library. */
  addPlace(place: Place): void;
  /** Path of the application, as browsers see it; empty for the root. */
  readonly appPath: string;
}

/** Returns the path of a mount; `null` if it has parameters, `undefined` if it is no single path. */
export type Place = () => string | null | undefined;

/** Where the library is if it is mounted at the root. */
const DEFAULT = "/auth";

/** Mounts kept at most: a mount below `/:tenant` has as many paths as clients think of. */
const MOST = 50;

const auths = new WeakMap<AuthConfig, ExpressAuth>();

/** The config in its application: the same for each function that gets the same config. @throws {ConfigError} */
export function expressAuthOf<C extends AuthConfig>(config: C): ExpressAuth<C> {
  const known = auths.get(config);
  if (known) return known as unknown as ExpressAuth<C>;
  const opened = openAuth(config);
  auths.set(config, opened as unknown as ExpressAuth);
  return opened;
}

function openAuth<C extends AuthConfig>(config: C): ExpressAuth<C> {
  const sharing = createSharing();
  const fixed = { logger: sharing.logger(config) };
  const open = (defaultPath: string) => {
    const opened = mount(config, process.env, { defaultPath, fixed, languages: all });
    // It checks the config for https too.
    sharing.adopt(opened.config);
    return opened;
  };
  const first = open(DEFAULT);
  const mounts = new Map([[DEFAULT, first]]);
  const { appPath, fixedPath } = pathsOf(config.basePath, first.config.url);
  const { innerPath } = first;
  const setup = () => setupOf(first.config, "http");
  // Most paths end at the first comparison, which needs no setup.
  const ownsBelow = (basePath: string, pathname: string) =>
    isOwnPath({ basePath }, pathname) && isOwnPath({ basePath, off: setup().off }, pathname);
  const places: Place[] = [];
  /** Places that requests have shown. */
  const seen = new Set<string>();
  let isServed = false;

  return {
    appPath,
    find(place, pathname) {
      if (fixedPath !== undefined) {
        if (first.owns(pathname)) return first;
        if (ownsBelow(place, pathname) && !isWithin(place, first.basePath, innerPath)) {
          throw misplaced(place, first.basePath, config.basePath === undefined);
        }
        return null;
      }
      const handlerPath = below(appPath, place) || DEFAULT;
      if (handlerPath !== DEFAULT && !ownsBelow(place, pathname)) {
        if (ownsBelow(`${place}${DEFAULT}`, pathname)) first.logger.warn(tooHigh(place));
        return null;
      }
      const found = mountAt(handlerPath);
      if (!found?.owns(pathname)) return null;
      if (seen.size < MOST) seen.add(handlerPath);
      return found;
    },
    any(pathname) {
      for (const [path, each] of mounts) if (pathname.includes(path) && each.owns(pathname)) return each;
      return first;
    },
    isEndpoint(path) {
      // Whatever a later handler might read as another path is not exempt: `..`, `%2f`, `\`.
      if (!isServed || !/^(\/[\w.~:@-]+)+$/.test(path) || /\/\.\.?(\/|$)/.test(path)) return false;
      // Not what requests have shown: clients choose the values of the parameters of a path.
      const written = writtenPaths();
      const bases = fixedPath === undefined
        ? (written.length > 0 ? written : guess()).flatMap((each) => [appPath + each, each])
        : [first.basePath, innerPath];
      const own = bases.filter((basePath) => isOwnPath({ basePath }, path));
      if (own.length === 0) return false;
      const { off, providers } = setup();
      return own.some((basePath) => isEndpointPath({ basePath, off, providers }, path));
    },
    main() {
      const found = onlyMount();
      if (!found) first.logger.warn(unknownPlace(first.basePath));
      return found ?? first;
    },
    written() {
      // Not what requests have shown: clients choose the case of a path, and the values of its parameters.
      const found = writtenMount();
      if (!found) throw unknownMount();
      return found;
    },
    explain(res, pathname) {
      if (seeksLibrary(pathname)) explainIfMissing(res, onlyMount() ?? first, pathname);
    },
    serve: () => void (isServed = true),
    addPlace: (place) => void places.push(place),
  };

  /** Returns the mount that the config or the application has written; `null` if Express does not reveal it. */
  function writtenMount(): Mount<C> | null {
    if (fixedPath !== undefined) return first;
    const [written] = writtenPaths();
    return written === undefined ? null : mountAt(written) ?? first;
  }

  /** Returns the mount that all users have, as far as requests have shown; `null` if none has, or several. */
  function onlyMount(): Mount<C> | null {
    const written = writtenMount();
    if (written) return written;
    // Routes of Express ignore case.
    const [shown, ...others] = new Map([...seen].map((path) => [path.toLowerCase(), path])).values();
    // Below a parameter, each user may have another path: the first request does not decide for all.
    const isOne = others.length === 0 && places.every((place) => place() !== null);
    return shown !== undefined && isOne ? mountAt(shown) ?? first : null;
  }

  /** Paths of the library below that of the application, from the mounts. */
  function writtenPaths(): readonly string[] {
    return places.map((place) => place()).filter((path) => typeof path === "string")
      .map((path) => below(appPath, path) || DEFAULT);
  }

  /** The path that most applications have, unless requests have shown that the library is elsewhere. */
  function guess(): readonly string[] {
    const isElsewhere = seen.size > 0 && ![...seen].some((path) => path.toLowerCase() === DEFAULT);
    return isElsewhere ? [] : [DEFAULT];
  }

  /** Returns the mount at a path; `null` if no config can have this path. */
  function mountAt(handlerPath: string): Mount<C> | null {
    if (!/^(\/[\w.~-]+)+$/.test(handlerPath)) return null;
    const found = mounts.get(handlerPath) ?? open(handlerPath);
    mounts.delete(handlerPath);
    mounts.set(handlerPath, found);
    if (mounts.size > MOST) mounts.delete([...mounts.keys()][0]!);
    return found;
  }
}

/** Path of the application, and path of the library if `basePath` or `url` says it. */
function pathsOf(
  basePath: string | undefined,
  url: string | undefined,
): { readonly appPath: string; readonly fixedPath: string | undefined } {
  // The path of `url` counts as that of the library if it does not get another one.
  const [one, other] = ["/a", "/b"].map((path) => readAppUrl(url, path));
  const written = one?.basePath === other?.basePath ? one?.basePath : undefined;
  return { appPath: one?.path ?? "", fixedPath: basePath ?? written };
}

/** The rest of a path below another one; the path itself if it is not below. */
function below(folder: string, path: string): string {
  return folder !== "" && `${path}/`.startsWith(`${folder}/`) ? path.slice(folder.length) : path;
}

/** Whether the library is at or below the place. Routes of Express ignore case. */
function isWithin(place: string, ...paths: readonly string[]): boolean {
  return paths.some((path) => `${path}/`.toLowerCase().startsWith(`${place}/`.toLowerCase()));
}

function misplaced(place: string, basePath: string, isFromUrl: boolean): ConfigError {
  const source = isFromUrl ? "the path of AUTH_URL (`url` in the config)" : "`basePath`";
  const remedy = isFromUrl
    ? "write AUTH_URL with the path of the application alone"
    : `write \`basePath: "${place}"\``;
  return new ConfigError(
    `Cannot answer below "${place}": MiddlewareAuth is mounted there, but ${source} says "${basePath}": mount it at ` +
      `"${basePath}", or ${remedy}`,
  );
}

function tooHigh(place: string): string {
  return `express-mount: a request came for ${place}${DEFAULT}, but MiddlewareAuth is mounted at "${place}", so that the ` +
    `sign-in page is ${place}/signin: mount it at "${place}${DEFAULT}"`;
}

function unknownPlace(basePath: string): string {
  return `express-base-path: requireSession sends users to ${basePath}/signin, because Express does not reveal where ` +
    "MiddlewareAuth is mounted if that is in a router, in a route or below a parameter: write `basePath` in the " +
    "config, or `signInUrl` in the options of requireSession";
}

function unknownMount(): ConfigError {
  return new ConfigError(
    "Cannot sign in: the path of the library is not known, because Express does not reveal where MiddlewareAuth is " +
      "mounted if that is in a router, in a route or below a parameter: write `basePath` in the config",
  );
}
