/**
 * Cookies that remember a sign-in until it ends, and where the user goes then.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { seal, type Sealer, type SealPurpose } from "../crypto/seal.ts";
import { isStorable } from "./cookies.ts";
import type { CookieOption, SetCookie } from "./types.ts";

/** How a cookie is sealed and named. */
export interface SealedCookie {
  /** Name and attributes. */
  readonly cookie: CookieOption;
  /** What the seal is for. */
  readonly purpose: SealPurpose;
  /** Lifetime in seconds. */
  readonly maxAge: number;
  /** Where the user goes instead if the cookie has no room for `returnTo`. */
  readonly origin: string;
}

/** Seals data into a cookie that browsers store: with the origin as return address if the one given is too long. */
export async function toSealedCookie<T extends { readonly returnTo: string }>(
  data: T,
  { cookie, purpose, maxAge, origin }: SealedCookie,
  sealer: Sealer,
): Promise<SetCookie> {
  const options = { ...cookie.options, maxAge };
  const sealed = async (content: T): Promise<SetCookie> => {
    return { name: cookie.name, options, value: await seal(content, { purpose, maxAge }, sealer) };
  };
  const full = await sealed(data);
  return isStorable(full) ? full : await sealed({ ...data, returnTo: origin });
}

/** The id in the name of a cookie that belongs to a secret: it does not reveal the secret. */
export async function idOf(secret: string): Promise<string> {
  return toBase64Url(await sha256(secret)).slice(0, 16);
}
