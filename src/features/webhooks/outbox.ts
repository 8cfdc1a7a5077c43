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

/** How long a change may take before a run of `deliver()` asks the database whether it was made, in milliseconds. */
const UNSETTLED = 60_000;

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

/**
 * Makes a change with messages about it, in a database that can't store both in one step: they are stored before, and settled
 * afterwards. If the change fails, or the process ends before they are settled, a run of `deliver()` asks the database what has become of
 * it: the answer to a change may be lost.
 *
 * @param facts What the change does.
 * @param change Makes it. Resolves to its result, and to the id of the user, or to `null` if it has changed nothing.
 * @throws {AdapterError} if the messages can't be stored: then nothing is changed. And what `change` throws.
 */
export async function withMessages<T>(
  facts: readonly Fact[],
  change: () => Promise<{ readonly result: T; readonly userId: string | null }>,
  context: OutboxContext,
): Promise<T> {
  const { store, logger } = context;
  const messages = facts.flatMap((fact) =>
    messagesOf(fact, context).map((due) => ({ due, unsettled: toUnsettled(due, fact) }))
  );
  await storeMessages(messages.map(({ unsettled }) => unsettled), context);
  const { result, userId } = await change();
  // The change is made, or is not: a failure here must not say otherwise.
  const settled = messages.map(({ due }) =>
    userId === null ? store.rows.remove(KIND, due) : settle({ ...due, userId }, context)
  );
  for (const each of await Promise.allSettled(settled)) {
    if (each.status === "rejected") logger.error(each.reason);
  }
  return result;
}

function toUnsettled(due: AdapterWebhookMessage, { data, hint }: Fact): AdapterWebhookMessage {
  return {
    ...due,
    state: "unsettled",
    data: JSON.stringify({ ...data, ...hint && { hint } }),
    dueAt: new Date(due.dueAt.getTime() + UNSETTLED),
  };
}

/** Makes a message due. */
async function settle(due: AdapterWebhookMessage, { store: { rows } }: OutboxContext): Promise<void> {
  if (await rows.store(KIND, { ...due, version: 1 }, 0)) return;
  // The change was slow, and a run has taken the message: it's being sent, or is gone.
  await rows.store(KIND, { ...due, version: 1 }, null);
}
