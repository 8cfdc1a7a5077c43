/**
 * Sealed cookies that hold a sign-in until it ends, and the return address.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { open, seal, type Sealer, type SealPurpose } from "../crypto/seal.ts";
import { isStorable, makeRoom, removedCookie } from "./cookies.ts";
import type { CookieOption, Cookies, Incoming, SetCookie } from "./types.ts";

/** How a cookie is sealed and named. */
export interface CookieSeal {
  /** Name and attributes. */
  readonly cookie: CookieOption;
  /** Purpose of the seal. */
  readonly purpose: SealPurpose;
  /** Lifetime in seconds. */
  readonly maxAge: number;
  /** Replaces `returnTo` if the cookie would be too large. */
  readonly origin: string;
}

/** Seals data into a cookie. If `returnTo` is too long for browsers to store it, the origin replaces it. */
export async function toSealedCookie<T extends object & { readonly returnTo?: string }>(
  data: T,
  { cookie, purpose, maxAge, origin }: CookieSeal,
  sealer: Sealer,
): Promise<SetCookie> {
  const sealed = {
    name: cookie.name,
    options: { ...cookie.options, maxAge },
    value: await seal(data, { purpose, maxAge }, sealer),
  };
  if (data.returnTo === undefined || isStorable(sealed)) return sealed;
  return { ...sealed, value: await seal({ ...data, returnTo: origin }, { purpose, maxAge }, sealer) };
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

/** Returns the cookie of an attempt, and removals of the oldest beyond the limit. @param secret Unique to it. */
export async function storeAttempt<T extends object & { readonly returnTo?: string }>(
  attempt: T,
  { secret, kind, incoming: { cookies, origin } }: {
    readonly secret: string;
    readonly kind: AttemptCookies;
    readonly incoming: Pick<Incoming, "cookies" | "origin">;
  },
  sealer: Sealer,
): Promise<readonly SetCookie[]> {
  const { cookie, purpose, maxAge, limit } = kind;
  const own = { name: await nameOf(secret, cookie), options: cookie.options };
  const stored = await toSealedCookie(attempt, { cookie: own, purpose, maxAge, origin }, sealer);
  return [stored, ...makeRoom(cookies, cookie, limit)];
}

/** Returns the attempt of a secret, `null` if the cookie is missing or too old; and the removal of the cookie. */
export async function openAttempt<T extends object>(
  secret: string,
  { kind: { cookie, purpose }, cookies }: { readonly kind: AttemptCookies; readonly cookies: Cookies },
  sealer: Sealer,
): Promise<{ readonly attempt: T | null; readonly consumed: readonly SetCookie[] }> {
  const name = await nameOf(secret, cookie);
  const sealed = cookies.get(name);
  const attempt = sealed ? await open<T>(sealed, purpose, sealer) : null;
  return { attempt, consumed: [removedCookie({ ...cookie, name })] };
}

/** The name of the cookie does not reveal the secret. */
async function nameOf(secret: string, { name }: CookieOption): Promise<string> {
  return `${name}.${toBase64Url(await sha256(secret)).slice(0, 16)}`;
}
