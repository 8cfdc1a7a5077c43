/**
 * Protects against forged POST requests: the body must have a token that only the site's own pages know, and the
 * browser must not name another origin.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6454#section-7 | RFC 6454 §7} on `Origin`
 * @module
 */

import { timingSafeEqual, toBase64Url, toHex } from "../crypto/bytes.ts";
import { valuesOf } from "./cookies.ts";
import { MissingCSRF } from "../errors/errors.ts";
import { isFromOtherSite } from "./fetch_site.ts";
import { newestSecret } from "../crypto/keys.ts";
import { asksToLink } from "./link_request.ts";
import { macOf } from "../crypto/mac.ts";
import type { Place } from "./origin.ts";
import { misplacedOrigin, wrongOrigin } from "./request_origin.ts";
import type { Platform } from "../platform/platform.ts";
import type { Incoming } from "./types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";

/** Dependencies of the CSRF check. */
interface CsrfContext extends Pick<Place, "origin"> {
  /** Path of the handler. The message names the endpoint that returns a token. */
  readonly basePath?: string;
  /** Whether the check is on. */
  readonly checksCsrf: boolean;
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** The cookie that holds the token and its signature. */
  readonly cookies: { readonly csrfToken: CookieOption };
  /** Source of randomness. */
  readonly platform: Pick<Platform, "random">;
}

/** A token for a form, and its cookie if the browser does not have it. */
interface CsrfToken {
  /** 128 hexadecimal digits: a random mask, then the masked token. New in each answer; empty if the check is off. */
  readonly token: string;
  /** Empty if the browser already has the cookie. */
  readonly cookies: readonly SetCookie[];
}

/** Returns the browser's token, or a new one, masked; empty if the check is off. */
export async function issueCsrfToken(incoming: Incoming, context: CsrfContext): Promise<CsrfToken> {
  if (!context.checksCsrf) return { token: "", cookies: [] };
  const { platform, secrets, cookies } = context;
  const [known] = await csrfTokensOf(incoming, context);
  if (known) return { token: mask(known, platform.random(32)), cookies: [] };
  // One call for both: a call costs more than what it returns.
  const random = platform.random(64);
  const token = toHex(random.subarray(0, 32));
  const value = `${token}.${await signToken(token, newestSecret(secrets))}`;
  return { token: mask(token, random.subarray(32)), cookies: [{ ...cookies.csrfToken, value }] };
}

/**
 * Checks that a POST comes from the site's own pages, and that its body has the token of this browser's cookie.
 *
 * @throws {MissingCSRF} if not.
 * @throws {ConfigError} if the browser uses an origin of the application that differs from the config.
 */
export async function verifyCsrf(incoming: Incoming, context: CsrfContext): Promise<void> {
  if (!context.checksCsrf) return;
  // First: browsers drop cookies for https on http, and the error would hide the mistake in the config.
  const misplaced = misplacedOrigin(incoming, context);
  if (misplaced !== null) throw wrongOrigin(misplaced, incoming, context);
  const claimed = incoming.body?.csrfToken;
  const tokens = await csrfTokensOf(incoming, context);
  const from = `GET ${context.basePath ?? ""}/csrf`;
  if (claimed === undefined) {
    throw new MissingCSRF(
      `Cannot accept the request: its body has no \`csrfToken\`. ${from} gives a token and the cookie that goes ` +
        `with it; send it in a form or as JSON${incoming.body ? "" : `, not as ${typeOf(incoming)}`}`,
    );
  }
  if (tokens.length === 0) {
    throw new MissingCSRF(
      `Cannot accept the request: it has no valid CSRF cookie. ${from} sets it; the browser must keep it and send ` +
        `it${otherAddress(incoming, context)}`,
    );
  }
  if (typeof claimed !== "string" || !tokens.some((token) => timingSafeEqual(unmask(claimed), token))) {
    throw new MissingCSRF("Cannot accept the request: its CSRF token is not that of this browser");
  }
  if (!isSameOrigin(incoming, context)) throw foreignRequest(incoming, context);
}

/**
 * Checks that a POST of the application's own form does not come from another site. Browsers send `Origin` with each POST.
 * A request without `Origin` is a link. It passes if it was followed from a page of the application, or if it only begins
 * a sign-in. `isFromForm` decides what a link may begin.
 *
 * @throws {MissingCSRF} if it comes from another site.
 * @throws {ConfigError} if the browser uses an origin of the application that differs from the config.
 */
export function assertOwnOrigin(incoming: Incoming, place: Pick<Place, "origin">): void {
  const misplaced = misplacedOrigin(incoming, place);
  if (misplaced !== null) throw wrongOrigin(misplaced, incoming, place);
  const { action, headers } = incoming;
  const isLink = headers.get("origin") === null;
  // A link on another site, or on another subdomain, may begin a sign-in, and do nothing else.
  const mayBeForeign = action === "signin" && !asksToLink(incoming);
  if (isLink ? mayBeForeign || !isFromOtherSite(incoming) : isSameOrigin(incoming, place)) return;
  throw foreignRequest(incoming, place);
}

/**
 * Returns whether a form or a script has sent a request, and not a link. Call it after `assertOwnOrigin`, which compares the
 * origin. A link on a page of the application does not count either: a link of another site may lead to that page first,
 * which then redirects. Nor does a form of another site, if something on the way has removed its `Origin`.
 *
 * @param method Of the request to the application; `undefined` if it is not known.
 */
export function isFromForm(
  request: Parameters<typeof isFromOtherSite>[0] & Pick<Incoming, "headers">,
  method: string | undefined,
): boolean {
  if (request.headers.get("origin") !== null) return true;
  if (isFromOtherSite(request)) return false;
  // The methods of a link, a redirect or an address in the address bar (RFC 9110 §9.2.1).
  return !/^(?:GET|HEAD|OPTIONS)$/i.test(method ?? "");
}

/** The media type of a body that is not read. */
function typeOf({ headers }: Incoming): string {
  return headers.get("content-type")?.replace(/;.*/s, "").slice(0, 60) || "a body without type";
}

/**
 * With an origin in the config, another `Origin` is refused, unless it is that of a trusted front end. After that `Sec-Fetch-Site` decides,
 * because no proxy changes its meaning; without it, `Origin`. If the browser sends neither, the token alone decides.
 */
function isSameOrigin({ headers, isTrusted, origin }: Incoming, context: Pick<Place, "origin">): boolean {
  if (isTrusted) return true;
  const from = headers.get("origin");
  const isKnown = from !== null && from !== "null";
  if (isKnown && context.origin !== undefined && from !== origin) return false;
  const site = headers.get("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  return from === null || from === origin;
}

function foreignRequest(incoming: Incoming, place: Pick<Place, "origin">): MissingCSRF {
  const { headers, origin } = incoming;
  const [from, site] = ["origin", "sec-fetch-site"].map((name) => shortOf(headers.get(name)) ?? "not sent");
  return new MissingCSRF(
    `Cannot accept the request: it comes from another site (Origin: ${from}, Sec-Fetch-Site: ${site}) than ` +
      `${origin}${otherAddress(incoming, place)}`,
  );
}

/**
 * Advice for a site that the browser shows at another address than the library knows: its own forms are refused. Returns
 * an empty text if the request names no other origin. A form of a page with `Referrer-Policy: same-origin`, as the pages of
 * the library have, sends `Origin: null` to another origin (Fetch, "append a request `Origin` header").
 */
function otherAddress(incoming: Incoming, place: Pick<Place, "origin">): string {
  const { headers, origin } = incoming;
  const from = headers.get("origin");
  const isHidden = from === "null";
  if (from === null || from === origin || (isHidden && !isFromOtherSite(incoming))) return "";
  const shown = isHidden ? "another address" : shortOf(from);
  const [server, remedy] = place.origin === undefined
    ? [`the request came for ${origin}`, "let the proxy pass on `Host`, or set AUTH_URL"]
    : [`AUTH_URL (\`url\` in the config) is ${origin}`, "open the site there, or set AUTH_URL"];
  return `. If the form is yours, the browser shows the site at ${shown}, but ${server}: ${remedy} to the address ` +
    "in the browser";
}

/** The beginning of a header for a message. */
function shortOf(header: string | null): string | undefined {
  return header?.slice(0, 200);
}

/**
 * Masks a token, differently in each answer. An attacker who chooses text in a compressed page could otherwise find out
 * the token from the length of the page (BREACH, https://www.breachattack.com).
 *
 * @param random As many bytes as the token has.
 */
function mask(token: string, random: Uint8Array): string {
  const pad = toHex(random);
  return pad + xor(token, pad);
}

/** Removes the mask of a token. It accepts a token without a mask as well. */
function unmask(claimed: string): string {
  return /^[\da-f]{128}$/.test(claimed) ? xor(claimed.slice(64), claimed.slice(0, 64)) : claimed;
}

/** XORs two hexadecimal numbers of the same length. */
function xor(digits: string, pad: string): string {
  return (BigInt(`0x${digits}`) ^ BigInt(`0x${pad}`)).toString(16).padStart(digits.length, "0");
}

/** The tokens that this browser has: several, if it sends several cookies of the name. */
export async function csrfTokensOf(
  incoming: Pick<Incoming, "cookies">,
  { cookies, secrets }: Pick<CsrfContext, "cookies" | "secrets">,
): Promise<readonly string[]> {
  const known: string[] = [];
  for (const value of valuesOf(incoming.cookies, cookies.csrfToken.name)) {
    const [token, signature, ...rest] = value.split(".");
    if (!token || !signature || rest.length) continue;
    for (const secret of secrets) {
      if (timingSafeEqual(signature, await signToken(token, secret))) known.push(token);
    }
  }
  return known;
}

async function signToken(token: string, secret: string): Promise<string> {
  return toBase64Url(await macOf(secret, "Latchkey CSRF token, HMAC-SHA-256", token));
}
