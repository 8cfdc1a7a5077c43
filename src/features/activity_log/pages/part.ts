/**
 * The card of the account page with the activities of its user.
 *
 * @module
 */

import type { Device } from "../../../values/device.ts";
import { dated, devicePicture, listRow, part, pill, rowList } from "../../../pages/account_parts.ts";
import { DEVICES } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../../pages/account_types.ts";
import { fillText } from "../../../messages/fill.ts";
import type { Html, Part } from "../../../markup/html.ts";

/** An activity, as the page shows it. */
export interface ShownActivity {
  /** What has happened. */
  readonly text: string;
  /** What was wrong, if a sign-in has failed by it. */
  readonly wrong: string | null;
  /** Whether a sign-in has failed. */
  readonly isFailure: boolean;
  /** How often it has happened. */
  readonly count: number;
  /** The device; `null` if unknown. */
  readonly device: Device | null;
  /** What it was about, and where: what is empty is left out. */
  readonly details: readonly Part[];
  /** When, as an ISO 8601 date-time. */
  readonly createdAt: string;
}

/** The part about activities; none without one. */
export function activityPart(page: SectionPage, activities: readonly ShownActivity[]): AccountPart {
  const { account, activity } = page.locale.messages;
  if (activities.length === 0) return {};
  const html = part({
    id: "activity",
    heading: activity.heading,
  }, [rowList(activities.map((each) => row(each, page)), account.showAll)]);
  return { cards: [{ tab: DEVICES, html }] };
}

function row(
  { text, wrong, isFailure, count, device, details, createdAt }: ShownActivity,
  page: SectionPage,
): Html {
  const { times } = page.locale.messages.activity;
  return listRow(text, {
    picture: devicePicture(device),
    state: isFailure && pill(wrong ?? text, "warn"),
    details: [
      dated("{date}", createdAt, page),
      ...details,
      count > 1 && fillText(times, { count: String(count) }),
    ],
  });
}
