/**
 * How many attempts are allowed in which time. A person who mistypes does not reach these numbers; a program that guesses does.
 *
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#throttle | NIST SP 800-63B-4 §3.2.2}
 * @module
 */

import type { Attempted, LimitKind, Whose } from "../model/limits.ts";

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
interface Rules {
  /** The kind of name that its account has. Default: an address. */
  readonly of?: Whose[0];
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

/**
 * Guesses of a secret that a person has chosen. NIST allows 100 of them in a row.
 *
 * @param longest How long the account waits after 100 of them, in seconds.
 */
function guesses(name: string, longest: number): Rules {
  return {
    account: [
      { name, most: 10, within: 15 * MINUTES },
      { name: `${name} in a row`, most: 100, within: longest },
    ],
    address: FAILURES,
    countsSuccess: false,
  };
}

/** Emails to one address. */
function mails(name: string): readonly Rule[] {
  return [
    { name, most: 5, within: 15 * MINUTES },
    // No longer than an email works by default: a user who is refused one has one that does.
    { name: `${name}s of an hour`, most: 8, within: HOURS },
  ];
}

/** The purposes whose emails have a count of their own, for each address. */
export const COUNTED_APART = ["reset", "noAccount", "unknownBrowser"] as const;

/**
 * Emails that are counted apart, so that those that sign no one in never count against those that do. A user who forgets a password
 * meets the same numbers with an account and without one.
 */
export const MAILS: Readonly<Record<NonNullable<Attempted["about"]>, readonly Rule[]>> = {
  reset: mails("reset mail"),
  noAccount: mails("mail without an account"),
  // Staff uses up nothing that the user needs. The second rule counts those of all staff: no one is flooded.
  staffReset: [
    { name: "reset mail of staff", most: 5, within: 15 * MINUTES },
    { name: "reset mails of all staff", most: 8, within: HOURS },
  ],
  // Who has the password may ask for them, and must not use up those that need none.
  unknownBrowser: mails("unknown browser mail"),
  // Counted for the user. A thief of the password is known in each browser: they share the second rule.
  enrol: [
    { name: "enrol mail", most: 3, within: HOURS },
    { name: "enrol mails of all browsers", most: 8, within: HOURS },
  ],
};

/** Emails of one purpose that tell a user what has happened. They count against no other mail. */
export const NOTICES: Omit<Rule, "name"> = { most: 5, within: HOURS };

/** The rules. */
export const RULES: Readonly<Record<LimitKind, Rules>> = {
  password: guesses("password", 30 * DAYS),
  // The library does not know a new password of the application's own, which would end the wait.
  credentials: { ...guesses("credentials", DAYS), of: "credentials" },
  code: {
    account: [{ name: "code", most: 10, within: 15 * MINUTES }],
    address: FAILURES,
    countsSuccess: false,
  },
  // Three codes of a million are right at any time: thirty tries a day find one in ten thousand days.
  secondFactor: {
    of: "user",
    account: [
      { name: "second factor", most: 10, within: 15 * MINUTES },
      { name: "second factor of a day", most: 30, within: DAYS },
    ],
    address: FAILURES,
    countsSuccess: false,
  },
  // No one guesses 120 bits. A limit for the account would let anyone who knows its password lock its owner out.
  recoveryCode: {
    of: "user",
    account: [],
    address: FAILURES,
    countsSuccess: false,
  },
  // No one guesses a signature. A limit for each id would let anyone who knows it lock its owner out.
  passkey: {
    of: "passkey",
    account: [],
    address: FAILURES,
    countsSuccess: false,
  },
  mail: {
    account: mails("mail"),
    address: [{ name: "mail", most: 100, within: HOURS }],
    countsSuccess: true,
  },
  signUp: {
    account: [],
    address: [{ name: "sign-up", most: 50, within: HOURS }],
    countsSuccess: true,
  },
};
