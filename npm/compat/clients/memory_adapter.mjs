/**
 * An adapter of the application in memory, as the documentation of Auth.js describes one.
 *
 * @module
 */

import { randomUUID } from "node:crypto";

/** Makes an adapter with tables of its own. */
export function memoryAdapter() {
  const users = new Map();
  const accounts = [];
  const tokens = [];
  const authenticators = new Map();
  const accountOf = ({ provider, providerAccountId }) =>
    accounts.find((each) => each.provider === provider && each.providerAccountId === providerAccountId) ??
      null;
  return {
    createUser(user) {
      const stored = { ...user, id: user.id ?? randomUUID() };
      users.set(stored.id, stored);
      return stored;
    },
    getUser: (id) => users.get(id) ?? null,
    getUserByEmail: (email) => [...users.values()].find((user) => user.email === email) ?? null,
    getUserByAccount: (key) => users.get(accountOf(key)?.userId) ?? null,
    updateUser(user) {
      const stored = { ...users.get(user.id), ...user };
      users.set(stored.id, stored);
      return stored;
    },
    deleteUser: (id) => void users.delete(id),
    linkAccount(account) {
      accounts.push(account);
      return account;
    },
    getAccount: (providerAccountId, provider) => accountOf({ provider, providerAccountId }),
    createVerificationToken(token) {
      tokens.push(token);
      return token;
    },
    useVerificationToken({ identifier, token }) {
      const index = tokens.findIndex((each) => each.identifier === identifier && each.token === token);
      return index < 0 ? null : tokens.splice(index, 1)[0];
    },
    createAuthenticator(authenticator) {
      authenticators.set(authenticator.credentialID, authenticator);
      return authenticator;
    },
    getAuthenticator: (credentialID) => authenticators.get(credentialID) ?? null,
    listAuthenticatorsByUserId: (userId) =>
      [...authenticators.values()].filter((each) => each.userId === userId),
    updateAuthenticatorCounter(credentialID, counter) {
      const stored = { ...authenticators.get(credentialID), counter };
      authenticators.set(credentialID, stored);
      return stored;
    },
  };
}
