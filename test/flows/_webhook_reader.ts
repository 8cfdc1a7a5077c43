/**
 * Reads the events of webhooks as a service does that keeps what they say, and compares it with the database.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { WebhookAccount } from "../../src/entries/webhooks.ts";
import type { Database } from "./_database.ts";
import type { Received } from "./_webhooks.ts";

/** What a reader of all events knows. */
export class Reader {
  readonly users = new Map<string, unknown>();
  /** As `Database.accounts()` has them. One may go from a user to another one, whose events may come earlier. */
  readonly accounts = new Set<string>();
  readonly bans = new Map<string, unknown>();
  readonly signIns: string[] = [];
  readonly #seen = new Set<string>();

  /** Reads an event, unless it has come before. */
  read({ id, event: { type, data } }: Received): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    switch (type) {
      case "account.linked":
        return void this.accounts.add(nameOf(data));
      case "account.unlinked":
        return void this.accounts.delete(nameOf(data));
      case "user.deleted": {
        this.users.delete(data.id);
        this.bans.delete(data.id);
        for (const name of this.accounts) if (name.endsWith(`: ${data.id}`)) this.accounts.delete(name);
        return;
      }
      case "user.banned":
        this.bans.set(data.id, data.until);
        break;
      case "user.unbanned":
        this.bans.delete(data.id);
        break;
      case "user.signed_in":
        this.signIns.push(data.id);
    }
    this.users.set(data.id, [data.name, data.email]);
  }
}

function nameOf({ provider, providerAccountId, userId }: WebhookAccount): string {
  return `${provider}/${providerAccountId}: ${userId}`;
}

/** What is known after these events. */
export function readerOf(received: readonly Received[]): Reader {
  const reader = new Reader();
  for (const message of received) reader.read(message);
  return reader;
}

/** Asserts that a reader of all events knows what the database has. */
export async function assertKnown(
  reader: Reader,
  db: Pick<Database, "users" | "accounts"> & { readonly adapter: Pick<Required<Adapter>, "rows"> },
  where: string,
): Promise<void> {
  const users = await db.users();
  const stored = users.map(({ id, name, email }) => [String(id), [name, email]]);
  assert.deepEqual(Object.fromEntries(reader.users), Object.fromEntries(stored), where);
  assert.deepEqual([...reader.accounts].toSorted(), (await db.accounts()).toSorted(), where);
  const bans = await db.adapter.rows.list("bans", {});
  const known = new Set(users.map(({ id }) => String(id)));
  // Beside an adapter of Auth.js, those of a user who was removed may be there.
  const untils = bans.filter(({ userId }) => known.has(userId)).map(({ userId, until }) => [
    userId,
    until?.toISOString() ?? null,
  ]);
  assert.deepEqual(Object.fromEntries(reader.bans), Object.fromEntries(untils), where);
}
