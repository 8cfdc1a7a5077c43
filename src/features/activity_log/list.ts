/**
 * Lists the activities of a user.
 *
 * @module
 */

import type { AdapterActivity } from "../../adapters/contract/types.ts";
import { parseDeviceText } from "../../http/device.ts";
import { storedId } from "../../session/stored_id.ts";
import type { Call, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Activity, ActivityPage } from "../../shapes/activity_log.ts";
import { FAILURES, isOfFailure } from "./ids.ts";
import { rulesOf } from "./rules.ts";

/** How many are listed, if the caller does not say, and at most. */
const [USUAL, MOST] = [20, 100];

/**
 * Returns what a user has done, or what has failed, the newest first, if it has not ended.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function activitiesOf(
  userId: string,
  { limit = USUAL, after = null, failed = false }: ActivityPage,
  setup: Setup,
): Promise<readonly Activity[]> {
  const { rows } = rulesOf(setup).store;
  const id = failed ? isOfFailure(after ?? "") ? after! : FAILURES : after;
  const page = { after: id === null ? null : { userId, id }, limit };
  const now = setup.platform.now();
  const found = await rows.list("activities", { userId }, page);
  return found.filter(({ id, expires }) => isOfFailure(id) === failed && expires.getTime() > now).map(
    toActivity,
  );
}

function toActivity(
  { id, type, way, reason, device, location, count, createdAt }: AdapterActivity,
): Activity {
  return {
    id,
    type,
    way,
    reason,
    device: parseDeviceText(device),
    location,
    count,
    createdAt: createdAt.toISOString(),
  };
}

/** Lists those of the user who is signed in. */
export const list: Call<Setup> = async ([page], { userId }, setup) => {
  const id = await userId();
  if (id === null) return { lack: "session", cookies: [] };
  return { value: await activitiesOf(id, pageIn(page), setup), cookies: [] };
};

/** Lists those of any user. */
export const listOf: OutsideCall<Setup> = async ([id, page], setup) => {
  const userId = await storedId(String(id), rulesOf(setup).store);
  return userId === null ? [] : await activitiesOf(userId, pageIn(page), setup);
};

/** Reads what an application in JavaScript may have written. */
function pageIn(page: unknown): ActivityPage {
  const { limit, after, failed }: ActivityPage = Object(page);
  const count = Number(limit ?? USUAL);
  return {
    limit: Number.isInteger(count) ? Math.min(Math.max(count, 1), MOST) : USUAL,
    after: typeof after === "string" ? after : null,
    failed: failed === true,
  };
}
