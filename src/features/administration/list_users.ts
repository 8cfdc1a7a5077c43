/**
 * Lists users for administrators.
 *
 * @module
 */

import type { AdapterUser, UserQuery } from "../../adapters/contract/types.ts";
import { ConfigError, MissingAdapterMethods } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import { fits } from "../../shapes/fits.ts";
import { hasValues } from "../../shapes/has_values.ts";
import { spellingOf } from "../../sign_in/address.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { whoIs } from "../../sign_in/identifiers.ts";
import { isStorable } from "../../values/storable.ts";
import { findBan, toBan } from "./ban.ts";
import { rulesOf } from "./rules.ts";
import type { AdministeredUser, Ban, ListedUsers, ListedUsersQuery } from "./types.ts";
import { addressIn, findUser, type Operation, toAdministered } from "./users.ts";

/** How many users, or rows of the log, are listed, if the caller does not say, and at most. */
const [USUAL, MOST] = [20, 100];

/** The longest text that is searched for, in characters: no address is longer. */
const LONGEST_SEARCH = 320;

/** Lists users. */
export const listUsers: Operation<"listUsers"> = ([given], { setup }) => listAs(toListed, given, setup);

/** Lists users with all user names: for each user, that takes a query. */
export const listFully: Operation<"listUsers"> = ([given], { setup }) => listAs(toAdministered, given, setup);

async function listAs(toShown: typeof toAdministered, given: unknown, setup: Setup): Promise<ListedUsers> {
  const { listUsers } = rulesOf(setup).store;
  if (!listUsers) {
    throw new MissingAdapterMethods(
      "Cannot list users: the adapter has no `listUsers`. Write one, as the page about databases shows for Prisma",
    );
  }
  const { after, limit, search, by, banned }: Readonly<Record<keyof ListedUsersQuery, unknown>> = Object(
    given,
  );
  const text = typeof search === "string" ? search.trim() : "";
  // No user has such a text.
  if (!isStorable(text) || text.length > LONGEST_SEARCH) return { users: [], next: null };
  const named = text && !after ? await findUser(text, setup) : null;
  const fields = Object.entries(Object(by)).filter(([, value]) => value !== undefined);
  const odd = fields.find(([, value]) => !isComparable(value));
  if (odd) {
    throw new ConfigError(
      `Cannot list users by \`${odd[0]}\`: write a text, a number, a boolean, a valid \`Date\` or \`null\``,
    );
  }
  // An id is one user: a list would have them once more.
  if (named) {
    const isMeant = hasValues(named, Object.fromEntries(fields));
    const users = isMeant ? [await toAdministered(named, setup)] : [];
    return { users: users.filter(({ ban }) => isWanted(ban, banned)), next: null };
  }
  const query = {
    after: typeof after === "string" && after !== "" ? after : null,
    limit: limitIn(limit),
    ...text && { search: text },
    ...fields.length && { by: Object.fromEntries(fields) },
  };
  const called = text ? await findCalled(text, setup) : [];
  const { users, next } = banned === true ? await listBanned(query, setup) : await listUsers(query);
  const ids = new Set(called.map(({ id }) => String(id)));
  // No later part has them once more.
  const first = query.after === null ? called.filter((user) => hasValues(user, query.by ?? {})) : [];
  const others = users.filter(({ id }) => !ids.has(String(id)));
  const all = await Promise.all([
    ...first.map((user) => toAdministered(user, setup)),
    ...others.map((user) => toShown(user, setup)),
  ]);
  return { users: all.filter(({ ban }) => isWanted(ban, banned)), next };
}

/** The same without the user name of a user with an address: no query is needed to call them something. */
async function toListed(user: AdapterUser, setup: Setup): Promise<AdministeredUser> {
  if (!user.email) return await toAdministered(user, setup);
  const ban = await findBan(user.id, setup);
  return { user, ban: ban && toBan(ban), identifier: null };
}

/** Those whom a text calls by their whole address, or by their user name. */
async function findCalled(text: string, setup: Setup): Promise<readonly AdapterUser[]> {
  const holder = await findHolder(text, setup);
  const named = await findUser((await whoIs(text, setup))?.userId, setup);
  return [holder, named?.id === holder?.id ? null : named].filter((user) => user !== null);
}

/** The user with an address; `null` if the text is none. */
async function findHolder(text: string, setup: Setup): Promise<AdapterUser | null> {
  let address: string;
  try {
    address = addressIn(text, setup);
  } catch {
    return null;
  }
  return await findByAddress(address, rulesOf(setup).store, spellingOf(text, address).former);
}

/** How many are listed. @param given As the caller says it. @throws {ConfigError} if it is no whole number from 1 to 100. */
export function limitIn(given: unknown): number {
  const count = given ?? USUAL;
  if (Number.isInteger(count) && Number(count) >= 1 && Number(count) <= MOST) return Number(count);
  throw new ConfigError(`Cannot list so many: write \`limit\` as a whole number from 1 to ${MOST}`);
}

const isWanted = (ban: Ban | null, banned: unknown) =>
  typeof banned !== "boolean" || banned === (ban !== null);

/** Lists users who are banned: there are few, so that their bans are read in turn. */
async function listBanned(
  { after, limit, ...wanted }: UserQuery,
  setup: Setup,
): Promise<{ readonly users: readonly AdapterUser[]; readonly next: string | null }> {
  const { rows } = rulesOf(setup).store;
  const page = { after: after === null ? null : { userId: after }, limit };
  const bans = await rows.list("bans", {}, page);
  const found = await Promise.all(bans.map(({ userId }) => findUser(userId, setup)));
  const users = found.filter((user) => user !== null && fits(user, wanted)) as AdapterUser[];
  // A ban that has ended stays in its row: those are left out with the others who are not wanted.
  return { users, next: bans.length < limit ? null : bans.at(-1)!.userId };
}

/** Whether each database can compare a field with a value. */
function isComparable(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value === "string") return isStorable(value);
  return value === null || typeof value === "boolean" || Number.isFinite(value);
}
