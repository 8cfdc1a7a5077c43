/**
 * The sign-up of an anonymous user, who gets what a new user would have.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { type Identity, setsCredentials } from "../../model/identity.ts";
import type { Generations } from "../../model/session.ts";
import { at } from "../../model/moment.ts";
import type { Setup } from "../../setup/setup.ts";
import { toKey, toNewRow } from "../../sign_in/account_row.ts";
import { orFound, orUndo, proofOf, userChanged } from "../../sign_in/applied.ts";
import { addressOf, findByAddress } from "../../sign_in/decision.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { withOutcome } from "../../sign_in/kept_credentials.ts";
import { persist } from "../../sign_in/persist.ts";
import { rulesOf } from "./options.ts";
import { type Anonymous, isClaimed, release, renew } from "./stored.ts";

/** An anonymous user who becomes another one. Their row has the claim of this sign-up. */
export interface SigningUp extends Anonymous {
  /** The new user, with another id. */
  readonly proposed: AdapterUser;
  /** Who has proven what. */
  readonly identity: Identity;
}

/** Signs them up: all of it, or nothing. After each write it asks whether the user is still this sign-up's: it may have been slow. */
export async function signUp(given: SigningUp, setup: Setup): Promise<AdapterUser> {
  const { user, row, identity } = given;
  const rules = rulesOf(setup);
  const assertHeld = async () => {
    if (!await renew(row, rules)) throw userChanged();
  };
  return await orUndo(
    async () => {
      await addAccount(given, setup);
      await assertHeld();
      const known = await rules.store.updateUser(at("signUp", { ...completed(given), id: user.id }));
      await assertHeld();
      // Also that of this browser: whoever has a copy of it must not be in the account. A password ends them itself, when it is stored.
      if (!identity.isUnknown) await endSessions(row.userId, setup);
      return known;
    },
    () => takeBack(given, setup),
    setup,
  );
}

/** The fields of the new user, and of the application's own those that are not set yet, or that the user has typed. */
function completed(
  { user, proposed, identity: { typed = {} } }: Omit<SigningUp, "row">,
): Partial<AdapterUser> {
  const before: Readonly<Record<string, unknown>> = { ...user };
  const fields = Object.entries(proposed).filter(([name, value]) =>
    name !== "id" && value !== undefined && value !== null &&
    (STANDARD.has(name) || Object.hasOwn(typed, name) || (before[name] ?? null) === null)
  );
  return Object.fromEntries(fields);
}

/** The fields of all users. */
const STANDARD: ReadonlySet<string> = new Set(["name", "email", "emailVerified", "image"]);

/** Adds the account, and its passkey if it has one. None is stored for a mailbox, nor for credentials that the library keeps. */
async function addAccount({ user: { id: userId }, identity }: SigningUp, setup: Setup): Promise<void> {
  if (!hasAccount(identity)) return;
  const { store } = rulesOf(setup);
  const account = { ...toNewRow(identity, { ...setup, store }), userId };
  const authenticator = identity.authenticator && { ...identity.authenticator, userId };
  const { addCredentials } = store;
  if (!addCredentials) {
    await store.linkAccount(account);
    if (authenticator) await store.createAuthenticator?.(authenticator);
    return;
  }
  const credentials = { userId, emailVerified: null, account, ...(authenticator && { authenticator }) };
  // If the answer is lost: a passkey can't be registered once more.
  const isStored = async () => (await store.getUserByAccount(toKey(identity.account)))?.id === userId;
  if (!await orFound(() => addCredentials(credentials), isStored)) throw userChanged();
}

function hasAccount(identity: Identity): boolean {
  const proof = proofOf(identity);
  return proof === "account" || proof === "passkey";
}

/**
 * Makes a user anonymous again, whose sign-up has failed. If another one has them by now, it takes back what is its own, and nothing else:
 * its account, its address, its password.
 */
export async function takeBack(given: SigningUp, setup: Setup): Promise<void> {
  const { user, row, identity } = given;
  const { generations, platform } = setup;
  const rules = rulesOf(setup);
  const { store } = rules;
  if (hasAccount(identity)) {
    const key = toKey(identity.account);
    const owner = await persist(() => store.getUserByAccount(key));
    const isOwn = owner?.id === user.id;
    // It stays: so does the claim, and they are anonymous no more.
    if (isOwn && !store.unlinkAccount) return;
    if (isOwn) await persist(() => store.unlinkAccount!(key));
  }
  const hash = identity.outcome?.hash;
  const forget: Parameters<Generations["raise"]>[1] = (each) =>
    each.passwordHash === hash && withOutcome(each, { hash: null }, platform);
  if (hash) await persist(() => generations?.raise(row.userId, forget));
  const isHeld = await persist(() => renew(row, rules));
  const written = completed(given);
  const before: Readonly<Record<string, unknown>> = { ...user };
  const isOwn = isHeld ||
    (written.email && (await persist(() => store.getUser(user.id)))?.email === written.email);
  if (!isOwn) return;
  const names = isHeld ? Object.keys(written) : ["email", "emailVerified"];
  const fields = Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
  await persist(() => store.updateUser({ ...fields, id: user.id }));
  await persist(() => release(row, rules));
}

/**
 * Ends what was anonymous of a user who signs in with a way of their own: their sign-up was cut off, or the application has given them
 * the way. Whoever has a copy of the cookie from before must not be in the account.
 *
 * @returns The generation in which the session begins; `undefined` if it has not changed.
 * @throws {AdapterError} if the database fails.
 */
export async function endAnonymous(
  identity: Identity,
  { id }: { readonly id: string },
  setup: Setup,
): Promise<number | undefined> {
  // A sign-up has ended all sessions itself, and so do new credentials.
  if (identity.takeBack || setsCredentials(identity)) return undefined;
  const rules = rulesOf(setup);
  const { rows } = rules.store;
  const userId = String(id);
  const row = await rows.find("anonymousUsers", { userId });
  if (!row) return undefined;
  await endSessions(userId, setup);
  if (!isClaimed(row, rules)) {
    await complete(id, identity, setup);
    await persist(() => rows.remove("anonymousUsers", { userId }));
  }
  return await setup.generations?.current(userId, { isExact: true });
}

/** Stores what a sign-up that was cut off after the account has not. An address of another user stays theirs. */
async function complete(id: string, identity: Identity, setup: Setup): Promise<void> {
  const { store } = rulesOf(setup);
  const user = hasAccount(identity) ? await store.getUser(id) : null;
  if (!user || user.email) return;
  const address = addressOf(identity);
  const email = address && await findByAddress(address, store) ? null : address;
  const emailVerified = email && identity.emailIsVerified ? new Date(setup.platform.now()) : null;
  const proposed = { ...identity.user, email, emailVerified };
  await store.updateUser(at("signUp", { ...completed({ user, proposed, identity }), id }));
}
