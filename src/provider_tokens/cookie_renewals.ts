/**
 * Renews the tokens of a cookie once, for all requests that have it. Browsers send an old cookie until they have got the new
 * one, so that the outcome of a renewal is remembered.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { toBase64Url } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { prepareRenewal, renew, type Renewal } from "../oauth/refresh.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import type { Platform } from "../platform/platform.ts";
import { withAnswer } from "./due.ts";
import type { ProviderTokens } from "./rows.ts";

/** How long the outcome of a renewal is known in this process, in milliseconds. */
const REMEMBERED = 600_000;

/** How many outcomes are known at most. */
const MOST_OUTCOMES = 5000;

/** By the hash of the refresh token that was sent: the renewals of this process, under way or done. */
const outcomes = new Map<string, { readonly at: number; readonly renewal: Promise<Renewal> }>();

/** Sends a refresh token once, for all requests that have it, as far as they reach this process. */
export async function renewOnce(
  refreshToken: string,
  provider: OAuthProvider,
  setup: Setup,
): Promise<Renewal> {
  const { platform, logger } = setup;
  const key = await keyOf(refreshToken, provider);
  const known = knownAt(key, platform);
  if (known) return await known;
  const renewal = sendOnce(refreshToken, provider, platform);
  outcomes.set(key, { at: platform.now(), renewal });
  const [oldest] = outcomes.keys();
  if (outcomes.size > MOST_OUTCOMES && oldest !== undefined) outcomes.delete(oldest);
  const result = await renewal;
  const isOver = result.kind === "unchanged" ||
    (result.kind === "unknown" && provider.token.refreshGrace === Infinity);
  if (isOver) outcomes.delete(key);
  else if (result.kind !== "renewed") logger.error(result.error);
  return result;
}

/** Returns the newest tokens that this process knows for those of a cookie, which may be an old one. */
export async function newestTokens(
  tokens: ProviderTokens,
  provider: OAuthProvider,
  platform: Platform,
): Promise<ProviderTokens> {
  if (tokens.refreshToken === null) return tokens;
  const renewal = await knownAt(await keyOf(tokens.refreshToken, provider), platform);
  if (renewal?.kind !== "renewed") return tokens;
  const next = withAnswer(tokens, renewal.tokens, platform.now());
  return next.refreshToken === tokens.refreshToken ? next : await newestTokens(next, provider, platform);
}

function knownAt(key: string, { now }: Platform): Promise<Renewal> | undefined {
  const known = outcomes.get(key);
  return known && now() < known.at + REMEMBERED ? known.renewal : undefined;
}

async function keyOf(refreshToken: string, { id, clientId }: OAuthProvider): Promise<string> {
  return toBase64Url(await sha256(JSON.stringify([id, clientId, refreshToken])));
}

/** Sends a refresh token; once more if the answer is lost, and the provider accepts that. */
async function sendOnce(refreshToken: string, provider: OAuthProvider, platform: Platform): Promise<Renewal> {
  try {
    const exchange = await prepareRenewal(provider, platform);
    const { refreshGrace = 0 } = provider.token;
    const began = platform.now();
    const first = await renew(refreshToken, exchange);
    const isAccepted = first.kind === "unknown" && platform.now() < began + refreshGrace * 1000;
    return isAccepted ? await renew(refreshToken, exchange) : first;
  } catch (error) {
    return { kind: "unchanged", error: error as Error };
  }
}
