/**
 * A config in an application of Express. The path of the library follows from where the application has mounted it, which
 * the first request shows.
 *
 * @module
 */

import process from "node:process";
import type { AuthConfig } from "../auth_config/auth_config.ts";
import { envHintsOf } from "../config/env.ts";
import { ConfigError, UntrustedHost } from "../errors.ts";
import { ownsPath } from "../http/incoming.ts";
import { readAppUrl } from "../http/origin.ts";
import { createSharing } from "./_config_source.ts";
import { knowsHost, withEnvironment } from "./_environment.ts";
import { type Mount, mount } from "./integration.ts";

/** A config in an application of Express. */
export interface ExpressAuth<C extends AuthConfig = AuthConfig> {
  /** Whether the config or the environment has the URL of the application, or trusts the host of every request. */
  readonly knowsHost: boolean;
  /** The error for a request whose host is not trusted. */
  untrusted(): UntrustedHost;
  /**
   * Returns the mount that answers a path; `null` if the path is the application's.
   *
   * @param place Path at which Express has mounted the library; empty for the root.
   * @throws {ConfigError} if the path would be an endpoint, but `basePath` or the path of `url` contradicts the place.
   */
  find(place: string, pathname: string): Mount<C> | null;
  /** Returns the mount that owns a path, if there is one, else any. */
  any(pathname: string): Mount<C>;
  /** Whether a path is that of an endpoint, exactly as a client of the library writes it. */
  isEndpoint(path: string): boolean;
  /** Returns the mount whose sign-in page the users of this application see. It warns if that is a guess. */
  main(): Mount<C>;
  /** Returns the mount that the application has written. @throws {ConfigError} if Express does not reveal it. */
  written(): Mount<C>;
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
  const read = withEnvironment(config, process.env);
  const isKnown = knowsHost(read);
  // The host of each request is checked before the library sees it.
  const fixed = { logger: sharing.logger(config), ...(!isKnown && { trustHost: true }) };
  const open = (defaultPath: string) => {
    const opened = mount(config, process.env, { defaultPath, fixed });
    // It checks the config for https too.
    sharing.adopt(opened.config);
    return opened;
  };
  const first = open(DEFAULT);
  const mounts = new Map([[DEFAULT, first]]);
  const { appPath, fixedPath } = pathsOf(config.basePath, read.url);
  const { innerPath } = first;
  const places: Place[] = [];
  /** Places that requests have shown. */
  const seen = new Set<string>();
  let isServed = false;

  return {
    knowsHost: isKnown,
    appPath,
    untrusted: () => untrusted(envHintsOf(read)?.host),
    find(place, pathname) {
      if (fixedPath !== undefined) {
        if (first.owns(pathname)) return first;
        if (ownsPath(place, pathname) && !isWithin(place, first.basePath, innerPath)) {
          throw misplaced(place, first.basePath, config.basePath === undefined);
        }
        return null;
      }
      const handlerPath = below(appPath, place) || DEFAULT;
      if (handlerPath !== DEFAULT && !ownsPath(place, pathname)) {
        if (ownsPath(`${place}${DEFAULT}`, pathname)) first.logger.warn(tooHigh(place));
        return null;
      }
      const found = mountAt(handlerPath);
      if (!found?.owns(pathname)) return null;
      if (seen.size < MOST) seen.add(handlerPath);
      return found;
    },
    any(pathname) {
      for (const each of mounts.values()) if (each.owns(pathname)) return each;
      return first;
    },
    isEndpoint(path) {
      // Whatever a later handler might read as another path is not exempt: `..`, `%2f`, `\`.
      if (!isServed || !/^(\/[\w.~:@-]+)+$/.test(path) || /\/\.\.?(\/|$)/.test(path)) return false;
      const known = [...writtenPaths(), ...seen];
      const bases = fixedPath === undefined
        ? (known.length > 0 ? known : [DEFAULT]).flatMap((each) => [appPath + each, each])
        : [first.basePath, innerPath];
      return bases.some((base) => ownsPath(base, path) && path.slice(base.length).split("/").length <= 3);
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

function untrusted(hint: string | undefined): UntrustedHost {
  return new UntrustedHost(
    "Cannot trust the request's host: set AUTH_URL (`url` in the config) to the URL of the site; or " +
      "AUTH_TRUST_HOST=true (`trustHost` in the config) if clients reach Express directly and under no foreign name; " +
      'or, behind a proxy, `app.set("trust proxy", …)` to its address' + (hint ? `. ${hint}` : ""),
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
