/**
 * What a user signs in with, in Deno KV: how it is added, and how all of it is removed.
 *
 * @module
 */

import { webPlatform } from "../platform.ts";
import {
  all,
  commit,
  dropOwned,
  type Keys,
  type Kv,
  type KvAtomic,
  type KvEntry,
  type KvKey,
  putAccount,
  putAuthenticator,
  putSession,
  repeat,
} from "./_deno_kv_entries.ts";
import type { AdapterUser, NewCredentials } from "./types.ts";

/** Stores what was given, if the user is as the caller saw them; resolves to whether it did. */
export async function addCredentials(kv: Kv, keys: Keys, credentials: NewCredentials): Promise<boolean> {
  const { userId, emailVerified, account, authenticator, session } = credentials;
  const owned: readonly KvKey[] = [
    ...(account ? [keys.account(account)] : []),
    ...(authenticator ? [keys.authenticator(authenticator.credentialID)] : []),
    ...(session ? [keys.session(session.sessionToken)] : []),
  ];
  const outcome = await repeat(async () => {
    const [user, claim, ...stored] = await kv.getMany([keys.user(userId), keys.claim(userId), ...owned]);
    if ((claim!.value ?? 0) as number > webPlatform.now()) return await waited();
    const seen = user!.value as AdapterUser | null;
    if (!seen || seen.emailVerified?.getTime() !== emailVerified?.getTime()) return "changed";
    if (stored.some(({ value }) => value !== null)) {
      throw new Error("Cannot add credentials: one of them is stored already");
    }
    const atomic = kv.atomic();
    // The user, too: so a takeover comes before or after.
    atomic.check(user!, ...stored);
    atomic.set(keys.mark(userId), true);
    if (account) putAccount(atomic, keys, { ...account, userId });
    if (authenticator) putAuthenticator(atomic, keys, { ...authenticator, userId });
    if (session) putSession(atomic, keys, { ...session, userId });
    return await commit(atomic) && "added";
  });
  return outcome === "added";
}

/** Gives a user to the owner of the mailbox; resolves to the user, or to `null` if they have changed. */
export async function takeOverUser(
  kv: Kv,
  keys: Keys,
  { id, email, emailVerified }: { readonly id: string; readonly email: string; readonly emailVerified: Date },
): Promise<AdapterUser | null> {
  const key = keys.user(id);
  const claimed = (entry: KvEntry) => {
    const user = entry.value as AdapterUser | null;
    return user?.email === email && !user.emailVerified ? { ...user, emailVerified } : null;
  };
  let taken: AdapterUser | null = null;
  let tries = 0;
  await removeOwned(kv, keys, {
    userId: id,
    async begin(atomic) {
      // Else a stranger who keeps signing in could keep the owner out.
      if (tries++ > 0) await askOthersToWait(kv, keys.claim(id));
      const entry = await kv.get(key);
      taken = claimed(entry);
      atomic.check(entry);
      return taken !== null;
    },
    end(atomic) {
      atomic.set(key, taken);
      atomic.delete(keys.claim(id));
    },
  });
  return taken;
}

/** What is to be removed, and what is written along. */
export interface Removal {
  /** Whose it is. */
  readonly userId: string;
  /** Prepares each write; resolves to whether it is to be done. */
  readonly begin?: (atomic: KvAtomic) => Promise<boolean>;
  /** Adds to the last write. */
  readonly end?: (atomic: KvAtomic) => void;
}

/** Removes what a user has: at once if it is not much, else some at a time. */
export async function removeOwned(kv: Kv, keys: Keys, { userId, begin, end }: Removal): Promise<void> {
  const removeSome = async () => {
    const mark = await kv.get(keys.mark(userId));
    const atomic = kv.atomic();
    atomic.check(mark);
    if (begin && !await begin(atomic)) return "done";
    const owned = await all(kv.list({ prefix: keys.owned(userId) }, { limit: BATCH }));
    for (const entry of owned) dropOwned(atomic, keys, userId, entry);
    const isLast = owned.length < BATCH;
    if (isLast) end?.(atomic);
    return await commit(atomic) && (isLast ? "done" : "more");
  };
  while (await repeat(removeSome) === "more");
}

/** Nothing rests on it but who comes first: so it does no harm if the process ends now. */
async function askOthersToWait(kv: Kv, claim: KvKey): Promise<void> {
  const atomic = kv.atomic();
  atomic.set(claim, webPlatform.now() + CLAIM, { expireIn: CLAIM });
  await commit(atomic);
}

/** A while, and no result. */
function waited(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), WAIT));
}

/** How long additions wait for a takeover, in milliseconds. `repeat` tries for longer. */
const CLAIM = 250;

/** How long they wait at a time, in milliseconds. */
const WAIT = 10;

/** How much is removed at a time. Deno KV makes up to 1000 writes together. */
const BATCH = 50;
