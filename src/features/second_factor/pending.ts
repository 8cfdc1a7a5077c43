/**
 * A sign-in between its first and its second step: a row of the database holds what is proven, a sealed cookie names the row.
 * Until the second step is done, no one is signed in, and nothing of the user is written.
 *
 * @module
 */

import { toHex } from "../../crypto/bytes.ts";
import { changedSince } from "../../errors/changed_since.ts";
import { type Asked, configNameOf, isOwnQuestion } from "../../http/cookie_names.ts";
import { removedCookie } from "../../http/cookies.ts";
import {
  InvalidCheck,
  InvalidSecondFactor,
  TooManyWrongCodes,
  WebAuthnVerificationError,
} from "../../errors/errors.ts";
import { sha256, shortHash } from "../../crypto/hash.ts";
import type { Identity, UserBefore } from "../../model/identity.ts";
import type { Ending } from "../../model/intent.ts";
import { pack, unpack } from "../../values/packed.ts";
import { rulesOf } from "./rules.ts";
import { seal } from "../../crypto/seal.ts";
import { openCookie } from "../../http/sealed_cookie.ts";
import type { Setup } from "../../setup/setup.ts";
import { openStored, sealStored } from "../../crypto/stored_seal.ts";
import { isA } from "../../errors/thrown.ts";
import type { AdapterPendingSignIn } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";

/** How long the second step may take, in seconds. */
export const MAX_AGE = 600;

/** How many wrong answers end the sign-in. */
export const MOST_TRIES = 5;

/** The proof of a first step. */
export interface PendingSignIn extends Pick<Ending, "returnTo" | "intent" | "provenAt"> {
  /** The proven identity, with the tokens of its provider. */
  readonly identity: Identity;
  /** The sign-in that `callbacks.signIn` has allowed. */
  readonly allowed: NonNullable<Ending["allowed"]>;
  /** The user as the database had them at the first step: the second step fails if that has changed. */
  readonly before: UserBefore;
  /** `ask`: for a second factor that the user has. `enrol`: they must set one up. */
  readonly step: "ask" | "enrol";
  /** Address of the user in the authenticator app, or their name. */
  readonly label: string;
  /** Whether the person may say that the second factor is not theirs: see `isDoubtful` of `Decision`. Default `false`. */
  readonly isDoubtful?: boolean;
  /** The address whose mailbox must be proven before a second factor is set up; absent if none must. */
  readonly mailbox?: MailboxProof;
}

/** The proof of a mailbox in the middle of a sign-in. */
export interface MailboxProof {
  /** The address. */
  readonly address: string;
  /** Hash of the code that was mailed; absent before. */
  readonly codeHash?: string;
  /** When it was mailed, in milliseconds since the epoch; absent before. */
  readonly sentAt?: number;
  /** Whether the code was typed right. Default `false`. */
  readonly isProven?: boolean;
}

/** A pending sign-in of a browser. */
export interface FoundPending {
  /** The row. */
  readonly row: AdapterPendingSignIn;
  /** Its content. */
  readonly pending: PendingSignIn;
  /** Its name, which the form posts: another tab may have begun another sign-in since. */
  readonly name: string;
}

/** What the cookie holds. */
interface NamedPending extends Asked {
  readonly id: string;
}

/** Stores a pending sign-in, and returns its name with the cookie. @throws {AdapterError} if the database fails. */
export async function storePending(
  pending: PendingSignIn,
  setup: Setup,
): Promise<{ readonly name: string; readonly cookies: readonly SetCookie[] }> {
  const { platform, cookies: { secondFactor: { name, options } } } = setup;
  const { store } = rulesOf(setup);
  const secret = toHex(platform.random(32));
  const id = await rowId(secret);
  const expires = new Date(platform.now() + MAX_AGE * 1000);
  const data = await sealPending(id, pending, setup);
  await store.rows.store("pendingSignIns", { id, data, tries: 0, expires }, null);
  const named: NamedPending = { id: secret, of: configNameOf(setup) };
  const value = await seal(named, { purpose: "second factor", maxAge: MAX_AGE }, setup);
  return { name: await shortHash(id), cookies: [{ name, value, options: { ...options, maxAge: MAX_AGE } }] };
}

/**
 * Finds the pending sign-in of a browser, also after its last try; `null` if it has none, or it took too long.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function findPending(
  { cookies }: Pick<Incoming, "cookies">,
  setup: Setup,
): Promise<FoundPending | null> {
  const named = await openCookie<NamedPending>(cookies, setup.cookies.secondFactor, "second factor", setup);
  // Another config allows other people: its first step counts there only.
  if (!named || !isOwnQuestion(named, setup)) return null;
  const row = await rulesOf(setup).store.rows.find("pendingSignIns", { id: await rowId(named.id) });
  if (!row || row.expires.getTime() <= setup.platform.now()) return null;
  const opened = await openStored<SealedPending>(row.data, "pending sign-in", setup);
  if (opened?.data.id !== row.id) return null;
  return {
    row,
    pending: ofToday(unpack<EarlierPending>(opened.data.pending)),
    name: await shortHash(row.id),
  };
}

/** A pending sign-in as an earlier version may have stored it: what becomes of credentials was the `password` of the identity. */
interface EarlierPending extends PendingSignIn {
  readonly identity: Identity & { readonly password?: Identity["outcome"] };
}

function ofToday(
  { identity: { password: outcome, ...identity }, ...pending }: EarlierPending,
): PendingSignIn {
  return { ...pending, identity: { ...(outcome && { outcome }), ...identity } };
}

/** The content of a row, which opens in this row alone. */
interface SealedPending {
  readonly id: string;
  readonly pending: object;
}

async function sealPending(id: string, pending: PendingSignIn, setup: Setup): Promise<string> {
  const sealed: SealedPending = { id, pending: pack(pending) };
  return await sealStored(sealed, "pending sign-in", setup);
}

/**
 * Finds the pending sign-in that a request names.
 *
 * @param question The name that its form has posted, or its page has in the URL.
 * @throws {InvalidCheck} if this browser has none of this name, or it took too long.
 * @throws {TooManyWrongCodes} if it has had its last try.
 * @throws {UserChanged} if its user has been removed.
 */
export async function requirePending(
  question: unknown,
  incoming: Incoming,
  setup: Setup,
): Promise<FoundPending> {
  const found = await findPending(incoming, setup);
  if (!found) {
    throw new InvalidCheck(
      "Cannot ask for a second factor: no sign-in waits for it in this browser, or for too long",
    );
  }
  if (found.name !== question) {
    throw new InvalidCheck("Cannot ask for a second factor: another tab has begun another sign-in since");
  }
  if (found.row.tries >= MOST_TRIES) throw tooMany();
  const { allowed: { kind, userId }, before } = found.pending;
  // A user of the application's own may be in no table.
  const isStored = userId !== null && (kind !== null || before.email !== undefined);
  if (!isStored || await rulesOf(setup).store.getUser(userId)) return found;
  throw changedSince();
}

/** How many wrong answers the sign-in may still have. Its browser could count them: no other one has a try of it. */
export function triesLeft({ row }: Pick<FoundPending, "row">): number {
  return MOST_TRIES - row.tries;
}

/**
 * Runs a try: counts it, then compares its answer.
 *
 * @param compare Gets the row with the try. Throws if the answer is wrong.
 * @throws {TooManyWrongCodes} if there were too many before, or the answer to the last one is wrong.
 * @throws {InvalidCheck} if another request has finished the sign-in.
 */
export async function runTry<T>(
  found: FoundPending,
  compare: (counted: AdapterPendingSignIn) => Promise<T>,
  setup: Setup,
): Promise<T> {
  const counted = await countTry(found, setup);
  try {
    return await compare(counted);
  } catch (error) {
    const isWrong = isA(error, InvalidSecondFactor) || isA(error, WebAuthnVerificationError);
    throw isWrong && counted.tries >= MOST_TRIES ? tooMany(error) : error;
  }
}

/**
 * Counts a try before its answer is compared, so that many at the same time are not more than many in a row.
 *
 * @returns The row with the try.
 * @throws {TooManyWrongCodes} if there were too many.
 * @throws {InvalidCheck} if another request has finished the sign-in.
 */
async function countTry({ row }: FoundPending, setup: Setup): Promise<AdapterPendingSignIn> {
  const { store } = rulesOf(setup);
  let current: AdapterPendingSignIn | null = row;
  // Each try of another request raises the number. A database that answers otherwise is not asked for ever.
  for (let asked = 0; current && current.tries < MOST_TRIES && asked < MOST_TRIES; asked++) {
    const counted: AdapterPendingSignIn = { ...current, tries: current.tries + 1 };
    if (await store.rows.store("pendingSignIns", counted, current.tries)) return counted;
    current = await store.rows.find("pendingSignIns", { id: row.id });
  }
  throw current ? tooMany() : new InvalidCheck(FINISHED);
}

const FINISHED = "Cannot finish the sign-in: another request has finished it";

/** The error of a sign-in that has had its last try. */
export function tooMany(err?: Error): TooManyWrongCodes {
  return new TooManyWrongCodes(
    "Cannot go on with the sign-in: there were too many wrong codes. Sign in again",
    err && { err },
  );
}

/**
 * Stores new content of a pending sign-in.
 *
 * @param tries How many tries count afterwards.
 * @returns Whether it was stored: not if another request has counted a try since the row was read.
 */
export async function changePending(
  row: AdapterPendingSignIn,
  pending: PendingSignIn,
  { tries, setup }: { readonly tries: number; readonly setup: Setup },
): Promise<boolean> {
  const data = await sealPending(row.id, pending, setup);
  return await rulesOf(setup).store.rows.store("pendingSignIns", { ...row, data, tries }, row.tries);
}

/** Ends a pending sign-in: of several requests at the same time, one goes on. @throws {InvalidCheck} for all others. */
export async function takePending({ row }: FoundPending, setup: Setup): Promise<void> {
  if (await rulesOf(setup).store.rows.remove("pendingSignIns", { id: row.id })) return;
  throw new InvalidCheck(FINISHED);
}

/** The cookies that remove the name of a pending sign-in from the browser. */
export function forgetPending({ cookies }: Pick<Setup, "cookies">): readonly SetCookie[] {
  return [removedCookie(cookies.secondFactor)];
}

async function rowId(secret: string): Promise<string> {
  return toHex(await sha256(secret));
}
