/**
 * The functions of a database whose changes are told.
 *
 * @module
 */

/** Those about users and accounts: `changes.ts` says of each what it's told as. */
export const METHODS = [
  "createUser",
  "createUserWithAccount",
  "updateUser",
  "takeOverUser",
  "deleteUser",
  "linkAccount",
  "addCredentials",
  "unlinkAccount",
  "removeAccount",
] as const;
