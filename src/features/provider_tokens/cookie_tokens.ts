/**
 * The tokens of a provider in a sealed cookie, for applications without a database: those of the account that the session
 * began with.
 *
 * @module
 */

import {
  ACCESS_TOKENS,
  type AccessTokenResult,
  type TokenRequest,
  type TokensToRevoke,
  type WantedToken,
} from "../../model/access_tokens.ts";
import { tokensOfSignIn } from "./account_tokens.ts";
import { removeChunked } from "../../http/chunked_cookies.ts";
import { renewOnce } from "./cookie_renewals.ts";
import { fittingChunks, requestWith } from "../../http/cookie_room.ts";
import { isDue, mayRepeat, works } from "./due.ts";
import { type ReconnectReason, TokenNotWritable } from "../../errors/errors.ts";
import { tooLarge } from "./too_large.ts";
import { reconnectRequired } from "./reconnect.ts";
import type { OwnedAccount, ProviderTokens } from "./rows.ts";
import { seal } from "../../crypto/seal.ts";
import { openCookie } from "../../http/sealed_cookie.ts";
import type { BeganSession, Setup } from "../../setup/setup.ts";
import type { Cookies, Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { Renewal } from "../../oauth/refresh.ts";
import type { OAuthProvider } from "../../oauth/types.ts";

/** Tokens in a cookie, and whose they are. */
interface KeptTokens {
  readonly account: OwnedAccount;
  readonly tokens: ProviderTokens;
  /** How long the cookie lasts after each change, in milliseconds: as long as a session that begins. */
  readonly lasts: number;
  /** When it ends, in milliseconds since the epoch; earlier versions have not written it. */
  readonly until?: number;
}

const PURPOSE = "provider tokens";

/** The cookies after a sign-in: they keep its tokens. If it has none, they remove those of the sign-in before. */
export async function signInCookies(
  { identity: { account, stored }, userId, expires, cookies: others }: BeganSession,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const { type, provider, providerAccountId } = account;
  if (!isInCookie(setup)) return [];
  const tokens = type === "oauth" || type === "oidc"
    ? await tokensOfSignIn(stored, null, setup.platform.now())
    : null;
  if (!tokens) return removeChunked(incoming.cookies, setup.cookies.providerTokens);
  const lasts = expires - setup.platform.now();
  const kept = { account: { userId, provider, providerAccountId }, tokens, lasts };
  const chunks = fittingChunks(await toCookie(kept, setup), others, { incoming, setup });
  if (chunks) return chunks;
  throw tooLarge(provider);
}

/** The cookies after a renewal. Tokens that no longer fit are removed: servers refuse requests with too large cookies. */
async function renewedCookies(
  kept: KeptTokens,
  cookies: Cookies,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const incoming = requestWith(cookies);
  const chunks = fittingChunks(await toCookie(kept, setup), [], { incoming, setup });
  if (chunks) return chunks;
  setup.logger.error(tooLarge(kept.account.provider));
  return removeChunked(cookies, setup.cookies.providerTokens);
}

function isInCookie({ rules }: Setup): boolean {
  return rules.get(ACCESS_TOKENS)?.store === null;
}

async function toCookie(kept: KeptTokens, setup: Setup): Promise<SetCookie> {
  const { cookies: { providerTokens: { name, options } }, platform } = setup;
  const until = platform.now() + kept.lasts;
  const expires = new Date(until);
  const value = await seal({ ...kept, until }, { purpose: PURPOSE, maxAge: kept.lasts / 1000 }, setup);
  return { name, value, options: { ...options, expires } };
}

/**
 * Returns an access token that works, and the cookies that keep it.
 *
 * @throws {ReconnectRequired} if the user has to sign in with the provider again.
 * @throws {TokenNotWritable} if it has ended, and the answer can set no cookie.
 * @throws {ProviderUnavailable} if the provider cannot be reached.
 */
export async function cookieTokenOf(
  wanted: WantedToken,
  request: TokenRequest,
  { provider, setup }: { readonly provider: OAuthProvider; readonly setup: Setup },
): Promise<AccessTokenResult> {
  const { platform } = setup;
  const { rejected } = wanted;
  const kept = await findKept(wanted, request.cookies, setup);
  if (!kept) throw reconnectRequired(wanted, "NotConnected");
  const isGood = (tokens: ProviderTokens) =>
    tokens.accessToken !== rejected && !isDue(tokens, platform.now());
  const isUsable = (tokens: ProviderTokens) => works(tokens, { rejected, now: platform.now() });
  const give = async (tokens: ProviderTokens): Promise<AccessTokenResult> => {
    const isWritten = tokens !== kept.tokens || (isHalfOver(kept, platform.now()) && request.canSetCookies());
    const cookies = isWritten ? await renewedCookies({ ...kept, tokens }, request.cookies, setup) : [];
    return { accessToken: tokens.accessToken, cookies };
  };
  if (isGood(kept.tokens)) return await give(kept.tokens);
  if (kept.tokens.refreshToken === null) return await giveOr(kept.tokens, "NoRefreshToken");
  if (!request.canSetCookies()) {
    if (isUsable(kept.tokens)) return await give(kept.tokens);
    throw notWritable(provider);
  }
  const { renewal, tokens } = await renewOnce({ tokens: kept.tokens, isGood }, provider, setup);
  if (renewal.kind === "renewed") return await give(tokens);
  const reason = endedBy(renewal, tokens, provider);
  if (reason !== null) return await giveOr(tokens, reason);
  if (!isUsable(tokens)) throw renewal.error;
  setup.logger.error(renewal.error);
  return await give(tokens);

  async function giveOr(tokens: ProviderTokens, reason: ReconnectReason): Promise<AccessTokenResult> {
    if (isUsable(tokens)) return await give(tokens);
    throw reconnectRequired(wanted, reason);
  }
}

/** Why a renewal that has failed must not be tried again; `null` if it may be. */
function endedBy(
  { kind }: Pick<Renewal, "kind">,
  tokens: ProviderTokens,
  { token }: OAuthProvider,
): ReconnectReason | null {
  if (kind === "refused") return "Refused";
  return kind === "unknown" && !mayRepeat(tokens, token.refreshGrace) ? "AnswerLost" : null;
}

/** Whether half of a cookie's time is over: it must last even if its access token is never renewed. */
function isHalfOver({ until = 0, lasts }: KeptTokens, now: number): boolean {
  return until - now < lasts / 2;
}

function notWritable({ id }: OAuthProvider): TokenNotWritable {
  return new TokenNotWritable(
    `Cannot renew the access token of "${id}" here: the answer can set no cookie any more, and the next refresh ` +
      "token would be lost. Call auth.accessTokens.get() before the answer begins; in Next, in a route handler or a server action",
    { provider: id },
  );
}

/** The tokens in the cookie of a request, if they are those that are wanted; else `null`. */
export async function findKept(
  { userId, provider, account }: TokensToRevoke,
  cookies: Cookies,
  setup: Setup,
): Promise<KeptTokens | null> {
  const kept = await openCookie<KeptTokens>(cookies, setup.cookies.providerTokens, PURPOSE, setup);
  if (kept?.account.userId !== userId || kept.account.provider !== (provider ?? kept.account.provider)) {
    return null;
  }
  return account === undefined || account === kept.account.providerAccountId ? kept : null;
}
