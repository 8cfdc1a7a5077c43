/**
 * Adapters that store sessions, tokens of mails and authenticators wrongly.
 *
 * @module
 */

import { type Faults, pause } from "./_fault.ts";
import type { VerificationToken } from "../../../src/adapters/contract/types.ts";

/** Adapters that store sessions, tokens of mails and authenticators wrongly. */
export const SESSION_FAULTS: Faults = {
  "lists are empty": [
    () => ({
      listAccountsByUserId: () => [],
      listSessionsByUserId: () => [],
      listAuthenticatorsByUserId: () => [],
    }),
    [
      "listAccountsByUserId() lists the accounts of one user",
      "listSessionsByUserId() lists the sessions of one user",
      "listAuthenticatorsByUserId() lists the authenticators of one user",
    ],
  ],
  "what is stored is handed out": [
    (sound) => {
      const found = new Map<string, unknown>();
      return {
        getSessionAndUser: async (token) => {
          if (!found.has(token)) found.set(token, await sound.getSessionAndUser(token));
          return found.get(token) as never;
        },
      };
    },
    ["getSessionAndUser() returns copies"],
  ],
  "an update creates a session": [
    (sound) => ({
      updateSession: async (session) => {
        await sound.deleteSession(session.sessionToken);
        return await sound.createSession({ userId: "any", ...session } as never);
      },
      prolongSession: async (session) => {
        await sound.deleteSession(session.sessionToken);
        await sound.createSession({ userId: "any", ...session });
        return true;
      },
    }),
    [
      "updateSession() creates no session",
      "prolongSession() creates no session",
      "prolongSession() keeps a session that expires later",
    ],
  ],
  "moving the end writes a session anew": [
    (sound) => ({
      prolongSession: async (session) => {
        const found = await sound.getSessionAndUser(session.sessionToken);
        await pause();
        if (!found) return false;
        await sound.deleteSession(session.sessionToken);
        await sound.createSession({ ...found.session, ...session });
        return true;
      },
    }),
    ["deleteSession() during prolongSession() ends the session"],
  ],
  "an update writes back what it has read": [
    (sound) => ({
      updateSession: async (session) => {
        const found = await sound.getSessionAndUser(session.sessionToken);
        if (!found) return null;
        await pause();
        await sound.deleteSession(session.sessionToken);
        return await sound.createSession({ ...found.session, ...session });
      },
      updateUser: async (user) => {
        const found = await sound.getUser(user.id);
        await pause();
        return await sound.updateUser({ ...found, ...user });
      },
      prolongSession: async (session) => {
        const found = await sound.getSessionAndUser(session.sessionToken);
        await pause();
        if (!found || found.session.expires >= session.ifBefore) return false;
        await sound.updateSession(session);
        return true;
      },
    }),
    [
      "deleteSession() during updateSession() ends the session",
      "updateUser() keeps all changes of concurrent calls",
      "prolongSession() writes for one of 20 callers",
    ],
  ],
  "a token can be used again": [
    (sound) => ({
      useVerificationToken: async (key) => {
        const token = await sound.useVerificationToken(key);
        if (token) await sound.createVerificationToken(token);
        return token;
      },
    }),
    ["useVerificationToken() returns a token once"],
  ],
  "a token is read, then removed": [
    () => {
      const tokens = new Map<string, VerificationToken>();
      return {
        createVerificationToken: (token) => tokens.set(token.identifier + token.token, token),
        useVerificationToken: async ({ identifier, token }) => {
          const found = tokens.get(identifier + token) ?? null;
          await pause();
          tokens.delete(identifier + token);
          return found;
        },
      };
    },
    [
      "useVerificationToken() gives a token to one of 20 callers",
      "createVerificationToken() stores a token for one of 20 callers",
    ],
  ],
  "a token can be stored again": [
    (sound) => ({
      createVerificationToken: async (token) => {
        await sound.useVerificationToken(token);
        await sound.createVerificationToken(token);
      },
    }),
    ["createVerificationToken() stores a token for one of 20 callers"],
  ],
  "a token comes back with a field more": [
    (sound) => ({
      useVerificationToken: async (key) => {
        const token = await sound.useVerificationToken(key);
        return token && { ...token, id: 1 };
      },
    }),
    ["useVerificationToken() returns a token once"],
  ],
  "the counter of an authenticator stays": [
    (sound) => ({ updateAuthenticatorCounter: async (id) => (await sound.getAuthenticator(id))! }),
    ["updateAuthenticatorCounter() sets the counter, and rejects an unknown authenticator"],
  ],
  "the backup state of an authenticator stays": [
    (sound) => ({
      updateAuthenticator: ({ credentialID, counter }) =>
        sound.updateAuthenticator({ credentialID, counter }),
    }),
    ["updateAuthenticator() changes the given fields only, and rejects an unknown authenticator"],
  ],
  "nothing ends": [
    () => ({ removeExpired: () => 0 }),
    [
      "removeExpired() removes expired sessions and tokens only",
      'removeExpired() removes the rows of "attempts" that have ended, and keeps the others',
    ],
  ],
  "everything ends": [
    (sound) => ({ removeExpired: () => sound.removeExpired({ now: new Date(8e15) }) }),
    ["removeExpired() removes expired sessions and tokens only"],
  ],
  "a method of every sign-in is missing": [
    () => ({ getUserByAccount: undefined }),
    ["the adapter has the methods of every sign-in"],
  ],
  "several requests remove one session": [
    (sound) => ({
      async deleteSession(token) {
        const isStored = await sound.getSessionAndUser(token) !== null;
        await pause();
        await sound.deleteSession(token);
        return isStored;
      },
    }),
    ["deleteSession() removes a session for one of 20 callers"],
  ],
};
