/**
 * Requests for an endpoint below a path where the library is not. The application answers them, and the log says why the
 * library does not.
 *
 * @module
 */

import { setupOf } from "../../config/setup.ts";
import { isEndpointPath } from "../../http/own_path.ts";
import { readAppUrl } from "../../http/origin.ts";
import type { Mount } from "./integration.ts";

/** The paths of the library in most applications, below that of the application. */
const USUAL = ["/auth", "/api/auth"];

/** Endpoints that no application would have by chance. */
const DISTINCT = /\/auth\/(?:callback|csrf|providers|session|signin|signout)(?:\/|$)/;

/** The part of a mount that is read. */
type Place = Pick<Mount, "config" | "basePath" | "innerPath" | "logger">;

/** Logs why the library has not answered a request. @param pathname A path that was not found. */
export function explainMissing(mount: Place, pathname: string): void {
  const other = otherPathOf(mount, pathname);
  if (other === null) return;
  mount.logger.warn(
    `other-base-path: a request below "${other}" was not found, because the library is at "${mount.basePath}": ` +
      `write \`basePath: "${other}"\` in the config, and AUTH_URL without a path; or use "${mount.basePath}" in links, ` +
      "forms and the redirect URIs of providers",
  );
}

/** Does the same once a response of Node has ended, if its status is 404. */
export function explainIfMissing(
  res: { readonly statusCode: number; once(event: string, listener: () => void): unknown },
  mount: Place,
  pathname: string,
): void {
  if (otherPathOf(mount, pathname) === null) return;
  res.once("finish", () => {
    if (res.statusCode === 404) explainMissing(mount, pathname);
  });
}

/** Does the same where the library does not see the answer, unless the application has a sign-in page of its own. */
export function explainIfOdd(mount: Place, pathname: string): void {
  if (mount.config.pages?.signIn === undefined) explainMissing(mount, pathname);
}

/** Returns whether a path ends like that of an endpoint, wherever the library is. */
export function seeksLibrary(pathname: string): boolean {
  return DISTINCT.test(pathname);
}

/** Returns the path below which a request looks for the library; `null` if it does not. */
function otherPathOf(mount: Place, pathname: string): string | null {
  if (!seeksLibrary(pathname)) return null;
  const { config, basePath, innerPath } = mount;
  const appPath = readAppUrl(config.url)?.path ?? "";
  const { off, tabs, providers } = setupOf(config, "http");
  const others = USUAL.flatMap((path) => [path, appPath + path])
    .filter((path) => path !== basePath && path !== innerPath);
  return others.find((other) => isEndpointPath({ basePath: other, off, tabs, providers }, pathname)) ?? null;
}
