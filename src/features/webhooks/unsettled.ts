/**
 * Stores events in a database that can't do so in one step with the change that they are about.
 *
 * @module
 */

import type { AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import { type Creation, creationOf, fateOf } from "./creation.ts";
import { type Fact, KIND, messagesOf, type OutboxContext, storeMessages } from "./outbox.ts";

/** How long a change may take before a run of `deliver()` asks the database whether it was made, in milliseconds. */
const UNSETTLED = 60_000;

/** A message, and how it's stored until the change has ended. */
interface Unsettled {
  readonly due: AdapterWebhookMessage;
  readonly unsettled: AdapterWebhookMessage;
}

/**
 * Makes a change with messages about it, in a database that can't store both in one step: they are stored before, and settled
 * afterwards. If the change fails, or the process ends before they are settled, a run of `deliver()` asks the database what has become of
 * it: the answer to a change may be lost. Of a user who couldn't be created, the database is asked at once.
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
  const { store } = context;
  const messages = facts.flatMap((fact) =>
    messagesOf(fact, context).map((due) => ({ due, unsettled: toUnsettled(due, fact) }))
  );
  await storeMessages(messages.map(({ unsettled }) => unsettled), context);
  const creation = await creationOf(facts, store);
  const { result, userId } = await change().catch(async (error: unknown): Promise<never> => {
    if (creation) await orLogged([endCreation(creation, messages, context)], context);
    throw error;
  });
  const settled = messages.map(({ due }) =>
    userId === null ? store.rows.remove(KIND, due) : settle({ ...due, userId }, context)
  );
  await orLogged(settled, context);
  return result;
}

/** Waits for work after a change. The change is made, or is not: a failure here must not say otherwise. */
async function orLogged(work: readonly unknown[], { logger }: OutboxContext): Promise<void> {
  for (const each of await Promise.allSettled(work)) {
    if (each.status === "rejected") logger.error(each.reason);
  }
}

/** Ends the messages about a user who couldn't be created, as it seems. */
async function endCreation(
  creation: Creation,
  messages: readonly Unsettled[],
  context: OutboxContext,
): Promise<void> {
  const { rows } = context.store;
  const fate = await fateOf(creation, messages[0]!.due, context.store);
  for (const { due, unsettled } of messages) {
    if (fate === "over") await rows.remove(KIND, due);
    else if (fate !== "open") await settle({ ...due, userId: fate.storedAs }, context);
    // Without the address, which would find who signs up with it next.
    else await rows.store(KIND, { ...unsettled, data: due.data, version: 1 }, 0);
  }
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
