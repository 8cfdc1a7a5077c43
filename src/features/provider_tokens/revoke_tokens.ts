/**
 * Revokes the tokens of a user at their providers.
 *
 * @module
 */

import type { TokenRequest, TokensToRevoke } from "../../model/access_tokens.ts";
import { newerTokens } from "./account_tokens.ts";
import { ConfigError } from "../../errors/errors.ts";
import { isOAuth, oauthProviderOf } from "./oauth_provider.ts";
import { once } from "../../platform/once.ts";
import { persist } from "../../sign_in/persist.ts";
import { revokeTokensOf } from "./revocation.ts";
import { revokerOf } from "./revoker.ts";
import { findTokens, type FoundTokens, type OwnedAccount, type ProviderTokens, rowsOf } from "./rows.ts";
import { tokenStoreOf } from "./rules.ts";
import type { Setup } from "../../setup/setup.ts";
import { canExist, findAllTokens, isStillOfUser, type TokenPlace } from "./stored_tokens.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { OAuthProvider } from "../../oauth/types.ts";

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
  setup: Setup,
): Promise<readonly SetCookie[]> {
  if (wanted.provider !== undefined) oauthProviderOf(wanted.provider, setup);
  const store = tokenStoreOf(setup);
  if (store) {
    if (canExist(wanted)) await revokeStored(wanted, { store, setup });
    return [];
  }
  if (request) return await (await cookieRevocation()).revokeCookieTokens(wanted, request, setup);
  throw new ConfigError(
    "Cannot revoke tokens outside of a request: a cookie keeps them. Call auth.accessTokens.revoke() in a request, or keep the tokens " +
      "in a database: set `adapter`, and write `AccessTokens()`",
  );
}

/** How many providers get requests at a time, and how many of the accounts at each: 16 requests are open at most. */
const AT_A_TIME = 4;

/** All accounts are tried. @throws {unknown} the first error; the others are logged. */
async function revokeStored(wanted: TokensToRevoke, place: TokenPlace): Promise<void> {
  const { setup } = place;
  const ids = wanted.provider === undefined ? await providersOf(wanted.userId, place) : [wanted.provider];
  const failed = await tryAll(ids, (id) => revokeAt(oauthProviderOf(id, setup), wanted, place));
  // One error for each account, or for the provider.
  const [first, ...others] = failed.flatMap((error) => error instanceof Failures ? error.errors : [error]);
  for (const error of others) setup.logger.error(error);
  if (first) throw first;
}

/** The errors of several accounts at one provider. */
class Failures extends AggregateError {}

/** Does work for each item, a few at a time. @returns What was thrown. */
async function tryAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const left = items.values();
  const workOff = async () => {
    for (const item of left) await work(item).catch((error) => errors.push(error));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, workOff));
  return errors;
}

/** The providers of the config at which the user has accounts. Tells the log of tokens that no provider can revoke any more. */
async function providersOf(userId: string, { store, setup }: TokenPlace): Promise<readonly string[]> {
  const kept = await rowsOf(userId, { store });
  for (const { provider } of kept) {
    if (setup.providers.has(provider)) continue;
    setup.logger.warn(
      `tokens-not-revoked: the config has no provider "${provider}", at which user "${userId}" has tokens. Add it again, and revoke ` +
        "them, or users remove the application in their settings there",
    );
  }
  const rows = [...kept, ...await setup.store?.listAccountsByUserId?.(userId) ?? []];
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
  const [alive, dead]: [FoundTokens[], FoundTokens[]] = [[], []];
  for (const found of await findAllTokens({ userId, provider: provider.id, account }, place)) {
    const isAlive = found.tokens.ended !== "Revoked" || await newer(found.tokens, found.row);
    if (!isAlive) dead.push(found);
    else if (await isStillOfUser(found, place)) alive.push(found);
  }
  const forget = ({ row }: FoundTokens) => persist(() => forgetInAccounts(row, place));
  const failed = [...await tryAll(dead, forget)];
  if (alive.length) {
    const revoke = await revokerOf(provider, setup);
    // Not those of a sign-in that is faster than this request.
    const isMeant = ({ signedInAt }: ProviderTokens) => signedInAt <= before;
    const context = { ...setup, store, revoke, newer };
    failed.push(
      ...await tryAll(alive, async (found) => {
        await revokeTokensOf(found.row, isMeant, context);
        await forget(found);
      }),
    );
  }
  if (failed.length) throw new Failures(failed);
}

/** Takes the tokens out of the table of accounts, too. Those of a sign-in that was faster stay: they are not the revoked ones. */
async function forgetInAccounts(account: OwnedAccount, place: TokenPlace): Promise<void> {
  const { store, setup } = place;
  const kept = await findTokens(account, { ...setup, store });
  if (kept?.tokens.ended !== "Revoked" || await newerTokens(kept.tokens, account, setup)) return;
  // The application may have moved the account to another user.
  if (!await isStillOfUser(kept, place)) return;
  const { provider, providerAccountId } = account;
  await setup.store?.updateAccount?.({
    provider,
    providerAccountId,
    access_token: null,
    refresh_token: null,
  });
}
