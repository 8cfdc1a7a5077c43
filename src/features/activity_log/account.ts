/**
 * The section of the account page about activities.
 *
 * @module
 */

import type { AdapterSession } from "../../adapters/contract/types.ts";
import { parseDeviceText } from "../../http/device.ts";
import type { Messages } from "../../messages/types.ts";
import { fillText } from "../../messages/fill.ts";
import { appName } from "../../pages/layout.ts";
import { deviceName } from "../../pages/device_name.ts";
import type { SectionPage } from "../../pages/account_types.ts";
import { wayName } from "../../pages/way_name.ts";
import type {
  AccountOwner,
  AccountSection,
  MailSubjects,
  TellingSection,
} from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Activity } from "../../shapes/activity_log.ts";
import { onOneLine } from "../../values/printable_name.ts";
import { activitiesOf } from "./list.ts";
import { activityPart, type ShownActivity } from "./pages/part.ts";
import { wrongIn } from "./reasons.ts";

/** How many are read for a page, and how many of them it lists; and how many failures it lists beside them. */
const [READ, LISTED, FAILED] = [100, 50, 20];

/** The types that begin a session, or give it another beginning. */
const BEGINNINGS: ReadonlySet<string> = new Set(["signIn", "stepUp"]);

const toPart: NonNullable<AccountSection<Setup>["toPart"]> = async (page, { sections }, setup) => {
  const { data: { activities = [] }, locale: { messages } } = page;
  const texts = await textsOf(page, sections, setup);
  return activityPart(page, activities.map((activity) => toShown(activity, { texts, messages, setup })));
};

/** The section. */
export const ACTIVITY_SECTION: AccountSection<Setup> = {
  name: "activityLog",
  async read(owner, _request, setup) {
    const failed = await orNone(
      activitiesOf(String(owner.userId), { limit: FAILED, failed: true }, setup),
      setup,
    );
    const listed = [...(await recent(owner, setup)).slice(0, LISTED), ...failed];
    return { activities: listed.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)) };
  },
  place: "late",
  toPart,
  toStaffCard: async (...given) => (await toPart(...given)).cards?.[0]?.html ?? null,
  async beginnings(sessions, owner, setup) {
    const known = (await recent(owner, setup)).filter(({ type }) => BEGINNINGS.has(type));
    return sessions.map((session) => known.find(beganWith(session)) ?? null);
  },
};

/** Those of a user whose page is shown: its parts share them. */
const reading = new WeakMap<AccountOwner, Promise<readonly Activity[]>>();

function recent(owner: AccountOwner, setup: Setup): Promise<readonly Activity[]> {
  const found = reading.get(owner) ??
    orNone(activitiesOf(String(owner.userId), { limit: READ }, setup), setup);
  reading.set(owner, found);
  return found;
}

/** What is read; nothing if that fails, which the log says: a user must find how to sign a thief out. */
async function orNone(
  reading: Promise<readonly Activity[]>,
  { logger }: Setup,
): Promise<readonly Activity[]> {
  try {
    return await reading;
  } catch (error) {
    logger.error(error as Error);
    return [];
  }
}

/** Whether a session began with an activity. A session that was raised or linked has its times to the second. */
function beganWith({ createdAt, device }: AdapterSession): (activity: Activity) => boolean {
  const second = Math.floor(Number(createdAt) / 1000);
  const { browser, system } = parseDeviceText(device) ?? {};
  return (activity) =>
    Math.floor(Date.parse(activity.createdAt) / 1000) === second &&
    activity.device?.browser === browser && activity.device?.system === system;
}

/** The sentence for each type that a part of the library can say something about. */
async function textsOf(
  page: SectionPage,
  sections: readonly TellingSection<Setup>[],
  setup: Setup,
): Promise<ReadonlyMap<string, string>> {
  const { locale, locale: { messages } } = page;
  const app = appName(page);
  const own: readonly MailSubjects[] = await Promise.all(
    sections.map(({ mails }) => mails?.(locale, setup) ?? {}),
  );
  const subjects = [messages.securityMails, ...own].flatMap((each) => Object.entries(each));
  const past = sections.flatMap(({ changes = {} }) =>
    Object.entries(changes).map(([type, { past }]) => [type, past?.(messages) ?? ""] as const)
  );
  const { signIn, stepUp, failed } = messages.activity;
  return new Map([
    ...subjects.map(([type, { subject }]) => [type, fillText(subject, { app })] as const),
    ...past,
    ...Object.entries(messages.activity.past),
    ["signIn", signIn],
    ["stepUp", stepUp],
    ["signInFailure", failed],
    // Without the feature, a program in English has no words for it.
    [
      "acting",
      fillText((messages.administration as Messages["administration"] | undefined)?.acting.past ?? "", {
        app,
      }),
    ],
  ]);
}

function toShown(
  { type, way, reason, device, location, count, createdAt }: Activity,
  { texts, messages, setup }: {
    readonly texts: ReadonlyMap<string, string>;
    readonly messages: Messages;
    readonly setup: Setup;
  },
): ShownActivity {
  const { activity: words, general } = messages;
  const provider = setup.providers.get(way ?? "");
  const wrong = wrongIn(reason);
  return {
    // Of a feature that the config has no more.
    text: texts.get(type) || words.other,
    wrong: wrong && words.wrong[wrong],
    isFailure: reason !== null,
    count,
    device,
    details: [
      device && deviceName(device, general),
      location,
      provider ? wayName(provider, setup, messages) : way && onOneLine(way),
    ],
    createdAt,
  };
}
