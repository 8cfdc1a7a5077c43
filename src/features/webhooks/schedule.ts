/**
 * When a message is tried again.
 *
 * @module
 */

import type { AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Failure } from "./send.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/** How long after each failed try the next one follows (Standard Webhooks, "Retry schedule"): ten tries in a good three days. */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  DAY,
];

/** A delay is longer by up to a tenth, so that messages of one outage don't come back together. */
const JITTER = 0.1;

/** How long after its event a message is kept that was given up, or that belongs to no endpoint, in milliseconds. */
export const KEPT = 30 * DAY;

/** The answer of an endpoint that wants no more (Standard Webhooks, "Status codes"). */
const GONE = 410;

/** A message after a try that has failed: due later, or given up. */
export function afterFailure(
  message: AdapterWebhookMessage,
  { status, reason, retryAfter }: Failure,
  { now, random }: Pick<Platform, "now" | "random">,
): AdapterWebhookMessage {
  const tries = message.tries + 1;
  const delay = DELAYS[tries - 1];
  const failed = { ...message, version: message.version + 1, tries, failure: reason };
  if (delay === undefined || status === GONE) {
    return { ...failed, state: "gaveUp", dueAt: new Date(message.createdAt.getTime() + KEPT) };
  }
  const spread = delay * (1 + JITTER * random(1)[0]! / 255);
  return { ...failed, dueAt: new Date(Math.ceil(now() + Math.max(spread, Math.min(retryAfter, DAY)))) };
}
