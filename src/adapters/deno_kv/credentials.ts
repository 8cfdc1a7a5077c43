/**
 * Accounts, authenticators and sessions of a user in Deno KV: added together, and removed together.
 *
 * @module
 */

import { ALL_KINDS } from "../../shapes/rows.ts";
import { nameOf } from "./kind_entries.ts";
import {
  all,
  commit,
  dropAccount,
  dropAuthenticator,
  getEntries,
  type Kv,
  type KvAtomic,
  type KvEntry,
  type KvKey,
  type KvKeys,
  putAccount,
  putAuthenticator,
  putSession,
  repeat,
  type StoredAccount,
} from "./entries.ts";
import { dropRowsOfAccount } from "./kinds.ts";
import { dropOwned } from "./removal.ts";
import type { KvDatabase } from "./queries.ts";
import { pause } from "../contract/pause.ts";
import { webPlatform } from "../../platform/platform.ts";
import type { AccountRemoval, AdapterAuthenticator, AdapterUser, NewCredentials } from "../contract/types.ts";

/** Stores the credentials, if the user has not changed; resolves to whether it did. */
export async function addCredentials(
  { kv, keys, putBeside }: KvDatabase,
  credentials: NewCredentials,
): Promise<boolean> {
  const { userId, emailVerified, account, authenticator, session } = credentials;
  const owned: readonly KvKey[] = [
    ...(account ? [keys.account(account)] : []),
    ...(authenticator ? [keys.authenticator(authenticator.credentialID)] : []),
    ...(session ? [keys.session(session.sessionToken)] : []),
  ];
  const outcome = await repeat(async () => {
    const [user, claim, ...stored] = await getEntries(kv, [
      keys.user(userId),
      keys.claim(userId),
      ...owned,
    ]);
    if ((claim.value ?? 0) as number > webPlatform.now()) return await pause(WAIT);
    const seen = user.value as AdapterUser | null;
    if (!seen || seen.emailVerified?.getTime() !== emailVerified?.getTime()) return "changed";
    if (stored.some(({ value }) => value !== null)) {
      throw new Error("Cannot add credentials: one of them is stored already");
    }
    const atomic = kv.atomic();
    // Checks the user, too, so that a takeover runs before or after.
    atomic.check(user, ...stored);
    atomic.set(keys.mark(userId), true);
    if (account) putAccount(atomic, keys, { ...account, userId });
    if (authenticator) putAuthenticator(atomic, keys, { ...authenticator, userId });
    if (session) putSession(atomic, keys, { ...session, userId });
    putBeside(atomic);
    return await commit(atomic) && "added";
  });
  return outcome === "added";
}

/** Removes an account, and its authenticator, if the user has what `keeps` names; resolves to whether it did. */
export async function removeAccount(
  { kv, keys, putBeside }: KvDatabase,
  { userId, account, credentialID, keeps }: AccountRemoval,
): Promise<boolean> {
  const removeSome = async () => {
    const entries = await kv.getMany([
      keys.account(account),
      keeps === "email" ? keys.user(userId) : keys.account(keeps),
      keys.authenticator(credentialID ?? ""),
    ]);
    const [stored, kept, authenticator] = entries.map(({ value }) => value) as [
      StoredAccount | null,
      AdapterUser & StoredAccount | null,
      AdapterAuthenticator | null,
    ];
    const isKept = keeps === "email" ? kept?.email && kept.emailVerified : kept?.userId === userId;
    if (!isKept || stored?.userId !== userId) return "kept";
    const atomic = kv.atomic();
    // Also checks what is kept, so that another removal of it runs before or after.
    atomic.check(...entries);
    if (!await dropRowsOfAccount({ kv, keys }, atomic, account)) return await commit(atomic) && "more";
    dropAccount(atomic, keys, { ...account, ...stored });
    if (authenticator?.userId === userId) dropAuthenticator(atomic, keys, authenticator);
    putBeside(atomic);
    return await commit(atomic) && "removed";
  };
  let outcome;
  do outcome = await repeat(removeSome); while (outcome === "more");
  return outcome === "removed";
}

/** Gives a user to the owner of the mailbox; resolves to the user, or to `null` if they have changed. */
export async function takeOverUser(
  { kv, keys, putBeside }: KvDatabase,
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
    keeps: ALL_KINDS.filter(({ outlivesTakeover }) => outlivesTakeover).map(nameOf),
    async begin(atomic) {
      // Otherwise an attacker who keeps signing in could keep the owner out.
      if (tries++ > 0) await askOthersToWait(kv, keys.claim(id));
      const entry = await kv.get(key);
      taken = claimed(entry);
      atomic.check(entry);
      return taken !== null;
    },
    end(atomic) {
      atomic.set(key, taken);
      atomic.delete(keys.claim(id));
      putBeside(atomic);
    },
  });
  return taken;
}

/** A removal, and the writes that belong to it. */
interface Removal {
  /** The user who owns it. */
  readonly userId: string;
  /** The kinds that stay. Default: none. */
  readonly keeps?: readonly string[];
  /** Prepares each write; resolves to whether to commit it. */
  readonly begin?: (atomic: KvAtomic) => Promise<boolean>;
  /** Adds to the last write. */
  readonly end?: (atomic: KvAtomic) => void;
}

/** Removes all entries that a user owns: in one write if they are few, else in batches. */
export async function removeOwned(
  kv: Kv,
  keys: KvKeys,
  { userId, keeps = [], begin, end }: Removal,
): Promise<void> {
  const removeSome = async () => {
    const mark = await kv.get(keys.mark(userId));
    const atomic = kv.atomic();
    atomic.check(mark);
    if (begin && !await begin(atomic)) return "done";
    const owned = await all(kv.list({ prefix: keys.owned(userId) }, { limit: BATCH }));
    for (const entry of owned) {
      const name = entry.key[keys.owned(userId).length];
      if (!keeps.includes(String(name))) dropOwned(atomic, keys, userId, entry);
    }
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

/** How long additions wait for a takeover, in milliseconds. `repeat` tries for longer. */
const CLAIM = 250;

/** How long they wait at a time, in milliseconds. */
const WAIT = 10;

/** Size of a batch. Deno KV commits up to 1000 writes together. */
const BATCH = 50;
