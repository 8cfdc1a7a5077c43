/**
 * The rules of administration, for code that only runs with the feature.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AccessDenied } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import {
  ADMINISTRATION,
  type AdministrationOptions,
  type AdministrationRules,
  type AskedAction,
} from "./options.ts";

/** The rules of a setup whose config has the feature: nothing else reaches this code. */
export function rulesOf({ rules }: Pick<Setup, "rules">): AdministrationRules {
  return rules.get(ADMINISTRATION)!;
}

/** Whether a user is an administrator now: only `true`, or a promise of it, is a yes. */
export async function isAdmin(
  user: AdapterUser,
  { isAdmin }: Pick<AdministrationOptions, "isAdmin">,
): Promise<boolean> {
  const answer: unknown = await isAdmin({ ...user });
  return answer === true;
}

/** Whether somebody may do something: only `true`, or a promise of it, is a yes. */
export async function isAllowed(
  asked: AskedAction,
  { may }: Pick<AdministrationOptions, "may">,
): Promise<boolean> {
  const answer: unknown = may ? await may({ ...asked, staff: { ...asked.staff } }) : asked.isAdmin;
  return answer === true;
}

/**
 * Asserts that a user may be kept out, removed, acted as, or robbed of their second factor.
 *
 * @param what What is refused, for the message.
 * @param actorId Who does it; `null`: code outside of requests.
 * @throws {AccessDenied} if they are an administrator, or do it to themselves.
 */
export async function assertNotProtected(
  user: AdapterUser,
  { what, actorId }: {
    readonly what: "ban" | "remove" | "act as" | "reset the second factor of";
    readonly actorId: string | null;
  },
  setup: Setup,
): Promise<void> {
  if (String(user.id) === actorId) {
    throw new AccessDenied(`Cannot ${what} user "${user.id}": that is who is signed in`);
  }
  if (!await isAdmin(user, rulesOf(setup))) return;
  throw new AccessDenied(
    `Cannot ${what} user "${user.id}": the user is an administrator. Take the role away first, where \`isAdmin\` reads it`,
  );
}

/**
 * Asserts that only an administrator, or code outside of requests, makes a user an administrator, or takes the role away.
 *
 * @param before `null` for a user who is created.
 * @param actorId Who does it; `null`: code outside of requests.
 * @throws {AccessDenied} if it's somebody of the staff who is none.
 */
export async function assertMayRank(
  before: AdapterUser | null,
  after: AdapterUser,
  actorId: string | null,
  setup: Setup,
): Promise<void> {
  if (actorId === null) return;
  const rules = rulesOf(setup);
  const had = before !== null && await isAdmin(before, rules);
  if (await isAdmin(after, rules) === had) return;
  const actor = await rules.store.getUser(actorId);
  if (actor && await isAdmin(actor, rules)) return;
  const what = had
    ? `take the role of an administrator from user "${after.id}"`
    : "make a user an administrator";
  throw new AccessDenied(`Cannot ${what}: only an administrator can, or a script`);
}
