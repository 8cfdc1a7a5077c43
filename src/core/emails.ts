/**
 * The address of a user, for code of the application that compares addresses, or looks a user up by one.
 *
 * @module
 */

import { MissingAdapterMethods } from "../errors/errors.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import { comparable, cut } from "../values/same_address.ts";
import type { Awaitable } from "../values/types.ts";

/**
 * Returns an email address in the one form in which the library stores it, and hands it to callbacks: without white space and
 * invisible characters around it, in Unicode NFC and lower case, with its domain in ASCII (RFC 5891). Two addresses are the same if
 * this form is. Of a text that is not an address, such as an account name, only the ASCII letters change.
 *
 * @example
 * ```ts
 * import { normalizedEmail } from "@latchkey/auth";
 *
 * console.log(normalizedEmail(" Ada@Bücher.example")); // ada@xn--bcher-kva.example
 * ```
 */
export function normalizedEmail(email: string): string {
  return comparable(email);
}

/**
 * Finds the user with an email address, however it is written, also in a spelling that Auth.js has stored. `getUserByEmail` of an
 * adapter finds an address to the letter.
 *
 * @returns The user; of several the one whose address is verified. `null` if there is none.
 * @throws {MissingAdapterMethods} if the adapter has no `getUserByEmail`.
 * @throws What the adapter throws.
 *
 * @example
 * ```ts
 * import { findUserByEmail } from "@latchkey/auth";
 * import { Memory } from "@latchkey/auth/adapters/memory";
 *
 * const adapter = Memory();
 * await adapter.createUser({ id: "1", email: "ada@xn--bcher-kva.example", emailVerified: null });
 * const user = await findUserByEmail("Ada@Bücher.example", adapter);
 * console.log(user?.id); // 1
 * ```
 */
export async function findUserByEmail<U extends Pick<AdapterUser, "email" | "emailVerified">>(
  email: string,
  adapter: { getUserByEmail?(email: string): Awaitable<U | null> },
): Promise<U | null> {
  if (!adapter.getUserByEmail) {
    throw new MissingAdapterMethods(
      "Cannot find a user by their address: the adapter has no `getUserByEmail`",
    );
  }
  // Loaded on demand: few programs call it.
  const { findByAddress } = await import("../sign_in/decision.ts");
  const getUserByEmail = (each: string) => adapter.getUserByEmail!(each);
  // What Auth.js would have stored for an email.
  const former = email.trim().toLowerCase();
  return await findByAddress(cut(email), { getUserByEmail }, former);
}
