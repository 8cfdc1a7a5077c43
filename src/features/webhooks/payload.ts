/**
 * The body of a message.
 *
 * @module
 */

import type { AdapterUser, AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import { toJson } from "../../values/json.ts";
import type { Store } from "../../model/store.ts";

/**
 * Writes the body: type, time and data (Standard Webhooks, "Payload structure"). It has the user as they are now. So the last event that
 * arrives about a user is never older than what the database has, the outbox has no names, and nothing is sent about a user who was
 * removed.
 *
 * @returns `null` if a field of the user is nothing that JSON has.
 * @throws {AdapterError} if the database fails.
 */
export async function toBody(
  { type, createdAt, userId, data }: AdapterWebhookMessage,
  { store, userFields = [] }: { readonly store: Store; readonly userFields?: readonly string[] | undefined },
): Promise<string | null> {
  const [about] = type.split(".");
  const own = JSON.parse(data) as object;
  const isOfAccount = about === "account";
  const subject = isOfAccount ? { userId } : { id: userId };
  const stored = type === "user.deleted" ? null : await store.getUser(userId);
  const user = isOfAccount
    // At a provider, it tells who they are.
    ? stored ? {} : { providerAccountId: null }
    : type === "user.deleted"
    ? {}
    : shown(stored, userFields);
  return toJson({ type, timestamp: createdAt.toISOString(), data: { ...subject, ...own, ...user } }) ?? null;
}

function shown(user: AdapterUser | null, userFields: readonly string[]): object {
  const { name = null, email = null, emailVerified = null, image = null }: Partial<AdapterUser> = user ?? {};
  const fields = userFields.map((
    field,
  ) => [field, (user as Readonly<Record<string, unknown>> | null)?.[field] ?? null]);
  return { name, email, emailVerified, image, ...Object.fromEntries(fields) };
}
