/**
 * Adapters that change values, or find and remove other rows than they should.
 *
 * @module
 */

import { type Faults, mapped, same } from "./_fault.ts";

/** Adapters that change values, or find and remove other rows than they should. */
export const VALUE_FAULTS: Faults = {
  "dates come back as text": [
    (sound) => mapped(sound, same, (result) => result && JSON.parse(JSON.stringify(result))),
    ["createUser() returns the user as stored", "updateSession() changes when a session expires"],
  ],
  "dates are rounded to the day": [
    (sound) => mapped(sound, (value) => value instanceof Date ? new Date(value.setUTCHours(0, 0, 0)) : value),
    ["createSession() returns the session", "prolongSession() prolongs a session that expires earlier"],
  ],
  "text is trimmed": [
    (sound) => mapped(sound, (value) => typeof value === "string" ? value.trim() : value),
    [
      "all methods keep text unchanged",
      "useVerificationToken() keeps text unchanged",
      "getUserByAccount() finds the user by provider and id together",
    ],
  ],
  "text is compared without regard to case": [
    (sound) => mapped(sound, (value) => typeof value === "string" ? value.toLowerCase() : value),
    [
      "getUserByEmail() finds a user by the exact address",
      "getSessionAndUser() returns session and user, and null for an unknown token",
      "useVerificationToken() requires address and token of the same mail",
    ],
  ],
  "text is cut at 64 kB": [
    (sound) => mapped(sound, (value) => typeof value === "string" ? value.slice(0, 65_535) : value),
    ["linkAccount() and updateAccount() store long tokens"],
  ],
  "undefined is stored as null": [
    (sound) => mapped(sound, (value) => value === undefined ? null : value),
    [
      "updateUser() changes the given fields only",
      "updateAccount() changes the given fields only, and ignores an unknown account",
    ],
  ],
  "unknown fields are refused": [
    (sound) => ({
      createUser: (user) =>
        "nickname_of_mine" in user ? Promise.reject(new Error("?")) : sound.createUser(user),
      linkAccount: (it) => "ext_expires_in" in it ? Promise.reject(new Error("?")) : sound.linkAccount(it),
    }),
    [
      "createUser() accepts unknown fields",
      "linkAccount() stores an account without tokens, and one with unknown fields",
    ],
  ],
  "users need a name": [
    (sound) => ({
      createUser: (user) => user.name ? sound.createUser(user) : Promise.reject(new Error("?")),
    }),
    ["createUser() stores users without name, address and picture"],
  ],
  "JSON comes back as text": [
    (sound) => ({
      linkAccount: (it) => sound.linkAccount({ ...it, session_state: JSON.stringify(it.session_state) }),
    }),
    ["linkAccount() stores all fields of an account"],
  ],
  "what is asked for is found, stored or not": [
    (sound) => {
      const user = { id: "any", email: "any", emailVerified: null };
      return {
        getUser: async (id) => await sound.getUser(id) ?? user,
        getUserByEmail: async (email) => await sound.getUserByEmail(email) ?? user,
        getAuthenticator: async (id) => await sound.getAuthenticator(id) ?? { credentialID: id } as never,
      };
    },
    [
      "getUser() returns null for an unknown id",
      "deleteUser() frees the address",
      "updateUser() changes the address, and frees the old one",
      "createAuthenticator() stores and returns an authenticator",
    ],
  ],
  "what is stored already is replaced": [
    (sound) => ({
      createUser: async (user) => {
        const other = user.email && await sound.getUserByEmail(user.email);
        if (other) await sound.deleteUser(other.id);
        return await sound.createUser(user);
      },
      updateUser: async (user) => {
        const other = user.email && await sound.getUserByEmail(user.email);
        if (other) await sound.deleteUser(other.id);
        return await sound.updateUser(user);
      },
      linkAccount: async (account) => {
        await sound.unlinkAccount(account);
        await sound.linkAccount(account);
      },
      createSession: async (session) => {
        await sound.deleteSession(session.sessionToken);
        return await sound.createSession(session);
      },
      createAuthenticator: async (authenticator) =>
        await sound.getAuthenticator(authenticator.credentialID) ??
          await sound.createAuthenticator(authenticator),
    }),
    [
      "createUser() rejects an address that another user has",
      "updateUser() rejects an address that another user has",
      "linkAccount() rejects an account that is already stored",
      "createSession() rejects a token that is already stored",
      "createAuthenticator() rejects an id that is already stored",
    ],
  ],
  "removing one that is not there is refused": [
    (sound) => ({
      deleteUser: async (id) =>
        await sound.getUser(id) ? await sound.deleteUser(id) : Promise.reject(new Error("?")),
      unlinkAccount: async (account) => await sound.unlinkAccount(account) || Promise.reject(new Error("?")),
      deleteSession: async (token) => await sound.deleteSession(token) || Promise.reject(new Error("?")),
    }),
    [
      "deleteUser() does nothing for an unknown user",
      "unlinkAccount() removes one account, and ignores an unknown one",
      "deleteSession() removes one session, and ignores an unknown one",
    ],
  ],
};
