/**
 * Faults of adapters that store tokens that the library renews.
 *
 * @module
 */

import type { AccountKey, Adapter, AdapterProviderTokens } from "../../../src/adapters/contract/types.ts";
import { type Faults, pause } from "./_fault.ts";

const OF_USER = "listProviderTokensByUserId() finds the tokens of one user, and of no other";
const ALL = "setProviderTokens() stores all fields, and replaces all of them, also tokens of 200 KiB";
const CHANGED = "setProviderTokens() stores nothing if the version has changed";
const RENEWED = "setProviderTokens() stores the row of one of 50 callers who want to renew one token";
const APART = "setProviderTokens() and deleteProviderTokens() tell accounts apart to the letter";
const LISTED = "listProviderTokens() finds the tokens of each account once, page by page";
const DELETED = "deleteUser() removes the provider tokens of the user, and no others";
const TAKEN = "takeOverUser() removes the provider tokens of this user, if it takes the user over";
const UNLINKED = "unlinkAccount() removes the provider tokens of the account, and no others";
const REMOVED = "removeAccount() removes the provider tokens of the account, if it removes the account";

/** Each with the cases that must notice it. */
export const PROVIDER_TOKEN_FAULTS: Faults = {
  "listProviderTokensByUserId() finds those of all users": [
    (sound) => ({ listProviderTokensByUserId: () => sound.listProviderTokens(null, 1000) }),
    [OF_USER, DELETED],
  ],
  "listProviderTokensByUserId() finds the first row": [
    (sound) => ({
      listProviderTokensByUserId: async (userId) =>
        (await sound.listProviderTokensByUserId(userId)).slice(0, 1),
    }),
    [OF_USER],
  ],
  "setProviderTokens() does not look at the version": [
    (sound) => ({
      setProviderTokens: async (tokens) =>
        await sound.setProviderTokens(tokens, (await findIn(sound, tokens))?.version ?? null),
    }),
    [CHANGED],
  ],
  "setProviderTokens() stores anew what was removed": [
    (sound) => ({
      setProviderTokens: async (tokens, ifVersion) =>
        await sound.setProviderTokens(tokens, await findIn(sound, tokens) && ifVersion),
    }),
    [CHANGED],
  ],
  "setProviderTokens() stores versions of 32 bits": [
    (sound) => ({
      setProviderTokens: (tokens, ifVersion) =>
        sound.setProviderTokens({ ...tokens, version: tokens.version % 2 ** 32 }, ifVersion),
    }),
    [ALL],
  ],
  "setProviderTokens() keeps the lease": [
    (sound) => ({
      setProviderTokens: async (tokens, ifVersion) => {
        const { leaseUntil = null } = await findIn(sound, tokens) ?? {};
        return await sound.setProviderTokens(
          { ...tokens, leaseUntil: tokens.leaseUntil ?? leaseUntil },
          ifVersion,
        );
      },
    }),
    [ALL],
  ],
  "setProviderTokens() cuts tokens off at 64 KiB": [
    (sound) => ({
      setProviderTokens: (tokens, ifVersion) =>
        sound.setProviderTokens({ ...tokens, tokens: tokens.tokens.slice(0, 65_535) }, ifVersion),
    }),
    [ALL, LISTED],
  ],
  "setProviderTokens() keeps the first user": [
    (sound) => ({
      setProviderTokens: async (tokens, ifVersion) => {
        const { userId = tokens.userId } = await findIn(sound, tokens) ?? {};
        return await sound.setProviderTokens({ ...tokens, userId }, ifVersion);
      },
    }),
    [ALL],
  ],
  "setProviderTokens() compares and stores in two steps": [
    (sound) => ({
      setProviderTokens: async (tokens, ifVersion) => {
        if (((await findIn(sound, tokens))?.version ?? null) !== ifVersion) return false;
        await pause();
        return await sound.setProviderTokens(tokens, (await findIn(sound, tokens))?.version ?? null);
      },
    }),
    [RENEWED],
  ],
  "setProviderTokens() rejects if another caller was first": [
    (sound) => ({
      setProviderTokens: async (tokens, ifVersion) => {
        if (await sound.setProviderTokens(tokens, ifVersion)) return true;
        throw new Error("duplicate key");
      },
    }),
    [RENEWED],
  ],
  "accounts are told apart without regard to case": [
    (sound) => ({
      setProviderTokens: (tokens, ifVersion) =>
        sound.setProviderTokens(
          { ...tokens, providerAccountId: tokens.providerAccountId.toLowerCase() },
          ifVersion,
        ),
    }),
    [APART],
  ],
  "deleteProviderTokens() removes those of all accounts at the provider": [
    (sound) => ({
      deleteProviderTokens: async ({ provider }) => {
        const all = await sound.listProviderTokens(null, 1000);
        for (const row of all) if (row.provider === provider) await sound.deleteProviderTokens(row);
      },
    }),
    [APART],
  ],
  "deleteProviderTokens() does nothing": [
    () => ({ deleteProviderTokens: () => {} }),
    [APART, CHANGED],
  ],
  "deleteProviderTokens() rejects if there are none": [
    (sound) => ({
      deleteProviderTokens: async (account) => {
        if (!await findIn(sound, account)) throw new Error("not found");
        await sound.deleteProviderTokens(account);
      },
    }),
    [APART],
  ],
  "listProviderTokens() begins a page with the last row again": [
    (sound) => ({
      listProviderTokens: async (after, limit) => {
        const last = after && await findIn(sound, after);
        const further = await sound.listProviderTokens(after, limit);
        return last && further.length ? [last, ...further].slice(0, limit) : further;
      },
    }),
    [LISTED],
  ],
  "listProviderTokens() goes on behind all accounts of the provider": [
    (sound) => ({
      listProviderTokens: (after, limit) =>
        sound.listProviderTokens(after && { ...after, providerAccountId: "\uffff" }, limit),
    }),
    [LISTED],
  ],
  "listProviderTokens() goes on by the id alone": [
    (sound) => ({
      listProviderTokens: async (after, limit) => {
        const all = await sound.listProviderTokens(null, 1000);
        const further = all.filter((row) => !after || row.providerAccountId > after.providerAccountId);
        return further.slice(0, limit);
      },
    }),
    [LISTED],
  ],
  "listProviderTokens() returns longer pages than it is told": [
    (sound) => ({ listProviderTokens: (after, limit) => sound.listProviderTokens(after, limit + 1) }),
    [LISTED],
  ],
  "deleteUser() keeps the provider tokens": [
    (sound) => ({
      deleteUser: async (id) => {
        const kept = await sound.listProviderTokensByUserId(id);
        await sound.deleteUser(id);
        await restore(sound, kept);
      },
    }),
    [DELETED],
  ],
  "takeOverUser() keeps the provider tokens": [
    (sound) => ({
      takeOverUser: async (user) => {
        const kept = await sound.listProviderTokensByUserId(user.id);
        const taken = await sound.takeOverUser(user);
        if (taken) await restore(sound, kept);
        return taken;
      },
    }),
    [TAKEN],
  ],
  "a refused takeover removes the provider tokens": [
    (sound) => ({
      takeOverUser: async (user) => {
        for (const row of await sound.listProviderTokensByUserId(user.id)) {
          await sound.deleteProviderTokens(row);
        }
        return await sound.takeOverUser(user);
      },
    }),
    [TAKEN],
  ],
  "unlinkAccount() keeps the provider tokens": [
    (sound) => ({
      unlinkAccount: async (account) => {
        const kept = await findIn(sound, account);
        await sound.unlinkAccount(account);
        if (kept) await restore(sound, [kept]);
      },
    }),
    [UNLINKED],
  ],
  "unlinkAccount() removes all provider tokens of the user": [
    (sound) => ({
      unlinkAccount: async (account) => {
        const { userId = "" } = await findIn(sound, account) ?? {};
        await sound.unlinkAccount(account);
        for (const row of await sound.listProviderTokensByUserId(userId)) {
          await sound.deleteProviderTokens(row);
        }
      },
    }),
    [UNLINKED],
  ],
  "removeAccount() keeps the provider tokens": [
    (sound) => ({
      removeAccount: async (removal) => {
        const kept = await findIn(sound, removal.account);
        const isRemoved = await sound.removeAccount(removal);
        if (isRemoved && kept) await restore(sound, [kept]);
        return isRemoved;
      },
    }),
    [REMOVED],
  ],
  "removeAccount() removes the provider tokens of an account that it keeps": [
    (sound) => ({
      removeAccount: async (removal) => {
        await sound.deleteProviderTokens(removal.account);
        return await sound.removeAccount(removal);
      },
    }),
    [REMOVED],
  ],
};

async function findIn(sound: Required<Adapter>, account: AccountKey): Promise<AdapterProviderTokens | null> {
  const { provider, providerAccountId } = account;
  const all = await sound.listProviderTokens(null, 1000);
  return all.find((row) => row.provider === provider && row.providerAccountId === providerAccountId) ?? null;
}

async function restore(sound: Required<Adapter>, rows: readonly AdapterProviderTokens[]): Promise<void> {
  for (const row of rows) await sound.setProviderTokens(row, null);
}
