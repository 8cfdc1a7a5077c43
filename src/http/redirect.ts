/**
 * The URLs that the library redirects a user to.
 *
 * @module
 */

import { ServerError } from "../errors/errors.ts";
import type { Awaitable, LoggerInstance } from "../values/types.ts";
import type { Incoming } from "./types.ts";

/** The longest accepted address, percent-encoded. `sealed_cookie.ts` checks that it fits into a cookie. */
const MAX_RETURN_URL = 2048;

/** Schemes of addresses that a browser may be sent to. */
const WEB = ["https:", "http:"];

/** Dependencies of `allowedUrl`. */
export interface RedirectContext {
  /** `redirect` decides where the user may go. */
  readonly callbacks: { redirect?(params: { url: string; baseUrl: string }): Awaitable<string> };
  /** URL of the application, if the config has it. Default: the origin. */
  readonly home?: string | undefined;
  /** Receives the error of a callback that fails. */
  readonly logger: LoggerInstance;
}

/** Returns the address that the form or the query asks to return to, not checked; `null` if there is none. */
export function requestedUrl({ body, query }: Incoming): string | null {
  const url = body?.callbackUrl ?? query.get("callbackUrl");
  return typeof url === "string" ? url : null;
}

/** Returns whether an address is short enough to return to. */
export function isReturnable(url: string): boolean {
  return url.length <= MAX_RETURN_URL;
}

/**
 * Asks `callbacks.redirect` where the user may go. The callback receives an absolute URL, or the path on the own origin if
 * the request has a path. Warns of a site that is refused.
 *
 * @param url Absolute, or relative to the origin.
 * @returns An absolute http or https URL. It is the URL of the application if the address is not such a URL, or if the
 * callback returns `baseUrl` or throws.
 */
export async function allowedUrl(
  url: string | null,
  origin: string,
  context: RedirectContext,
): Promise<string> {
  const { allowed, refusal } = await decideRedirect(url, origin, context);
  if (refusal !== null) context.logger.warn(refusal);
  return allowed;
}

/** The same for an address that the application did not write, such as `Referer`: does not warn. */
export async function quietlyAllowedUrl(
  url: string,
  origin: string,
  context: RedirectContext,
): Promise<string> {
  return (await decideRedirect(url, origin, context)).allowed;
}

interface RedirectDecision {
  readonly allowed: string;
  /** A warning, if the address was refused. */
  readonly refusal: string | null;
}

async function decideRedirect(
  url: string | null,
  origin: string,
  context: RedirectContext,
): Promise<RedirectDecision> {
  const { home = origin } = context;
  if (url === null) return { allowed: home, refusal: null };
  const asked = parseHttpUrl(url, origin);
  if (asked === null) {
    const kind = toKind(url, origin);
    const refusal =
      `refused-redirect: a redirect to ${kind} was refused: write an http or https URL of at most ${MAX_RETURN_URL} characters`;
    return { allowed: home, refusal };
  }
  const returned = await askCallback({ url: toAsked(url, asked, origin), baseUrl: origin }, context);
  const allowed = returned ?? home;
  const site = new URL(asked).origin;
  if (site !== origin && new URL(allowed).origin === origin) {
    const refusal =
      `refused-redirect: a redirect to ${site} was refused: the application is at ${origin}. If ${site} is yours as well, let ` +
      "`callbacks.redirect` return its URLs";
    return { allowed, refusal };
  }
  if (returned !== null) return { allowed, refusal: null };
  return {
    allowed,
    refusal:
      "refused-redirect: `callbacks.redirect` did not return an http or https URL: return `url`, or `baseUrl` to refuse it",
  };
}

/** Asks `callbacks.redirect`. @returns `null` if it returns no http or https URL. */
async function askCallback(
  { url, baseUrl }: { readonly url: string; readonly baseUrl: string },
  { callbacks, logger, home = baseUrl }: RedirectContext,
): Promise<string | null> {
  if (!callbacks.redirect) return home;
  try {
    const allowed: unknown = await callbacks.redirect({ url, baseUrl });
    if (allowed === baseUrl && home !== baseUrl) return home;
    return typeof allowed === "string" ? parseHttpUrl(allowed, baseUrl) : null;
  } catch (error) {
    logger.error(new ServerError("Cannot ask callbacks.redirect: it failed", { err: error as Error }));
    return home;
  }
}

/** Describes an address that is not an http or https URL. */
function toKind(url: string, base: string): string {
  if (!URL.canParse(url, base)) return "an invalid URL";
  const { protocol } = new URL(url, base);
  return WEB.includes(protocol) ? "a longer URL" : `a URL with ${protocol}`;
}

/** Returns the address that the user asks to return to, if it is allowed; else the URL of the application. */
export function returnUrl(incoming: Incoming, context: RedirectContext): Promise<string> {
  return allowedUrl(requestedUrl(incoming), incoming.origin, context);
}

/** The same; `null` if the user asks for no address. */
export async function wantedUrl(incoming: Incoming, context: RedirectContext): Promise<string | null> {
  return requestedUrl(incoming) && await returnUrl(incoming, context);
}

/** Allows only addresses on the application's own origin. */
export function redirectToOwnOrigin({ url, baseUrl }: { url: string; baseUrl: string }): string {
  return new URL(url, baseUrl).origin === baseUrl ? url : baseUrl;
}

/** A path stays one if a callback can only take it for a path of the own origin: `//host` would be another host. */
function toAsked(url: string, absolute: string, origin: string): string {
  const path = absolute.startsWith(`${origin}/`) ? absolute.slice(origin.length) : "";
  return url.startsWith("/") && path && !path.startsWith("//") ? path : absolute;
}

/** Returns the absolute URL of a page, with parameters added to its query. */
export function withParams(page: string, origin: string, params: Record<string, string | null>): string {
  const url = new URL(page, origin);
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

function parseHttpUrl(url: string, base: string): string | null {
  if (!URL.canParse(url, base)) return null;
  const parsed = new URL(url, base);
  if (!WEB.includes(parsed.protocol)) return null;
  parsed.username = parsed.password = "";
  return isReturnable(parsed.href) ? parsed.href : null;
}
