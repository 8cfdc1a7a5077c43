import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";

/**
 * What the suite of Auth.js asks of an adapter, in our words → the case of the contract that says so. Each of our adapters
 * runs all cases (`test/adapters`). One thing differs literally, on purpose: an account without `authorization_details`
 * has `null` there.
 */
const RULES: Readonly<Record<string, string>> = {
  "createUser stores a user and returns it": "createUser() returns the user as stored",
  "createUser takes a user without name and picture":
    "createUser() stores users without name, address and picture",
  "getUser gives null for an id that no one has": "getUser() returns null for an unknown id",
  "getUserByEmail finds a user, and null for another address":
    "getUserByEmail() finds a user by the exact address",
  "getUserByAccount finds the user of an account, and null for another one":
    "getUserByAccount() finds the user by provider and id together",
  "updateUser changes what it is given and leaves the rest": "updateUser() changes the given fields only",
  "deleteUser removes the user with sessions and accounts":
    "deleteUser() removes a user with accounts and sessions, and keeps those of other users",
  "linkAccount stores an account with its tokens": "linkAccount() stores all fields of an account",
  "linkAccount takes an account without tokens":
    "linkAccount() stores an account without tokens, and one with unknown fields",
  "unlinkAccount removes an account": "unlinkAccount() removes one account, and ignores an unknown one",
  "createSession stores a session and returns it": "createSession() returns the session",
  "getSessionAndUser finds both, and null for an unknown token":
    "getSessionAndUser() returns session and user, and null for an unknown token",
  "updateSession moves the end of a session": "updateSession() changes when a session expires",
  "deleteSession removes a session": "deleteSession() removes one session, and ignores an unknown one",
  "useVerificationToken gives a stored token back once": "useVerificationToken() returns a token once",
  "useVerificationToken gives null for a token of another address":
    "useVerificationToken() requires address and token of the same mail",
  "createAuthenticator stores an authenticator and returns it, and getAuthenticator finds it":
    "createAuthenticator() stores and returns an authenticator",
  "createAuthenticator rejects an id that is taken":
    "createAuthenticator() rejects an id that is already stored",
  "getAccount finds an account, and null for another provider":
    "getAccount() finds an account by id and provider together",
  "listAuthenticatorsByUserId lists those of one user":
    "listAuthenticatorsByUserId() lists the authenticators of one user",
  "updateAuthenticatorCounter sets the counter, and rejects for an unknown authenticator":
    "updateAuthenticatorCounter() sets the counter, and rejects an unknown authenticator",
  "accounts of a removed user are gone, those of others stay":
    "deleteUser() removes the authenticators of one user only",
};

const names = (await adapterCases(() => Promise.resolve({ adapter: Memory() }))).map(({ name }) => name);

for (const [rule, name] of Object.entries(RULES)) {
  test(`adapterCases() asks what the suite of Auth.js asks: ${rule}`, () => {
    assert.ok(names.includes(name), `no case is called "${name}"`);
  });
}

/** Methods that the library of Auth.js calls, of its interface. */
const METHODS = [
  ...["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "deleteUser"],
  ...["linkAccount", "unlinkAccount", "createSession", "getSessionAndUser", "updateSession", "deleteSession"],
  ...["createVerificationToken", "useVerificationToken", "getAccount", "createAuthenticator"],
  ...["listAuthenticatorsByUserId", "updateAuthenticatorCounter"],
];

test("adapterCases() asks something of each method of the interface of Auth.js", () => {
  const silent = METHODS.filter((method) => !names.some((name) => name.startsWith(`${method}()`)));
  assert.deepEqual(silent, []);
});
