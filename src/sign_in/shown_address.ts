/**
 * The address that callbacks and sessions see of a user without a stored one. With sessions in tokens, an earlier
 * version stored no address that was not verified.
 *
 * @module
 */

import type { Identity } from "../model/identity.ts";
import type { SessionRead } from "../model/session.ts";
import type { Setup } from "../setup/setup.ts";
import type { Session, User } from "../values/types.ts";

/** The address in a session; `null` if it has none. */
export function addressIn(read: Pick<SessionRead, "session"> | null): string | null {
  return (read?.session as Partial<Session> | null | undefined)?.user?.email ?? null;
}

/**
 * Fills in the address that the provider sent. If an account is added to a user who is signed in, they keep the address of
 * their session.
 *
 * @param current The session to which the account is added; `null` if it is not added to one.
 */
export function withShownAddress<U extends User>(
  user: U,
  { identity, current }: { readonly identity: Identity; readonly current: SessionRead | null },
  { strategy }: Pick<Setup, "strategy">,
): U {
  if (strategy !== "jwt" || (user.email ?? null) !== null) return user;
  const email = current ? addressIn(current) : identity.user.email ?? null;
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(user));
  // An adapter may return an instance of a class, whose fields are getters: a copy would lose them.
  if (isPlain) return { ...user, email };
  return new Proxy(user, { get: (row, field) => field === "email" ? email : Reflect.get(row, field) });
}
