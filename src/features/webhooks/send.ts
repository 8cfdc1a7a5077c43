/**
 * Sends a message to its endpoint.
 *
 * @module
 */

import type { AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import { isA } from "../../errors/thrown.ts";
import { type Platform, TimedOut, within } from "../../platform/platform.ts";
import { webhookIdOf } from "./ids.ts";
import type { WebhookEndpoint } from "./options.ts";
import type { Signer } from "./package.ts";
import { secretsOf } from "./rules.ts";

/** Why an endpoint has not accepted a message. */
export interface Failure {
  /** The status of its answer; `null` without one. */
  readonly status: number | null;
  /** The reason, for the log and for `list()`. */
  readonly reason: string;
  /** How long it asks to be left alone, in milliseconds. Default 0. */
  readonly retryAfter: number;
}

/** Sends a message. Returns why the endpoint has not accepted it; `null` if it has, with any status from 200 to 299. */
export async function send(
  message: AdapterWebhookMessage,
  body: string,
  { endpoint, timeout, sign, platform }: {
    readonly endpoint: WebhookEndpoint;
    /** In milliseconds. */
    readonly timeout: number;
    readonly sign: Signer;
    readonly platform: Platform;
  },
): Promise<Failure | null> {
  const id = webhookIdOf(message.id);
  const at = new Date(platform.now());
  const headers = {
    "content-type": "application/json",
    "user-agent": "Latchkey-Webhooks",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": sign({ id, at, body }, secretsOf(endpoint)),
  };
  try {
    const response = await within(timeout, platform, async (signal) => {
      const init = { method: "POST", headers, body, signal, redirect: "manual" } as const;
      return await platform.fetch(endpoint.url, init);
    });
    // What it says is of no interest.
    response.body?.cancel().catch(() => {});
    if (response.ok) return null;
    const { status } = response;
    return { status, reason: String(status), retryAfter: waitIn(response, platform) };
  } catch (error) {
    const reason = isA(error, TimedOut) ? `no answer within ${timeout / 1000} seconds` : "no connection";
    return { status: null, reason, retryAfter: 0 };
  }
}

/** The time of `Retry-After`, in milliseconds (RFC 9110 §10.2.3): seconds, or a date. */
function waitIn({ headers }: Response, { now }: Pick<Platform, "now">): number {
  const text = headers.get("retry-after") ?? "";
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now();
  return wait > 0 ? wait : 0;
}
