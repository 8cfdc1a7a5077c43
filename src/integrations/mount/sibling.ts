/**
 * Hosts that only read the session.
 *
 * @module
 */

import { isSibling } from "../../http/request_origin.ts";
import type { AuthConfig } from "../../model/auth_config.ts";

/** Where a request was sent. */
interface Asked {
  /** Origin of the request, as the server sees it. */
  readonly origin: string;
  /** Returns the value of a header by its lower-cased name. */
  header(name: string): string | null | undefined;
}

/** Where the pages of the library are. */
interface Pages {
  /** The config. */
  readonly config: AuthConfig;
  /** The origin of its `url`; `undefined` without one. */
  readonly origin: string | undefined;
}

/**
 * The origin of a host that gets the session cookie, and has no pages of the library: the config names another one below `domain`.
 * `null` for the host of the config, and behind a proxy that hides the host.
 */
export function siblingOf(
  { origin: seen, header }: Asked,
  { config, origin }: Pages,
): string | null {
  if (!origin) return null;
  const { protocol } = new URL(origin);
  const host = header("host") ?? new URL(seen).host;
  const asked = `${protocol}//${host}`;
  if (!/^[\w.-]+(?::\d+)?$/.test(host) || !URL.canParse(asked)) return null;
  const sibling = new URL(asked).origin;
  return isSibling(sibling, origin, config.cookies) ? sibling : null;
}
