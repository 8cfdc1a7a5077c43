/**
 * The outbox: stores events with the change that they are about.
 *
 * @module
 */

import type { AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import type { RowStore } from "../../model/store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { LoggerInstance } from "../../values/types.ts";
import { toEventId, toMessageId } from "./ids.ts";
import type { WebhookEndpoint, WebhooksOptions } from "./options.ts";
import { nameOf } from "./rules.ts";
import type { WebhookType } from "./types.ts";

/** Something to tell endpoints. */
export interface Fact {
  readonly type: WebhookType;
  /** Id of the user whom it is about. */
  readonly userId: string;
  /** What the event says beside the user. Default: nothing. */
  readonly data?: object;
  /** What finds the user of a change whose end no one knows, as their id may be another one. Default: the id. */
  readonly hint?: { readonly email: string };
}

/** The kind of rows. */
export const KIND = "webhookMessages";

/** Dependencies of these functions. */
export interface OutboxContext {
  readonly store: RowStore;
  readonly options: WebhooksOptions;
  readonly platform: Platform;
  readonly logger: LoggerInstance;
}

/** Whether an endpoint receives events of a type. */
export function receives({ events }: WebhookEndpoint, type: WebhookType): boolean {
  return !events || events.includes(type);
}

/** The messages about something: one for each endpoint that receives the type. They are due. */
export function messagesOf(
  { type, userId, data = {} }: Fact,
  { options: { endpoints }, platform }: Pick<OutboxContext, "options" | "platform">,
): readonly AdapterWebhookMessage[] {
  const id = toEventId(platform);
  const at = new Date(platform.now());
  return endpoints.filter((endpoint) => receives(endpoint, type)).map((endpoint, index) => ({
    id: toMessageId(id, index),
    version: 0,
    userId,
    endpoint: nameOf(endpoint),
    type,
    data: JSON.stringify(data),
    state: "due",
    tries: 0,
    dueAt: at,
    failure: null,
    createdAt: at,
  }));
}

/** Stores messages about what has happened. @throws {AdapterError} if the database fails. */
export async function storeMessages(
  messages: readonly AdapterWebhookMessage[],
  { store: { rows } }: Pick<OutboxContext, "store">,
): Promise<void> {
  try {
    for (const message of messages) await rows.store(KIND, message, null);
  } catch (error) {
    // Nothing happens now: it must not be told to some.
    await Promise.allSettled(messages.map((message) => rows.remove(KIND, message)));
    throw error;
  }
}
