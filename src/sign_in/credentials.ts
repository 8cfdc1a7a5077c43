/**
 * Signing in with what the application checks itself: a password, most often.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { toUuid } from "../crypto/bytes.ts";
import { AuthError, CredentialsSignin, ServerError } from "../errors.ts";
import { toRequest } from "../http/incoming.ts";
import type { Incoming } from "../http/types.ts";
import type { CredentialsConfig } from "../providers/types.ts";
import type { Identity, User } from "../types.ts";

/**
 * Asks the application who the user is.
 *
 * @throws {CredentialsSignin} if what they typed is wrong.
 * @throws {ServerError} if `authorize` fails in another way.
 */
export async function authorize(
  incoming: Incoming,
  provider: CredentialsConfig,
  setup: Setup,
): Promise<Identity> {
  const { csrfToken: _token, callbackUrl: _url, ...credentials } = { ...incoming.body };
  const user = await ask(credentials, toRequest(incoming), provider);
  if (!user) throw new CredentialsSignin("Cannot sign in: `authorize` returned no user");
  const id = String(user.id ?? toUuid(setup.platform.random(16), 4));
  const account = { provider: provider.id, type: "credentials", providerAccountId: id } as const;
  return { user: { ...user, id }, account, stored: {}, credentials };
}

async function ask(
  credentials: Record<string, unknown>,
  request: Request,
  provider: CredentialsConfig,
): Promise<User | null> {
  try {
    return await provider.authorize(credentials, request);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new ServerError("Cannot sign in: `authorize` failed", { err: error as Error });
  }
}
