/**
 * Proof that a POST was meant: a token in the body that only the site's own pages know, and the browser's word on
 * where the request comes from.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6454#section-7 | RFC 6454 §7} on `Origin`
 * @module
 */

import { timingSafeEqual, toBase64Url, toHex } from "../crypto/bytes.ts";
import { macOf } from "../crypto/mac.ts";
import { MissingCSRF } from "../errors.ts";
import type { Platform } from "../platform.ts";
import { misplacedOrigin, type Place, wrongOrigin } from "./origin.ts";
import type { CookieOption, Incoming, SetCookie } from "./types.ts";

/** What tokens are made with. */
export interface CsrfContext extends Pick<Place, "origin"> {
  /** Path of the handler, for the message that names where a token comes from. */
  readonly basePath?: string;
  /** Whether there is anything to check. */
  readonly checksCsrf: boolean;
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** The cookie that holds the token and its signature. */
  readonly cookies: { readonly csrfToken: CookieOption };
  /** Chance. */
  readonly platform: Pick<Platform, "random">;
}

/** A token for a form, and the cookie that goes with it unless the browser has it already. */
export interface CsrfToken {
  /** 128 hexadecimal digits, different in each answer: a random mask, and the browser's token under it. */
  readonly token: string;
  /** Empty if the browser has the cookie. */
  readonly cookies: readonly SetCookie[];
}

/** The browser's token, or a new one, masked. */
export async function issueCsrfToken(incoming: Incoming, context: CsrfContext): Promise<CsrfToken> {
  const known = await readToken(incoming, context);
  if (known) return { token: mask(known, context), cookies: [] };
  const token = toHex(context.platform.random(32));
  const value = `${token}.${await sign(token, context.secrets[0]!)}`;
  return { token: mask(token, context), cookies: [{ ...context.cookies.csrfToken, value }] };
}

/**
 * Makes sure that a POST comes from the site's own pages, and its body has the token of this browser's cookie.
 *
 * @throws {MissingCSRF} if not.
 * @throws {ConfigError} if the browser is at an origin of the application that the config does not know.
 */
export async function assertIntended(incoming: Incoming, context: CsrfContext): Promise<void> {
  if (!context.checksCsrf) return;
  // First, as cookies for https are missing on http: the browser would be blamed for what the config lacks.
  const browser = misplacedOrigin(incoming, context);
  if (browser !== null) throw wrongOrigin(browser, incoming, context);
  const claimed = incoming.body?.csrfToken;
  const token = await readToken(incoming, context);
  const from = `GET ${context.basePath ?? ""}/csrf`;
  if (claimed === undefined) {
    throw new MissingCSRF(
      `Cannot accept the request: its body has no \`csrfToken\`. ${from} gives a token and the cookie that goes ` +
        "with it; send it in a form or as JSON",
    );
  }
  if (token === null) {
    throw new MissingCSRF(
      `Cannot accept the request: it has no valid CSRF cookie. ${from} sets it; the browser must keep it and send it`,
    );
  }
  if (typeof claimed !== "string" || !timingSafeEqual(unmask(claimed), token)) {
    throw new MissingCSRF("Cannot accept the request: its CSRF token is not that of this browser");
  }
  if (!isSameOrigin(incoming, context)) {
    const { headers, origin } = incoming;
    const [from, site] = ["origin", "sec-fetch-site"].map((name) =>
      headers.get(name)?.slice(0, 200) ?? "not sent"
    );
    throw new MissingCSRF(
      `Cannot accept the request: it comes from another site (Origin: ${from}, Sec-Fetch-Site: ${site}) than ${origin}`,
    );
  }
}

/**
 * Where the config has the origin, `Origin` must be it. Else `Sec-Fetch-Site` counts before `Origin`, as no proxy
 * changes its meaning. A browser that sends neither is unknown: the token alone decides.
 */
function isSameOrigin({ headers, origin }: Incoming, context: CsrfContext): boolean {
  const from = headers.get("origin");
  const isKnown = from !== null && from !== "null";
  if (isKnown && context.origin !== undefined && from !== origin) return false;
  const site = headers.get("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  return from === null || from === origin;
}

/**
 * Hides a token that many answers carry: from the length of compressed pages, which also hold text of an attacker's
 * choice, the attacker could learn what stays the same in them (BREACH, https://www.breachattack.com).
 */
function mask(token: string, { platform }: CsrfContext): string {
  const pad = toHex(platform.random(32));
  return pad + xor(token, pad);
}

/** The token under a mask. A token without one is accepted as well. */
function unmask(claimed: string): string {
  return /^[\da-f]{128}$/.test(claimed) ? xor(claimed.slice(64), claimed.slice(0, 64)) : claimed;
}

/** Combines two numbers of the same length, digit by digit. */
function xor(digits: string, pad: string): string {
  const combined = (digit: string, i: number) => (parseInt(digit, 16) ^ parseInt(pad[i]!, 16)).toString(16);
  return Array.from(digits, combined).join("");
}

async function readToken(incoming: Incoming, { cookies, secrets }: CsrfContext): Promise<string | null> {
  const [token, signature, ...rest] = incoming.cookies.get(cookies.csrfToken.name)?.split(".") ?? [];
  if (!token || !signature || rest.length) return null;
  for (const secret of secrets) {
    if (timingSafeEqual(signature, await sign(token, secret))) return token;
  }
  return null;
}

async function sign(token: string, secret: string): Promise<string> {
  return toBase64Url(await macOf(secret, "Latchkey CSRF token, HMAC-SHA-256", token));
}
