/**
 * The functions for an application.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { toUuid } from "../../crypto/bytes.ts";
import { AccessDenied, ConfigError } from "../../errors/errors.ts";
import { at } from "../../model/moment.ts";
import type { Call, OutsideCall } from "../../setup/call.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { Setup } from "../../setup/setup.ts";
import { orUndo } from "../../sign_in/applied.ts";
import { bindingOf } from "../../sign_in/binding.ts";
import { forgetFormer } from "../../sign_in/former_user.ts";
import { persist } from "../../sign_in/persist.ts";
import { UNPROVEN } from "../../values/levels.ts";
import { isStorable } from "../../values/storable.ts";
import { rulesOf } from "./options.ts";
import { findAnonymous } from "./stored.ts";

/** What stands for the id of a provider: in limits, and in what callbacks get. */
const ANONYMOUS = "anonymous";

/** Signs a visitor in as a new user. */
export const signIn: Call<Setup> = async (_params, { assertOwn, canSetCookies, cookies, userId }, setup) => {
  const incoming = assertOwn();
  // Also one whom `callbacks.session` holds back.
  const isSignedIn = await userId() !== null || (await setup.holders().identify(cookies))?.userId;
  if (isSignedIn) return { value: false, cookies: [] };
  if (!canSetCookies()) {
    throw new ConfigError(
      "Cannot call `anonymousUsers.signIn`: no cookie can be set here. Call it where the application answers a form",
    );
  }
  const attempted = { kind: "signUp", provider: ANONYMOUS } as const;
  const set = await setup.limits.attempt(attempted, incoming, async () => {
    const user = await create(setup);
    return await orUndo(() => begin(user, incoming.cookies, setup), () => drop(user, setup), setup);
  });
  return { value: true, cookies: set };
};

/** Whether the user who is signed in is anonymous. */
export const isAnonymous: Call<Setup> = async (_params, { userId }, setup) => {
  const id = await userId();
  return { value: id !== null && await findAnonymous(id, rulesOf(setup)) !== null, cookies: [] };
};

/** Whether any user is anonymous. */
export const isAnonymousUser: OutsideCall<Setup> = async ([id], setup) => {
  const userId = String(id);
  return isStorable(userId) && await findAnonymous(userId, rulesOf(setup)) !== null;
};

/** Creates a user without address and name. */
async function create(setup: Setup): Promise<AdapterUser> {
  const { store, platform } = rulesOf(setup);
  const proposed = { id: toUuid(platform.random(16), 4), name: null, email: null, emailVerified: null };
  let user: AdapterUser | null = null;
  return await orUndo(
    async () => {
      user = await store.createUser(at("visit", { ...proposed, image: null }));
      await forgetFormer(user.id, { ...setup, store });
      const row = { userId: String(user.id), version: 1, createdAt: new Date(platform.now()) };
      await store.rows.store("anonymousUsers", { ...row, claimedAt: null, claim: null }, null);
      return user;
    },
    async () => {
      // The answer may be lost.
      const stored = user ?? await store.getUser(proposed.id);
      if (stored) await drop(stored, setup);
    },
    setup,
  );
}

async function drop({ id }: AdapterUser, { store }: Pick<Setup, "store">): Promise<void> {
  await persist(() => store!.deleteUser?.(id));
  // Beside an adapter that doesn't know these tables.
  await persist(() => store!.rows!.removeOwned(String(id)));
}

/** Begins the session: nothing was proven in it, so it is not fresh. */
async function begin(
  storedUser: AdapterUser,
  cookies: Parameters<Setup["sessions"]["issue"]>[1],
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const userId = String(storedUser.id);
  const user = { ...storedUser, id: userId };
  const token = await setup.sessions.issue({
    ...{ user, storedUser, isNewUser: false, amr: [] },
    signedInAt: UNPROVEN,
    account: { type: "credentials", provider: ANONYMOUS, providerAccountId: userId, userId },
    bind: bindingOf({ user, storedUser }, setup),
  }, cookies);
  if (token) return setup.sessions.toCookies(token, cookies);
  throw new AccessDenied("Cannot sign in an anonymous user: a callback of the config refuses the session");
}
