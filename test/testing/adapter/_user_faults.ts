/**
 * Adapters that store users and accounts wrongly, above all while two requests race.
 *
 * @module
 */

import type { Adapter } from "../../../src/adapters/contract/types.ts";
import { type Faults, pause } from "./_fault.ts";

/** Adapters that store users and accounts wrongly, above all while two requests race. */
export const USER_FAULTS: Faults = {
  "the id of an account is found in any case": [
    (sound) => ({
      getUserByAccount: async (key) =>
        await sound.getUserByAccount(key) ??
          await sound.getUserByAccount({ ...key, providerAccountId: key.providerAccountId.toLowerCase() }),
    }),
    ["getUserByAccount() and getAccount() compare the id of an account to the letter"],
  ],
  "a user's accounts, sessions and authenticators stay": [
    (sound) => ({
      deleteUser: async (id) => {
        const accounts = await sound.listAccountsByUserId(id);
        const authenticators = await sound.listAuthenticatorsByUserId(id);
        await sound.deleteUser(id);
        for (const account of accounts) await sound.linkAccount(account);
        for (const authenticator of authenticators) await sound.createAuthenticator(authenticator);
      },
      takeOverUser: ({ id, emailVerified }) => sound.updateUser({ id, emailVerified }),
    }),
    [
      "deleteUser() removes a user with accounts and sessions, and keeps those of other users",
      "deleteUser() removes the authenticators of one user only",
      "takeOverUser() removes all credentials of the user, and none of other users",
      "takeOverUser() ends sessions that are renewed at the same time",
    ],
  ],
  "a user who is taken over is made anew": [
    (sound) => ({
      takeOverUser: async (user) => {
        const taken = await sound.takeOverUser(user);
        if (taken) await sound.deleteUser(user.id);
        return taken && await sound.createUser({ ...taken, id: crypto.randomUUID() });
      },
    }),
    ["takeOverUser() removes all credentials of the user, and none of other users"],
  ],
  "a user is taken over whatever they are": [
    (sound) => ({
      takeOverUser: async ({ id, emailVerified }) => {
        const user = await sound.getUser(id);
        if (!user) return null;
        await sound.updateUser({ id, email: "any", emailVerified: null });
        await sound.takeOverUser({ id, email: "any", emailVerified });
        return await sound.updateUser({ id, email: user.email });
      },
    }),
    ["takeOverUser() removes nothing if the user has changed since the caller read it"],
  ],
  "a user is taken over in two steps, the date first": [
    (sound) => ({
      takeOverUser: async ({ id, email, emailVerified }) => {
        const user = await sound.getUser(id);
        if (user?.email !== email || user.emailVerified) return null;
        await sound.updateUser({ id, emailVerified });
        await pause();
        await sound.updateUser({ id, emailVerified: null });
        return await sound.takeOverUser({ id, email, emailVerified });
      },
    }),
    [
      "takeOverUser() gives a user to one of 20 callers, and keeps what that caller adds",
    ],
  ],
  "a user is taken over in two steps, the removal first": [
    (sound) => ({
      takeOverUser: async (user) => {
        const taken = await sound.takeOverUser(user);
        if (!taken) return null;
        await sound.updateUser({ id: user.id, emailVerified: null });
        await pause();
        return await sound.updateUser({ id: user.id, emailVerified: user.emailVerified });
      },
    }),
    ["takeOverUser() removes what was added before or at the same time"],
  ],
  "the user is looked at before something is added": [
    (sound) => ({
      addCredentials: async (credentials) => {
        const user = await sound.getUser(credentials.userId);
        if (user?.emailVerified?.getTime() !== credentials.emailVerified?.getTime()) return false;
        await pause();
        return await sound.addCredentials({
          ...credentials,
          emailVerified: (await sound.getUser(user!.id))!.emailVerified,
        });
      },
    }),
    ["takeOverUser() removes what was added before or at the same time"],
  ],
  "something is added whatever the user is": [
    (sound) => ({
      addCredentials: async (credentials) => {
        const user = await sound.getUser(credentials.userId);
        return user
          ? await sound.addCredentials({ ...credentials, emailVerified: user.emailVerified })
          : await sound.addCredentials(credentials);
      },
    }),
    ["addCredentials() stores nothing if emailVerified has changed"],
  ],
  "what is added needs no user": [
    (sound) => ({
      addCredentials: async (credentials) => {
        if (await sound.getUser(credentials.userId)) return await sound.addCredentials(credentials);
        await sound.linkAccount(credentials.account!);
        return true;
      },
    }),
    ["addCredentials() stores nothing for an unknown user"],
  ],
  "a row without a user is stored": [
    (sound) => ({
      linkAccount: async (account) => {
        await storeOwner(sound, account.userId);
        return await sound.linkAccount(account);
      },
      createSession: async (session) => {
        await storeOwner(sound, session.userId);
        return await sound.createSession(session);
      },
      createAuthenticator: async (authenticator) => {
        await storeOwner(sound, authenticator.userId);
        return await sound.createAuthenticator(authenticator);
      },
    }),
    [
      "linkAccount() rejects rows of a user who was removed",
      "createSession() rejects rows of a user who was removed",
      "createAuthenticator() rejects rows of a user who was removed",
    ],
  ],
  "what is added is added one after the other": [
    (sound) => ({
      addCredentials: async ({ account, authenticator, session, ...guard }) => {
        let isAdded = true;
        for (const part of [{ session }, { authenticator }, { account }]) {
          isAdded &&= await sound.addCredentials({ ...guard, ...part });
        }
        return isAdded;
      },
    }),
    [
      "addCredentials() stores nothing if part of it is already stored",
      "addCredentials() gives an account to one of 20 users, and a session to the same user",
    ],
  ],
  "only the account is added": [
    (sound) => ({
      addCredentials: ({ userId, emailVerified, account }) =>
        sound.addCredentials({ userId, emailVerified, ...(account && { account }) }),
    }),
    ["addCredentials() stores each kind alone, and all together"],
  ],
  "a renewal during a takeover stores anew": [
    (sound) => ({
      updateAuthenticator: async (change) => {
        const found = await sound.getAuthenticator(change.credentialID);
        await pause();
        if (await sound.getAuthenticator(change.credentialID)) await sound.updateAuthenticator(change);
        else if (found) await sound.createAuthenticator(found);
      },
    }),
    ["takeOverUser() ends sessions that are renewed at the same time"],
  ],
  "providers are mixed up": [
    (sound) => ({
      getUserByAccount: ({ providerAccountId }) =>
        sound.getUserByAccount({ provider: "example", providerAccountId }),
      getAccount: (id) => sound.getAccount(id, "example"),
    }),
    [
      "getUserByAccount() finds the user by provider and id together",
      "getAccount() finds an account by id and provider together",
    ],
  ],
  "a user with an account is stored in two steps": [
    (sound) => ({
      createUserWithAccount: async (user, account) => {
        const created = await sound.createUser(user);
        await pause();
        await sound.linkAccount({ ...account, userId: created.id });
        return created;
      },
    }),
    [
      "createUserWithAccount() stores nothing if the account is already stored",
      "createUserWithAccount() stores one of 20 first sign-ins with the same account",
      "createUserWithAccount() stores user, account and authenticator, or nothing",
    ],
  ],
  "an account is stored even if the user is not": [
    (sound) => ({
      createUserWithAccount: async (user, account) => {
        await sound.linkAccount({ ...account, userId: user.id });
        return await sound.createUser(user);
      },
    }),
    ["createUserWithAccount() stores nothing if the address is already stored"],
  ],
  "a user with an account is stored without it": [
    (sound) => ({ createUserWithAccount: (user) => sound.createUser(user) }),
    ["createUserWithAccount() stores the user and the account"],
  ],
  "what is refused is reported as stored": [
    (sound) => ({
      createUser: (user) => Promise.resolve(sound.createUser(user)).catch(() => user),
      linkAccount: (account) => Promise.resolve(sound.linkAccount(account)).catch(() => {}),
      createUserWithAccount: (user, account) =>
        Promise.resolve(sound.createUserWithAccount(user, account)).catch(() => user),
    }),
    [
      "createUser() stores one of 20 users with the same address",
      "linkAccount() gives an account to one of 20 users",
      "createUserWithAccount() stores one of 20 first sign-ins of the same user",
      "createUserWithAccount() stores one of 20 accounts with the same address",
    ],
  ],
};

async function storeOwner(adapter: Required<Adapter>, id: string): Promise<void> {
  if (!await adapter.getUser(id)) await adapter.createUser({ id, email: null, emailVerified: null });
}
