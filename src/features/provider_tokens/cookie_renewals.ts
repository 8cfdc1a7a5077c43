/**
 * Renews the tokens of a cookie once, for all requests that have it. Browsers send an old cookie until they have got the new
 * one, so that the outcome of a renewal is remembered.
 *
 * @module
 */

import { toBase64Url } from "../../crypto/bytes.ts";
import { mayRepeat, withAnswer } from "./due.ts";
import { sha256 } from "../../crypto/hash.ts";
import { ofAnother, type Platform } from "../../platform/platform.ts";
import { ProviderUnavailable } from "../../errors/errors.ts";
import { prepareRenewal, type Renewal, type RenewedTokens } from "../../oauth/refresh.ts";
import type { ProviderTokens } from "./rows.ts";
import type { Setup } from "../../setup/setup.ts";
import { LEASE } from "./lease.ts";
import { takeTurn } from "./turns.ts";
import type { OAuthProvider } from "../../oauth/types.ts";

/** How long this process remembers the outcome of a renewal, in milliseconds. */
const REMEMBERED = 600_000;

/** How many outcomes this process remembers at most. */
const MOST_OUTCOMES = 5000;

/** A renewal of this process. */
interface KnownRenewal {
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  readonly renewal: Promise<Renewal>;
  /** Whether it has ended. */
  isDone: boolean;
}

/** By the hash of the refresh token that was sent: the renewals of this process, under way or done. */
const outcomes = new Map<string, KnownRenewal>();

/** Tokens whose access token must be replaced. */
interface OldTokens {
  /** The tokens, with a refresh token. */
  readonly tokens: ProviderTokens;
  /** Whether the access token of an earlier renewal will do: it may have ended, or have been refused, meanwhile. */
  readonly isGood: (tokens: ProviderTokens) => boolean;
}

/** How a renewal has ended, and the newest tokens. */
interface RenewedOnce {
  readonly renewal: Renewal;
  readonly tokens: ProviderTokens;
}

/** Sends each refresh token once, for all requests that have it, as far as they reach this process. */
export async function renewOnce(
  { tokens: old, isGood }: OldTokens,
  provider: OAuthProvider,
  setup: Setup,
): Promise<RenewedOnce> {
  const { platform } = setup;
  let tokens = old;
  // No chain is longer, unless a provider gives an earlier refresh token again.
  for (let hops = outcomes.size;; hops--) {
    const refreshToken = tokens.refreshToken!;
    const key = await keyOf(refreshToken, provider);
    const known = knownAt(key, platform);
    if (!known) {
      return resultOf(await begin(key, { tokens, provider, setup }), tokens, platform.now());
    }
    const { at, isDone } = known;
    const ended = await endOf(key, known, { tokens, provider, setup });
    const result = resultOf(ended, tokens, at);
    if (!isDone || result.renewal.kind !== "renewed" || isGood(result.tokens)) return result;
    // A refresh token that was not replaced may be sent again.
    const isKept = result.tokens.refreshToken === refreshToken || hops <= 0;
    if (isKept && outcomes.get(key) === known) outcomes.delete(key);
    tokens = result.tokens;
  }
}

function resultOf(renewal: Renewal, tokens: ProviderTokens, at: number): RenewedOnce {
  return { renewal, tokens: renewal.kind === "renewed" ? withAnswer(tokens, renewal.tokens, at) : tokens };
}

/** The tokens that are renewed, and whose they are. */
interface Renewing {
  readonly tokens: ProviderTokens;
  readonly provider: OAuthProvider;
  readonly setup: Setup;
}

async function begin(key: string, renewing: Renewing): Promise<Renewal> {
  const { tokens, provider, setup: { platform } } = renewing;
  const begun: KnownRenewal = {
    at: platform.now(),
    renewal: sendOnce(tokens, provider, platform),
    isDone: false,
  };
  remember(key, begun);
  const renewal = await begun.renewal;
  begun.isDone = true;
  conclude(key, renewal, renewing);
  return renewal;
}

/** Forgets a renewal that may be tried again, and tells the log of one that may not. */
function conclude(key: string, renewal: Renewal, { tokens, provider, setup: { logger } }: Renewing): void {
  const isOver = renewal.kind === "unchanged" ||
    (renewal.kind === "unknown" && mayRepeat(tokens, provider.token.refreshGrace));
  if (isOver) outcomes.delete(key);
  else if (renewal.kind !== "renewed") logger.error(renewal.error);
}

/** Waits for a renewal. One that lasts longer than its requests can is lost: the platform has ended the request that has begun it. */
async function endOf(key: string, known: KnownRenewal, renewing: Renewing): Promise<Renewal> {
  const { provider: { id }, setup: { platform } } = renewing;
  if (known.isDone) return await known.renewal;
  return await ofAnother(
    known.renewal,
    async () => {
      const error = new ProviderUnavailable(
        `Cannot renew the access token: the request that has asked "${id}" has ended before the answer`,
        { provider: id },
      );
      const lost = { kind: "unknown", error } as const;
      if (outcomes.get(key) === known) {
        remember(key, { at: known.at, renewal: Promise.resolve(lost), isDone: true });
        conclude(key, lost, renewing);
      }
      return await Promise.resolve(lost);
    },
    platform,
    Math.max(0, known.at + LEASE - platform.now()),
  );
}

/** Returns the newest tokens of which this process has the renewal: the cookie of a request may be an old one. */
export async function newestTokens(
  old: ProviderTokens,
  provider: OAuthProvider,
  platform: Platform,
): Promise<ProviderTokens> {
  let tokens = old;
  for (let hops = outcomes.size; hops > 0 && tokens.refreshToken !== null; hops--) {
    const known = knownAt(await keyOf(tokens.refreshToken, provider), platform);
    const renewal = known && await ofAnother(known.renewal, () => Promise.resolve(null), platform);
    if (!known || renewal?.kind !== "renewed") break;
    const { refreshToken } = tokens;
    tokens = withAnswer(tokens, renewal.tokens, known.at);
    if (tokens.refreshToken === refreshToken) break;
  }
  return tokens;
}

/** The renewal with a refresh token that a revocation exchanges: kept while it may fail, and forgotten once it is done. */
export async function renewalOf(refreshToken: string, provider: OAuthProvider, { now }: Platform) {
  const key = await keyOf(refreshToken, provider);
  return {
    /** Keeps the new tokens for the next request of this browser, which has the old ones. */
    keep(tokens: RenewedTokens): void {
      remember(key, { at: now(), renewal: Promise.resolve({ kind: "renewed", tokens }), isDone: true });
    },
    /** Forgets them: they have ended. */
    forget: (): void => void outcomes.delete(key),
  };
}

/** Remembers a renewal, and forgets what is too old, or too much. */
function remember(key: string, known: KnownRenewal): void {
  outcomes.delete(key);
  outcomes.set(key, known);
  // The oldest first.
  for (const [earlier, { at }] of outcomes) {
    if (outcomes.size <= MOST_OUTCOMES && known.at < at + REMEMBERED) break;
    outcomes.delete(earlier);
  }
}

function knownAt(key: string, { now }: Platform): KnownRenewal | undefined {
  const known = outcomes.get(key);
  return known && now() < known.at + REMEMBERED ? known : undefined;
}

async function keyOf(refreshToken: string, { id, clientId }: OAuthProvider): Promise<string> {
  return toBase64Url(await sha256(JSON.stringify([id, clientId, refreshToken])));
}

/** Sends a refresh token; once more if the answer is lost, and the provider accepts that. */
async function sendOnce(
  tokens: ProviderTokens,
  provider: OAuthProvider,
  platform: Platform,
): Promise<Renewal> {
  try {
    const turn = await takeTurn(
      await prepareRenewal(provider, platform),
      mayRepeat(tokens, provider.token.refreshGrace),
    );
    const { refreshGrace = 0 } = provider.token;
    const began = platform.now();
    const first = await turn(tokens.refreshToken!);
    const isAccepted = first.kind === "unknown" && platform.now() < began + refreshGrace * 1000;
    return isAccepted ? await turn(tokens.refreshToken!) : first;
  } catch (error) {
    return { kind: "unchanged", error: error as Error };
  }
}
