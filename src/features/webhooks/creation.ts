/**
 * What has become of a user whom an adapter couldn't create, as it seems, where it may choose their id.
 *
 * @module
 */

import type { AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import type { RowStore } from "../../model/store.ts";
import { hintIn } from "./evidence.ts";
import { idFrom } from "./ids.ts";
import { type Fact, KIND } from "./outbox.ts";

/** How long a change may take at most, in milliseconds: what hasn't happened by then never will. */
export const ABANDONED = 600_000;

/** How many messages are read at once. */
const PAGE = 100;

/** A user who is being created. */
export interface Creation {
  /** The id that the library has proposed. */
  readonly userId: string;
  readonly email: string;
  /** Whether somebody had the address before. */
  readonly wasTaken: boolean;
}

/**
 * What has become of it: the user is stored; it's `over`, as another message tells of who has the address, or as no one has it and the id
 * is of a kind that the database doesn't have; or it's `open`, as no one has the address, and the user may be stored yet under the id.
 */
export type Fate = "over" | "open" | { readonly storedAs: string };

/** Returns the creation among facts of a change whose messages are stored; `null` if there is none, or if the id stays. */
export async function creationOf(facts: readonly Fact[], store: RowStore): Promise<Creation | null> {
  const fact = facts.find(({ hint }) => hint);
  if (!fact?.hint) return null;
  const { userId, hint: { email } } = fact;
  try {
    return { userId, email, wasTaken: Boolean(await store.getUserByEmail(email)) };
  } catch {
    // The change is about to show whether the database works.
    return { userId, email, wasTaken: false };
  }
}

/** Asks the database what has become of it. @param message One of its messages. @throws {AdapterError} if the database fails. */
export async function fateOf(
  { userId, email, wasTaken }: Creation,
  message: AdapterWebhookMessage,
  store: RowStore,
): Promise<Fate> {
  const hasId = await isThere(userId, store);
  if (hasId) return { storedAs: userId };
  const user = await store.getUserByEmail(email);
  if (!user) return hasId === null ? "over" : "open";
  const storedAs = String(user.id);
  const isOther = (other: AdapterWebhookMessage) =>
    other.type === message.type && other.endpoint === message.endpoint && other.id !== message.id &&
    (other.state === "unsettled"
      // Of two that fail at once, only the later one may rely on the other.
      ? other.id < message.id && hintIn(other)?.email === email
      : other.userId === storedAs);
  return wasTaken || await isAnyRecent(isOther, message, store) ? "over" : { storedAs };
}

/** Whether there is a user with an id; `null` if the database refuses to look: its ids are numbers, or it's away. */
async function isThere(userId: string, store: RowStore): Promise<boolean | null> {
  try {
    return Boolean(await store.getUser(userId));
  } catch {
    return null;
  }
}

/** Whether the outbox has a message that a change at the same time as that of another message has stored. */
async function isAnyRecent(
  isMeant: (message: AdapterWebhookMessage) => boolean,
  { createdAt }: AdapterWebhookMessage,
  { rows }: RowStore,
): Promise<boolean> {
  for (let after = { id: idFrom(createdAt.getTime() - ABANDONED) };;) {
    const page = await rows.list(KIND, {}, { after, limit: PAGE });
    if (page.some(isMeant)) return true;
    if (page.length < PAGE) return false;
    after = page.at(-1)!;
  }
}
