/**
 * The row of a user, as hooks read and change it.
 *
 * @module
 */

import { UserChanged } from "../../errors/errors.ts";
import type { Identity } from "../../model/identity.ts";
import { changeSecondFactor, noSecondFactor, removeSecondFactors } from "../../model/second_factor.ts";
import { openTotpSecret, sealTotpSecret } from "./prove.ts";
import { isRequiredOf, repeatableRulesOf, rulesOf } from "./rules.ts";
import { noteMailbox } from "../../session/mailbox_note.ts";
import { storedId } from "../../session/stored_id.ts";
import type { Factor, Freshness } from "../../setup/account_section.ts";
import type { Call } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { isStorable } from "../../values/storable.ts";
import { entry, type Key, typedMap } from "../../values/typed_map.ts";
import type { User } from "../../values/types.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";

/** Names the row of a user. */
const ROW: Key<AdapterSecondFactor> = { name: "secondFactor" };

/** Reads what a user may prove. */
export async function readFactor(userId: string, setup: Pick<Setup, "rules">): Promise<Factor> {
  const row = await rulesOf(setup).store.rows.find("secondFactors", { userId }) ?? noSecondFactor(userId);
  const isOn = row.enabledAt !== null;
  const isAsked = async (user: User) => isOn || await isRequiredOf(user, setup);
  return { isOn, isAsked, path: "second-factor", stored: entry(ROW, row) };
}

/** Whether a user has turned it on. @param id As the application, or a session, has it. */
export async function isOnFor(id: string, setup: Setup): Promise<boolean> {
  if (!isStorable(String(id))) return false;
  // A user who can't be read may be there.
  const userId = await storedId(id, setup.store) ?? String(id);
  return (await readFactor(userId, setup)).isOn;
}

/** Whether the user of a request has turned it on. */
export const isOnNow: Call<Setup> = async (_params, visit, setup) => {
  const userId = await visit.userId();
  return { value: userId !== null && await isOnFor(userId, setup), cookies: [] };
};

/** Asks for the second step on all devices again. */
export async function forgetDevices(userId: string, setup: Pick<Setup, "rules">): Promise<void> {
  await changeSecondFactor(
    userId,
    ({ devices }) => devices === null ? null : { devices: null },
    rulesOf(setup),
  );
}

/** The row of a user, as the request has read it. */
export function rowOf({ factors }: Pick<Freshness, "factors">): AdapterSecondFactor | null {
  return typedMap(factors.map(({ stored }) => stored)).get(ROW);
}

/** Stores a second factor that was set up in this sign-in. @throws {UserChanged} if the user has set up another one since. */
export async function storeEnrolled(
  identity: Identity,
  { id: userId }: { readonly id: string },
  setup: Setup,
): Promise<undefined> {
  const { secondStep } = identity;
  const enrolled = secondStep?.enrolled;
  if (enrolled) {
    const { secret } = await openTotpSecret(enrolled.totpSecret, secondStep.userId, setup);
    const totpSecret = await sealTotpSecret({ userId, secret }, setup);
    await noteMailbox(userId, null, setup.store);
    await changeSecondFactor(userId, ({ enabledAt }, version) => {
      if (enabledAt) {
        throw new UserChanged("Cannot set up the second factor: the user has set up another one since");
      }
      secondStep.noteRow?.({ userId, version, totpSecret });
      return { ...enrolled, totpSecret, enabledAt: new Date(setup.platform.now()) };
    }, repeatableRulesOf(setup));
  }
}

/** Turns off a second factor that was turned on since a time. */
export async function removeFactorSince(userId: string, since: Date, setup: Setup): Promise<void> {
  const row = await rulesOf(setup).store.rows.find("secondFactors", { userId });
  if (row?.enabledAt && row.enabledAt >= since) await removeSecondFactors(userId, rulesOf(setup));
}
