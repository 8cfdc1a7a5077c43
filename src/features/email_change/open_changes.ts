/**
 * The changes of an address that can be undone. An undo ends those that followed: else the thief, who has the mailbox of a later one,
 * would undo the undo. The one that is undone stays: of two undos at the same time, the other one may write its address last.
 *
 * @module
 */

import { UserChanged } from "../../errors/errors.ts";
import { storeRow } from "../../model/store_row.ts";
import type { Setup } from "../../setup/setup.ts";
import { rulesOf } from "./rules.ts";

/** How many there can be at a time. None is dropped for another one: else a thief could push that of the owner out. */
const MOST = 30;

/** How often a row is changed, while other requests change it. */
const TRIES = 10;

/**
 * Adds a change. Returns its time, which is later than those before it, also by the clock of another server; `null` if there are too
 * many that can still be undone.
 *
 * @param now In milliseconds since the epoch.
 */
export async function openChange(userId: string, now: number, setup: Setup): Promise<number | null> {
  let at: number | null = null;
  await write(userId, (times) => {
    const recent = recentOf(times, now, setup);
    at = recent.length < MOST ? Math.max(now, (recent.at(-1) ?? 0) + 1) : null;
    return at === null ? recent : [...recent, at];
  }, setup);
  return at;
}

/** Whether no further change can be added. */
export async function isFull(userId: string, now: number, setup: Setup): Promise<boolean> {
  return recentOf(await listTimes(userId, setup), now, setup).length >= MOST;
}

/** Forgets a change that was not made. */
export async function forgetChange(userId: string, at: number, setup: Setup): Promise<void> {
  await write(userId, (times) => times.filter((each) => each !== at), setup);
}

/** Ends the changes after one. Returns whether that one could be undone until now. */
export async function closeAfter(userId: string, at: number, setup: Setup): Promise<boolean> {
  let index = -1;
  await write(userId, (times) => {
    index = times.indexOf(at);
    return index < 0 ? times : times.slice(0, index + 1);
  }, setup);
  return index >= 0;
}

/** Whether a change can be undone. */
export async function isOpen(userId: string, at: number, setup: Setup): Promise<boolean> {
  return (await listTimes(userId, setup)).includes(at);
}

function recentOf(times: readonly number[], now: number, setup: Setup): readonly number[] {
  const { undoFor } = rulesOf(setup);
  return times.filter((each) => now - each <= undoFor * 1000);
}

async function listTimes(userId: string, setup: Setup): Promise<readonly number[]> {
  return timesIn((await rulesOf(setup).store.rows.find("emailChanges", { userId }))?.times);
}

async function write(
  userId: string,
  change: (times: readonly number[]) => readonly number[],
  setup: Setup,
): Promise<void> {
  const { store } = rulesOf(setup);
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await store.rows.find("emailChanges", { userId });
    const times = change(timesIn(row?.times)).join(" ");
    const next = { userId, version: (row?.version ?? 0) + 1, times };
    if (await storeRow("emailChanges", next, row?.version ?? null, { store, repeats: true })) return;
  }
  throw new UserChanged("Cannot change the address: other requests keep changing it");
}

function timesIn(text = ""): readonly number[] {
  return text.split(" ").filter(Boolean).map(Number);
}
