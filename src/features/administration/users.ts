/**
 * What administrators do with users.
 *
 * @module
 */

import type { AdapterUser, UserQuery } from "../../adapters/contract/types.ts";
import { toUuid } from "../../crypto/bytes.ts";
import { ConfigError, InvalidEmail, MissingAdapterMethods } from "../../errors/errors.ts";
import type { Incoming } from "../../http/types.ts";
import { findStored } from "../../session/current.ts";
import type { Setup } from "../../setup/setup.ts";
import { parseAddress, spellingOf } from "../../sign_in/address.ts";
import { orFound, orUndo } from "../../sign_in/applied.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { forgetFormer } from "../../sign_in/former_user.ts";
import { removeUser as removeStored } from "../../sign_in/remove_user.ts";
import { whoIs } from "../../sign_in/identifiers.ts";
import { fits } from "../../shapes/fits.ts";
import { hasValues } from "../../shapes/has_values.ts";
import { isStorable } from "../../values/storable.ts";
import type { Awaitable } from "../../values/types.ts";
import { findBan, toBan } from "./ban.ts";
import { assertNotProtected, rulesOf } from "./rules.ts";
import type { AdministeredUser, Ban, ListedUsers, ListedUsersQuery, OutsideAdministration } from "./types.ts";

/** Does what a function is for. @param params As the application has passed them: one in JavaScript may pass anything. */
export type Operation<Name extends keyof OutsideAdministration> = (
  params: readonly unknown[],
  by: By,
) => ReturnType<OutsideAdministration[Name]>;

/** Who does it, and where. */
export interface By {
  /** The setup. */
  readonly setup: Setup;
  /** Id of the administrator; `null`: code outside of requests. */
  readonly actorId: string | null;
  /** The request of the administrator, for limits and the log. Absent outside of requests. */
  readonly client?: Pick<Incoming, "headers" | "received"> | undefined;
}

/** How many users, or rows of the log, are listed, if the caller does not say, and at most. */
const [USUAL, MOST] = [20, 100];

/** The longest text that is searched for, in characters: no address is longer. */
const LONGEST_SEARCH = 320;

/** Lists users. */
export const listUsers: Operation<"listUsers"> = async ([given], { setup }) => {
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
  if (banned === true) return await listBanned(query, setup);
  const { users, next } = await listUsers(query);
  const called = text && !after ? await findUser((await whoIs(text, setup))?.userId, setup) : null;
  const isFirst = called !== null && hasValues(called, Object.fromEntries(fields));
  const found = isFirst ? [called, ...users.filter(({ id }) => id !== called.id)] : users;
  const all = await Promise.all(found.map((user) => toAdministered(user, setup)));
  return { users: all.filter(({ ban }) => isWanted(ban, banned)), next };
};

/** How many are listed. @param given As the caller says it. */
export function limitIn(given: unknown): number {
  const count = typeof given === "number" && !Number.isNaN(given) ? Math.trunc(given) : USUAL;
  return Math.min(Math.max(count, 1), MOST);
}

const isWanted = (ban: Ban | null, banned: unknown) =>
  typeof banned !== "boolean" || banned === (ban !== null);

/** Lists users who are banned: there are few, so that their bans are read in turn. */
async function listBanned(
  { after, limit, ...wanted }: UserQuery,
  setup: Setup,
): Promise<ListedUsers> {
  const { rows } = rulesOf(setup).store;
  const page = { after: after === null ? null : { userId: after }, limit };
  const bans = await rows.list("bans", {}, page);
  const found = await Promise.all(bans.map(({ userId }) => findUser(userId, setup)));
  const meant = found.filter((user) => user !== null && fits(user, wanted)) as AdapterUser[];
  const users = await Promise.all(meant.map((user) => toAdministered(user, setup)));
  // A ban that has ended stays in its row.
  return { users: users.filter(({ ban }) => ban), next: bans.length < limit ? null : bans.at(-1)!.userId };
}

/** Whether each database can compare a field with a value. */
function isComparable(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value === "string") return isStorable(value);
  return value === null || typeof value === "boolean" || Number.isFinite(value);
}

/** Returns a user. */
export const getUser: Operation<"getUser"> = async ([id], { setup }) => {
  const user = await findUser(id, setup);
  return user && await toAdministered(user, setup);
};

async function toAdministered(user: AdapterUser, setup: Setup): Promise<AdministeredUser> {
  const ban = await findBan(user.id, setup);
  return { user, ban: ban && toBan(ban) };
}

/** Creates a user. */
export const createUser: Operation<"createUser"> = async ([given], { setup }) => {
  const { email: typed, emailVerified = false, ...others }: Readonly<Record<string, unknown>> = Object(given);
  const fields = fieldsIn(others, "create");
  if (typeof emailVerified !== "boolean") {
    throw new ConfigError("Cannot create a user: write `emailVerified` as `true` or `false`");
  }
  const { store } = rulesOf(setup);
  const { platform, emit } = setup;
  const email = typed === null ? null : addressIn(typed, setup);
  if (await isTaken(email, typed, setup)) return null;
  const id = toUuid(platform.random(16), 4);
  const proven = email !== null && emailVerified ? new Date(platform.now()) : null;
  const create = () =>
    store.createUser({ name: null, image: null, ...fields, id, email, emailVerified: proven });
  const findOwn = async () => {
    const found = await store.getUser(id);
    return found?.id === id ? found : null;
  };
  let created: AdapterUser | undefined;
  let user: AdapterUser;
  try {
    user = await createKept(async () => created = await orFound(create, findOwn), fields, setup);
  } catch (error) {
    // Another call was faster.
    if (!created && await isTaken(email, typed, setup)) return null;
    throw error;
  }
  await emit("createUser", { user });
  return user;
};

/** Creates a user as an application has given them. If a step fails, they are removed. @throws {ConfigError} if a field wasn't kept. */
export async function createKept(
  create: () => Awaitable<AdapterUser>,
  fields: Readonly<Record<string, unknown>>,
  setup: Setup,
): Promise<AdapterUser> {
  const { store } = rulesOf(setup);
  let created: AdapterUser | undefined;
  return await orUndo(
    async () => {
      created = await create();
      await forgetFormer(created.id, { ...setup, store });
      assertKept(fields, created, "create");
      return created;
    },
    async () => {
      if (created) await store.deleteUser?.(created.id);
    },
    setup,
  );
}

/** Whether a user has an address, also in the spelling in which it was `typed`. */
export async function isTaken(email: string | null, typed: unknown, setup: Setup): Promise<boolean> {
  return email !== null &&
    await findByAddress(email, rulesOf(setup).store, spellingOf(typed, email).former) !== null;
}

/** The address of a new user, as their sign-in by email will spell it. @throws {InvalidEmail} if it is none. */
export function addressIn(typed: unknown, setup: Setup): string {
  const mail = [...setup.providers.values()].find((provider) => provider.type === "email");
  try {
    return parseAddress(typed, mail ?? {});
  } catch (err) {
    throw new InvalidEmail("Cannot create a user: write `email` as an address, or `null`", {
      err: err as Error,
    });
  }
}

/** Changes fields of a user. */
export const updateUser: Operation<"updateUser"> = async ([id, given], { setup }) => {
  const fields = fieldsIn(Object(given), "update");
  const user = await findUser(id, setup);
  if (!user || !Object.keys(fields).length) return user;
  const updated = await rulesOf(setup).store.updateUser({ ...fields, id: user.id });
  await setup.emit("updateUser", { user: updated });
  assertKept(fields, updated, "update");
  return updated;
};

/** The fields to store. @throws {ConfigError} if one of them says who the user is, or is none. */
export function fieldsIn(given: Readonly<Record<string, unknown>>, what: "create" | "update") {
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  for (const field of ["id", "email", "emailVerified"]) {
    if (field in fields) throw new ConfigError(`Cannot ${what} a user: leave out \`${field}\``);
  }
  for (const field of ["name", "image"]) {
    const value = fields[field] ?? null;
    if (value === null || (typeof value === "string" && isStorable(value))) continue;
    throw new ConfigError(`Cannot ${what} a user: write \`${field}\` as a text, or \`null\``);
  }
  return fields;
}

/** An adapter leaves out a field that it has no column for. @throws {ConfigError} if it has left out one. */
function assertKept(fields: object, user: AdapterUser, what: "create" | "update"): void {
  const lost = Object.entries(fields).find(([name, value]) => value !== null && !Object.hasOwn(user, name));
  if (!lost) return;
  throw new ConfigError(
    `Cannot ${what} a user with \`${
      lost[0]
    }\`: the adapter does not store it. Add it to \`userFields\` of the adapter`,
  );
}

/** Removes a user with all that is stored about them. */
export const removeUser: Operation<"removeUser"> = async ([id], { setup, actorId }) => {
  const { store } = rulesOf(setup);
  const { deleteUser } = store;
  if (!deleteUser) {
    throw new MissingAdapterMethods("Cannot remove a user: the adapter has no `deleteUser`");
  }
  const user = await findUser(id, setup);
  if (!user) return false;
  const protection = { what: "remove", actorId } as const;
  await assertNotProtected(user, protection, setup);
  // What the user's browsers write while the rest goes would stay.
  await endSessions(String(user.id), setup);
  // They may have become one while the application erased what it has.
  const mayGoOn = async () => {
    const now = await findUser(user.id, setup);
    if (now) await assertNotProtected(now, protection, setup);
    return true;
  };
  return await removeStored(user, { store: { ...store, deleteUser }, setup, mayGoOn });
};

/** The user with an id, as the application has written it; `null` if there is none. */
export async function findUser(id: unknown, { store }: Setup): Promise<AdapterUser | null> {
  const text = toId(id);
  return text === null ? null : await findStored(text, store);
}

/** An id as text; `null` if no user has such a one. */
export function toId(id: unknown): string | null {
  const text = typeof id === "number" || typeof id === "bigint" ? String(id) : id;
  return typeof text === "string" && isStorable(text) ? text : null;
}
