/**
 * What somebody of the staff may do with a user: the page shows no button for anything else. The functions decide again.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdministrationAction } from "../../shapes/administration.ts";
import { type AskedCall, mayDo, type Staff } from "./guard.ts";
import { rulesOf } from "./rules.ts";
import type { AdministeredUser } from "./types.ts";
import { resetOf } from "./recovery.ts";

/** A function that a page has a form for. */
export type PageAction = Exclude<
  AdministrationAction,
  "listUsers" | "getUser" | "listSessions" | "listActions"
>;

/** Who looks at whom. */
export interface Looking extends Pick<AdministeredUser, "user" | "ban"> {
  /** Who looks. */
  readonly staff: Staff;
  /** Whether the user is an administrator. */
  readonly isAdmin: boolean;
  /** Whether the user has a second factor; `null` where no one has. */
  readonly secondFactor: boolean | null;
}

/** What staff may do with a user, as the user is now. */
export async function allowedOf(looking: Looking, setup: Setup): Promise<ReadonlySet<AskedCall["name"]>> {
  const { user, ban, staff, isAdmin, secondFactor } = looking;
  const isProtected = isAdmin || String(user.id) === String(staff.actor.id);
  const { store } = rulesOf(setup);
  const makesSense: Readonly<Partial<Record<AdministrationAction, boolean>>> = {
    updateUser: true,
    listActions: true,
    banUser: !isProtected,
    unbanUser: ban !== null,
    removeUser: !isProtected && store.deleteUser !== undefined,
    listSessions: true,
    endSession: setup.strategy !== "jwt" && store.listSessionsByUserId !== undefined,
    endSessions: setup.strategy !== "jwt" || setup.generations !== null,
    resetSecondFactor: secondFactor === true && !isProtected,
    actAs: !ban && !isProtected,
    sendPasswordReset: !ban && !!user.email && resetOf(setup) !== undefined,
  };
  return await allowedAmong(
    Object.entries(makesSense).flatMap(([name, does]) => does ? name as AdministrationAction : []),
    { staff, user },
    setup,
  );
}

/** Those of some functions that staff may call. @param user `null`: they are about no one. */
export async function allowedAmong(
  names: readonly AdministrationAction[],
  { staff, user }: { readonly staff: Staff; readonly user: AdapterUser | null },
  setup: Setup,
): Promise<ReadonlySet<AdministrationAction>> {
  const asked = await Promise.all(
    names.map(async (action) => await mayDo(staff, { action, user }, setup) ? action : []),
  );
  return new Set(asked.flat());
}
