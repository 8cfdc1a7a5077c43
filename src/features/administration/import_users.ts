/**
 * Imports users of another system: who is there already stays as they are.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AdapterError, ConfigError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import type { Setup } from "../../setup/setup.ts";
import { emptyRow } from "../../shapes/security.ts";
import type { ImportedUsers, RefusedUser } from "./import_types.ts";
import { type ReadUser, readUser, type Refusal, refuse, sentenceOf } from "./imported_user.ts";
import { logged } from "./log.ts";
import { rulesOf } from "./rules.ts";
import { type By, createKept, findUser, isTaken, LostValue, toId } from "./users.ts";

/** Imports them, one after the other: it can be called again where it has broken off. @param reason Why, for the log. */
export async function importUsers(given: unknown, reason: string | null, by: By): Promise<ImportedUsers> {
  const isList = typeof given === "object" && given !== null &&
    (Symbol.iterator in given || Symbol.asyncIterator in given);
  if (!isList) throw new ConfigError("Cannot import users: write a list of them, or what yields them");
  let [imported, known, index] = [0, 0, 0];
  const refused: RefusedUser[] = [];
  const run: Run = { reason, by, unknown: new Map() };
  for await (const each of given as AsyncIterable<unknown>) {
    const user = Object(each);
    const read = await readUser(user, by.setup);
    const result = "reason" in read ? read : await importUser(read, run);
    if (result === "imported") imported++;
    else if (result === "known") known++;
    else refused.push({ index, id: toId(user.id), ...result });
    index++;
  }
  return { imported, known, refused };
}

/** An import. */
interface Run {
  /** Why, for the log. */
  readonly reason: string | null;
  readonly by: By;
  /** Fields that the adapter has turned out not to store, each with what to write. */
  readonly unknown: Map<string, string>;
}

/**
 * Imports one, with a row in the log. A user who is there gets nothing: they may have taken something away since, or be somebody else.
 *
 * @returns What became of them, or why they are refused, or are without an account.
 */
async function importUser(read: ReadUser, run: Run): Promise<"imported" | "known" | Refusal> {
  const { reason, by, unknown } = run;
  const { setup } = by;
  const { id, email, typed, fields } = read;
  const before = await findUser(id, setup);
  const stays = before && await stayOf(before, read, setup);
  if (stays) return stays;
  if (!before && await isTaken(email, typed, setup)) {
    return refuse("AddressTaken", "another user has the address");
  }
  const lost = Object.entries(fields).find(([field, value]) => value !== null && unknown.has(field));
  if (lost) return refuse("InvalidField", unknown.get(lost[0])!);
  let failure: unknown;
  const create = async () => {
    try {
      return await createUser(read, setup);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    return await logged({ action: "importUsers", userId: id, reason }, { by }, async () => {
      const { id: userId } = before ?? await create();
      const isWithout = await link(String(userId), read, setup);
      await addHash(String(userId), read, setup);
      return isWithout
        ? refuse("AccountTaken", "another user has one of the accounts. The user was imported without it")
        : "imported";
    });
  } catch (error) {
    if (error !== failure) throw error;
    // Another import was faster, or the answer of the database was lost: what is there decides.
    if (await findUser(id, setup) || await isTaken(email, typed, setup)) {
      return await importUser(read, run);
    }
    if (isA(error, LostValue)) {
      const message = sentenceOf(error);
      if (error.field !== null) unknown.set(error.field, message);
      return refuse("InvalidField", message);
    }
    // The database works, and refuses this user.
    if (!isA(error, AdapterError)) throw error;
    setup.logger.error(error);
    return refuse(
      "NotStored",
      "the database refuses them, for a value that a column can't hold, say. The log has its error",
    );
  }
}

/** How long an import that broke off can go on, in milliseconds: one day. */
const GOES_ON = 86_400_000;

/**
 * What an import says of a user who is there, and stays as they are; `null` if their own import broke off: no row of the log says that one
 * was done since they were last removed, and they are as they were imported. In doubt they stay: nobody gets what they have taken away.
 */
async function stayOf(
  user: AdapterUser,
  { email, isVerified }: ReadUser,
  setup: Setup,
): Promise<"known" | Refusal | null> {
  if ((user.email ?? null) !== email) return refuse("IdTaken", "the user with this id has another address");
  const { rows } = rulesOf(setup).store;
  const limit = 100;
  const acts = await rows.list("activities", { subjectId: String(user.id) }, { after: null, limit });
  const removed = acts.findIndex(({ type, reason }) => type === "removeUser" && reason === null);
  const imports = (removed < 0 ? acts : acts.slice(0, removed)).filter(({ type }) => type === "importUsers");
  const [latest] = imports;
  const isOver = !latest || acts.length === limit || imports.some(({ reason }) => reason === null) ||
    Boolean(user.emailVerified) !== isVerified;
  if (isOver) return "known";
  if (setup.platform.now() - latest.createdAt.getTime() < GOES_ON) return null;
  return refuse(
    "Unfinished",
    "their import broke off more than a day ago, and they may have signed in since. They stay as they are: remove them to import them again",
  );
}

async function createUser({ id, email, isVerified, fields }: ReadUser, setup: Setup): Promise<AdapterUser> {
  const emailVerified = isVerified ? new Date(setup.platform.now()) : null;
  const row = { name: null, image: null, ...fields, id, email, emailVerified };
  return await createKept(() => rulesOf(setup).store.createUser(row), fields, setup);
}

/** Links accounts at providers. Returns whether another user has one of them, after all others were linked. */
async function link(userId: string, { accounts }: ReadUser, { providers, store }: Setup): Promise<boolean> {
  let isWithout = false;
  for (const key of accounts) {
    const ownerOf = async () => await store!.getUserByAccount(key);
    let owner = await ownerOf();
    if (!owner) {
      try {
        await store!.linkAccount({ ...key, userId, type: providers.get(key.provider)!.type });
        continue;
      } catch (error) {
        owner = await ownerOf();
        if (!owner) throw error;
      }
    }
    isWithout ||= String(owner.id) !== userId;
  }
  return isWithout;
}

/** Adds the hash of a password to a user who has none. */
async function addHash(userId: string, { passwordHash, isVerified }: ReadUser, setup: Setup): Promise<void> {
  if (passwordHash === null) return;
  const { rows } = rulesOf(setup).store;
  const before = await rows.find("security", { userId });
  if (before?.passwordHash) return;
  const row = { ...emptyRow(userId), passwordHash, passwordIsProven: isVerified };
  const generation = (before?.generation ?? 0) + 1;
  // Another import, or the user, may have set one in the meantime: it stays.
  await rows.store("security", { ...row, generation }, before?.generation ?? null);
}
