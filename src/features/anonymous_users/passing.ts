/**
 * Anonymous users who sign up, or sign in to another user.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { Identity } from "../../model/identity.ts";
import type { PassingUser } from "../../setup/passing_user.ts";
import type { Setup } from "../../setup/setup.ts";
import { toKey, toNewRow } from "../../sign_in/account_row.ts";
import { orFound, orUndo, proofOf, userChanged } from "../../sign_in/applied.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { heldSession } from "../../sign_in/intent.ts";
import { persist } from "../../sign_in/persist.ts";
import { rulesOf } from "./options.ts";
import { type Anonymous, claim, findAnonymous, release } from "./stored.ts";

/** The anonymous user of the session of a request. */
export async function passingUser(incoming: Incoming, setup: Setup): Promise<PassingUser | null> {
  const userId = (await heldSession(incoming, setup))?.userId ?? null;
  const found = userId === null ? null : await findAnonymous(userId, rulesOf(setup));
  // A session check may take a while to notice that another process has ended it.
  if (!found || !await setup.sessions.isLive(incoming.cookies)) return null;
  const { user, row } = found;
  return {
    userId: row.userId,
    become: (proposed, identity) => become(found, { proposed, identity }, setup),
    asVisitor: (each) => toVisitor(each, setup),
    async leaveTo(to, isNewUser) {
      if (String(to.id) !== row.userId) {
        // Another request has signed the anonymous user up: they are no longer anyone's to merge.
        if (!isNewUser) await setup.emit("anonymousMerged", { anonymous: user, user: to });
        return;
      }
      const remove = () => rulesOf(setup).store.rows.remove("anonymousUsers", { userId: row.userId });
      await persist(remove).catch(setup.logger.error);
    },
  };
}

/** What the sign-in page would say about the session. */
const OF_SESSION: Readonly<Record<string, string | undefined>> = {
  link: "true",
  only: "own",
  error: "SessionNotFresh",
};

function toVisitor(incoming: Incoming, { cookies: { sessionToken } }: Setup): Incoming {
  const { name } = sessionToken;
  const others = [...incoming.cookies].filter(([each]) => each !== name && !each.startsWith(`${name}.`));
  const query = [...incoming.query].filter(([each, value]) => OF_SESSION[each] !== value);
  return { ...incoming, cookies: new Map(others), query: new URLSearchParams(query) };
}

/** What an anonymous user becomes. */
interface SignUp {
  /** The new user, with another id. */
  readonly proposed: AdapterUser;
  /** Who has proven what. */
  readonly identity: Identity;
}

async function become(
  { user, row }: Anonymous,
  { proposed, identity }: SignUp,
  setup: Setup,
): Promise<AdapterUser | null> {
  const rules = rulesOf(setup);
  const claimed = await claim(row, rules);
  if (!claimed) return null;
  return await orUndo(
    async () => {
      await addAccount(user, identity, setup);
      const known = await rules.store.updateUser({ ...completed(user, { proposed, identity }), id: user.id });
      // Also that of this browser: whoever has a copy of it must not be in the account. A password ends them itself, when it is stored.
      if (!identity.isUnknown) await endSessions(row.userId, setup);
      return known;
    },
    () => takeBack({ user, row: claimed }, setup),
    setup,
  );
}

/** The fields of the new user, and of the application's own those that are not set yet, or that the user has typed. */
function completed(
  user: AdapterUser,
  { proposed, identity: { typed = {} } }: SignUp,
): Partial<AdapterUser> {
  const before: Readonly<Record<string, unknown>> = { ...user };
  const fields = Object.entries(proposed).filter(([name, value]) =>
    name !== "id" && value !== undefined && value !== null &&
    (Object.hasOwn(STANDARD, name) || Object.hasOwn(typed, name) || (before[name] ?? null) === null)
  );
  return Object.fromEntries(fields);
}

/** The fields of all users, as those of a user who has not signed up are. */
const STANDARD: Pick<AdapterUser, "name" | "email" | "emailVerified" | "image"> = {
  name: null,
  email: null,
  emailVerified: null,
  image: null,
};

/** Adds the account, and its passkey if it has one. None is stored for a mailbox, nor for credentials that the library keeps. */
async function addAccount({ id: userId }: AdapterUser, identity: Identity, setup: Setup): Promise<void> {
  const proof = proofOf(identity);
  if (proof !== "account" && proof !== "passkey") return;
  const { store } = rulesOf(setup);
  const account = { ...toNewRow(identity, { ...setup, store }), userId };
  const authenticator = identity.authenticator && { ...identity.authenticator, userId };
  const { addCredentials } = store;
  if (!addCredentials) {
    await store.linkAccount(account);
    if (authenticator) await store.createAuthenticator?.(authenticator);
    return;
  }
  const credentials = { userId, emailVerified: null, account, ...(authenticator && { authenticator }) };
  // If the answer is lost: a passkey can't be registered once more.
  const isStored = async () => (await store.getUserByAccount(toKey(identity.account)))?.id === userId;
  if (!await orFound(() => addCredentials(credentials), isStored)) throw userChanged();
}

/** Makes a user anonymous again, whose sign-up has failed. */
async function takeBack({ user, row }: Anonymous, setup: Pick<Setup, "rules">): Promise<void> {
  const rules = rulesOf(setup);
  const { store } = rules;
  const { id, name, image } = user;
  // All of them: there was none before.
  const accounts = await persist(() => store.listAccountsByUserId?.(id)) ?? [];
  for (const { provider, providerAccountId } of accounts) {
    await persist(() => store.unlinkAccount?.({ provider, providerAccountId }));
  }
  await persist(() => store.updateUser({ ...STANDARD, name: name ?? null, image: image ?? null, id }));
  await persist(() => release(row, rules));
}

/** A step after the sign-up has failed: a user who was anonymous before is so again. */
export async function takeBackUser(userId: string, setup: Pick<Setup, "rules">): Promise<boolean> {
  const { store } = rulesOf(setup);
  const row = await store.rows.find("anonymousUsers", { userId });
  const user = row && await store.getUser(userId);
  if (!row || !user) return false;
  await takeBack({ user: { ...user, ...STANDARD }, row }, setup);
  return true;
}
