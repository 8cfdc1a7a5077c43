/**
 * The cookie of a browser whose user acts as another one.
 *
 * @module
 */

import type { AdapterActingSession } from "../../adapters/contract/types.ts";
import { open, seal, type Sealer } from "../../crypto/seal.ts";
import { candidatesOf, removeChunked, writeChunked } from "../../http/chunked_cookies.ts";
import type { CookieNames } from "../../http/cookie_names.ts";
import type { Cookies } from "../../http/types.ts";
import type { RowStore, Store } from "../../model/store.ts";
import { hashToken } from "../../model/stored_token.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { Actor } from "./actor.ts";

/** The content of the cookie. */
export interface ActingCookie {
  /** The secret whose hash is the id of the row. */
  readonly secret: string;
  /** The token of the user's session, with sessions in tokens. */
  readonly token?: string;
  /** The administrator. */
  readonly actor: Actor;
  /** Key of the administrator's session. */
  readonly key: string;
  /** The generation of the user when it began. Absent where the database keeps none. */
  readonly generation?: number;
}

/**
 * How long the cookie outlives its row, in seconds. In that time no one is signed in until the administrator confirms that it's over:
 * else a form that they fill in as the user would be sent as theirs.
 */
const KEPT = 86_400;

/** Dependencies. */
type ActingContext = Sealer & { readonly cookies: Pick<CookieNames, "acting"> };

/** Between what is sealed and the token, which is encrypted already. */
const THEN = "~";

/** Reads it; `null` without one that opens. */
export async function openActing(cookies: Cookies, context: ActingContext): Promise<ActingCookie | null> {
  for (const value of candidatesOf(cookies, context.cookies.acting.name)) {
    const [sealed = "", token] = value.split(THEN);
    const content = await open<Omit<ActingCookie, "token">>(sealed, "acting", context);
    if (content) return { ...content, ...token !== undefined && { token } };
  }
  return null;
}

/** Sets it. @param maxAge How long it may last, in seconds. */
export async function setActing(
  { token, ...content }: ActingCookie,
  maxAge: number,
  context: ActingContext,
): Promise<readonly SetCookie[]> {
  const { name, options } = context.cookies.acting;
  const lasting = maxAge + KEPT;
  const sealed = await seal(content, { purpose: "acting", maxAge: lasting }, context);
  const value = token === undefined ? sealed : sealed + THEN + token;
  return writeChunked(new Map(), { name, value, options: { ...options, maxAge: lasting } });
}

/** Removes it. */
export function removeActing(cookies: Cookies, context: ActingContext): readonly SetCookie[] {
  return removeChunked(cookies, context.cookies.acting);
}

/**
 * Removes the row of the cookie.
 *
 * @returns The row; `null` if there was none.
 * @throws {AdapterError} if the database fails.
 */
export async function forgetActing(
  cookies: Cookies,
  context: ActingContext & { readonly store: Store | null },
): Promise<AdapterActingSession | null> {
  const acting = await openActing(cookies, context);
  if (!acting) return null;
  const { rows } = context.store as RowStore;
  const key = { id: await hashToken(acting.secret) };
  const row = await rows.find("actingSessions", key);
  return await rows.remove("actingSessions", key) ? row : null;
}
