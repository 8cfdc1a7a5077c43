/**
 * How many attempts are allowed in which time. A person who mistypes does not reach these numbers; a program that guesses does.
 *
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#throttle | NIST SP 800-63B-4 §3.2.2}
 * @module
 */

import type { LimitKind } from "../model/limits.ts";

/** A number of attempts in a time. */
export interface Rule {
  /** What is counted together. */
  readonly name: string;
  /** How many attempts are allowed. */
  readonly most: number;
  /** In which time, in seconds. It begins with the first attempt. */
  readonly within: number;
}

/** The rules for one kind of attempt. */
export interface Rules {
  /** For the account, from wherever it is tried. */
  readonly account: readonly Rule[];
  /** For the address of the client, whichever account it tries. */
  readonly address: readonly Rule[];
  /** Whether an attempt that has succeeded counts as well. */
  readonly countsSuccess: boolean;
}

const MINUTES = 60;
const HOURS = 60 * MINUTES;
const DAYS = 24 * HOURS;

/** Failures of one client, of whatever kind. */
const FAILURES: readonly Rule[] = [{ name: "failure", most: 100, within: 15 * MINUTES }];

/** Guesses of a secret that a person has chosen. NIST allows 100 of them in a row. */
function guesses(name: string): Rules {
  return {
    account: [
      { name, most: 10, within: 15 * MINUTES },
      { name: `${name} in a row`, most: 100, within: 30 * DAYS },
    ],
    address: FAILURES,
    countsSuccess: false,
  };
}

/** The rules. */
export const RULES: Readonly<Record<LimitKind, Rules>> = {
  password: guesses("password"),
  credentials: guesses("credentials"),
  code: {
    account: [{ name: "code", most: 10, within: 15 * MINUTES }],
    address: FAILURES,
    countsSuccess: false,
  },
  passkey: {
    // A signature cannot be guessed, and the id of a passkey is no secret: whoever knows it must not lock its owner out.
    account: [],
    address: FAILURES,
    countsSuccess: false,
  },
  mail: {
    account: [
      { name: "mail", most: 5, within: 15 * MINUTES },
      { name: "mails of a day", most: 20, within: DAYS },
    ],
    address: [{ name: "mail", most: 100, within: HOURS }],
    countsSuccess: true,
  },
  signUp: {
    account: [],
    address: [{ name: "sign-up", most: 50, within: HOURS }],
    countsSuccess: true,
  },
};
