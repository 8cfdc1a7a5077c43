/**
 * What a request without a session gets from `requireSession`.
 *
 * @module
 */

import { ConfigError } from "../errors.ts";
import { readAppUrl, toInnerPath } from "../http/origin.ts";
import type { Mount } from "./integration.ts";

/** A request that needs a session and has none. */
export interface Refused {
  /** The method. */
  readonly method: string;
  /** Path and query. A proxy may have removed the path of the application. */
  readonly path: string;
  /** Returns the value of a header by its lower-cased name. */
  header(name: string): string | null | undefined;
}

/** Body of the answer to a script. */
export const UNAUTHORIZED: Readonly<{ message: string }> = { message: "Sign in first." };

/**
 * Returns where to send the user: the sign-in page, which leads back; `null` if the request comes from a script, which
 * gets 401 instead.
 *
 * @throws {ConfigError} if the request is for the sign-in page itself: the redirect would never end.
 */
export function findSignInUrl(
  { method, path, header }: Refused,
  mounted: Pick<Mount, "config" | "signInUrl">,
): string | null {
  const isPage = (method === "GET" || method === "HEAD") &&
    Boolean(header("accept")?.includes("text/html")) && !header("x-requested-with");
  if (!isPage) return null;
  const returnTo = asBrowsersSee(path, mounted);
  const url = mounted.signInUrl(returnTo);
  const [page] = returnTo.split(/[?#]/, 1);
  if (url.split("?", 1)[0] === page) {
    throw new ConfigError(
      `Cannot protect "${page}": it is the sign-in page (\`pages.signIn\`), so that no one could sign in. Leave it out ` +
        "of what requireSession() protects",
    );
  }
  return url;
}

/** Returns the path of the library after a proxy has removed the path of the application: `/auth` for `/app/auth`. */
export function innerPathOf({ basePath, config: { url } }: Pick<Mount, "basePath" | "config">): string {
  return toInnerPath(basePath, readAppUrl(url));
}

function asBrowsersSee(path: string, { config: { url } }: Pick<Mount, "config">): string {
  const app = readAppUrl(url)?.path ?? "";
  return app === "" || path === app || path.startsWith(`${app}/`) ? path : app + path;
}
