/**
 * What staff has done: a page, and a card on the page about a user.
 *
 * @module
 */

import { type Html, markup, type Part } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { dated, devicePicture, listRow, part, pill, rowList } from "../../../pages/account_parts.ts";
import { exactText } from "../../../pages/date_text.ts";
import { deviceName } from "../../../pages/device_name.ts";
import { linkTarget } from "../../../pages/layout.ts";
import { drawSign } from "../../../pages/mark.ts";
import { addressBeside, shownName } from "../../../pages/person.ts";
import type { Page } from "../../../pages/types.ts";
import { onOneLine } from "../../../values/printable_name.ts";
import type { NamedPerson } from "../details.ts";
import type { LoggedAction, StaffAction } from "../log_types.ts";
import { type AdminPage, adminPage, link, nameOf } from "./frame.ts";

/** A part of the log, as a page shows it. */
export interface ShownLog {
  /** What was done. */
  readonly actions: readonly StaffAction[];
  /** Where the next part begins; `null`: there is none. */
  readonly next: string | null;
  /** Those whom it names and who are still there, by their ids. */
  readonly people: ReadonlyMap<string, NamedPerson>;
}

/** What a log is about. */
export interface LogQuery {
  /** Id of whom it is about; `null`: anyone. */
  readonly userId: string | null;
  /** Id of whom it was done by; `null`: anyone. */
  readonly actorId: string | null;
}

/** The sign of a program: a path of an SVG, like those of the account page. */
const PROGRAM =
  "M5 4.75h14a1.5 1.5 0 0 1 1.5 1.5v11.5a1.5 1.5 0 0 1-1.5 1.5H5a1.5 1.5 0 0 1-1.5-1.5V6.25A1.5 1.5 0 0 1 5 4.75ZM7.5 9l3 3-3 3M12.5 15h4";

/** The page. @param after Where the part begins; `null`: at the beginning. @param mayList Whether it leads back to the list. */
export async function logPage(
  page: AdminPage,
  log: ShownLog,
  { userId, actorId, after, mayList }: LogQuery & {
    readonly after: string | null;
    readonly mayList: boolean;
  },
): Promise<Page> {
  const { administration: messages } = page.locale.messages;
  const wanted = { view: "log", user: userId, actor: actorId };
  const named = [userId, actorId].flatMap((id) => id === null ? [] : personIn(id, log, page).text);
  const links = [
    (userId !== null || actorId !== null || after !== null) &&
    link({ view: "log" }, messages.log.heading, page),
    log.next !== null && link({ ...wanted, after: log.next }, messages.next, page),
  ].filter((each) => each !== false);
  return await adminPage(page, {
    heading: messages.log.heading,
    isBelow: mayList,
    body: markup`<section class="card" aria-label="${messages.log.heading}">${
      named.length > 0 && markup`<p class="text"><bdi>${named.join(" – ")}</bdi></p>`
    }${
      log.actions.length > 0
        ? markup`<ul class="rows">${
          log.actions.map((action) => row(action, log, page, userId !== null))
        }</ul>`
        : markup`<p class="text">${after === null ? messages.log.none : messages.log.noMore}</p>`
    }${links.length > 0 && markup`<div class="pages">${links}</div>`}</section>`,
    images: [],
  });
}

/** The card on the page about a user; `null` if nothing was done, or that is not shown. */
export function logCard(userId: string, log: ShownLog | null, page: AdminPage): Html | null {
  const { account, administration: messages } = page.locale.messages;
  if (!log?.actions.length) return null;
  const more = log.next !== null && link({ view: "log", user: userId, after: log.next }, messages.next, page);
  return part({ id: "log", heading: messages.log.heading }, [
    rowList(log.actions.map((action) => row(action, log, page, true)), account.showAll),
    more && markup`<div class="pages">${more}</div>`,
  ]);
}

function row(action: StaffAction, log: ShownLog, page: AdminPage, isOfUser: boolean): Html {
  const { administration: { log: words }, general } = page.locale.messages;
  const { actorId, userId, reason, error, device, location, createdAt } = action;
  return listRow(whatOf(action, page), {
    picture: actorId === null ? drawSign(PROGRAM) : devicePicture(device),
    state: error !== null && pill(error === "Unfinished" ? words.unfinished : words.failed, "warn"),
    details: [
      !isOfUser && userId && personIn(userId, log, page).to({ user: userId }),
      reason !== null && markup`<q><bdi>${onOneLine(reason)}</bdi></q>`,
      ...changesOf(action, page),
      actorId === null
        ? words.byProgram
        : markup`${
          fill(words.by, { name: personIn(actorId, log, page).to({ view: "log", actor: actorId }) })
        }`,
      dated("{date}", createdAt, page),
      device && deviceName(device, general),
      location,
    ],
  });
}

/** What was done. A later version may know more. */
function whatOf({ action }: StaffAction, { locale: { messages } }: AdminPage): string {
  const past: Readonly<Record<LoggedAction, string>> = messages.administration.log.past;
  return Object.hasOwn(past, action) ? past[action as LoggedAction] : action;
}

/** The fields that were changed. Of a ban, and of acting, that is when it ends. */
function changesOf({ action, changes }: StaffAction, page: AdminPage): readonly Part[] {
  return Object.entries(changes ?? {}).flatMap(([field, values]) => {
    if ((action === "banUser" || action === "actAs") && field === "until") {
      return values ? endOf(values[1], page) : [];
    }
    const [before, after] = (values ?? []).map(valueText);
    if (before !== after) return markup`<bdi>${`${field}: ${before} → ${after}`}</bdi>`;
    // The log keeps no personal data, and nothing long.
    return before === undefined || before === NOTHING ? markup`<bdi>${field}</bdi>` : [];
  });
}

function endOf(until: unknown, page: AdminPage): Part {
  const { bannedUntil, forGood } = page.locale.messages.administration;
  return typeof until === "string" ? dated(bannedUntil, until, page, exactText) : forGood;
}

/** In place of a value that is none, or isn't kept. */
const NOTHING = "–";

function valueText(value: unknown): string {
  if (value === null) return NOTHING;
  return onOneLine(typeof value === "string" ? value : JSON.stringify(value));
}

/** What tells a person from another one: anyone may take the name of another one, but no address and no user name. */
function besideOf({ user, identifier }: NamedPerson, id: string): string | null {
  const isUnique = shownName(user) === null ? identifier !== null : shownName(user) === user.email;
  return addressBeside(user) ?? (isUnique ? null : id);
}

/** A person by their name, or their id if they are gone. */
function personIn(id: string, { people }: ShownLog, page: AdminPage) {
  const person = people.get(id);
  const beside = person && besideOf(person, id);
  const text = person ? [nameOf(person, page), beside].filter(Boolean).join(" · ") : id;
  // Who is gone has no page, but a log.
  const to = (params: Readonly<Record<string, string>>) => {
    const url = page.urlWith(person ? params : { ...params, view: "log" });
    return markup`<a href="${linkTarget(url, page.origin)}"><bdi>${text}</bdi></a>`;
  };
  return { text, to };
}
