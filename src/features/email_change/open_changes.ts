/**
 * The changes of an address that can be undone. An undo ends those that followed: else the thief, who has the mailbox of a later one,
 * would undo the undo. The one that is undone stays: of two undos at the same time, the other one may write its address last.
 *
 * @module
 */

import { UserChanged } from "../../errors/errors.ts";
import { storeRow } from "../../model/store.ts";
import type { Setup } from "../../setup/setup.ts";
import { rulesOf } from "./rules.ts";

/** How many are kept, the earliest ones: else a thief could push that of the owner out. */
const MOST = 30;

/** How often a row is changed, while other requests change it. */
const TRIES = 10;

/** Adds a change. @param at When it was made, in milliseconds since the epoch. */
export async function openChange(userId: string, at: number, setup: Setup): Promise<void> {
  const { undoFor } = rulesOf(setup);
  const isRecent = (each: number) => at - each <= undoFor * 1000;
  await write(userId, (times) => [...times.filter(isRecent), at].slice(0, MOST), setup);
}

/** Ends the changes after one. */
export async function closeAfter(userId: string, at: number, setup: Setup): Promise<void> {
  await write(userId, (times) => times.filter((each) => each <= at), setup);
}

/** Whether a change can be undone. */
export async function isOpen(userId: string, at: number, setup: Setup): Promise<boolean> {
  const row = await rulesOf(setup).store.rows.find("emailChanges", { userId });
  return timesIn(row?.times).includes(at);
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
