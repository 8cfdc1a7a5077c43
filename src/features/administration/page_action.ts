/**
 * `GET admin`: the pages for staff, a list of users and a page about each.
 *
 * @module
 */

import { AccessDenied, UserChanged } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { isFromOtherSite } from "../../http/fetch_site.ts";
import { wantsData } from "../../http/incoming.ts";
import { SECOND_STEP_REQUIRED } from "../../http/second_step.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { readTyped } from "../../http/typed_fields.ts";
import { endpointUrl, toAddress, toPage } from "../../http/urls.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { wayNames } from "../../pages/way_name.ts";
import type { Setup } from "../../setup/setup.ts";
import { identifierKind } from "../../sign_in/identifiers.ts";
import { shownFor } from "../../sign_in/shown_for.ts";
import { allowedAmong } from "./allowed.ts";
import { toCsv } from "./csv.ts";
import { describe, findNamed, toNamed } from "./details.ts";
import { type AskedCall, guard, mayDo, type Staff } from "./guard.ts";
import { doorOf, helpUrl, typedFormOf } from "./page_door.ts";
import type { AdminPage } from "./pages/frame.ts";
import { cursorIn, listActions } from "./list_actions.ts";
import { listUsers } from "./list_users.ts";
import { logged } from "./log.ts";
import { ownFieldsOf, withShownFields } from "./own_fields.ts";
import { listPage, type Wanted } from "./pages/list.ts";
import { logPage, type ShownLog } from "./pages/log.ts";
import { refusedPage } from "./pages/refused.ts";
import { removalPage } from "./pages/removal.ts";
import { userPage } from "./pages/user.ts";
import { staffCards } from "./pages/cards.ts";
import { findUser, getUser } from "./users.ts";

export { changeAdmin } from "./page_change.ts";

/** Shows the list, or the user whom `user` names; as data to a script, and the list as a file with `as=csv`. */
export async function showAdmin(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { query } = incoming;
  const id = query.get("user");
  // A link on another site must not begin a download.
  const isFile = !id && query.get("as") === "csv" && !isFromOtherSite(incoming);
  if (setup.pages.admin && !isFile && !wantsData(incoming)) {
    return { redirect: toPage("admin", Object.fromEntries(query), incoming, setup) };
  }
  const isLog = query.get("view") === "log";
  const asked: AskedCall = isLog
    ? { name: "listActions", params: [logQueryOf(incoming)] }
    : id
    ? { name: "getUser", params: [id] }
    : { name: "listUsers", params: [] };
  const staff = await enter(asked, incoming, setup);
  if (!("actor" in staff)) return staff;
  if (isLog) return await showLog({ incoming, staff }, setup);
  if (id) return await showUser(id, { incoming, staff }, setup);
  return await (isFile ? sendFile : showList)({ incoming, staff }, setup);
}

/** A request of somebody who may see the page. */
interface Visit {
  readonly incoming: Incoming;
  readonly staff: Staff;
}

/** Lets somebody in who may call a function, or answers what they need for it. @throws {AccessDenied} if they may not. */
async function enter(asked: AskedCall, incoming: Incoming, setup: Setup): Promise<Staff | Outcome> {
  const isScript = wantsData(incoming);
  try {
    const guarded = await guard(asked, doorOf(incoming, setup), setup);
    const { lack } = guarded;
    if (!lack) return guarded.staff;
    if (!isScript) return { redirect: helpUrl(lack, pageUrlOf(incoming), incoming, setup) };
    return { status: 401, json: { error: lack === "session" ? "SessionRequired" : SECOND_STEP_REQUIRED } };
  } catch (error) {
    const isRefused = isA(error, AccessDenied);
    // A form before was refused as well.
    const isShown = incoming.query.get("error") === "AccessDenied" && !setup.pages.error;
    if (!isRefused || !isScript && !isShown) throw error;
    setup.logger.error(error);
    if (!isScript) return await showRefused(incoming, setup);
    return { status: 403, json: { error: "AccessDenied" } };
  }
}

/** Says that a form was refused, to who may see no page any more. */
async function showRefused(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const signinUrl = toPage("signIn", { callbackUrl: pageUrlOf(incoming) }, incoming, setup);
  return toPageOutcome(await refusedPage({ ...await pageBase(incoming, setup), signinUrl }));
}

/** The page of a request, without what it was told about a change before. */
function pageUrlOf({ url }: Incoming): string {
  const page = new URL(url);
  for (const name of ["done", "error"]) page.searchParams.delete(name);
  return page.href;
}

/** Which users the list is to have. */
function wantedOf({ query }: Incoming): Wanted {
  return { search: query.get("search") ?? "", ...query.get("banned") === "true" && { banned: true } };
}

async function showList({ incoming, staff }: Visit, setup: Setup): Promise<Outcome> {
  const { query } = incoming;
  const [wanted, after] = [wantedOf(incoming), query.get("after")];
  const { users, next } = await listUsers([{ ...wanted, after }], byOf(staff, setup));
  const may = await allowedAmong(["createUser", "listActions"], { staff, user: null }, setup);
  if (wantsData(incoming)) {
    return { json: { users: users.map((each) => withShownFields(each, setup)), next, may: [...may] } };
  }
  const { page, cookies } = await pageFor({ incoming, staff }, setup);
  const list = { users, ...wanted, after, next, may };
  return toPageOutcome(await listPage(page, list), cookies);
}

async function showUser(id: string, { incoming, staff }: Visit, setup: Setup): Promise<Outcome> {
  const found = await getUser([id], byOf(staff, setup));
  const isScript = wantsData(incoming);
  if (!found) {
    if (isScript) return { status: 404, json: { error: "NotFound" } };
    return { redirect: toPage("admin", { error: "NotFound" }, incoming, setup) };
  }
  const { page, cookies } = await pageFor({ incoming, staff }, setup);
  const { locale } = page;
  const described = await describe(found, { staff, incoming, locale }, setup);
  const { details } = described;
  if (isScript) return { json: withShownFields(details, setup) };
  if (incoming.query.get("confirm") === "removeUser" && details.may.includes("removeUser")) {
    return toPageOutcome(await removalPage(page, details), cookies);
  }
  const list = await allowedAmong(["listUsers"], { staff, user: null }, setup);
  const html = await userPage(page, {
    ...details,
    mayList: list.size > 0,
    isSelf: String(found.user.id) === String(staff.actor.id),
    bannedBy: await findNamed(found.ban?.bannedBy ?? null, setup),
    identifierKind: await identifierKind(locale.messages, setup),
    fields: ownFieldsOf(found.user, setup),
    providers: wayNames(setup, locale.messages),
    cards: await staffCards(page, described, incoming, setup),
    log: details.actions && await shownLog(details.actions, staff, setup),
  });
  return toPageOutcome(html, cookies);
}

/** Which part of the log the page is to have. */
function logQueryOf({ query }: Incoming) {
  return {
    userId: query.get("user") || null,
    actorId: query.get("actor") || null,
    after: cursorIn(query.get("after")),
  };
}

async function showLog({ incoming, staff }: Visit, setup: Setup): Promise<Outcome> {
  const query = logQueryOf(incoming);
  const listed = await listActions([query], byOf(staff, setup));
  if (wantsData(incoming)) return { json: listed };
  const { page, cookies } = await pageFor({ incoming, staff }, setup);
  const list = await allowedAmong(["listUsers"], { staff, user: null }, setup);
  const log = await shownLog(listed, staff, setup);
  return toPageOutcome(await logPage(page, log, { ...query, mayList: list.size > 0 }), cookies);
}

/** A part of the log, with the people whom it names. */
async function shownLog(
  { actions, next }: Omit<ShownLog, "people">,
  staff: Staff,
  setup: Setup,
): Promise<ShownLog> {
  const ids = [...new Set(actions.flatMap(({ actorId, userId }) => [actorId, userId]))];
  const found = await Promise.all(ids.map(async (id) => {
    const person = id === null ? null : await findUser(id, setup);
    const isSeen = person && await mayDo(staff, { action: "getUser", user: person }, setup);
    return isSeen ? [[id!, await toNamed(person, setup)] as const] : [];
  }));
  return { actions, next, people: new Map(found.flat()) };
}

async function sendFile({ incoming, staff }: Visit, setup: Setup): Promise<Outcome> {
  const mayGoOn = async () => {
    const { lack } = await guard({ name: "listUsers", params: [] }, doorOf(incoming, setup), setup);
    if (lack) throw new UserChanged("Cannot export the data: the session has ended in the meantime");
  };
  const by = { ...byOf(staff, setup), client: incoming };
  const stream = await logged(
    { action: "exportUsers", userId: null },
    { by },
    () => toCsv(wantedOf(incoming), mayGoOn, by),
  );
  const today = new Date(setup.platform.now()).toISOString().slice(0, 10);
  const headers = {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="users-${today}.csv"`,
  };
  return { stream, headers };
}

function byOf({ actor }: Staff, setup: Setup) {
  return { setup, actorId: String(actor.id) };
}

/** What each of these pages has, and the cookies to set. */
async function pageFor({ incoming, staff }: Visit, setup: Setup) {
  const { origin, query } = incoming;
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const listUrl = toPage("admin", {}, incoming, setup);
  const accountUrl = pageUrlOf(incoming);
  const error = query.get("error");
  // As the check of the form reads it.
  const userId = (await doorOf(incoming, setup).userId())!;
  const page: AdminPage = {
    ...await pageBase(incoming, setup),
    now: setup.platform.now(),
    csrfToken,
    shownFor: await shownFor(userId, setup),
    action: endpointUrl("admin", origin, setup),
    accountUrl,
    urlOf: () => accountUrl,
    listUrl,
    urlWith: (params) => toAddress(endpointUrl("admin", origin, setup), params, incoming),
    signOutUrl: toPage("signOut", { callbackUrl: listUrl }, incoming, setup),
    done: query.get("done"),
    error,
    // It lasts for five minutes, and must not come back with a later visit.
    typed: error === null ? {} : await readTyped(typedFormOf(String(staff.actor.id)), incoming, setup) ?? {},
  };
  return { page, cookies };
}
