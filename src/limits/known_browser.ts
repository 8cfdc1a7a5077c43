/**
 * The browsers in which a user has signed in before. Their attempts are counted apart: a stranger who guesses elsewhere does
 * not lock the owner out. The cookie signs no one in.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { shortHash } from "../crypto/hash.ts";
import type { Sealer } from "../crypto/seal.ts";
import { openCookie, toSealedCookie } from "../http/sealed_cookie.ts";
import type { Incoming } from "../http/types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";
import type { SignedInUser, Whose } from "../model/limits.ts";

/** What the sealed cookie holds. */
interface KnownBrowser {
  /** Tells the browser from others: 128 random bits. */
  readonly id: string;
  /** Hashes of the users and of the accounts that have signed in, the last one first. */
  readonly hashes: readonly string[];
}

/** Dependencies of the functions here. */
export type BrowserContext = Sealer & {
  /** Name and attributes of the cookie. */
  readonly cookie: CookieOption;
};

/** How long a browser is known after a sign-in, in seconds: one year. */
const MAX_AGE = 31_536_000;

/** How many hashes a browser keeps: about five people. */
const MOST = 15;

/** Reads the cookie; `null` if no one has signed in here. */
export async function readBrowser(
  { cookies }: Pick<Incoming, "cookies">,
  { cookie, ...sealer }: BrowserContext,
): Promise<KnownBrowser | null> {
  return await openCookie<KnownBrowser>(cookies, cookie, "browser", sealer);
}

/**
 * Whether an account has signed in with a browser.
 *
 * @param isNamed Whether the application names the accounts of `Credentials`. An earlier version put these names beside
 * addresses and ids, so that its cookies say nothing there.
 */
export async function knows(
  browser: KnownBrowser | null,
  whose: Whose,
  { isNamed = false }: { readonly isNamed?: boolean } = {},
): Promise<boolean> {
  if (browser === null) return false;
  const earlier = isNamed ? null : earlierText(whose);
  const texts = [JSON.stringify(whose), ...(earlier === null ? [] : [earlier])];
  const hashes = await Promise.all(texts.map(shortHash));
  return hashes.some((hash) => browser.hashes.includes(hash));
}

/** Names a user in one generation: a browser in which they signed in before another password is not known under it. Default: in any. */
export function inGeneration(userId: string, generation?: number): Whose {
  return generation === undefined ? ["user", userId] : ["user", userId, String(generation)];
}

/** What an earlier version hashed for an address and for a user; `null` if it may have been another kind of name. */
function earlierText([kind, name = "", ...more]: Whose): string | null {
  if (more.length) return null;
  if (kind === "user") return `user ${name}`;
  return kind === "address" && name.includes("@") ? name : null;
}

/** The cookie of a browser in which a user has signed in. */
export async function withUser(
  { userId, accounts, generation = 0 }: Pick<SignedInUser, "userId" | "accounts" | "generation">,
  { incoming, before }: { readonly incoming: Incoming; readonly before: KnownBrowser | null },
  { cookie, ...sealer }: BrowserContext,
): Promise<SetCookie> {
  const own = await Promise.all(
    [inGeneration(userId), inGeneration(userId, generation), ...accounts]
      .map((whose) => shortHash(JSON.stringify(whose))),
  );
  const id = before?.id ?? toBase64Url(sealer.platform.random(16));
  const hashes = [...new Set([...own, ...before?.hashes ?? []])].slice(0, MOST);
  const { origin } = incoming;
  return await toSealedCookie(
    { id, hashes },
    { cookie, purpose: "browser", maxAge: MAX_AGE, origin },
    sealer,
  );
}
