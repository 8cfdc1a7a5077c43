/**
 * What administrators do with users.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { toUuid } from "../../crypto/bytes.ts";
import { ConfigError, InvalidEmail, MissingAdapterMethods } from "../../errors/errors.ts";
import type { Incoming } from "../../http/types.ts";
import { findStored } from "../../session/current.ts";
import type { Setup } from "../../setup/setup.ts";
import { parseAddress, spellingOf } from "../../sign_in/address.ts";
import { orFound, orUndo } from "../../sign_in/applied.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { identifierOf } from "../../sign_in/identifiers.ts";
import { forgetFormer } from "../../sign_in/former_user.ts";
import { persist } from "../../sign_in/persist.ts";
import { removeUser as removeStored } from "../../sign_in/remove_user.ts";
import { LONGEST_IMAGE, LONGEST_NAME } from "../../shapes/lengths.ts";
import { isStorable, toStorable } from "../../values/storable.ts";
import type { Awaitable } from "../../values/types.ts";
import { findBan, toBan } from "./ban.ts";
import { assertMayRank, assertNotProtected, rulesOf } from "./rules.ts";
import type { AdministeredUser, OutsideAdministration } from "./types.ts";

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

/** Returns a user. */
export const getUser: Operation<"getUser"> = async ([id], { setup }) => {
  const user = await findUser(id, setup);
  return user && await toAdministered(user, setup);
};

/** A user with their ban and their user name, as staff sees them. */
export async function toAdministered(user: AdapterUser, setup: Setup): Promise<AdministeredUser> {
  const [ban, identifier] = await Promise.all([
    findBan(user.id, setup),
    identifierOf(String(user.id), setup),
  ]);
  return { user, ban: ban && toBan(ban), identifier };
}

/** Creates a user. */
export const createUser: Operation<"createUser"> = async ([given], { setup, actorId }) => {
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
  const wanted = { name: null, image: null, ...fields, id, email, emailVerified: proven };
  await assertMayRank(null, wanted, actorId, setup);
  const create = () => store.createUser(wanted);
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
export const updateUser: Operation<"updateUser"> = async ([id, given], { setup, actorId }) => {
  const fields = fieldsIn(Object(given), "update");
  const user = await findUser(id, setup);
  if (!user || !Object.keys(fields).length) return user;
  await assertMayRank(user, { ...user, ...fields }, actorId, setup);
  const { store } = rulesOf(setup);
  const before = Object.keys(fields).filter((field) => Object.hasOwn(user, field)).map((field) => [
    field,
    user[field as keyof AdapterUser],
  ]);
  const updated = await orUndo(
    async () => {
      const now = await store.updateUser({ ...fields, id: user.id });
      assertKept(fields, now, "update");
      return now;
    },
    () => persist(() => store.updateUser({ ...Object.fromEntries(before), id: user.id })),
    setup,
  );
  await setup.emit("updateUser", { user: updated });
  return updated;
};

/** The fields to store. @throws {ConfigError} if one of them says who the user is, is none, or is too long. */
export function fieldsIn(given: Readonly<Record<string, unknown>>, what: "create" | "update") {
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  for (const field of ["id", "email", "emailVerified"]) {
    if (field in fields) throw new ConfigError(`Cannot ${what} a user: leave out \`${field}\``);
  }
  const unstorable = Object.entries(fields).find(([field, value]) =>
    !isStorable(field) || (typeof value === "string" && !isStorable(value))
  );
  if (unstorable) {
    throw new ConfigError(
      `Cannot ${what} a user: write \`${
        toStorable(unstorable[0])
      }\` without U+0000 and without half of a character`,
    );
  }
  for (const [field, most] of Object.entries({ name: LONGEST_NAME, image: LONGEST_IMAGE })) {
    const value = fields[field] ?? null;
    if (value === null || (typeof value === "string" && value.length <= most)) continue;
    throw new ConfigError(
      `Cannot ${what} a user: write \`${field}\` as a text of at most ${most} characters, or \`null\``,
    );
  }
  return fields;
}

/** A value that the database has no column for, or one of another type. */
export class LostValue extends ConfigError {
  /** The field that has no column; `null` if it has one. */
  readonly field: string | null;

  /** @param field The field that has no column; `null` if it has one. */
  constructor(message: string, field: string | null = null) {
    super(message);
    this.field = field;
  }
}

/** An adapter leaves out a field that it has no column for, and a value of another type than its column has. @throws {LostValue} if so. */
function assertKept(fields: object, user: AdapterUser, what: "create" | "update"): void {
  const stored: Readonly<Record<string, unknown>> = { ...user };
  const [lost] =
    Object.entries(fields).find(([name, value]) => value !== null && (stored[name] ?? null) === null) ?? [];
  if (lost === undefined) return;
  if (Object.hasOwn(user, lost)) {
    throw new LostValue(`Cannot ${what} a user: write \`${lost}\` as a value of the type of its column`);
  }
  throw new LostValue(
    `Cannot ${what} a user with \`${lost}\`: the adapter does not store it. Add it to \`userFields\` of the adapter`,
    lost,
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
