/**
 * The file with the data of a user.
 *
 * @module
 */

import { AuthError, ConfigError, MissingAdapter, ServerError, UserChanged } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { batchesOf } from "../../model/batches.ts";
import { hasRows, ifTable, type RowStore, type Store } from "../../model/store.ts";
import type { Setup } from "../../setup/setup.ts";
import { newUserForm } from "../../sign_in/new_user_form.ts";
import { accountSections } from "../../sign_in/hooks.ts";
import type { AdapterAuthenticator, AdapterUser, RowName } from "../../adapters/contract/types.ts";
import type { Row } from "../../shapes/row_kind.ts";
import { noteIdOf } from "../../shapes/security.ts";
import { ACCOUNT, type FileFields, given, MAILBOX, PASSKEY, ROWS, SESSION, USER } from "./fields.ts";
import { DATA_EXPORT, type DataExportOptions } from "./options.ts";
import { assertText, type Member, toStream, writeMembers } from "./stream.ts";

/**
 * Returns the file as JSON: it is read from the database as fast as the client takes it. What fails at its beginning fails here.
 *
 * @param isTheirs Whether the one who gets it is still the user: it is asked before each piece leaves.
 * @throws {AuthError} if the database or the application's function fails, or an option is wrong.
 */
export async function fileOf(
  user: AdapterUser,
  isTheirs: () => Promise<boolean>,
  setup: Setup,
): Promise<ReadableStream<Uint8Array>> {
  const { store, data } = rulesOf(setup);
  return await toStream(textOf(user, { store, data, setup }), {
    // After a takeover, what was read may be that of someone else.
    async beforePiece() {
      if (!await isTheirs()) {
        throw new UserChanged("Cannot export the data: the session has ended in the meantime");
      }
    },
    onFailure: (error) => setup.logger.error(error as Error),
  });
}

/** The database and the options. @throws {ConfigError} if there is none, or an option is wrong. */
export function rulesOf(
  { store, rules }: Pick<Setup, "store" | "rules">,
): DataExportOptions & { readonly store: Store } {
  const { data } = rules.get(DATA_EXPORT) ?? {};
  if (!store) throw new MissingAdapter("Cannot use `DataExport`: set `adapter`, which stores the data");
  if (data === undefined || typeof data === "function") return { store, data };
  throw new ConfigError("Cannot use `DataExport({ data })`: write a function that returns an object");
}

interface Source extends DataExportOptions {
  readonly store: Store;
  readonly setup: Setup;
}

async function* textOf(user: AdapterUser, source: Source): AsyncGenerator<string, void> {
  // First: a mistake in it has a page, and no download begins.
  const added = await addedBy(user, source).catch(failData);
  yield* writeMembers(membersOf(user, source));
  yield ',\n"application": ';
  try {
    yield* writeMembers(added);
  } catch (error) {
    failData(error);
  }
  yield "}\n}\n";
}

/** @throws {AuthError} what the application's function has thrown, or what wraps it. */
function failData(error: unknown): never {
  if (isA(error, AuthError)) throw error;
  throw new ServerError("Cannot export the data: `data` of `DataExport()` failed", { err: error as Error });
}

/** The members of what the application returns. One that rejects before its turn must not end the process. */
async function addedBy(user: AdapterUser, { data }: Source): Promise<readonly Member[]> {
  const returned: unknown = data ? await data({ userId: String(user.id), user }) : {};
  if (!isPlain(returned)) {
    throw new ServerError(
      "Cannot export the data: `data` of `DataExport()` did not return a plain object. Write `({ userId }) => ({ orders: … })`, " +
        "with a name for each part",
    );
  }
  const members = Object.entries(returned);
  for (const [, value] of members) Promise.resolve(value).catch(() => {});
  for (const [name, value] of members) assertText(name, value);
  return members;
}

/** Also one of another realm. Any other, such as a list or a `Map`, would lose its names or its content. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The parts of the file that the library knows, each read in its turn. */
async function* membersOf(user: AdapterUser, { store, setup }: Source): AsyncGenerator<Member, void> {
  const userId = String(user.id);
  yield ["exportedAt", new Date(setup.platform.now())];
  const sections = await accountSections(setup);
  const own = [
    ...await Promise.all(sections.map(({ exported }) => exported?.(user, setup) ?? {})),
    (await newUserForm(setup))?.exported(user),
  ];
  yield ["user", { ...Object.assign({}, ...own), ...given(USER, user), id: userId }];
  yield ["accounts", ownOf(userId, ACCOUNT, await store.listAccountsByUserId?.(userId))];
  yield ["passkeys", ownOf(userId, PASSKEY, await passkeysOf(userId, store, setup))];
  yield ["sessions", ownOf(userId, SESSION, await store.listSessionsByUserId?.(userId))];
  if (hasRows(store)) yield* rowsOf(userId, store);
}

/** The parts of the kinds of rows. */
async function* rowsOf(userId: string, store: RowStore): AsyncGenerator<Member, void> {
  const note = await find("security", noteIdOf(userId), store);
  yield ["provenMailbox", note?.passwordHash ? given(MAILBOX as FileFields<Row>, note) : null];
  for (const name of Object.keys(ROWS) as RowName[]) {
    const { part, isOne, fields } = ROWS[name];
    if (part === null) continue;
    if (!isOne) yield [part, listed(name, userId, store)];
    else {
      const row = await find(name, userId, store);
      const isThere = row && (!("passwordHash" in row) || row.passwordHash !== null);
      yield [part, isThere ? { ...given(fields as FileFields<Row>, row), ...devicesIn(row) } : null];
    }
  }
}

/** The row of a user, or `null`, as in tables of an older version. */
async function find(name: RowName, userId: string, { rows }: RowStore): Promise<Row | null> {
  return await ifTable(async () => await rows.find(name, { userId } as never) as Row | null);
}

/** The rows of a user: a program that signs in again and again may have any number. */
async function* listed(name: RowName, userId: string, store: RowStore): AsyncGenerator<object, void> {
  const fields = ROWS[name].fields as FileFields<OwnedRow>;
  const rows = batchesOf(name, store, { userId } as never);
  // Tables of an older version may lack this one.
  for (let next = await ifTable(() => rows.next()); next && !next.done; next = await rows.next()) {
    yield* ownOf(userId, fields, [next.value as never]) ?? [];
  }
}

/** A row that belongs to a user. */
type OwnedRow = Row & { readonly userId: string };

/** The rows of the user, as the file has them: an adapter of the application's own could return those of others. */
function ownOf<Row extends { readonly userId: string }>(
  userId: string,
  fields: FileFields<Row>,
  rows: readonly Row[] | null | undefined,
): readonly object[] | null {
  return rows?.filter((each) => String(each.userId) === userId).map((each) => given(fields, each)) ?? null;
}

/** An adapter of Auth.js may have no table of them. */
async function passkeysOf(
  userId: string,
  store: Store,
  { providers }: Setup,
): Promise<readonly AdapterAuthenticator[] | null | undefined> {
  const hasTable = store.removeAccount || [...providers.values()].some(({ type }) => type === "webauthn");
  return hasTable ? await store.listAuthenticatorsByUserId?.(userId) : null;
}

/** The remembered devices of a row that has some, without their hashes. */
function devicesIn(
  { devices }: { readonly devices?: unknown },
): { readonly rememberedDevices?: readonly object[] } {
  if (devices === undefined) return {};
  const list: readonly RememberedDevice[] = JSON.parse(devices as string | null ?? "[]");
  const rememberedDevices = list.map(({ device, createdAt, expires }) => ({
    device,
    createdAt: new Date(createdAt),
    expires: new Date(expires),
  }));
  return { rememberedDevices };
}

/** A device as the row has it. */
interface RememberedDevice {
  readonly device: string | null;
  readonly createdAt: number;
  readonly expires: number;
}
