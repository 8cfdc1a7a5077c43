/**
 * Creates the user of a sign-in, with their account.
 *
 * @module
 */

import { toNewRow, toRow } from "./account_row.ts";
import {
  type AccountContext,
  type Applied,
  orFound,
  orUndo,
  proofOf,
  toApplied,
  unchangedUser,
  userChanged,
} from "./applied.ts";
import { toUuid } from "../crypto/bytes.ts";
import { addressOf, findByAddress } from "./decision.ts";
import { forgetFormer } from "./former_user.ts";
import type { Identity } from "../model/identity.ts";
import { readNote } from "../session/mailbox_note.ts";
import { hasProven } from "./standing.ts";
import type { AdapterAuthenticator, AdapterUser } from "../adapters/contract/types.ts";

/**
 * Creates a user with the address of another one, whose mailbox it is not: they keep all else, and also the address if that fails.
 * They get back the one that they have proven, unless another user has proven it as well: a password has to be typed with an address.
 */
export async function createInPlaceOf(
  { id, email }: AdapterUser,
  identity: Identity,
  context: AccountContext,
): Promise<Applied> {
  const { store, emit } = context;
  const noted = (await readNote(id, store))?.address;
  const holder = noted ? await findByAddress(noted, store) : null;
  const isFree = !holder || holder.id === id;
  const ofHolder = isFree ? null : (await readNote(holder.id, store))?.address;
  const isProven = !isFree && await hasProven(holder, store);
  const former = isProven ? null : noted ?? null;
  const write = async (userId: string, address: string | null) => {
    const user = await store.updateUser({ id: userId, email: address });
    await emit("updateUser", { user });
    return user;
  };
  // Not to a user who has it by now: the new one, or this one.
  const giveBack = async (userId: string, address: string | null | undefined) =>
    address && !await findByAddress(address, store) && await write(userId, address);
  await unchangedUser({ id, email }, context);
  return await orUndo(
    async () => {
      // They have never proven it, but perhaps another one, which they get back in turn. The application may have verified an
      // address in the meantime.
      if (former && !isFree) {
        const own = ofHolder && !await findByAddress(ofHolder, store) ? ofHolder : null;
        if ((await write(holder.id, own)).emailVerified) throw userChanged();
      }
      if ((await write(id, former)).emailVerified) throw userChanged();
      return { ...await createUser(identity, context), ...(former && { former }) };
    },
    async () => {
      await giveBack(id, email);
      if (!isFree) await giveBack(holder.id, holder.email);
    },
    context,
  );
}

/** Creates a user. */
export async function createUser(identity: Identity, context: AccountContext): Promise<Applied> {
  const { emit, platform } = context;
  const isMail = proofOf(identity) === "mailbox";
  const email = addressOf(identity);
  const emailVerified = isMail || (identity.emailIsVerified && email) ? new Date(platform.now()) : null;
  const proposed = { ...identity.user, id: toUuid(platform.random(16), 4), email, emailVerified };
  const user = await context.passing?.become(proposed, identity) ??
    await createWithAccount(proposed, identity, context);
  const data = identity.data && { data: identity.data };
  await emit("createUser", { user, ...data });
  if (hasAccount(identity)) {
    await emit("linkAccount", { user, account: toRow(identity), profile: identity.user, ...data });
  }
  return { ...toApplied(user), isNewUser: true };
}

/** Whether an account is stored: none is for a mailbox, nor for credentials that the library keeps. */
function hasAccount(identity: Identity): boolean {
  const proof = proofOf(identity);
  return proof === "account" || proof === "passkey";
}

/** Creates a user and their account, or neither: a user without one would block their address from signing in for ever. */
async function createWithAccount(
  proposed: AdapterUser,
  identity: Identity,
  context: AccountContext,
): Promise<AdapterUser> {
  const { store } = context;
  const { authenticator } = identity;
  const isAlone = !hasAccount(identity);
  const isOneStep = isAlone || store.createUserWithAccount !== undefined;
  let created: AdapterUser | undefined;
  return await orUndo(
    async () => {
      const { userId: _, ...passkey } = authenticator ?? {};
      const kept = authenticator && (passkey as Omit<AdapterAuthenticator, "userId">);
      const create = () =>
        !isAlone && store.createUserWithAccount
          ? store.createUserWithAccount(proposed, toNewRow(identity, context), kept)
          : store.createUser(proposed);
      // No one else has this id.
      const findOwn = async () => {
        const user = await store.getUser(proposed.id);
        return user?.id === proposed.id ? user : null;
      };
      created = await (isOneStep ? orFound(create, findOwn) : create());
      const { id: userId } = created;
      await forgetFormer(userId, context);
      if (isOneStep) return created;
      await store.linkAccount({ ...toNewRow(identity, context), userId });
      if (authenticator) await store.createAuthenticator?.({ ...authenticator, userId });
      return created;
    },
    // Also if `createUser` failed before an account was to follow: the user may have been stored.
    async () => {
      const stored = created ?? (isOneStep ? null : await store.getUser(proposed.id));
      if (stored) await store.deleteUser?.(stored.id);
    },
    context,
  );
}
