/**
 * Lists what staff has done.
 *
 * @module
 */

import type { AdapterActivity } from "../../adapters/contract/types.ts";
import { parseDeviceText } from "../../http/device.ts";
import { STAFF_LOG } from "../../shapes/activity_log.ts";
import { isNewestFirstName } from "../../sign_in/newest_first.ts";
import { limitIn } from "./list_users.ts";
import type { StaffAction, StaffActionsQuery } from "./log_types.ts";
import { rulesOf } from "./rules.ts";
import { type Operation, toId } from "./users.ts";

/** Lists the newest first. */
export const listActions: Operation<"listActions"> = async ([given], { setup }) => {
  const { userId, actorId, after, limit: most }: Readonly<Record<keyof StaffActionsQuery, unknown>> = Object(
    given,
  );
  const [subject = null, actor = null] = [userId, actorId].map((id) =>
    id === undefined || id === null ? null : toId(id) ?? ""
  );
  const limit = limitIn(most);
  const id = cursorIn(after);
  const page = { after: id === null ? null : { userId: STAFF_LOG, id }, limit };
  const by = listedBy(subject, actor);
  const found = await rulesOf(setup).store.rows.list("activities", by, page);
  const now = setup.platform.now();
  const meant = found.filter((row) =>
    row.expires.getTime() > now && (actor === null || row.actorId === actor)
  );
  return { actions: meant.map(toAction), next: found.length < limit ? null : found.at(-1)!.id };
};

/** Where a part begins: `null` at the beginning, as for a text that is no `next` of a part. */
export function cursorIn(after: unknown): string | null {
  return typeof after === "string" && isNewestFirstName(after) ? after : null;
}

/** The list to read: only the log of staff names who has done something, and to whom. */
function listedBy(subjectId: string | null, actorId: string | null): Partial<AdapterActivity> {
  if (subjectId !== null) return { subjectId };
  return actorId === null ? { userId: STAFF_LOG } : { actorId };
}

function toAction(
  { id, type, actorId, subjectId, note, changes, reason, device, location, createdAt }: AdapterActivity,
): StaffAction {
  return {
    ...{ id, action: type, actorId, userId: subjectId, reason: note, changes, error: reason },
    ...{ device: parseDeviceText(device), location, createdAt: createdAt.toISOString() },
  };
}
