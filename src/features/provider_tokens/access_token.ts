/**
 * The access token of a user for the API of a provider.
 *
 * @module
 */

import type { AccessTokenResult, TokenRequest, WantedToken } from "../../model/access_tokens.ts";
import { newerTokens } from "./account_tokens.ts";
import { ConfigError } from "../../errors/errors.ts";
import { oauthProviderOf } from "./oauth_provider.ts";
import { once } from "../../platform/once.ts";
import { ofAnother } from "../../platform/platform.ts";
import { reconnectRequired } from "./reconnect.ts";
import { prepareRenewal } from "../../oauth/refresh.ts";
import { type RenewalContext, renewedToken } from "./renewal.ts";
import type { FoundTokens } from "./rows.ts";
import { tokenStoreOf } from "./rules.ts";
import type { Setup } from "../../setup/setup.ts";
import { canExist, findStoredTokens, isStillOfUser, type TokenPlace } from "./stored_tokens.ts";
import { takeTurn } from "./turns.ts";
import type { OAuthProvider } from "../../oauth/types.ts";

/** Loaded on demand: most applications have a database. */
const cookieTokens = once(() => import("./cookie_tokens.ts"));

/** By database and wanted token: the calls under way in this process, which other callers share. */
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
  setup: Setup,
): Promise<AccessTokenResult> {
  const provider = oauthProviderOf(wanted.provider, setup);
  const store = tokenStoreOf(setup);
  if (store) {
    const accessToken = await sharedFlight(wanted, { provider, store, setup });
    return { accessToken, cookies: [] };
  }
  if (request) return await (await cookieTokens()).cookieTokenOf(wanted, request, { provider, setup });
  throw new ConfigError(
    `Cannot get an access token of "${wanted.provider}" outside of a request: a cookie keeps it. Call auth.accessTokens.get() in a ` +
      "request, or keep the tokens in a database: set `adapter`, and write `AccessTokens()`",
  );
}

/** The provider, and the database that has its tokens. */
interface StoredSource extends TokenPlace {
  readonly provider: OAuthProvider;
}

/** Finds and renews a token once for all callers in this process. */
async function sharedFlight(wanted: WantedToken, source: StoredSource): Promise<string> {
  const { store } = source;
  const known = flights.get(store) ?? new Map<string, Promise<string>>();
  flights.set(store, known);
  const key = JSON.stringify([wanted.userId, wanted.provider, wanted.account, wanted.rejected]);
  const before = known.get(key);
  const begin = () => {
    const flight = findAndRenew(wanted, source).finally(() => {
      if (known.get(key) === flight) known.delete(key);
    });
    known.set(key, flight);
    return flight;
  };
  return await (before ? ofAnother(before, begin, source.setup.platform) : begin());
}

async function findAndRenew(wanted: WantedToken, source: StoredSource): Promise<string> {
  for (const stored of canExist(wanted) ? newestFirst(await findStoredTokens(wanted, source)) : []) {
    if (await isStillOfUser(stored, source)) {
      return await renewedToken(stored.row, wanted.rejected, contextOf(source));
    }
  }
  throw reconnectRequired(wanted, "NotConnected");
}

/** Of several accounts at one provider, the one with which the user has signed in last comes first. */
function newestFirst(found: readonly FoundTokens[]): readonly FoundTokens[] {
  return found.toSorted((a, b) => b.tokens.signedInAt - a.tokens.signedInAt);
}

function contextOf({ provider, store: tokenStore, setup }: StoredSource): RenewalContext {
  const { platform, logger, secrets } = setup;
  const { refreshGrace = 0 } = provider.token;
  return {
    platform,
    logger,
    secrets,
    store: tokenStore,
    refreshGrace: refreshGrace * 1000,
    prepare: async (isSafe) => await takeTurn(await prepareRenewal(provider, platform), isSafe),
    newer: (tokens, account) => newerTokens(tokens, account, setup),
  };
}
