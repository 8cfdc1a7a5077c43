/**
 * The ids of messages: their order is that of the events.
 *
 * @module
 */

import { toHex } from "../../crypto/bytes.ts";
import type { Platform } from "../../platform/platform.ts";

/** The last id that this process has made: the clock may stand still, as within a request to a worker, or go back. */
let last = { at: 0, count: 0 };

/** Makes the id of an event: milliseconds, a number within them, and randomness. */
export function toEventId({ now, random }: Pick<Platform, "now" | "random">): string {
  const at = now();
  last = at > last.at ? { at, count: 0 } : { ...last, count: last.count + 1 };
  return `${digits(last.at, 13)}${digits(last.count, 6)}${toHex(random(8))}`;
}

/** What the ids of events from a time on come after, in milliseconds. */
export function idFrom(time: number): string {
  return digits(Math.max(time, 0), 13);
}

/** The id of the message to an endpoint. @param index Its place among those that receive the event. */
export function toMessageId(eventId: string, index: number): string {
  return `${eventId}-${digits(index, 3)}`;
}

/** The `webhook-id` of a message: the same for each endpoint, and each try. It has no dot (Standard Webhooks, "Signature scheme"). */
export function webhookIdOf(messageId: string): string {
  return `msg_${waitingId(messageId).replace(/-.*/, "")}`;
}

/** Begins the ids of messages that were given up. They stand after all others, so that no run reads them again and again. */
export const GIVEN_UP = "g";

/** Whether it is the id of a message that was given up. */
export function isGivenUp(messageId: string): boolean {
  return messageId.startsWith(GIVEN_UP);
}

/** The id of a message once it's given up. */
export function givenUpId(messageId: string): string {
  return GIVEN_UP + waitingId(messageId);
}

/** The id that a message had before it was given up. */
export function waitingId(messageId: string): string {
  return isGivenUp(messageId) ? messageId.slice(GIVEN_UP.length) : messageId;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, "0");
}
