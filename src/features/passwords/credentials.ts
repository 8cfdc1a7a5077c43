/**
 * What passwords add to a sign-in that changes them. The module itself is the `KeptCredentials` that `Capability.credentials`
 * returns: its exports have the names of those fields.
 *
 * @module
 */

import { isOwnHash } from "../../crypto/stored_hash.ts";
import { ServerError, UserChanged } from "../../errors/errors.ts";
import type { PageName } from "../../http/urls.ts";
import { type CredentialsOutcome, type Identity, replacesCredentials } from "../../model/identity.ts";
import type { Generations } from "../../model/session.ts";
import type { Notice } from "../../setup/notice.ts";
import type { Setup } from "../../setup/setup.ts";
import { orUndo } from "../../sign_in/applied.ts";
import { findCredentialsKeeper } from "../../sign_in/capability.ts";
import { afterCredentialsChange, beforeSessionsEnd } from "../../sign_in/hooks.ts";
import { withOutcome } from "../../sign_in/kept_credentials.ts";
import { takeBackUser } from "../../sign_in/passing_user.ts";
import { persist } from "../../sign_in/persist.ts";
import { isSameAddress } from "../../values/same_address.ts";
import type { AdapterSecurity, AdapterUser } from "../../adapters/contract/types.ts";
import type { PasswordProvider } from "./types.ts";

/** The page for a new password. */
export const page: PageName = "password";

/** The mail about a new password. Its link leads to the page for another one. */
export const notice: Omit<Notice, "userId"> = {
  purpose: "passwordChanged",
  option: "passwordChanged",
  page: "forgotPassword",
};

/**
 * Stores the outcome of a sign-in, and ends all sessions of the user. A sign-in that verifies the address does so before:
 * if the database fails in between, the owner has the password all the same, and confirms the address again. Devices are
 * forgotten when the new password is stored, and not before.
 *
 * A new user who has nothing but a name and this password is removed if that fails: no one could sign in as them.
 *
 * @returns The generation in which the session begins; `undefined` without an outcome.
 * @throws {UserChanged} if the password has been changed since it was compared.
 */
export async function storeOutcome(
  identity: Partial<Identity>,
  user: { readonly id: string },
  setup: OutcomeContext,
): Promise<number | undefined> {
  const run = () => storeNow(identity, user, setup);
  if (!identity.isUnknown) return await run();
  return await orUndo(run, () => persist(() => takeBackUser(user.id, identity, setup)), setup);
}

/** What the outcome of a sign-in is stored with. */
type OutcomeContext = Pick<
  Setup,
  "store" | "strategy" | "platform" | "generations" | "capabilities" | "rules" | "logger"
>;

async function storeNow(
  { outcome, secondStep, generation: known, isUnknown }: Partial<Identity>,
  { id: userId }: { readonly id: string },
  setup: OutcomeContext,
): Promise<number | undefined> {
  const { store, platform, generations } = setup;
  if (!outcome || !generations) return undefined;
  const ifGeneration = outcome.ifGeneration ?? known;
  const compared = { ...outcome, ...(ifGeneration !== undefined && { ifGeneration }) };
  // Before the sessions end, too: where the owner was faster, theirs go on.
  if (ifGeneration !== undefined && ifGeneration !== await generations.current(userId, { isExact: true })) {
    throw new UserChanged("Cannot sign in: the credentials of the user have been changed in the meantime");
  }
  const forget = await beforeSessionsEnd(userId, setup);
  // Before the password, too: if the database fails in between, no session goes on beside a new password. A new user has none, or is
  // anonymous, and must not lose it with the password.
  if (!isUnknown) await store?.deleteSessionsByUserId?.(userId);
  const generation = await raiseWith(userId, { outcome: compared, generations, store, platform });
  if (generation === null) {
    throw new ServerError("Cannot store the password: the database lacks a table, which the log names");
  }
  await persist(() => store?.deleteSessionsByUserId?.(userId));
  await forget(outcome.session);
  // A second step has forgotten the devices itself, and may have remembered this one.
  if (replacesCredentials({ outcome }) && !secondStep) {
    await persist(() => afterCredentialsChange(userId, setup));
  }
  return generation;
}

/** Removes the outcome of a takeover that has failed, as `KeptCredentials` says. */
export async function restoreIfMoved(
  { id, email }: Pick<AdapterUser, "id" | "email">,
  { wanted, former }: { readonly wanted: CredentialsOutcome; readonly former: AdapterSecurity | null },
  { store, generations, platform }: Pick<Setup, "store" | "platform" | "generations">,
): Promise<void> {
  const now = await store?.getUser(id);
  if (now?.email && email && isSameAddress(now.email, email)) return;
  await generations?.raise(id, (row) => {
    if (!wanted.isKept || !former) return withOutcome(row, { hash: null }, platform);
    return row.passwordHash === wanted.hash ? former : row;
  });
}

/** Whether a stored hash is one of the library, or of a kind in `hashes` of `Password()`. Its cost may still be out of bounds. */
export function recognizes(hash: string, { providers }: Pick<Setup, "providers">): boolean {
  const { hashes = [] } = findCredentialsKeeper(providers) as Pick<PasswordProvider, "hashes"> | null ?? {};
  return isOwnHash(hash) || hashes.some((kind) => kind.recognizes(hash));
}

/** Raises the generation with the outcome. If the answer of the database is lost, a new hash shows that it is stored: its salt is its own. */
async function raiseWith(userId: string, { outcome, generations, store, platform }: {
  readonly outcome: CredentialsOutcome;
  readonly generations: Generations;
  readonly store: Setup["store"];
  readonly platform: Setup["platform"];
}): Promise<number | null> {
  // `undefined` until it was read: nothing was written before.
  let before: string | null | undefined;
  try {
    return await generations.raise(userId, (row) => {
      before = row.passwordHash ?? null;
      return withOutcome(row, outcome, platform);
    });
  } catch (error) {
    if (!outcome.hash || before === undefined || before === outcome.hash) throw error;
    // Twice, as `storeRow()` does.
    const find = async () => await store!.rows!.find("security", { userId });
    const now = await find().catch(find);
    if (now?.passwordHash !== outcome.hash) throw error;
    return generations.remember(userId, now.generation);
  }
}
