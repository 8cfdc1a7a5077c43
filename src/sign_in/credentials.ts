/**
 * Signing in with what the application checks itself: a password, most often.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/types.ts";
import type { Setup } from "../config/setup.ts";
import { toUuid } from "../crypto/bytes.ts";
import { AuthError, CredentialsSignin, ServerError } from "../errors.ts";
import { toRequest } from "../http/incoming.ts";
import type { Incoming } from "../http/types.ts";
import type { CredentialsConfig } from "../providers/types.ts";
import { isA } from "../thrown.ts";
import type { Identity, User } from "../types.ts";

/** How long before a sign-in an address was verified for its password to be checked a second time, in milliseconds. */
const RECENT = 120_000;

/**
 * Asks the application who the user is.
 *
 * @throws {CredentialsSignin} if what they typed is wrong.
 * @throws {ServerError} if `authorize` fails in another way, or returns what is not a user, or not one of the database.
 */
export async function authorize(
  incoming: Incoming,
  provider: CredentialsConfig,
  setup: Setup,
): Promise<Identity> {
  const { csrfToken: _token, callbackUrl: _url, ...credentials } = { ...incoming.body };
  const began = setup.platform.now();
  const user = await ask(credentials, toRequest(incoming), provider);
  if (!user) throw new CredentialsSignin("Cannot sign in: `authorize` returned no user");
  assertUser(user);
  const id = String(user.id ?? toUuid(setup.platform.random(16), 4));
  const storedUser = await findStored(user, setup);
  if (storedUser && wasJustVerified(storedUser, began)) {
    // The owner of the mailbox may have taken the user over, and `revoke` removed the password, since it was checked.
    const again = await ask(credentials, toRequest(incoming), provider);
    if (again?.id !== user.id) throw new CredentialsSignin("Cannot sign in: the password has been removed");
  }
  const account = { provider: provider.id, type: "credentials", providerAccountId: id } as const;
  return {
    user: { ...user, id },
    account,
    stored: {},
    credentials,
    ...(storedUser && { storedUser }),
  };
}

/** The user as the database has them. With sessions in tokens the application may have users elsewhere. */
async function findStored({ id }: User, { store, strategy }: Setup): Promise<AdapterUser | null> {
  if (!store || strategy !== "database") return null;
  const stored = id === undefined ? null : await store.getUser(id);
  if (stored) return stored;
  throw new ServerError(
    "Cannot store a session: `authorize` returned the id of a user who is not in the database",
  );
}

function wasJustVerified({ emailVerified }: AdapterUser, began: number): boolean {
  return emailVerified !== null && emailVerified.getTime() > began - RECENT;
}

async function ask(
  credentials: Record<string, unknown>,
  request: Request,
  provider: CredentialsConfig,
): Promise<User | null> {
  try {
    return await provider.authorize(credentials, request);
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new ServerError("Cannot sign in: `authorize` failed", { err: error as Error });
  }
}

/** A `true` would sign in a user without a name, and a bare object as `id` would be the same user for everyone. */
function assertUser(user: unknown): void {
  const kind = Array.isArray(user) ? "an array" : typeof user;
  if (kind !== "object") throw notUser(kind);
  const { id } = user as { readonly id?: unknown };
  // An id of a database may be an object that has a text of its own.
  if (typeof id === "object" && id !== null && /^(\[object .*\])?$/.test(String(id))) {
    throw notUser("an object as `id`");
  }
}

/** Names the kind alone: the value may be a secret. */
function notUser(kind: string): ServerError {
  return new ServerError(
    `Cannot sign in: \`authorize\` returned ${kind}: return the user, such as \`{ id, name, email }\`, or \`null\``,
  );
}
