/**
 * Begins a session of a user for code of the application, which has found out who it is.
 *
 * @module
 */

import { AccessDenied, ConfigError, UserChanged } from "../../errors/errors.ts";
import { serializeCookie } from "../../http/cookies.ts";
import type { Setup } from "../../setup/setup.ts";
import { bindingOf } from "../../sign_in/binding.ts";
import { persist } from "../../sign_in/persist.ts";
import { findBan } from "./ban.ts";
import { UNPROVEN } from "../../values/levels.ts";
import type { CreatedSession, CreatedSessionTerms } from "./types.ts";
import { type By, findUser } from "./users.ts";

/** Begins it. The last check comes when it is stored: a ban, or the end of all sessions, may have come in between. */
export async function createSession(
  [id, given]: readonly unknown[],
  { setup }: By,
): Promise<CreatedSession | null> {
  const { isFresh = false }: Readonly<Partial<Record<keyof CreatedSessionTerms, unknown>>> = Object(given);
  if (typeof isFresh !== "boolean") {
    throw new ConfigError("Cannot create a session: write `isFresh` as `true` or `false`");
  }
  const { origin, sessions, generations, platform } = setup;
  if (origin === undefined) {
    throw new ConfigError("Cannot create a session: set `url`, which its cookies depend on");
  }
  const user = await findUser(id, setup);
  if (!user) return null;
  const userId = String(user.id);
  const current = async () => await generations?.current(userId, { isExact: true });
  const generation = await current();
  await assertNotBanned(userId, setup);
  const shown = { ...user, id: userId };
  const token = await sessions.issue({
    ...{ user: shown, storedUser: user, isNewUser: false, amr: [] },
    account: { type: "credentials", provider: "administration", providerAccountId: userId, userId },
    bind: bindingOf({ user: shown, storedUser: user, generation }, setup),
    signedInAt: isFresh ? platform.now() : UNPROVEN,
  }, new Map());
  if (!token) {
    throw new AccessDenied(
      `Cannot create a session of user "${userId}": a callback of the config refuses it`,
    );
  }
  try {
    await assertNotBanned(userId, setup);
    if (generation !== await current()) {
      throw new UserChanged(
        `Cannot create a session of user "${userId}": their sessions were ended in the meantime`,
      );
    }
  } catch (error) {
    await persist(() => sessions.withdraw(token));
    throw error;
  }
  const expires = new Date(token.expires).toISOString();
  return { setCookie: sessions.toCookies(token, new Map()).map(serializeCookie), expires };
}

async function assertNotBanned(userId: string, setup: Setup): Promise<void> {
  if (!await findBan(userId, setup)) return;
  throw new AccessDenied(`Cannot create a session of user "${userId}": they are banned`);
}
