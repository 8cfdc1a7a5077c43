/**
 * What administrators do with users.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { toUuid } from "../../crypto/bytes.ts";
import { ConfigError, MissingAdapterMethods } from "../../errors/errors.ts";
import { storedId } from "../../session/stored_id.ts";
import { findStored } from "../../session/current.ts";
import type { Setup } from "../../setup/setup.ts";
import type {
  AdministeredUser,
  CreatedUser,
  ListedUsers,
  ListedUsersQuery,
  OutsideAdministration,
} from "./types.ts";
import { parseAddress } from "../../sign_in/address.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { removeUser as removeStored } from "../../sign_in/remove_user.ts";
import { isStorable } from "../../values/storable.ts";
import { findBan, removeBan, storeBan, toBan } from "./ban.ts";
import { assertNotProtected, rulesOf } from "./rules.ts";

/** Does what a function is for. @param params As the application has passed them. */
export type Operation = (params: readonly unknown[], by: By) => Promise<unknown>;

/** Who does it, and where. */
export interface By {
  /** The setup. */
  readonly setup: Setup;
  /** Id of the administrator; `null`: code outside of requests. */
  readonly actorId: string | null;
}

/** How many users are listed, if the caller does not say, and at most. */
const [USUAL, MOST] = [50, 100];

/** The longest reason, in characters. */
const LONGEST_REASON = 1000;

/** The fields that say who a user is. */
const IDENTITY: readonly string[] = ["id", "email", "emailVerified"];

/** Lists users. */
export const listUsers: Operation = async ([given], { setup }): Promise<ListedUsers> => {
  const { listUsers } = rulesOf(setup).store;
  if (!listUsers) {
    throw new MissingAdapterMethods(
      "Cannot list users: the adapter has no `listUsers`. Add one to yours, as the page about administration shows",
    );
  }
  const { after = null, limit, search = "", by }: ListedUsersQuery = Object(given);
  const count = Math.trunc(Number(limit ?? USUAL)) || USUAL;
  const text = String(search).trim();
  const part = await listUsers({
    after: after === null ? null : String(after),
    limit: Math.min(Math.max(count, 1), MOST),
    ...text && { search: text },
    ...by && { by },
  });
  // An id is one user, in front of those who have it in their name.
  const named = text && after === null && isStorable(text) ? await findStored(text, setup.store) : null;
  const users = named && !part.users.some(({ id }) => id === named.id) && fits(named, by)
    ? [named, ...part.users]
    : part.users;
  return { users: await Promise.all(users.map((user) => toAdministered(user, setup))), next: part.next };
};

function fits(user: AdapterUser, by: ListedUsersQuery["by"] = {}): boolean {
  const fields: Readonly<Record<string, unknown>> = { ...user };
  return Object.entries(by).every(([name, value]) => (fields[name] ?? null) === (value ?? null));
}

/** Returns a user. */
export const getUser: Operation = async ([id], { setup }): Promise<AdministeredUser | null> => {
  const user = await findUser(id, setup);
  return user && await toAdministered(user, setup);
};

async function toAdministered(user: AdapterUser, setup: Setup): Promise<AdministeredUser> {
  const ban = await findBan(user.id, setup);
  return { user, ban: ban && toBan(ban) };
}

/** Creates a user. */
export const createUser: Operation = async ([given], { setup }): Promise<AdapterUser | null> => {
  const { email: typed, emailVerified, name, image, ...fields }: CreatedUser = Object(given);
  const { store } = rulesOf(setup);
  const { platform, providers, emit } = setup;
  const mail = [...providers.values()].find(({ type }) => type === "email");
  const email = typed === null
    ? null
    : parseAddress(typed, (mail ?? {}) as Parameters<typeof parseAddress>[1]);
  if (email !== null && await findByAddress(email, store)) return null;
  const user = await store.createUser({
    ...fields,
    id: toUuid(platform.random(16), 4),
    name: name ?? null,
    image: image ?? null,
    email,
    emailVerified: email !== null && emailVerified === true ? new Date(platform.now()) : null,
  });
  await emit("createUser", { user });
  return user;
};

/** Changes fields of a user. */
export const updateUser: Operation = async ([id, given], { setup }): Promise<AdapterUser | null> => {
  const fields: Readonly<Record<string, unknown>> = Object(given);
  const wrong = IDENTITY.find((field) => field in fields);
  if (wrong) throw new ConfigError(`Cannot update a user: leave out \`${wrong}\`, which says who they are`);
  const user = await findUser(id, setup);
  if (!user) return null;
  const updated = await rulesOf(setup).store.updateUser({ ...fields, id: user.id });
  await setup.emit("updateUser", { user: updated });
  return updated;
};

/** Removes a user with all that is stored about them. */
export const removeUser: Operation = async ([id], { setup, actorId }): Promise<boolean> => {
  const { store } = rulesOf(setup);
  const { deleteUser } = store;
  if (!deleteUser) {
    throw new MissingAdapterMethods("Cannot remove a user: the adapter has no `deleteUser`");
  }
  const user = await findUser(id, setup);
  if (!user) return false;
  await assertNotProtected(user, { what: "remove", actorId }, setup);
  return await removeStored(user, { store: { ...store, deleteUser }, setup });
};

/** Bans a user, and ends their sessions. */
export const banUser: Operation = async ([id, given], { setup, actorId }): Promise<boolean> => {
  const ban = toTerms(given, setup);
  const user = await findUser(id, setup);
  if (!user) return false;
  await assertNotProtected(user, { what: "ban", actorId }, setup);
  const userId = String(user.id);
  await storeBan({ ...ban, userId, bannedAt: new Date(setup.platform.now()), bannedBy: actorId }, setup);
  // They may have become one meanwhile.
  const now = await findUser(userId, setup);
  try {
    if (now) await assertNotProtected(now, { what: "ban", actorId }, setup);
  } catch (error) {
    await removeBan(userId, setup);
    throw error;
  }
  await endSessions(userId, setup);
  return true;
};

/** Reads the terms of a ban. @throws {ConfigError} if they are not valid. */
function toTerms(given: unknown, { platform }: Setup) {
  const { reason = null, until = null }: NonNullable<Parameters<OutsideAdministration["banUser"]>[1]> =
    Object(given);
  if (
    reason !== null && (typeof reason !== "string" || reason.length > LONGEST_REASON || !isStorable(reason))
  ) {
    throw new ConfigError(
      `Cannot ban a user: write \`reason\` as a text of at most ${LONGEST_REASON} characters`,
    );
  }
  if (until !== null && !(until instanceof Date && until.getTime() > platform.now())) {
    throw new ConfigError("Cannot ban a user: write `until` as a date to come");
  }
  return { reason: reason || null, until };
}

/** Lets a user sign in again. */
export const unbanUser: Operation = async ([id], { setup }): Promise<boolean> => {
  const userId = await storedId(String(id), setup.store);
  return userId !== null && await removeBan(userId, setup);
};

/** The user with an id, as the application has written it; `null` if there is none. */
export async function findUser(id: unknown, { store }: Setup): Promise<AdapterUser | null> {
  return isStorable(String(id)) ? await findStored(String(id), store) : null;
}
