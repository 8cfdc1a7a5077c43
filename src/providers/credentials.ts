/**
 * Sign-in with credentials that the application checks, such as a password.
 *
 * @module
 */

import { withCapability } from "../sign_in/capability.ts";
import { credentials } from "../sign_in/credentials/capability.ts";
import type { Awaitable, User } from "../values/types.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import type { CredentialInput, CredentialsConfig } from "../model/provider.ts";

/** Options of `Credentials()`. */
export interface CredentialsOptions<Fields extends Readonly<Record<string, CredentialInput>>> {
  /** Identifies the provider, also in URLs. Characters: `A-Z a-z 0-9 . _ -`. Default `credentials`. */
  readonly id?: string;
  /** Label on the sign-in page. Default `Password`. */
  readonly name?: string;
  /** Fields of the built-in form, by name. Default: none: the form is a button alone, for guests for example. */
  readonly credentials?: Fields;
  /**
   * Checks the submitted fields. Return `null` if they are wrong, or throw a `CredentialsSignin`, whose `code` the browser
   * receives. With stored sessions, `id` must be the id of a user in the database.
   *
   * @param credentials The submitted fields. A client can omit fields or send values that are not strings: check each.
   * @param request The request, for its headers, and for its `signal`, which aborts when the client disconnects.
   */
  authorize(
    credentials: Readonly<Partial<Record<keyof Fields & string, unknown>>>,
    request: Request,
  ): Awaitable<User | null>;
  /**
   * Removes the password of a user that the owner of the mailbox takes over, because an attacker may have set it. Called
   * before and after the takeover, so the password may be absent. If the takeover fails in between, the password stays
   * removed. Without `revoke`, a user whose address was never verified cannot sign in by email or through a provider that
   * verifies the address. Default: none.
   *
   * @returns Whether the user had a password.
   */
  revoke?(user: AdapterUser): Awaitable<boolean>;
}

/**
 * Describes sign-in with a form. The application checks its fields in `authorize`.
 *
 * - Give the same answer, after the same time, for an unknown user and for a wrong password: call `verifyPassword` for
 *   unknown users, too. It also does the rest of the work after a cheaper hash than the default, or than its options.
 * - Pass `signal` of the request to `verifyPassword`: the work of a client that has disconnected is dropped.
 * - The library counts attempts by the address of the client, and with `limits.account` for each account, too.
 * - Return only fields that the session may contain, never the password hash.
 * - Beside an adapter, return the `id` of a user that it has. A user of another system is signed in with sessions in tokens, and
 *   has no account page.
 *
 * @param options Settings of the application. They override the defaults.
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
 *     email: { label: "Email address", type: "email", autocomplete: "username", required: true },
 *     password: { label: "Password", type: "password", autocomplete: "current-password", required: true },
 *   },
 *   async authorize({ email, password }, { signal }) {
 *     const user = users.get(String(email).trim().toLowerCase());
 *     // Called without a user, too: otherwise the response time reveals who has an account.
 *     if (!await verifyPassword(password, user?.hash, { signal }) || !user) return null;
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
  return withCapability({
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: {},
    authorize: options.authorize,
    options,
  }, credentials);
}

export default Credentials;
