/**
 * Sign-in with what the application checks itself: a password, most often.
 *
 * @module
 */

import type { Awaitable, User } from "../types.ts";
import type { AdapterUser } from "../adapters/types.ts";
import type { CredentialInput, CredentialsConfig } from "./types.ts";

/** What an application may write for credentials. */
export interface CredentialsOptions<Fields extends Readonly<Record<string, CredentialInput>>> {
  /** Identifies the provider, in URLs too: `A-Z a-z 0-9 . _ -`. Default `credentials`. */
  readonly id?: string;
  /** Label on the sign-in page. Default `Password`. */
  readonly name?: string;
  /** Fields of the built-in form, by name. Default: none, and no form. */
  readonly credentials?: Fields;
  /**
   * Checks what the user typed. `null` means that it is wrong; so does throwing a `CredentialsSignin`, whose `code` the
   * user's browser sees. With stored sessions, the `id` must be that of a user in the database.
   *
   * @param credentials The fields. Whoever sends a request of their own leaves some out, or sends something else than
   *   texts: check each.
   * @param request The request, for its headers.
   */
  authorize(
    credentials: Readonly<Partial<Record<keyof Fields & string, unknown>>>,
    request: Request,
  ): Awaitable<User | null>;
  /**
   * Removes the password of a user whom the owner of the mailbox takes over, because a stranger may have set it. It is
   * called before and after the takeover, so there may be no password. If the takeover fails in between, the password is
   * gone all the same. Without it, neither a mail nor a provider that vouches for the address opens a user whose address
   * was never verified.
   *
   * @returns Whether there was a password.
   */
  revoke?(user: AdapterUser): Awaitable<boolean>;
}

/**
 * Describes sign-in with a form whose content the application checks in `authorize`.
 *
 * - Answer the same, after the same time, whether a user is unknown or the password wrong: `verifyPassword` does if it
 *   is also called for users who are not there.
 * - Nothing here counts attempts: limit them by address and by user, before the password is verified.
 * - Return what the session may show, not the whole row with its hash.
 *
 * @param options What the application sets; it wins over the defaults.
 *
 * @example
 * ```ts
 * import { hashPassword, needsRehash, verifyPassword } from "@latchkey/auth/password";
 * import { Credentials } from "@latchkey/auth/providers/credentials";
 *
 * const users = new Map([
 *   ["ada@example.com", { id: "1", name: "Ada", hash: await hashPassword("correct horse battery staple") }],
 * ]);
 *
 * const provider = Credentials({
 *   credentials: {
 *     email: { label: "E-mail address", type: "email", autocomplete: "username", required: true },
 *     password: { label: "Password", type: "password", autocomplete: "current-password", required: true },
 *   },
 *   async authorize({ email, password }) {
 *     const user = users.get(String(email).trim().toLowerCase());
 *     // Also without a user: or the time of the answer would tell who has an account.
 *     if (!await verifyPassword(password, user?.hash) || !user) return null;
 *     if (needsRehash(user.hash)) user.hash = await hashPassword(String(password));
 *     return { id: user.id, name: user.name, email: String(email) };
 *   },
 * });
 * console.assert(provider.id === "credentials");
 * ```
 */
export function Credentials<Fields extends Readonly<Record<string, CredentialInput>>>(
  options: CredentialsOptions<Fields>,
): CredentialsConfig {
  return {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: {},
    authorize: options.authorize,
    options,
  };
}

export default Credentials;
