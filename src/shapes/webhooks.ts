/**
 * The shape of webhooks: the names of their functions, and the rows of the outbox.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";
import type { FunctionsShape } from "./shape.ts";

/** The functions of webhooks, all outside of requests. */
export const WEBHOOK_FUNCTIONS = { outside: ["deliver", "list", "retry"] } as const satisfies FunctionsShape;

/** An event for one endpoint that isn't delivered yet. */
export interface AdapterWebhookMessage {
  /** Time, counter, randomness and number of the endpoint, in ASCII: the order of the ids is that of the events. Once it's given up, `g` before it. Unique. */
  id: string;
  /** Raised by each change of the row. */
  version: number;
  /** The user whom the event is about. They may be gone. */
  userId: string;
  /** Name of the endpoint, or its URL. */
  endpoint: string;
  /** Type of the event, such as `user.created`. */
  type: string;
  /** What the event says beside the user, as JSON: no name, and an address only while `createUser` of an adapter may choose another id. */
  data: string;
  /** `unsettled`: the change that it is about may fail yet. `due`: it's sent from `dueAt` on. `gaveUp`: no more, unless someone asks for it. */
  state: "unsettled" | "due" | "gaveUp";
  /** How often it was sent. */
  tries: number;
  /** When a run of `deliver()` may take it; for one that was given up, when it's removed. */
  dueAt: Date;
  /** Why the last try has failed; `null` before one has. */
  failure: string | null;
  /** When the event happened. */
  createdAt: Date;
}

/** The outbox. A message about a removed user outlives them. */
export const WEBHOOK_ROWS: RowKind<AdapterWebhookMessage, "id"> = {
  name: "webhook_messages",
  key: ["id"],
  recordKey: "webhookMessage",
  listKey: "webhookMessages",
  version: "version",
  isOrdered: true,
  since: 8,
  columns: {
    id: { column: "id", type: "text", length: 255, required: true, isAscii: true },
    version: { column: "version", type: "integer", required: true },
    userId: { column: "user_id", type: "text", length: 255, required: true },
    endpoint: { column: "endpoint", type: "text", required: true },
    type: { column: "event_type", type: "text", length: 64, required: true },
    data: { column: "event_data", type: "text", required: true },
    state: { column: "message_state", type: "text", length: 64, required: true },
    tries: { column: "tries", type: "integer", required: true },
    dueAt: { column: "due_at", type: "date", required: true },
    failure: { column: "failure", type: "text", length: 255 },
    createdAt: { column: "created_at", type: "date", required: true },
  },
};
