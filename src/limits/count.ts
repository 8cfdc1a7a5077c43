/**
 * Counts attempts: before they run, so that many at the same time are not more than many in a row.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import type { Counters } from "./counters.ts";
import {
  AccessDenied,
  AdapterError,
  ConfigError,
  EmailSignInError,
  RateLimited,
  ServerBusy,
  ServerError,
} from "../errors/errors.ts";
import { newestSecret } from "../crypto/keys.ts";
import type { Attempted, LimitedAttempt, Limits, Whose } from "../model/limits.ts";
import { macOf } from "../crypto/mac.ts";
import type { Platform } from "../platform/platform.ts";
import { COUNTED_APART, MAILS, NOTICES, type Rule, RULES } from "./rules.ts";
import { isA, propertyOf } from "../errors/thrown.ts";
import type { LoggerInstance } from "../values/types.ts";

/** Whose attempt it is. */
export interface Attempter extends LimitedAttempt, Pick<Attempted, "whose" | "about" | "actor" | "forgives"> {
  /** Id of a browser that has signed in to the account before; `null` for any other, whose attempts are counted together. */
  readonly browser: string | null;
}

/** A book of attempts: where they are counted, and under which keys. */
interface Ledger {
  /** Where attempts are counted. */
  readonly counters: Counters;
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** The clock. */
  readonly platform: Pick<Platform, "now">;
  /** The log. */
  readonly logger: Pick<LoggerInstance, "error">;
}

/** A rule, and the key under which its attempts are counted. */
interface Counter extends Rule {
  readonly key: string;
}

/** What is counted for one attempt. */
interface Counted {
  readonly account: readonly Counter[];
  readonly address: readonly Counter[];
}

/**
 * Runs an attempt that is counted. Of an account and an address, the address is asked first: the person who is refused there does
 * not count against the account.
 *
 * @throws {RateLimited} if there were too many before.
 * @throws {ServerBusy} if the database fails.
 */
export async function runCounted<T>(
  attempter: Attempter,
  ledger: Ledger,
  run: () => Promise<T>,
): Promise<T> {
  const { account, address } = await countersFor(attempter, ledger);
  await take([...address, ...account], ledger);
  let result: T;
  try {
    result = await run();
  } catch (error) {
    if (!isOfTheClient(error, attempter)) {
      // Who is refused learns whom the application knows: that has the limit of the client.
      await takeBack(isA(error, AccessDenied) ? account : [...address, ...account], ledger, 1);
    }
    throw error;
  }
  if (!RULES[attempter.kind].countsSuccess) {
    await Promise.all([takeBack(address, ledger, 1), takeBack(account, ledger)]);
  }
  return result;
}

/**
 * Takes back what was counted for an account, in this browser and everywhere, and the email that was counted for the address:
 * the owner waits on no device.
 */
export async function forgetCounted(attempter: Attempter, ledger: Ledger): Promise<void> {
  const { browser, kind } = attempter;
  const { address } = await countersFor(attempter, ledger);
  const kinds = kind === "mail" ? [undefined, "staffReset" as const, ...COUNTED_APART] : [undefined];
  // Without a known browser, the count that all of them share.
  const scopes = kinds.flatMap((about) =>
    [null, browser ?? ""].map((each) => countersFor({ ...attempter, about, browser: each }, ledger))
  );
  const account = (await Promise.all(scopes)).flatMap((counted) => counted.account);
  const sent = RULES[kind].countsSuccess ? address : [];
  await Promise.all([takeBack(sent, ledger, 1), takeBack(account, ledger)]);
}

/** Counts an email that tells a user what has happened. @throws {RateLimited} if there were too many of its purpose. */
export async function countNotice(
  { purpose, userId }: Parameters<Limits["allowsNotice"]>[0],
  ledger: Ledger,
): Promise<void> {
  await take(
    [await toCounter({ ...NOTICES, name: `notice ${purpose}` }, ["user", userId], ledger)],
    ledger,
  );
}

/** Counts one attempt. @throws {RateLimited} if there were too many; then it counts under none of the keys but the full one. */
async function take([first, ...others]: readonly Counter[], ledger: Ledger): Promise<void> {
  if (!first) return;
  const began = ledger.platform.now();
  const { count, expires } = await ledger.counters.add(
    first.key,
    new Date(began + first.within * 1000),
    first.most,
  );
  // Also if an adapter answers with no number.
  if (!(count <= first.most)) throw limited(expires.getTime() - began);
  try {
    await take(others, ledger);
  } catch (error) {
    await takeBack([first], ledger, 1);
    throw error;
  }
}

/** Takes attempts back. A failure of the database is logged: what has been tried has its own result. */
async function takeBack(
  list: readonly Counter[],
  { counters, logger }: Ledger,
  count?: number,
): Promise<void> {
  await Promise.all(list.map(({ key }) => counters.takeBack(key, count).catch(logger.error)));
}

/** The longest wait that an answer says, in seconds: a year. `Infinity` is no number of HTTP. */
const LONGEST = 31_536_000;

/** An attempt of the application's own limits, or of these, that is refused. @param wait In milliseconds. */
export function limited(wait: number): RateLimited {
  const retryAfter = Math.min(LONGEST, Math.max(1, Math.ceil(wait / 1000))) || LONGEST;
  const headers = { "retry-after": String(retryAfter) };
  return Object.assign(new RateLimited("Cannot try this again so soon: there were too many attempts"), {
    retryAfter,
    headers,
  });
}

/** What the account of an attempt is. */
export function nameKindOf(kind: Attempted["kind"]): Whose[0] {
  return RULES[kind].of ?? "address";
}

/** Names the account of an attempt, so that it is that of no other kind, and of no other `Credentials`. */
export function whoseOf(
  { kind, provider, account, whose }: Pick<Attempted, "kind" | "provider" | "whose"> & {
    readonly account: string;
  },
): Whose {
  const of = nameKindOf(kind);
  return whose ?? (of === "credentials" ? [of, provider, account] : [of, account]);
}

async function countersFor(attempter: Attempter, ledger: Ledger): Promise<Counted> {
  const { kind, account, address, browser, actor, about } = attempter;
  const { account: ofAccount, address: ofAddress } = about
    ? { ...RULES[kind], account: MAILS[about] }
    : RULES[kind];
  const name = account === null ? [] : whoseOf({ ...attempter, account });
  // The name of a rule says the kind of account that it counts by default. As in earlier versions: an update forgets no attempt.
  const named = kind !== "credentials" && name[0] === nameKindOf(kind) ? name.slice(1) : name;
  // Of several rules, the longest counts all known browsers together: who knew an older password may have as many as they like.
  const all = [browser === null ? "account" : "browsers", ...named];
  const own = actor ? ["actor", actor, ...named] : browser === null ? all : ["browser", browser, ...named];
  const ofClient = browser === null ? ofAddress : ofAddress.map((rule) => ({ ...rule, most: Infinity }));
  return {
    account: account === null
      ? []
      : await Promise.all(ofAccount.map((rule, index) => toCounter(rule, index ? all : own, ledger))),
    address: address === null
      ? []
      : await Promise.all(ofClient.map((rule) => toCounter(rule, ["address", address], ledger))),
  };
}

/** The key reveals nothing about a person to who reads the database. */
async function toCounter(
  rule: Rule,
  whose: readonly string[],
  { secrets }: Ledger,
): Promise<Counter> {
  const text = JSON.stringify([rule.name, ...whose]);
  return {
    ...rule,
    key: toBase64Url(await macOf(newestSecret(secrets), "Latchkey limits, HMAC-SHA-256", text)),
  };
}

/** Failures that tell a stranger nothing, and are not theirs. All others count. */
const NOT_OF_THE_CLIENT = [
  AccessDenied,
  AdapterError,
  ConfigError,
  EmailSignInError,
  ServerBusy,
  ServerError,
];

function isOfTheClient(error: unknown, { kind, forgives }: Pick<Attempter, "kind" | "forgives">): boolean {
  // Many an `authorize` throws an `Error` of its own if the password is wrong, as it did for next-auth 4.
  if (kind === "credentials" && isA(error, ServerError)) return true;
  // The client has disconnected before its password was compared: see `createTurns`.
  if (propertyOf(error, "name") === "AbortError") return false;
  return !forgives?.(error) && !NOT_OF_THE_CLIENT.some((type) => isA(error, type));
}
