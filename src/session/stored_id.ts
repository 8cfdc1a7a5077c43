/**
 * Ids of users as an application writes them outside of requests.
 *
 * @module
 */

import { findStored } from "./current.ts";
import type { Store } from "../model/store.ts";
import { isStorable } from "../values/storable.ts";

/**
 * The id of a user as the database writes it, which rows of capabilities have: it may find the user by another form of it, such as
 * a UUID in capitals. `null` if it has no such user.
 *
 * @param id As the application has it, outside of requests.
 * @throws {AdapterError} if the database fails.
 */
export async function storedId(id: string, store: Store | null): Promise<string | null> {
  // Some databases throw for such an id, which no user has.
  const user = isStorable(String(id)) ? await findStored(id, store) : null;
  return user ? String(user.id) : null;
}
