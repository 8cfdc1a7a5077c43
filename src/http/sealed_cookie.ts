/**
 * Sealed cookies that hold a sign-in until it ends, and the return address.
 *
 * @module
 */

import { isForeignName, makeRoom, toForeignName } from "./attempt_cookies.ts";
import { candidatesOf } from "./chunked_cookies.ts";
import type { CookieNames } from "./cookie_names.ts";
import { roomFor } from "./cookie_room.ts";
import { isStorable, removedCookie } from "./cookies.ts";
import { isFromOtherSite } from "./fetch_site.ts";
import { shortHash } from "../crypto/hash.ts";
import { openNewest, seal, type Sealer, type SealPurpose } from "../crypto/seal.ts";
import type { Cookies, Incoming } from "./types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";

/** How a cookie is sealed and named. */
interface CookieSeal {
  /** Name and attributes. */
  readonly cookie: CookieOption;
  /** Purpose of the seal. */
  readonly purpose: SealPurpose;
  /** Lifetime in seconds. */
  readonly maxAge: number;
  /** Replaces `returnTo` if the cookie would be too large. */
  readonly origin: string;
  /** How many bytes the browser has room for. Default: as many as it stores in one cookie. */
  readonly room?: number;
}

/** Seals data into a cookie. If `returnTo` is too long for the browser, the origin replaces it. */
export async function toSealedCookie<T extends object & { readonly returnTo?: string }>(
  data: T,
  { cookie, purpose, maxAge, origin, room = Infinity }: CookieSeal,
  sealer: Sealer,
): Promise<SetCookie> {
  const sealed = {
    name: cookie.name,
    options: { ...cookie.options, maxAge },
    value: await seal(data, { purpose, maxAge }, sealer),
  };
  const fits = isStorable(sealed) && sealed.name.length + sealed.value.length + ROOM_BESIDE <= room;
  if (data.returnTo === undefined || fits) return sealed;
  return { ...sealed, value: await seal({ ...data, returnTo: origin }, { purpose, maxAge }, sealer) };
}

/**
 * Opens what is sealed in a cookie, also in chunks; `null` if it does not open. Of several cookies of its name, the one that was sealed
 * last: after a change of `domain` or `path`, a browser keeps the cookie of before beside the new one.
 */
export async function openCookie<T extends object>(
  cookies: Cookies,
  { name }: Pick<CookieOption, "name">,
  purpose: SealPurpose,
  sealer: Sealer,
): Promise<T | null> {
  const [data = null] = await openNewest<T>(candidatesOf(cookies, name), purpose, sealer);
  return data;
}

/** How attempts of one kind are stored: each in its own cookie, so that several can be under way at once. */
export interface AttemptCookies {
  /** Name, which is a prefix, and attributes. */
  readonly cookie: CookieOption;
  /** Purpose of the seal. */
  readonly purpose: SealPurpose;
  /** How long an attempt may take, in seconds. */
  readonly maxAge: number;
  /** How many attempts may be under way in one browser. */
  readonly limit: number;
}

/** Room for a CSRF token beside a new cookie, in bytes: the page that begins an attempt sets it. */
const ROOM_BESIDE = 200;

/** How many attempts under way a page of another site may have begun. */
const MAX_FOREIGN = 2;

/**
 * Returns the cookie of an attempt, and removals of the oldest beyond the limit. One that a page of another site has begun
 * removes others of its kind alone: a foreign page must not end a sign-in of the user.
 *
 * @param secret Unique to the attempt.
 */
export async function storeAttempt<T extends object & { readonly returnTo?: string }>(
  attempt: T,
  { secret, kind, incoming }: {
    readonly secret: string;
    readonly kind: AttemptCookies;
    readonly incoming: AttemptRequest;
  },
  sealer: Sealer & { readonly cookies?: Partial<CookieNames> },
): Promise<readonly SetCookie[]> {
  const { cookie, purpose, maxAge, limit } = kind;
  const { cookies, origin } = incoming;
  const isForeign = isFromOtherSite(incoming);
  const name = await nameForSecret(secret, cookie);
  const own = { name: isForeign ? toForeignName(name) : name, options: cookie.options };
  // An attempt of another site must not displace what the user has begun.
  const room = roomFor(incoming, isForeign ? {} : sealer.cookies ?? {});
  const stored = await toSealedCookie(attempt, { cookie: own, purpose, maxAge, origin, room }, sealer);
  const replaced = new Map([...cookies].filter(([key]) => isForeignName(key) === isForeign));
  return [stored, ...makeRoom(replaced, cookie, isForeign ? MAX_FOREIGN : limit)];
}

/** The request that begins an attempt. */
export type AttemptRequest =
  & Pick<Incoming, "cookies" | "origin">
  & Partial<Pick<Incoming, "headers" | "requestOrigin">>;

/** Returns the attempt of a secret, `null` if the cookie is missing or too old; and the removal of the cookie. */
export async function openAttempt<T extends object>(
  secret: string,
  { kind: { cookie, purpose }, cookies }: { readonly kind: AttemptCookies; readonly cookies: Cookies },
  sealer: Sealer,
): Promise<{ readonly attempt: T | null; readonly consumed: readonly SetCookie[] }> {
  const own = await nameForSecret(secret, cookie);
  const name = cookies.has(own) ? own : toForeignName(own);
  const attempt = await openCookie<T>(cookies, { name }, purpose, sealer);
  return { attempt, consumed: [removedCookie({ ...cookie, name: cookies.has(name) ? name : own })] };
}

/** The name of the cookie does not reveal the secret. */
async function nameForSecret(secret: string, { name }: CookieOption): Promise<string> {
  return `${name}.${await shortHash(secret)}`;
}
