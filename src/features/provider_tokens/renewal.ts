/**
 * Returns the access token of an account, and renews it when it is due: by one request, however many callers ask.
 *
 * The order: first a lease is stored, with the intention to send the refresh token. The lease keeps other processes from sending
 * the token; the intention says afterwards that it may have been sent. Then the request is sent, then its answer is stored, and
 * only then do callers get the new token.
 *
 * @module
 */

import { ProviderUnavailable, type ReconnectReason } from "../../errors/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { LoggerInstance } from "../../values/types.ts";
import { isDue, mayRepeat, withAnswer, works } from "./due.ts";
import { isLeased, LEASE, pause, REQUESTS, waitToLook } from "./lease.ts";
import { reconnectRequired } from "./reconnect.ts";
import {
  assertKept,
  findTokens,
  type FoundTokens,
  type OwnedAccount,
  type ProviderTokens,
  type TokenTable,
  TRIES,
  unchanged,
  writeTokens,
} from "./rows.ts";
import type { Turn } from "./turns.ts";

/** After how many looks a caller whose access token still works stops waiting for its successor: with `waitToLook()`, two seconds. */
const LOOKS_WHILE_IT_WORKS = 7;

/** The same of one that has ended: five seconds. Another process may have been killed with the lease in its hand. */
const LOOKS_AFTER_ITS_END = 14;

/** The pauses before the answer is stored again if the database fails, in milliseconds. */
const RETRIES = [100, 500, 2000];

/** Dependencies of `renewedToken`. */
export interface RenewalContext extends TokenTable {
  /** The clock, and its timers. */
  readonly platform: Platform;
  /** The log. */
  readonly logger: Pick<LoggerInstance, "error">;
  /**
   * Prepares a renewal. Rejects if the provider cannot be asked: nothing is sent then.
   *
   * @param isSafe Whether the refresh token may be sent again if the answer is lost.
   */
  prepare(isSafe: boolean): Promise<Turn>;
  /** For how long the provider accepts a refresh token that it has replaced, in milliseconds. */
  readonly refreshGrace: number;
  /** Returns tokens of the account row that are newer than those here; `null` if it has none. */
  newer(tokens: ProviderTokens, account: OwnedAccount): Promise<ProviderTokens | null>;
}

/**
 * Returns an access token that works.
 *
 * @param rejected An access token that the API has refused: another one is returned. Default: none.
 * @throws {ReconnectRequired} if the user has to sign in with the provider again.
 * @throws {ProviderUnavailable} if the provider cannot be reached: the same call works later.
 * @throws {ConfigError} if the provider does not accept the client.
 * @throws {AdapterError} if the database fails.
 */
export async function renewedToken(
  account: OwnedAccount,
  rejected: string | undefined,
  context: RenewalContext,
): Promise<string> {
  const { platform } = context;
  let looks = 0;
  for (let changes = 0; changes < TRIES && looks < LOOKS_AFTER_ITS_END;) {
    const found = await findTokens(account, context);
    if (!found) throw reconnectRequired(account, "NotConnected");
    const { row, tokens } = found;
    if (tokens.accessToken !== rejected && !isDue(tokens, platform.now())) {
      // Each use seals the row again, until the older secret can be taken away.
      if (!found.isNewest) await writeTokens(account, row, { change: unchanged(found), table: context });
      return tokens.accessToken;
    }
    const isUsable = works(tokens, { rejected, now: platform.now() });
    if (isLeased(found, platform)) {
      if (isUsable && looks >= LOOKS_WHILE_IT_WORKS) return tokens.accessToken;
      await waitToLook(looks++, platform);
      continue;
    }
    changes++;
    const next = await nextToken(account, found, { isUsable, context });
    if (next !== null) return next;
  }
  throw new ProviderUnavailable(
    `Cannot renew the access token of "${account.provider}": other requests keep changing it`,
  );
}

/**
 * Renews the tokens of a row, or takes newer ones that the user has elsewhere.
 *
 * @returns The access token; `null` if the row has changed, and must be read again.
 */
async function nextToken(
  account: OwnedAccount,
  found: FoundTokens,
  { isUsable, context }: {
    /** Whether the access token still works. */
    readonly isUsable: boolean;
    readonly context: RenewalContext;
  },
): Promise<string | null> {
  const { row, tokens } = found;
  const obstacle = obstacleOf(tokens, context);
  if (obstacle === null) {
    const result = await renewUnderLease(account, found, context);
    if (result === null || typeof result === "string") return result;
    if (!isUsable) throw result;
    context.logger.error(result);
    return tokens.accessToken;
  }
  const newer = await context.newer(tokens, account);
  if (newer !== null) {
    await writeTokens(account, row, { change: { tokens: newer }, table: context });
    return null;
  }
  if (isUsable) return tokens.accessToken;
  throw reconnectRequired(account, obstacle);
}

/** Why the refresh token must not be sent; `null` if it may be. */
function obstacleOf(
  tokens: ProviderTokens,
  context: RenewalContext,
): ReconnectReason | null {
  const { ended, refreshToken, sent } = tokens;
  const { platform, refreshGrace } = context;
  if (ended !== null) return ended;
  if (refreshToken === null) return "NoRefreshToken";
  if (sent === null || mayRepeat(tokens, context.refreshGrace)) return null;
  // An answer to it is lost: the provider may have replaced it.
  const isAccepted = sent.times < 2 && platform.now() < sent.at + refreshGrace;
  return isAccepted ? null : "AnswerLost";
}

/**
 * Sends the refresh token once, if no other request does, and stores the answer.
 *
 * @returns The new access token; or a failure after which the refresh token is as good as before; `null` to look at the row again.
 */
async function renewUnderLease(
  account: OwnedAccount,
  found: FoundTokens,
  context: RenewalContext,
): Promise<string | Error | null> {
  const { tokens } = found;
  const isSafe = mayRepeat(tokens, context.refreshGrace);
  // It may ask the provider for its metadata. If that fails, nothing has begun. What was sent before may be sent again.
  const turn = await context.prepare(isSafe || tokens.sent !== null).catch((error: Error) => error);
  if (turn instanceof Error) return turn;
  try {
    return await sendUnderLease(turn, account, { found, isSafe, context });
  } finally {
    turn.end?.();
  }
}

async function sendUnderLease(
  turn: Turn,
  account: OwnedAccount,
  { found, isSafe, context }: {
    readonly found: FoundTokens;
    readonly isSafe: boolean;
    readonly context: RenewalContext;
  },
): Promise<string | Error | null> {
  const { platform } = context;
  const { tokens } = found;
  const { sent } = tokens;
  const now = platform.now();
  const leaseUntil = now + LEASE;
  const begun = { ...tokens, sent: { at: sent?.at ?? now, times: (sent?.times ?? 0) + 1 } };
  const leased = await writeTokens(account, found.row, {
    change: { tokens: begun, leaseUntil },
    table: context,
  });
  if (!leased) return null;
  if (platform.now() > leaseUntil - REQUESTS) {
    // This process was paused: another one may hold the lease by the time the answer is here.
    await writeTokens(account, leased.row, { change: { tokens }, table: context });
    return null;
  }
  const renewal = await turn(tokens.refreshToken!);
  if (renewal.kind === "renewed") {
    const change = (now: ProviderTokens) => withAnswer(now, renewal.tokens, platform.now());
    const stored = await storeEnding(account, leased, { change, isAnswer: true, context });
    return stored && stored.tokens.accessToken;
  }
  const { kind, error } = renewal;
  const ended: ReconnectReason | null = kind === "refused" ? "Refused" : null;
  const left = kind === "unchanged" ? { sent } : { ended };
  await storeEnding(account, leased, { change: (now) => ({ ...now, ...left }), isAnswer: false, context });
  if (kind === "unchanged" || (kind === "unknown" && isSafe)) return error;
  context.logger.error(error);
  return null;
}

/** How a renewal has ended. */
interface RenewalEnding {
  /** Changes the tokens. */
  readonly change: (tokens: ProviderTokens) => ProviderTokens;
  /** Whether the provider has answered with new tokens: they count also if another request holds the lease by now. */
  readonly isAnswer: boolean;
  readonly context: RenewalContext;
}

/**
 * Stores how a renewal has ended, and gives the lease back. A sign-in may have stored other tokens in the meantime: they stay,
 * unless the refresh token is the same, which the answer has replaced.
 *
 * @returns What is stored; `null` if that is of another request.
 * @throws {AdapterError} if the database fails, also when it is asked again: the answer is lost then.
 */
async function storeEnding(
  account: OwnedAccount,
  leased: FoundTokens,
  { change, isAnswer, context }: RenewalEnding,
): Promise<FoundTokens | null> {
  const { row: { leaseUntil }, tokens: { refreshToken } } = leased;
  let current: FoundTokens | null = leased;
  for (let tries = 0; tries < TRIES && current?.tokens.refreshToken === refreshToken; tries++) {
    const { row, tokens }: FoundTokens = current;
    if (!isAnswer && row.leaseUntil?.getTime() !== leaseUntil!.getTime()) return null;
    const stored = await persistently(
      () => writeTokens(account, row, { change: { tokens: change(tokens) }, table: context }),
      context,
    );
    if (stored) {
      await assertKept(stored, context);
      return stored;
    }
    current = await persistently(() => findTokens(account, context), context);
  }
  return null;
}

/** Asks the database again if it fails: what it is to store cannot be had twice. */
async function persistently<T>(ask: () => Promise<T>, context: RenewalContext): Promise<T> {
  for (const wait of RETRIES) {
    try {
      return await ask();
    } catch {
      await pause(wait, context.platform);
    }
  }
  return await ask();
}
