/**
 * Revokes the tokens of a user at their providers.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { ConfigError } from "../errors/errors.ts";
import type { SetCookie } from "../http/types.ts";
import type { TokenRequest, TokensToRevoke } from "../model/access_tokens.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { once } from "../platform/once.ts";
import { newerTokens } from "./account_tokens.ts";
import { isOAuth, oauthProviderOf } from "./oauth_provider.ts";
import { revokeTokensOf } from "./revocation.ts";
import { revokerOf } from "./revoker.ts";
import type { FoundTokens, OwnedAccount, ProviderTokens } from "./rows.ts";
import { findAllTokens, isOwned, type TokenPlace, type TokenSetup } from "./stored_tokens.ts";

/** Loaded on demand: most applications have a database. */
const cookieRevocation = once(() => import("./cookie_revocation.ts"));

/**
 * Revokes tokens, and forgets them.
 *
 * @returns The cookies to set.
 * @throws {ProviderUnavailable} if a provider cannot be reached: its tokens stay, and the same call works later.
 * @throws {ProviderResponseError} if a provider refuses.
 * @throws {ConfigError} if the config has no such provider, or it does not accept the client.
 * @throws {TokenNotWritable} if a cookie keeps them, and the answer can set none.
 * @throws {OldSecretMissing} if none of the secrets has sealed the tokens.
 * @throws {AdapterError} if the database fails.
 */
export async function revokeUserTokens(
  wanted: TokensToRevoke,
  request: TokenRequest | null,
  base: Setup,
): Promise<readonly SetCookie[]> {
  const setup = base as TokenSetup;
  if (wanted.provider !== undefined) oauthProviderOf(wanted.provider, setup);
  const { store } = setup.accessTokens;
  if (store) {
    await revokeStored(wanted, { store, setup });
    return [];
  }
  if (request) return await (await cookieRevocation()).revokeCookieTokens(wanted, request, setup);
  throw new ConfigError(
    "Cannot revoke tokens outside of a request: a cookie keeps them. Call auth.revokeTokens() in a request, or keep the tokens " +
      "in a database: set `adapter`, and `accessTokens: true`",
  );
}

/** All providers are tried. @throws {unknown} the first error; the others are logged. */
async function revokeStored(wanted: TokensToRevoke, place: TokenPlace): Promise<void> {
  const { setup } = place;
  const ids = wanted.provider === undefined ? await providersOf(wanted.userId, place) : [wanted.provider];
  const results = await Promise.allSettled(
    ids.map((id) => revokeAt(oauthProviderOf(id, setup), wanted, place)),
  );
  const [first, ...others] = results.flatMap((result) => result.status === "rejected" ? [result.reason] : []);
  for (const error of others) setup.logger.error(error);
  if (first) throw first;
}

/** The providers of the config at which the user has accounts. */
async function providersOf(userId: string, { store, setup }: TokenPlace): Promise<readonly string[]> {
  const rows = [
    ...await store.listProviderTokensByUserId(userId),
    ...await setup.store?.listAccountsByUserId?.(userId) ?? [],
  ];
  const ids = new Set(rows.map(({ provider }) => provider));
  return [...setup.providers.values()].filter(isOAuth).map(({ id }) => id).filter((id) => ids.has(id));
}

async function revokeAt(
  provider: OAuthProvider,
  { userId, account }: TokensToRevoke,
  place: TokenPlace,
): Promise<void> {
  const { store, setup } = place;
  const before = setup.platform.now();
  const newer = (tokens: ProviderTokens, row: OwnedAccount) => newerTokens(tokens, row, setup);
  const owned: FoundTokens[] = [];
  for (const found of await findAllTokens({ userId, provider: provider.id, account }, place)) {
    const isAlive = found.tokens.ended !== "Revoked" || await newer(found.tokens, found.row);
    if (isAlive && await isOwned(found, place)) owned.push(found);
  }
  if (!owned.length) return;
  const revoke = await revokerOf(provider, setup);
  // Not those of a sign-in that is faster than this request.
  const isMeant = ({ signedInAt }: ProviderTokens) => signedInAt <= before;
  for (const { row } of owned) await revokeTokensOf(row, isMeant, { ...setup, store, revoke, newer });
}
