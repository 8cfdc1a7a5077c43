/**
 * Adapters that forget what users recognize their accounts by, or remove credentials and sessions wrongly.
 *
 * @module
 */

import { type Faults, pause } from "./_fault.ts";

const RACE = "removeAccount() leaves one of two accounts that are removed at the same time";
const OWN = "removeAccount() removes nothing of another user";
const KEPT = "removeAccount() removes nothing if the user does not have what it keeps";
const BOTH = "removeAccount() removes an account with its authenticator, and nothing else";
const SESSIONS = "deleteSessionsByUserId() ends the sessions of one user, but for the one that it excepts";

/** Adapters that forget what users recognize their accounts by, or remove credentials and sessions wrongly. */
export const REMOVAL_FAULTS: Faults = {
  "names, dates and devices are forgotten": [
    (sound) => ({
      linkAccount: ({ label: _, createdAt: __, ...account }) => sound.linkAccount(account),
      createAuthenticator: ({ name: _, createdAt: __, ...passkey }) => sound.createAuthenticator(passkey),
      createSession: ({ device: _, createdAt: __, ...session }) => sound.createSession(session),
    }),
    [
      "linkAccount() and updateAccount() store date and label of an account",
      "createAuthenticator() and updateAuthenticator() store name and dates of an authenticator",
      "createSession() and prolongSession() store device and dates of a session",
    ],
  ],
  "the last use is forgotten": [
    (sound) => ({
      updateAuthenticator: ({ usedAt: _, ...update }) => sound.updateAuthenticator(update),
      prolongSession: ({ usedAt: _, ...session }) => sound.prolongSession(session),
    }),
    [
      "createAuthenticator() and updateAuthenticator() store name and dates of an authenticator",
      "createSession() and prolongSession() store device and dates of a session",
    ],
  ],
  "what is kept is looked at before the removal": [
    (sound) => ({
      removeAccount: async ({ userId, account, keeps }) => {
        const owner = keeps === "email" ? null : await sound.getUserByAccount(keeps);
        await pause();
        if (owner?.id !== userId) return false;
        await sound.unlinkAccount(account);
        return true;
      },
    }),
    [RACE],
  ],
  "nothing needs to be kept": [
    (sound) => ({
      removeAccount: async ({ userId, account, credentialID }) => {
        if ((await sound.getUserByAccount(account))?.id !== userId) return false;
        const kept = { provider: "kept", providerAccountId: crypto.randomUUID() };
        await sound.linkAccount({ ...kept, userId, type: "oauth" });
        await sound.removeAccount({
          userId,
          account,
          keeps: kept,
          ...(credentialID && { credentialID }),
        });
        await sound.unlinkAccount(kept);
        return true;
      },
    }),
    [KEPT, RACE],
  ],
  "what is kept may be of any user": [
    (sound) => ({
      removeAccount: async (removal) => {
        const owner = removal.keeps === "email" ? null : await sound.getUserByAccount(removal.keeps);
        if (!owner || owner.id === removal.userId) return await sound.removeAccount(removal);
        await sound.unlinkAccount(removal.account);
        return true;
      },
    }),
    [KEPT],
  ],
  "the owner of an account is not looked at": [
    (sound) => ({
      removeAccount: async (removal) => {
        const owner = await sound.getUserByAccount(removal.account);
        return await sound.removeAccount({ ...removal, userId: owner?.id ?? "" });
      },
    }),
    [OWN],
  ],
  "the owner of an authenticator is not looked at": [
    (sound) => ({
      removeAccount: async (removal) => {
        const removed = await sound.removeAccount(removal);
        const found = removed && removal.credentialID && await sound.getAuthenticator(removal.credentialID);
        if (found) await sound.deleteUser(found.userId);
        return removed;
      },
    }),
    [OWN],
  ],
  "the authenticator of an account stays": [
    (sound) => ({
      removeAccount: ({ credentialID: _, ...removal }) => sound.removeAccount(removal),
    }),
    [BOTH],
  ],
  "all accounts of a user are removed": [
    (sound) => ({
      removeAccount: async (removal) => {
        const removed = await sound.removeAccount(removal);
        if (!removed) return false;
        for (const account of await sound.listAccountsByUserId(removal.userId)) {
          await sound.unlinkAccount(account);
        }
        return true;
      },
    }),
    [BOTH],
  ],
  "all sessions of a user end": [
    (sound) => ({ deleteSessionsByUserId: (userId) => sound.deleteSessionsByUserId(userId) }),
    [SESSIONS],
  ],
  "sessions are written anew while they end": [
    (sound) => ({
      deleteSessionsByUserId: async (userId, except) => {
        const before = await sound.listSessionsByUserId(userId);
        const ended = await sound.deleteSessionsByUserId(userId, except);
        await pause();
        for (const session of before.slice(0, 1)) await sound.createSession(session);
        return ended;
      },
    }),
    ["deleteSessionsByUserId() during prolongSession() ends the session"],
  ],
};
