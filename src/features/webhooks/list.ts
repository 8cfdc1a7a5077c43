/**
 * Lists the messages of the outbox, and makes them due.
 *
 * @module
 */

import type { AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import type { OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { GIVEN_UP, isGivenUp, waitingId, webhookIdOf } from "./ids.ts";
import { KIND } from "./outbox.ts";
import { assertAll, numberCheck, rulesOf } from "./rules.ts";
import type { WebhookMessage, WebhookPage, WebhookType } from "./types.ts";

/** How many are listed, if the caller does not say, and at most. */
const [USUAL, MOST] = [20, 100];

/** Lists messages. */
export const list: OutsideCall<Setup> = async ([page], setup): Promise<readonly WebhookMessage[]> => {
  const { limit: most = USUAL, after = null, gaveUp }: WebhookPage = Object(page);
  assertAll([
    numberCheck("webhooks.list({ limit })", most, { most: MOST, unit: "a whole number" }),
    [
      "webhooks.list({ after })",
      after !== null && typeof after !== "string",
      "write the `id` of a message, or `null`",
    ],
    [
      "webhooks.list({ gaveUp })",
      gaveUp !== undefined && typeof gaveUp !== "boolean",
      "write `true` or `false`, or leave it out",
    ],
  ]);
  const { rows } = rulesOf(setup).store;
  const found: WebhookMessage[] = [];
  const first = gaveUp === true ? GIVEN_UP : null;
  let last = [after ?? first].filter((id) => id !== null).map((id) => ({ id }))[0] ?? null;
  for (;;) {
    const part: AdapterWebhookMessage[] = await rows.list(KIND, {}, { after: last, limit: MOST });
    found.push(...part.map(toMessage).filter((each) => gaveUp === undefined || each.gaveUp === gaveUp));
    if (part.length < MOST || found.length >= most) return found.slice(0, most);
    last = part.at(-1)!;
    if (gaveUp === false && isGivenUp(last.id)) return found;
  }
};

/** Makes a message due. */
export const retry: OutsideCall<Setup> = async ([id], setup): Promise<boolean> => {
  const { rows } = rulesOf(setup).store;
  const message = await rows.find(KIND, { id: String(id) });
  if (!message || message.state === "unsettled") return false;
  const { version } = message;
  const dueAt = new Date(setup.platform.now());
  const due = { ...message, state: "due", version: version + 1, tries: 0, dueAt } as const;
  if (!isGivenUp(message.id)) return await rows.store(KIND, due, version);
  await rows.store(KIND, { ...due, id: waitingId(message.id) }, null);
  return await rows.remove(KIND, message);
};

function toMessage(message: AdapterWebhookMessage): WebhookMessage {
  const { id, endpoint, userId, type, state, tries, failure, dueAt, createdAt } = message;
  return {
    id,
    webhookId: webhookIdOf(id),
    endpoint,
    userId,
    type: type as WebhookType,
    gaveUp: state === "gaveUp",
    tries,
    failure,
    dueAt: dueAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}
