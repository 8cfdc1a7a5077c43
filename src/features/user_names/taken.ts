/**
 * The user names in the database: found, taken, given up.
 *
 * A name is several rows: the name as it's compared, and what it looks like. Each has a key that one user can have.
 *
 * @module
 */

import type { AdapterUserName } from "../../adapters/contract/types.ts";
import type { RowStore } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Platform } from "../../platform/platform.ts";
import type { UserName } from "../../shapes/user_names.ts";
import type { UserName as ParsedName } from "./name.ts";

/** Its table is large: a sign-in needs none of it. */
const lookAlikes = once(() => import("./look_alikes.ts"));

/** The database, the time, and for how long a former name is held. */
export interface NameContext {
  readonly store: RowStore;
  readonly platform: Pick<Platform, "now">;
  /** In seconds. */
  readonly renameAfter: number;
}

/** How often a row is read again that another request has changed. */
const TRIES = 3;

/** The id of the user who has a name; `null` if no one has it, or only as a former one. */
export async function ownerOf(key: string, { rows }: RowStore): Promise<string | null> {
  const row = await rows.find("userNames", { key });
  // A database may find another key, such as one without accents.
  return row?.key === key && row.heldUntil === null ? row.userId : null;
}

/** The name of a user; `null` if they have none. */
export async function nameOf(
  userId: string,
  { store, renameAfter }: Pick<NameContext, "store" | "renameAfter">,
): Promise<UserName | null> {
  const [newest] = await currentOf(userId, store);
  if (!newest) return null;
  const changeableAt = new Date(newest.takenAt.getTime() + renameAfter * 1000);
  return { name: newest.shown, changeableAt: changeableAt.toISOString() };
}

/** Whether a name is someone else's, or looks like one. @param userId Who wants it; `null` for a new user. */
export async function isTaken(
  name: ParsedName,
  userId: string | null,
  { store: { rows }, platform }: NameContext,
): Promise<boolean> {
  const found = await Promise.all((await keysOf(name)).map((key) => rows.find("userNames", { key })));
  return found.some((row) => row !== null && row.userId !== userId && !isOver(row, platform));
}

/**
 * Gives a user a name, and holds those that they had. Of two users who want it at the same time, one gets it.
 *
 * @returns Whether they have it now.
 */
export async function take(name: ParsedName, userId: string, context: NameContext): Promise<boolean> {
  const takenAt = new Date(context.platform.now());
  const [key, ...looks] = await keysOf(name);
  const own = { userId, takenAt, heldUntil: null };
  const got: string[] = [];
  // What it looks like first: whoever has that may have the name.
  for (const each of [...looks, key]) {
    const claimed = await claim({ ...own, key: each, shown: each === key ? name.shown : "" }, context);
    if (claimed === "taken") {
      for (const gone of got) await context.store.rows.remove("userNames", { key: gone });
      return false;
    }
    if (claimed === "new") got.push(each);
  }
  await holdFormer(userId, context);
  return true;
}

/** Stores a row, if its key is free or the user's. */
async function claim(
  wanted: Omit<AdapterUserName, "version">,
  { store: { rows }, platform }: NameContext,
): Promise<"new" | "own" | "taken"> {
  const { key, userId } = wanted;
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await rows.find("userNames", { key });
    const isOwn = row?.userId === userId;
    if (row && !isOwn && !isOver(row, platform)) return "taken";
    // A name that is written in another way is as old as before.
    const isSame = isOwn && row.heldUntil === null;
    const next = { ...wanted, ...(isSame && { takenAt: row.takenAt }), version: (row?.version ?? 0) + 1 };
    if (await rows.store("userNames", next, row?.version ?? null)) return isOwn ? "own" : "new";
  }
  return "taken";
}

/** Holds all names of a user but the newest: they sign in no more, and no one else gets them for a while. */
async function holdFormer(userId: string, { store, platform, renameAfter }: NameContext): Promise<void> {
  const { rows } = store;
  const [newest, ...former] = await currentOf(userId, store);
  if (!newest) return;
  const kept: ReadonlySet<string> = new Set(await keysOf(newest));
  const all = (await Promise.all(former.map(keysOf))).flat().filter((key) => !kept.has(key));
  const heldUntil = new Date(platform.now() + renameAfter * 1000);
  for (const key of all) {
    const row = await rows.find("userNames", { key });
    if (row?.userId !== userId || row.heldUntil !== null) continue;
    await rows.store("userNames", { ...row, heldUntil, version: row.version + 1 }, row.version);
  }
}

/** The names of a user that sign in, the newest first: there are several while a change is under way. */
async function currentOf(userId: string, { rows }: RowStore): Promise<readonly AdapterUserName[]> {
  const all = await rows.list("userNames", { userId });
  return all.filter(({ shown, heldUntil }) => shown !== "" && heldUntil === null)
    .sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime() || (one.key < other.key ? 1 : -1));
}

/** Its keys: the name, and what it looks like. No name has an `@`. */
async function keysOf(name: Pick<ParsedName, "key" | "shown">): Promise<[name: string, ...looks: string[]]> {
  const { skeletonsOf } = await lookAlikes();
  return [name.key, ...skeletonsOf(name).map((look) => `@${look}`)];
}

function isOver({ heldUntil }: AdapterUserName, { now }: Pick<Platform, "now">): boolean {
  return heldUntil !== null && heldUntil.getTime() <= now();
}
