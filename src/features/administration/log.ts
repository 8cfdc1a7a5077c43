/**
 * The log of what staff does. Each row is written before the change, and is completed after it: what can't be kept isn't done.
 *
 * @module
 */

import type { AdapterActivity } from "../../adapters/contract/types.ts";
import { toError } from "../../config/session_check.ts";
import { AuthError } from "../../errors/auth_error.ts";
import { failedOf } from "../../errors/checks.ts";
import { isA } from "../../errors/thrown.ts";
import { parseDevice, toDeviceText } from "../../http/device.ts";
import type { Setup } from "../../setup/setup.ts";
import { type ActivityChanges, STAFF_LOG } from "../../shapes/activity_log.ts";
import { locationOf } from "../../sign_in/location.ts";
import { newestFirstName } from "../../sign_in/newest_first.ts";
import { persist } from "../../sign_in/persist.ts";
import type { LoggedAction } from "./log_types.ts";
import { rulesOf } from "./rules.ts";
import type { By } from "./users.ts";

/** The longest reason, in characters. */
export const LONGEST_REASON = 1000;

/** The shortest time that rows are kept, in seconds: one day. */
const SHORTEST = 86_400;

/** The longest id of a user that a database has, in characters. */
const LONGEST_ID = 255;

/** What is about to be done. */
export interface Act {
  /** What. */
  readonly action: LoggedAction;
  /** Id of whom it is about; `null` for no one, or who is not there yet. */
  readonly userId: string | null;
  /** Why. Default: no reason was given. */
  readonly reason?: string | null;
  /** What it changes. Default: no field. */
  readonly changes?: ActivityChanges | null;
}

/**
 * Does something that the log has.
 *
 * @param createdOf Returns the id of the user whom it has created. Default: none.
 * @throws {AdapterError} if the row cannot be written: nothing is done then.
 */
export async function logged<T>(
  act: Act,
  { by, createdOf }: { readonly by: By; readonly createdOf?: (result: T) => string | null },
  work: () => Promise<T>,
): Promise<T> {
  const row = await toRow(act, by);
  await write({ ...row, reason: "Unfinished" }, by.setup);
  const complete = (fields: Partial<AdapterActivity>) =>
    persist(() => write({ ...row, ...fields }, by.setup)).catch(by.setup.logger.error);
  try {
    const result = await work();
    const isDone = result !== false && result !== null;
    await complete({
      reason: isDone ? null : "NotDone",
      ...createdOf && isDone && { subjectId: createdOf(result) },
    });
    return result;
  } catch (error) {
    await complete({ reason: isA(error, AuthError) ? error.type : "Error" });
    throw error;
  }
}

/** Writes what was done. Never rejects: it must not be held up, as the end of acting. */
export async function logAfterwards(act: Act, by: By): Promise<void> {
  await toRow(act, by).then((row) => write(row, by.setup)).catch(by.setup.logger.error);
}

async function write(row: AdapterActivity, setup: Setup): Promise<void> {
  await rulesOf(setup).store.rows.store("activities", row);
}

async function toRow(
  { action, userId, reason = null, changes = null }: Act,
  { setup, actorId, client }: By,
): Promise<AdapterActivity> {
  const { platform, origin, basePath } = setup;
  const now = platform.now();
  const device = client ? parseDevice(client.headers.get("user-agent")) : null;
  const url = `${origin ?? "https://localhost"}${basePath}/admin`;
  return {
    ...{ userId: STAFF_LOG, id: newestFirstName(now, platform), type: action, way: null, reason: null },
    device: device && toDeviceText(device),
    location: client ? await locationOf({ method: "GET", ...client, url }, setup) : null,
    ...{ count: 1, createdAt: new Date(now), expires: new Date(now + keptFor(setup) * 1000) },
    ...{ actorId, subjectId: userId !== null && userId.length <= LONGEST_ID ? userId : null },
    ...{ note: reason, changes },
  };
}

/** How long rows are kept, in seconds. @throws {ConfigError} if the option is wrong. */
function keptFor(setup: Setup): number {
  const { logKeptFor = 31_536_000 } = rulesOf(setup);
  const [mistake] = failedOf([[
    "Administration({ logKeptFor })",
    !(Number.isFinite(logKeptFor) && logKeptFor >= SHORTEST),
    `write seconds, at least ${SHORTEST} (one day)`,
  ]]);
  if (mistake) throw toError(mistake);
  return logKeptFor;
}
