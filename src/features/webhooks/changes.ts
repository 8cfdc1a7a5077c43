/**
 * What each change of the database is to be told as.
 *
 * @module
 */

import type { AccountKey, AdapterAccount, AdapterBan, AdapterUser } from "../../adapters/contract/types.ts";
import { momentOf } from "../../model/moment.ts";
import type { Store } from "../../model/store.ts";
import type { Awaitable } from "../../values/types.ts";
import type { METHODS } from "./methods.ts";
import type { Fact } from "./outbox.ts";

/** What they need of the database, and of the config. */
export interface ChangeContext {
  readonly store: Store;
  /** Fields of users that events tell of, beside those of the library. */
  readonly userFields: readonly string[];
  readonly now: number;
}

/** The fields of users that events tell of in each config. */
const TOLD = ["name", "email", "emailVerified", "image"];

/** What a call changes, before it does. */
type ChangeOf<Method> = Method extends (...params: infer Params) => unknown
  ? (context: ChangeContext, ...params: Params) => Awaitable<readonly Fact[]>
  : never;

/** The changes of users and accounts, by their methods. */
type Changes = { readonly [M in (typeof METHODS)[number]]: ChangeOf<Required<Store>[M]> };

/** What they are told as. A change that isn't told has no facts. */
export const CHANGES: Changes = {
  createUser({ store }, user) {
    // Of a visitor it's told when they sign up.
    if (momentOf(user) === "visit") return [];
    // Some adapters of Auth.js choose another id.
    const hint = !store.createUserWithAccount && user.email && { hint: { email: user.email } };
    return [{ ...about("user.created", user), ...hint }];
  },
  createUserWithAccount: (_context, user, account) => [
    about("user.created", user),
    aboutAccount("account.linked", { ...account, userId: user.id }),
  ],
  updateUser({ userFields }, user) {
    if (momentOf(user) === "signUp") return [about("user.created", user)];
    const isTold = Object.keys(user).some((field) => TOLD.includes(field) || userFields.includes(field));
    return isTold ? [about("user.updated", user)] : [];
  },
  async takeOverUser({ store }, { id }) {
    const accounts = await store.listAccountsByUserId?.(id) ?? [];
    return [
      about("user.updated", { id }),
      ...accounts.map((account) => aboutAccount("account.unlinked", account)),
    ];
  },
  deleteUser: async ({ store }, id) =>
    store.beside || await store.getUser(id) ? [about("user.deleted", { id })] : [],
  linkAccount: (_context, account) => [aboutAccount("account.linked", account)],
  addCredentials: (_context, { account }) => account ? [aboutAccount("account.linked", account)] : [],
  async unlinkAccount({ store }, account) {
    const owner = await store.getUserByAccount(account);
    return owner ? await lost(owner.id, account, store) : [];
  },
  removeAccount: ({ store }, { userId, account }) => lost(userId, account, store),
};

/** The methods whose result says whether something has changed: `false` or `null` if nothing has. */
export const CONDITIONAL: ReadonlySet<string> = new Set([
  "takeOverUser",
  "addCredentials",
  "removeAccount",
  "store",
  "remove",
]);

/** A ban that is stored. */
export function banned({ userId, until }: Readonly<AdapterBan>): readonly Fact[] {
  return [{ ...about("user.banned", { id: userId }), data: { until: until?.toISOString() ?? null } }];
}

/** A ban that is removed; nothing if it has ended. */
export async function unbanned({ store, now }: ChangeContext, userId: string): Promise<readonly Fact[]> {
  const ban = await store.rows!.find("bans", { userId });
  const counts = ban && (ban.until === null || ban.until.getTime() > now);
  return counts ? [about("user.unbanned", { id: userId })] : [];
}

function about(type: Fact["type"], { id }: Pick<AdapterUser, "id">): Fact {
  // It may be a number.
  return { type, userId: String(id) };
}

function aboutAccount(
  type: Fact["type"],
  account: AccountKey & Pick<AdapterAccount, "userId"> & Partial<Pick<AdapterAccount, "type">>,
): Fact {
  const { userId, provider, providerAccountId } = account;
  return { type, userId: String(userId), data: { provider, providerAccountId, type: account.type ?? null } };
}

async function lost(
  userId: string,
  { provider, providerAccountId }: AccountKey,
  { listAccountsByUserId }: Store,
): Promise<readonly Fact[]> {
  const accounts = await listAccountsByUserId?.(userId) ?? [];
  const account = accounts.find((each) =>
    each.provider === provider && each.providerAccountId === providerAccountId
  );
  return [aboutAccount("account.unlinked", { ...account, userId, provider, providerAccountId })];
}
