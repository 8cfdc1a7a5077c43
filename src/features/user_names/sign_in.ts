/**
 * Names in a sign-in: whom one names, and the one that a new user has chosen.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { UserChanged } from "../../errors/errors.ts";
import type { Incoming } from "../../http/types.ts";
import type { Identity } from "../../model/identity.ts";
import type { Identifiers, OptionalAddress } from "../../setup/identifiers.ts";
import type { Notice } from "../../setup/notice.ts";
import type { Setup } from "../../setup/setup.ts";
import type { SignedInUser } from "../../setup/user_update.ts";
import { orUndo } from "../../sign_in/applied.ts";
import { capabilityOf, findCredentialsKeeper } from "../../sign_in/capability.ts";
import { takeBackUser } from "../../sign_in/passing_user.ts";
import { persist } from "../../sign_in/persist.ts";
import { FIELD } from "./field.ts";
import { parseUserName } from "./name.ts";
import { rulesOf } from "./rules.ts";
import { nameOf, ownerOf, take } from "./taken.ts";
import { ANY, contextOf, readWanted } from "./wanted.ts";

/** How a new user leaves out their address. */
const NAMED: OptionalAddress = {
  field: FIELD,
  words: ({ userNames: { optionalAddress: label, withoutAddress: note } }) => ({ label, note }),
};

/** Users sign in by their name. */
export const IDENTIFIERS: Identifiers<Setup> = {
  async whoIs(text, setup) {
    const read = parseUserName(text, ANY);
    if ("wrong" in read) return null;
    return { userId: await ownerOf(read.key, rulesOf(setup).store), unknown: `@${read.key}` };
  },
  of: async (userId, setup) => (await nameOf(userId, contextOf(setup)))?.name ?? null,
  kind: ({ userNames }) => userNames.label,
  label: ({ userNames }) => userNames.addressOrName,
  withoutAddress: (setup) => rulesOf(setup).address === "optional" ? NAMED : null,
};

/**
 * Gives a new user the name that they have chosen, and a user who is taken over that of their owner.
 *
 * Someone else may have got it a moment ago: then the user has none, and the account page asks for one. A new user who has nothing but
 * the name could never come back, and would keep it from others.
 *
 * @throws {UserChanged} if so: the user is removed.
 * @throws {AdapterError} if the database fails: such a user is removed, too.
 */
export async function takeTyped(
  identity: Identity,
  { id }: AdapterUser,
  { isNewUser }: SignedInUser,
  setup: Setup,
): Promise<undefined> {
  const { typed, isUnknown = false } = identity;
  const wanted = typed?.[FIELD];
  if (!wanted) return;
  const userId = String(id);
  const context = contextOf(setup);
  const isLost = isNewUser && isUnknown;
  const run = async () => {
    // Another request may have created the user in the meantime, with what it was told.
    if (await nameOf(userId, context)) return;
    const read = await readWanted(wanted, setup);
    if (typeof read !== "string" && await take(read, userId, context) || !isLost) return;
    throw new UserChanged("Cannot create the user: someone else has got the name a moment ago");
  };
  await orUndo(run, () => isLost && persist(() => takeBackUser(id, identity, setup)), setup);
}

/** Takes the name of a new user back, whose sign-up has failed. @throws {AdapterError} if the database fails. */
export async function giveUpName(userId: string, setup: Pick<Setup, "rules">): Promise<void> {
  const { rows } = rulesOf(setup).store;
  for (const { key } of await rows.list("userNames", { userId })) await rows.remove("userNames", { key });
}

/** Forgets the wrong passwords that were typed with the name of a user who has set another one. Never rejects. */
export async function forgetGuesses(
  { purpose, userId }: Pick<Notice, "purpose" | "userId">,
  incoming: Incoming,
  { limits, providers }: Setup,
): Promise<void> {
  if (purpose !== "passwordChanged") return;
  const keeper = findCredentialsKeeper(providers);
  const { kind } = keeper && capabilityOf(keeper)?.guess || {};
  if (!keeper || !kind) return;
  const attempted = { kind, provider: keeper.id, account: userId, whose: ["user", userId] } as const;
  await limits.forget(attempted, incoming);
}
