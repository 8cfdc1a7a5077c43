/**
 * Writes what has happened into the log of activities.
 *
 * @module
 */

import type { AdapterActivity } from "../../adapters/contract/types.ts";
import { toBase64Url } from "../../crypto/bytes.ts";
import { shortHash } from "../../crypto/hash.ts";
import { parseDevice, toDeviceText } from "../../http/device.ts";
import type { Incoming } from "../../http/types.ts";
import { goesOn } from "../../platform/going_on.ts";
import type { Happened } from "../../setup/happened.ts";
import type { Setup } from "../../setup/setup.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { locationOf } from "../../sign_in/location.ts";
import { reasonOf } from "./reasons.ts";
import { rulesOf } from "./rules.ts";

/** The sign-in itself stands in the log. */
const ONLY_MAILED = "newDevice";

/** Failures of one kind within this time are one row: a stranger who guesses does not fill the log. In milliseconds. */
const ROUND = 3_600_000;

/** Longer than any time of today in milliseconds since the epoch: the newest comes first in the order of texts. */
const LAST = 9_999_999_999_999;

/** The longest address that someone may have typed, in characters (RFC 5321 §4.5.3.1). */
const MAX_ADDRESS = 254;

/**
 * Writes what has happened. A failure of the log is in the application's, and changes nothing else. Never rejects.
 *
 * That someone has failed is written while the answer is on its way: it must not take longer where there is such a user.
 */
export async function record(happened: Happened, incoming: Incoming, setup: Setup): Promise<void> {
  if (happened.type === ONLY_MAILED) return;
  const writing = write(happened, incoming, setup).catch(setup.logger.error);
  goesOn(writing);
  if (!happened.error) await writing;
}

async function write(happened: Happened, incoming: Incoming, setup: Setup): Promise<void> {
  const { keptFor, store } = rulesOf(setup);
  const { type, way = null, error, isOfStaff, at = setup.platform.now() } = happened;
  const reason = error ? reasonOf(error) : null;
  // An outage, say, or one attempt too many, which costs the database nothing.
  if (error && reason === null) return;
  const userId = happened.userId ?? await typedUser(incoming, setup);
  if (userId === null) return;
  const seen = isOfStaff ? null : parseDevice(incoming.headers.get("user-agent"));
  const device = seen && toDeviceText(seen);
  const row = {
    userId,
    type,
    way,
    reason,
    device,
    location: isOfStaff ? null : await locationOf(incoming, setup),
    count: 1,
    createdAt: new Date(at),
    expires: new Date(at + keptFor * 1000),
  };
  await store.rows.count("activities", { ...row, id: await idOf(row, setup) }, new Date(at));
}

/** The user whose address was typed; `null` if there is none. */
async function typedUser({ body }: Incoming, setup: Setup): Promise<string | null> {
  const email = body?.email;
  if (typeof email !== "string" || email.length > MAX_ADDRESS) return null;
  const user = await findByAddress(email, rulesOf(setup).store);
  return user && String(user.id);
}

/** The name of a row: the same for failures of one kind within a round. */
async function idOf(
  { createdAt, reason, type, way, device }: Omit<AdapterActivity, "id">,
  { platform }: Setup,
): Promise<string> {
  const at = createdAt.getTime();
  const from = reason === null ? at : at - at % ROUND;
  const own = reason === null
    ? toBase64Url(platform.random(6))
    : await shortHash(JSON.stringify([type, way, reason, device]));
  return `${String(LAST - from).padStart(13, "0")}-${own}`;
}
