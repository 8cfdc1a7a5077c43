/**
 * Where a user may be sent.
 *
 * @module
 */

import type { Callbacks } from "../config/types.ts";
import { ServerError } from "../errors.ts";
import type { LoggerInstance } from "../types.ts";
import type { Incoming } from "./types.ts";

/** The longest address that is used, percent-encoded. `sealed_cookie.ts` looks whether a cookie has room for it. */
const MAX_URL = 2048;

/** What deciding needs. */
export interface RedirectContext {
  /** `redirect` decides. */
  readonly callbacks: Pick<Callbacks, "redirect">;
  /** URL of the application, where the config has it. Default: the origin. */
  readonly home?: string | undefined;
  /** Hears of a callback that fails. */
  readonly logger: LoggerInstance;
}

/** The address that the form or the query asks to return to, if any. */
export function requestedUrl({ body, query }: Incoming): string | null {
  const url = body?.callbackUrl ?? query.get("callbackUrl");
  return typeof url === "string" && url.length <= MAX_URL ? url : null;
}

/**
 * The address that a user may be sent to: what `callbacks.redirect` makes of the one asked for.
 *
 * @param url Absolute, or relative to the origin.
 * @returns An absolute http or https URL; that of the application if the address is none, or the callback returns
 * `baseUrl` or throws.
 */
export async function allowedUrl(
  url: string | null,
  origin: string,
  { callbacks, logger, home = origin }: RedirectContext,
): Promise<string> {
  const asked = url === null ? null : parseHttpUrl(url, origin);
  if (!asked) return home;
  try {
    const allowed = await callbacks.redirect?.({ url: asked, baseUrl: origin });
    if (allowed === origin && home !== origin) return home;
    return (typeof allowed === "string" ? parseHttpUrl(allowed, origin) : null) ?? home;
  } catch (error) {
    logger.error(new ServerError("Cannot ask callbacks.redirect: it failed", { err: error as Error }));
    return home;
  }
}

/** The address that the user asks to return to, as far as it is allowed; else the URL of the application. */
export function returnUrl(incoming: Incoming, context: RedirectContext): Promise<string> {
  return allowedUrl(requestedUrl(incoming), incoming.origin, context);
}

/** Stays on the application's own origin. */
export function redirectToOwnOrigin({ url, baseUrl }: { url: string; baseUrl: string }): string {
  return new URL(url).origin === baseUrl ? url : baseUrl;
}

/** The absolute URL of a page, with parameters added to those that it has. */
export function withParams(page: string, origin: string, params: Record<string, string | null>): string {
  const url = new URL(page, origin);
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

function parseHttpUrl(url: string, base: string): string | null {
  if (!URL.canParse(url, base)) return null;
  const parsed = new URL(url, base);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
  parsed.username = parsed.password = "";
  return parsed.href.length <= MAX_URL ? parsed.href : null;
}
