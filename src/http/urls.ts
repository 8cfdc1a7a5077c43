/**
 * The URLs of the endpoints and of the pages, which may be the application's own.
 *
 * @module
 */

import { withParams } from "./redirect.ts";

/** Settings that the URLs depend on. */
export interface UrlContext {
  /** Path of the handler. */
  readonly basePath: string;
  /** Pages of the application's own: absolute URLs, or paths from the origin. */
  readonly pages: { readonly [page in PageName]?: string };
}

/** The path of each built-in page, below `basePath`. */
const PAGES = {
  signIn: "signin",
  signOut: "signout",
  error: "error",
  verifyRequest: "verify-request",
  link: "link",
  takenOver: "taken-over",
  account: "account",
  signUp: "signup",
  forgotPassword: "forgot-password",
  newPassword: "new-password",
  keepPassword: "keep-password",
  password: "password",
  secondFactor: "second-factor",
  secondFactorSetup: "second-factor-setup",
} as const;

/** A page that an application may replace. */
export type PageName = keyof typeof PAGES;

/**
 * Returns the URL of an endpoint.
 *
 * @param path Below `basePath`: `callback/github`.
 * @param origin Of the application: `https://example.com`.
 */
export function endpointUrl(
  path: string,
  origin: string,
  { basePath }: Pick<UrlContext, "basePath">,
): string {
  return `${origin}${basePath}/${path}`;
}

/** Returns the URL of a provider's callback: a provider leads the browser there, and forms with credentials post there. */
export function callbackUrlOf(id: string, origin: string, place: Pick<UrlContext, "basePath">): string {
  return endpointUrl(`callback/${id}`, origin, place);
}

/** Returns the URL of a page with parameters. It leaves out parameters that are `null`. */
export function pageUrl(
  page: PageName,
  { origin, params = {} }: {
    /** Origin of the application: `https://example.com`. */
    readonly origin: string;
    /** Parameters of the query. */
    readonly params?: Readonly<Record<string, string | null>>;
  },
  { basePath, pages }: UrlContext,
): string {
  return withParams(pages[page] ?? `${basePath}/${PAGES[page]}`, origin, params);
}
