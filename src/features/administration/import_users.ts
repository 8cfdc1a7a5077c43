/**
 * Imports users of another system: who is there already stays as they are.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { ConfigError } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import { emptyRow, isReserved } from "../../shapes/security.ts";
import { isStorable } from "../../values/storable.ts";
import type { ImportedUser, ImportedUsers, RefusedUser } from "./import_types.ts";
import { logged } from "./log.ts";
import { rulesOf } from "./rules.ts";
import { addressIn, type By, createKept, fieldsIn, findUser, isTaken } from "./users.ts";

/** A user to import, whose address is read. */
interface Read extends Pick<ImportedUser, "id" | "passwordHash" | "accounts"> {
  readonly email: string | null;
  /** Whether the other system has verified it. */
  readonly isVerified: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Imports them, one after the other: it can be called again where it has broken off. @param reason Why, for the log. */
export async function importUsers(given: unknown, reason: string | null, by: By): Promise<ImportedUsers> {
  const isList = typeof given === "object" && given !== null &&
    (Symbol.iterator in given || Symbol.asyncIterator in given);
  if (!isList) throw new ConfigError("Cannot import users: write a list of them, or what yields them");
  let [imported, known] = [0, 0];
  const refused: RefusedUser[] = [];
  for await (const each of given as AsyncIterable<ImportedUser>) {
    const result = await importUser(Object(each), reason, by);
    if (typeof result === "string") refused.push({ id: String(Object(each).id), reason: result });
    else if (result) imported++;
    else known++;
  }
  return { imported, known, refused };
}

/**
 * Imports one, with a row in the log. A user who is there gets nothing: they may have taken something away since, or be somebody else.
 *
 * @returns Whether they are new, or why they are refused.
 */
async function importUser(
  given: ImportedUser,
  reason: string | null,
  by: By,
): Promise<boolean | RefusedUser["reason"]> {
  const { setup } = by;
  const read = toRead(given, setup);
  if (typeof read === "string") return read;
  const { id, email } = read;
  const before = await findUser(id, setup);
  if (before && !await isCutOff(before, read, setup)) return (before.email ?? null) !== email && "IdTaken";
  if (!before && await isTaken(email, given.email, setup)) return "AddressTaken";
  const act = { action: "importUsers", userId: id, reason } as const;
  return await logged(act, { by }, async () => {
    const { id: userId } = before ?? await create(read, setup);
    const taken = await link(String(userId), read.accounts ?? {}, setup);
    await addHash(String(userId), read, setup);
    return taken ?? true;
  });
}

function toRead(given: ImportedUser, setup: Setup): Read | RefusedUser["reason"] {
  const { id, email: typed = null, emailVerified, passwordHash, accounts, ...others } = given;
  if (typeof id !== "string" || !id || !isStorable(id) || id.length > 246 || isReserved(id)) {
    return "InvalidId";
  }
  const fields = fieldsIn(others, "create");
  try {
    const email = typed === null ? null : addressIn(typed, setup);
    return {
      id,
      email,
      isVerified: email !== null && emailVerified === true,
      fields,
      passwordHash,
      accounts,
    };
  } catch {
    return "InvalidEmail";
  }
}

/** Whether the import of a user who is there was cut off, or has failed: the log says so, and they are as they were imported. */
async function isCutOff(user: AdapterUser, { email, isVerified }: Read, setup: Setup): Promise<boolean> {
  const { rows } = rulesOf(setup).store;
  const acts = await rows.list("activities", { subjectId: String(user.id) }, { after: null, limit: 100 });
  const [latest] = acts.filter(({ type }) => type === "importUsers");
  return latest !== undefined && latest.reason !== null && (user.email ?? null) === email &&
    Boolean(user.emailVerified) === isVerified;
}

async function create({ id, email, isVerified, fields }: Read, setup: Setup): Promise<AdapterUser> {
  const emailVerified = isVerified ? new Date(setup.platform.now()) : null;
  const row = { name: null, image: null, ...fields, id, email, emailVerified };
  return await createKept(() => rulesOf(setup).store.createUser(row), fields, setup);
}

/** Links accounts at providers. Returns why one could not be, after all others were. */
async function link(
  userId: string,
  accounts: Readonly<Record<string, string>>,
  { providers, store }: Setup,
): Promise<RefusedUser["reason"] | null> {
  let taken: RefusedUser["reason"] | null = null;
  for (const [provider, providerAccountId] of Object.entries(accounts)) {
    const key = { provider, providerAccountId: String(providerAccountId) };
    const owner = await store!.getUserByAccount(key);
    if (owner) {
      if (String(owner.id) !== userId) taken = "AccountTaken";
      continue;
    }
    const { type = "oauth" } = providers.get(provider) ?? {};
    await store!.linkAccount({ ...key, userId, type });
  }
  return taken;
}

/** Adds the hash of a password to a user who has none. */
async function addHash(userId: string, { passwordHash, isVerified }: Read, setup: Setup): Promise<void> {
  if (!passwordHash) return;
  const { rows } = rulesOf(setup).store;
  const before = await rows.find("security", { userId });
  if (before?.passwordHash) return;
  const row = { ...emptyRow(userId), passwordHash, passwordIsProven: isVerified };
  const generation = (before?.generation ?? 0) + 1;
  await rows.store("security", { ...row, generation }, before?.generation ?? null);
}
