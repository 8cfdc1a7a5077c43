/**
 * The records of passwords, of second factors and of limits. They refer to no other record, so that they can stand beside
 * the tables of another adapter.
 *
 * @module
 */

/** The password of a user, and the number of times that all their sessions were ended: one row for each user at most. */
export interface AdapterSecurity {
  /** The user it belongs to. */
  userId: string;
  /**
   * The generation of the user: `0` without a row. Whatever must end all sessions of a user raises it, such as a new
   * password. A session in a token has the generation of its sign-in.
   */
  generation: number;
  /** Hash of the password, which says how it was made: up to 512 characters. `null`: the user has no password. */
  passwordHash: string | null;
  /** Whether the address of the user was verified when the password was set. If not, a stranger may have set it. */
  passwordIsProven: boolean;
  /** When the password was set; `null` if it is not known. */
  passwordSetAt: Date | null;
}

/** The attempts that are counted under one key, such as wrong passwords for one address. */
export interface AdapterAttempts {
  /** What they are counted for: a MAC, up to 64 characters of ASCII. Nothing about a person can be read from it. */
  key: string;
  /** How many there were. */
  count: number;
  /** When the count begins anew. */
  expires: Date;
}

/** The second factor of a user: one row for each user at most. */
export interface AdapterSecondFactor {
  /** The user it belongs to. */
  userId: string;
  /** Raised by each change, so that of several changes at the same time one is made. */
  version: number;
  /** When the user has turned it on; `null`: it is off. */
  enabledAt: Date | null;
  /** The secret of the authenticator app, sealed: up to 512 characters. `null`: the user has no app. */
  totpSecret: string | null;
  /** The time step of the last code that was used (RFC 6238 §5.2); `0`: none. */
  totpStep: number;
  /** Hashes of the recovery codes that are left, separated by spaces: up to 1000 characters. */
  recoveryCodes: string | null;
  /** The devices that are remembered, as JSON: up to 8000 characters. */
  devices: string | null;
}

/** A sign-in between its first and its second step. */
export interface AdapterPendingSignIn {
  /** Hash of the id in the browser: up to 64 characters of ASCII. */
  id: string;
  /** What the first step has proven, sealed. May be longer than 64 KiB. */
  data: string;
  /** How many answers were wrong so far. */
  tries: number;
  /** When it ends. */
  expires: Date;
}
