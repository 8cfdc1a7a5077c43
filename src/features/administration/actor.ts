/**
 * Who acts as the user of a session.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8693#section-4.1 | RFC 8693 §4.1}
 * @module
 */

/** The administrator who acts as a user: the claim `act` of RFC 8693 §4.1. */
export interface Actor {
  /** Id of the administrator. */
  readonly sub: string;
  /** Display name; `null` without one. */
  readonly name: string | null;
  /** Address; `null` without one. */
  readonly email: string | null;
}

/**
 * Returns the administrator who acts as the user of a session; `null` if no one does, or without a session.
 *
 * @param session What `auth()` returns, or `GET session` to a browser.
 *
 * @example
 * ```ts
 * import { actorOf } from "@latchkey/auth/administration";
 *
 * const session = {
 *   user: { id: "7", name: "Bob" },
 *   act: { sub: "1", name: "Ada", email: "ada@example.com" },
 * };
 * console.log(`${actorOf(session)?.name} acts as ${session.user.name}`); // Ada acts as Bob
 * ```
 */
export function actorOf(session: object | null): Actor | null {
  return (session as { readonly act?: Actor } | null)?.act ?? null;
}
