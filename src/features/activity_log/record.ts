/**
 * Writes what has happened into the log of activities.
 *
 * @module
 */

import type { AdapterActivity } from "../../adapters/contract/types.ts";
import { parseDevice, toDeviceText } from "../../http/device.ts";
import type { Incoming } from "../../http/types.ts";
import { goesOn, waitFor } from "../../platform/going_on.ts";
import { findStored } from "../../session/current.ts";
import type { Happened } from "../../setup/happened.ts";
import type { Setup } from "../../setup/setup.ts";
import { OWN_ACTIVITY } from "../../shapes/activity_log.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { locationOf } from "../../sign_in/location.ts";
import { newestFirstName } from "../../sign_in/newest_first.ts";
import { hasProven } from "../../sign_in/standing.ts";
import { idOfFailure } from "./ids.ts";
import { reasonOf } from "./reasons.ts";
import { rulesOf } from "./rules.ts";

/** The sign-in itself stands in the log. */
const ONLY_MAILED = "newDevice";

/** How long an answer waits for the log, in milliseconds. The work goes on. */
const WAIT = 3000;

/** How long after an answer a failure is written, in milliseconds: a database in the process would hold the answer up. */
const LATER = 100;

/**
 * Writes what has happened. A failure of the log is in the application's, and changes nothing else. Never rejects.
 *
 * That someone has failed is written when the answer is gone: it must not take longer where there is such a user.
 */
export async function record(happened: Happened, incoming: Incoming, setup: Setup): Promise<void> {
  const { type, error } = happened;
  if (type === ONLY_MAILED) return;
  const { platform, logger } = setup;
  if (!error) {
    return await waitFor(write(happened, null, incoming, setup).catch(logger.error), WAIT, platform);
  }
  const reason = reasonOf(error);
  // An outage, say, or one attempt too many, which costs the database nothing.
  if (reason === null) return;
  const answered = new Promise<void>((resolve) => void platform.timer(LATER, resolve));
  goesOn(answered.then(() => write(happened, reason, incoming, setup)).catch(logger.error));
}

async function write(
  happened: Happened,
  reason: string | null,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  const { keptFor, store } = rulesOf(setup);
  const { type, way = null, isOfStaff, at = setup.platform.now() } = happened;
  const userId = happened.userId ?? await ownerOf(happened.email, setup);
  if (userId === null) return;
  const seen = isOfStaff ? null : parseDevice(incoming.headers.get("user-agent"));
  const device = seen && toDeviceText(seen);
  const location = isOfStaff ? null : await locationOf(incoming, setup);
  const id = reason === null
    ? newestFirstName(at, setup.platform)
    : await idOfFailure(at, JSON.stringify([type, way, reason]));
  const row: AdapterActivity = {
    userId,
    id,
    type,
    way,
    reason,
    device,
    location,
    count: 1,
    createdAt: new Date(at),
    expires: new Date(at + keptFor * 1000),
    ...OWN_ACTIVITY,
  };
  await store.rows.count("activities", row, new Date(at));
  // Nothing is left of a user who was removed meanwhile.
  if (!await findStored(userId, store)) await store.rows.remove("activities", { userId, id });
}

/** The user who has proven an address; `null` if no one has. Whoever has only claimed it must not learn where its owner is. */
async function ownerOf(email: string | null | undefined, setup: Setup): Promise<string | null> {
  const { store } = rulesOf(setup);
  const user = email ? await findByAddress(email, store) : null;
  return user && await hasProven(user, store) ? String(user.id) : null;
}
