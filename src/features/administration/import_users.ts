/**
 * Imports users of another system: what is there already stays as it is.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { ConfigError } from "../../errors/errors.ts";
import type { Setup } from "../../setup/setup.ts";
import { emptyRow } from "../../shapes/security.ts";
import { parseAddress } from "../../sign_in/address.ts";
import { orUndo } from "../../sign_in/applied.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { forgetFormer } from "../../sign_in/former_user.ts";
import { isStorable } from "../../values/storable.ts";
import type { ImportedUser, ImportedUsers, RefusedUser } from "./import_types.ts";
import { rulesOf } from "./rules.ts";
import { assertKept, type By, fieldsIn, findUser } from "./users.ts";

/** Imports them, one after the other: it can be called again where it has broken off. */
export async function importUsers([given]: readonly unknown[], { setup }: By): Promise<ImportedUsers> {
  const isList = typeof given === "object" && given !== null &&
    (Symbol.iterator in given || Symbol.asyncIterator in given);
  if (!isList) throw new ConfigError("Cannot import users: write a list of them, or what yields them");
  let [imported, known] = [0, 0];
  const refused: RefusedUser[] = [];
  for await (const each of given as AsyncIterable<ImportedUser>) {
    const result = await importUser(each, setup);
    if (typeof result === "string") refused.push({ id: String(Object(each).id), reason: result });
    else if (result) imported++;
    else known++;
  }
  return { imported, known, refused };
}

/** Imports one. Returns whether they are new, or why they are refused. */
async function importUser(given: ImportedUser, setup: Setup): Promise<boolean | RefusedUser["reason"]> {
  const { id, email: typed = null, emailVerified = false, passwordHash = null, accounts = {}, ...others } =
    given;
  if (typeof id !== "string" || !id || !isStorable(id) || id.length > 255) return "InvalidId";
  const before = await findUser(id, setup);
  // A user who was imported with a mistake in the config is completed by the next call.
  const user = before ?? await create({ id, typed, emailVerified, others }, setup);
  if (typeof user === "string") return user;
  const taken = await link(String(user.id), accounts, setup);
  await addHash(user, { passwordHash, isProven: emailVerified === true }, setup);
  return taken ?? before === null;
}

async function create(
  { id, typed, emailVerified, others }: {
    readonly id: string;
    readonly typed: unknown;
    readonly emailVerified: unknown;
    readonly others: Readonly<Record<string, unknown>>;
  },
  setup: Setup,
): Promise<AdapterUser | RefusedUser["reason"]> {
  const { store } = rulesOf(setup);
  let email: string | null;
  try {
    email = typed === null ? null : parseAddress(typed, {});
  } catch {
    return "InvalidEmail";
  }
  if (email !== null && await findByAddress(email, store)) return "AddressTaken";
  const fields = fieldsIn(others, "create");
  const proven = email !== null && emailVerified === true ? new Date(setup.platform.now()) : null;
  let created: AdapterUser | undefined;
  return await orUndo(
    async () => {
      created = await store.createUser({
        name: null,
        image: null,
        ...fields,
        id,
        email,
        emailVerified: proven,
      });
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
async function addHash(
  { id }: AdapterUser,
  { passwordHash, isProven }: { readonly passwordHash: string | null; readonly isProven: boolean },
  setup: Setup,
): Promise<void> {
  if (!passwordHash) return;
  const { rows } = rulesOf(setup).store;
  const userId = String(id);
  const before = await rows.find("security", { userId });
  if (before?.passwordHash) return;
  const row = { ...emptyRow(userId), passwordHash, passwordIsProven: isProven };
  await rows.store(
    "security",
    { ...row, generation: (before?.generation ?? 0) + 1 },
    before?.generation ?? null,
  );
}
