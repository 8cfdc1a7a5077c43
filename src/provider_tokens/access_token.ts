/**
 * The access token of a user for the API of a provider.
 *
 * @module
 */

import type { SetupProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { ConfigError } from "../errors/errors.ts";
import type {
  AccessTokenResult,
  AccessTokenRules,
  TokenRequest,
  WantedToken,
} from "../model/access_tokens.ts";
import type { ProviderTokenStore } from "../model/store.ts";
import { once } from "../platform/once.ts";
import { prepareRenewal, renew } from "../oauth/refresh.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { accountRowsOf, originOf, tokensOfRow } from "./account_tokens.ts";
import { reconnectRequired } from "./reconnect.ts";
import { type RenewalContext, renewedToken } from "./renewal.ts";
import { assertKept, type FoundTokens, type OwnedAccount, readTokens, writeTokens } from "./rows.ts";

/** Loaded on demand: most applications have a database. */
const cookieTokens = once(() => import("./cookie_tokens.ts"));

/** A setup with `accessTokens`. */
export type TokenSetup = Setup & { readonly accessTokens: AccessTokenRules };

/** By database and account: the renewals under way in this process, which callers share. */
const flights = new WeakMap<object, Map<string, Promise<string>>>();

/**
 * Returns an access token that works.
 *
 * @throws {ReconnectRequired} if the user has to sign in with the provider again.
 * @throws {ProviderUnavailable} if the provider cannot be reached.
 * @throws {ConfigError} if the config has no such provider, or it does not accept the client.
 * @throws {OldSecretMissing} if none of the secrets has sealed the tokens.
 * @throws {AdapterError} if the database fails.
 */
export async function accessTokenOf(
  wanted: WantedToken,
  request: TokenRequest | null,
  base: Setup,
): Promise<AccessTokenResult> {
  const setup = base as TokenSetup;
  const provider = providerOf(wanted, setup);
  const { store } = setup.accessTokens;
  if (store) {
    const accessToken = await sharedFlight(wanted, { provider, store, setup });
    return { accessToken, cookies: [] };
  }
  if (request) return await (await cookieTokens()).cookieTokenOf(wanted, request, { provider, setup });
  throw new ConfigError(
    `Cannot get an access token of "${wanted.provider}" outside of a request: a cookie keeps it. Call auth.accessToken() in a ` +
      "request, or keep the tokens in a database: set `adapter`, and `accessTokens: true`",
  );
}

/** What finds a token in the database. */
interface StoredSource {
  readonly provider: OAuthProvider;
  readonly store: ProviderTokenStore;
  readonly setup: TokenSetup;
}

/** Callers in this process share the work. */
async function sharedFlight(wanted: WantedToken, source: StoredSource): Promise<string> {
  const { store } = source;
  const known = flights.get(store) ?? new Map<string, Promise<string>>();
  flights.set(store, known);
  const key = JSON.stringify([wanted.userId, wanted.provider, wanted.account, wanted.rejected]);
  const flight = known.get(key) ?? findAndRenew(wanted, source).finally(() => known.delete(key));
  known.set(key, flight);
  return await flight;
}

function providerOf({ provider: id }: WantedToken, { providers }: TokenSetup): OAuthProvider {
  const provider = providers.get(id);
  if (provider && isOAuth(provider)) return provider;
  throw new ConfigError(
    `Cannot get an access token of "${id}": no provider of \`providers\` with type \`oauth\` or \`oidc\` has this \`id\``,
  );
}

function isOAuth(provider: SetupProvider): provider is OAuthProvider {
  return provider.type === "oauth" || provider.type === "oidc";
}

async function findAndRenew(wanted: WantedToken, source: StoredSource): Promise<string> {
  const { setup } = source;
  const context = contextOf(source);
  const stored = newestOf(await readTokens(wanted, context)) ??
    newestOf(await fill(wanted, context, setup));
  if (!stored || !await isOwned(stored.row, source)) throw reconnectRequired(wanted, "NotConnected");
  return await renewedToken(stored.row, wanted.rejected, context);
}

/** Whether the account is still that of the user: code that does not know of the tokens may have removed or moved it. */
async function isOwned(row: OwnedAccount, { store, setup }: StoredSource): Promise<boolean> {
  const { provider, providerAccountId, userId } = row;
  const owner = await setup.store?.getUserByAccount({ provider, providerAccountId });
  if (owner?.id === userId) return true;
  // The row may be that of another user by now, whose sign-in has replaced it.
  if (!owner) await store.deleteProviderTokens({ provider, providerAccountId });
  return false;
}

/** Of several accounts at one provider, the one with which the user has signed in last. */
function newestOf(found: readonly FoundTokens[]): FoundTokens | null {
  const [newest] = found.toSorted((a, b) => b.tokens.signedInAt - a.tokens.signedInAt);
  return newest ?? null;
}

/** Stores the tokens of accounts that have signed in before `accessTokens` was in the config. */
async function fill(
  wanted: WantedToken,
  context: RenewalContext,
  { store }: TokenSetup,
): Promise<readonly FoundTokens[]> {
  const { userId, provider } = wanted;
  for (const row of store ? await accountRowsOf(wanted, store) : []) {
    const tokens = await tokensOfRow(row);
    if (!tokens) continue;
    const owned: OwnedAccount = { userId, provider, providerAccountId: row.providerAccountId };
    // Another request may have stored them, or a sign-in newer ones.
    const filled = await writeTokens(owned, null, { change: { tokens }, context });
    if (filled) await assertKept(filled, context);
  }
  return await readTokens(wanted, context);
}

function contextOf({ provider, store: tokenStore, setup }: StoredSource): RenewalContext {
  const { platform, logger, secrets, store } = setup;
  const { refreshGrace = 0 } = provider.token;
  return {
    platform,
    logger,
    secrets,
    store: tokenStore,
    refreshGrace: refreshGrace * 1000,
    async prepare() {
      const exchange = await prepareRenewal(provider, platform);
      return (refreshToken) => renew(refreshToken, exchange);
    },
    async newer({ origin }, account) {
      // Without it, the table of accounts keeps the tokens of the first sign-in, which are older.
      const rows = store?.updateAccount ? await accountRowsOf(account, store) : [];
      const row = rows.find(({ providerAccountId }) => providerAccountId === account.providerAccountId);
      return row && await originOf(row) !== origin ? await tokensOfRow(row) : null;
    },
  };
}
