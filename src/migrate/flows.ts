/**
 * Sign-ins that Auth.js or next-auth began: `state`, PKCE and `nonce`, each in an encrypted cookie.
 *
 * @module
 */

import { timingSafeEqual } from "../crypto/bytes.ts";
import { removedCookie, valuesOf } from "../http/cookies.ts";
import type { CookieOption } from "../values/cookie.ts";
import { parseJsonObject } from "../values/json_object.ts";
import type { OlderCallback, OlderFlow } from "../model/migration.ts";
import type { Platform } from "../platform/platform.ts";
import type { TokenFormat } from "./token_format.ts";

/** The cookies in which the other library keeps a sign-in. */
interface OlderCookies {
  /** How they are encrypted. */
  readonly format: TokenFormat;
  /** The secrets of the other library. */
  readonly secrets: readonly string[];
  /** The cookies that a check may be in. */
  cookiesOf(field: FlowField): readonly CookieOption[];
  /** The clock, by which they end. */
  readonly platform: Pick<Platform, "now">;
}

/** The cookies of a sign-in, by their fields in the config of the other library. */
type FlowField = "state" | "pkceCodeVerifier" | "nonce" | "callbackUrl";

/**
 * Reads the sign-in that a callback ends.
 *
 * A sign-in with a `state` needs the same one in the response, and one without needs a response without. A nonce alone
 * binds only an OpenID sign-in.
 *
 * @returns `null` unless the other library began a sign-in at this provider, in this browser, at most 15 minutes ago.
 */
export async function readFlow(callback: OlderCallback, older: OlderCookies): Promise<OlderFlow | null> {
  const { cookies, provider } = callback;
  const state = await readCheck("state", callback, older);
  const verifier = await readCheck("pkceCodeVerifier", callback, older);
  const nonce = await readCheck("nonce", callback, older);
  const isBound = state !== null || verifier !== null || (nonce !== null && provider.type === "oidc");
  if (!isBound || !isSameState(state, callback.state)) return null;
  const all = (["state", "pkceCodeVerifier", "nonce", "callbackUrl"] as const).flatMap(older.cookiesOf);
  return {
    ...(state !== null && { state }),
    ...(verifier !== null && { verifier }),
    ...(nonce !== null && { nonce }),
    returnTo: older.cookiesOf("callbackUrl").map(({ name }) => cookies.get(name)).find(Boolean) ?? null,
    consumed: all.filter(({ name }) => cookies.has(name)).map(removedCookie),
  };
}

function isSameState(own: string | null, received: string | null): boolean {
  return own === null || received === null ? own === received : timingSafeEqual(own, received);
}

/** Returns the content of the cookie of a check; `null` if it is missing, altered, too old, or of another provider. */
async function readCheck(
  field: FlowField,
  { cookies, provider }: OlderCallback,
  { format, secrets, cookiesOf, platform }: OlderCookies,
): Promise<string | null> {
  let text: string | null = null;
  for (const { name } of cookiesOf(field)) {
    for (const value of valuesOf(cookies, name)) {
      text ??= await format.decrypt(value, { secrets, salts: [name] });
    }
  }
  const claims = text ? parseJsonObject(text) : null;
  if (!claims || typeof claims.exp !== "number" || claims.exp * 1000 <= platform.now()) return null;
  return claims.provider === provider.id && typeof claims.value === "string" && claims.value || null;
}
