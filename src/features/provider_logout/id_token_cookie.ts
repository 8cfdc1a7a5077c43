/**
 * The ID token of a session in a cookie, for applications whose database does not keep it.
 *
 * @module
 */

import { isChunkOf, removeChunked, writeChunked } from "../../http/chunked_cookies.ts";
import { fittingChunks } from "../../http/cookie_room.ts";
import { PROVIDER_LOGOUT } from "../../model/provider_logout.ts";
import { openCookie } from "../../http/sealed_cookie.ts";
import type { BeganSession, Setup } from "../../setup/setup.ts";
import type { Cookies, Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { type KeptIdToken, sealIdToken, warnOfRoom } from "./kept_id_token.ts";

/**
 * The cookies that keep the ID token of a session that has begun, and remove that of the session before. A session to which an
 * account is added keeps its own.
 */
export async function idTokenCookies(
  { identity: { account }, userId, isContinued, expires, cookies: others }: BeganSession,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  if (isContinued || setup.rules.get(PROVIDER_LOGOUT)?.store) return [];
  const { providerSession: cookie } = setup.cookies;
  const { type, provider, id_token } = account;
  if (type !== "oidc" && type !== "oauth") return removeChunked(incoming.cookies, cookie);
  const { name, options } = cookie;
  const write = async (idToken: string | null) => {
    const value = await sealIdToken({ userId, provider, idToken }, setup);
    return { name, value, options: { ...options, expires: new Date(expires) } };
  };
  const beside = others.filter((other) => other.name !== name && !isChunkOf(other.name, name));
  const whole = await write(typeof id_token === "string" ? id_token : null);
  const chunks = fittingChunks(whole, beside, { incoming, setup });
  if (chunks) return chunks;
  warnOfRoom(provider, setup);
  return writeChunked(incoming.cookies, await write(null));
}

/** Reads the ID token of a browser; `null` without one. */
export async function readIdTokenCookie(cookies: Cookies, setup: Setup): Promise<KeptIdToken | null> {
  return await openCookie<KeptIdToken>(cookies, setup.cookies.providerSession, "provider session", setup);
}
