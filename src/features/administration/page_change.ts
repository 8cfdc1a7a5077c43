/**
 * `POST admin`: what a form of the pages for staff asks for. Each is one of the functions, with the same rules.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AccessDenied, AuthError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { isFromScript } from "../../http/incoming.ts";
import { wantedUrl, withParams } from "../../http/redirect.ts";
import { keepTyped } from "../../http/typed_fields.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl, toAddress, toPage } from "../../http/urls.ts";
import type { AdministrationMessages } from "../../messages/administration_types.ts";
import type { Messages } from "../../messages/types.ts";
import { localeOf } from "../../pages/locale.ts";
import { shownName } from "../../pages/person.ts";
import type { Setup } from "../../setup/setup.ts";
import { proofForChange } from "../../sign_in/kept_change.ts";
import { LONGEST_NAME } from "../../shapes/lengths.ts";
import { onOneLine } from "../../values/printable_name.ts";
import { isStorable } from "../../values/storable.ts";
import type { PageAction } from "./allowed.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { beginActing } from "./acting.ts";
import { findBan } from "./ban.ts";
import { toNamed } from "./details.ts";
import { guard } from "./guard.ts";
import { LONGEST_REASON } from "./log.ts";
import { operate } from "./operations.ts";
import { doorOf, helpUrl, typedFormOf } from "./page_door.ts";
import { findUser } from "./users.ts";

/** The fields of a form, as a browser or a script has sent them. */
type Fields = Readonly<Record<string, unknown>>;

/** What a form does. */
interface Form {
  /** The parameters of the function; a text is the reason why there are none, as `error` in the URL of the page. */
  readonly params: (fields: Fields, now: number) => readonly unknown[] | string;
  /** The text of its button. */
  readonly what: (messages: Messages) => string;
  /** The fields that are kept with a mistake. Default: none. */
  readonly kept?: readonly string[];
  /** What was not found if the function returns `false` or `null`. Default: what it is about. */
  readonly missing?: string;
  /** Returns what another person has done since the page was shown, if that matters. */
  readonly obstacle?: (user: AdapterUser, fields: Fields, setup: Setup) => Promise<string | null>;
}

const ofUser: Form["params"] = ({ user }) => [user];

/** The user, and why. */
const ofUserFor: Form["params"] = ({ user, reason = "" }) =>
  isReason(reason) ? [user, { reason }] : "InvalidReason";

function named(
  name: Exclude<keyof AdministrationMessages, "done" | "errors" | "acting" | "log">,
): Form["what"] {
  return ({ administration }) => administration[name];
}

/** The forms, by the functions that they call. */
const FORMS: Readonly<Record<PageAction, Form>> = {
  createUser: {
    what: named("create"),
    kept: ["email", "name"],
    missing: "AddressTaken",
    params: ({ email, name }) => isName(name) ? [{ email, name: toName(name) }] : "InvalidName",
  },
  updateUser: {
    what: ({ account }) => account.save,
    kept: ["user", "name"],
    // A form without the field leaves it as it is.
    params: ({ user, name }) =>
      isName(name) ? [user, typeof name === "string" ? { name: toName(name) } : {}] : "InvalidName",
  },
  banUser: {
    what: named("ban"),
    kept: ["user", "length", "until", "reason"],
    params: banIn,
    // A form that changes a ban names it.
    async obstacle({ id }, { ban = "" }, setup) {
      const shown = (await findBan(String(id), setup))?.bannedAt.toISOString() ?? "";
      if (shown === ban) return null;
      return shown ? "AlreadyBanned" : "NotBanned";
    },
  },
  unbanUser: { what: named("unban"), missing: "NotBanned", params: ofUserFor },
  endSession: { what: ({ account }) => account.endSession, params: ({ user, session }) => [user, session] },
  endSessions: { what: named("endAll"), params: ofUserFor },
  removeUser: { what: named("remove"), params: ofUserFor },
  actAs: {
    what: ({ administration }) => administration.acting.act,
    params: ({ user, reason }) => isReason(reason) && reason.trim() ? [user, { reason }] : "InvalidReason",
  },
  resetSecondFactor: { what: named("reset"), params: ofUserFor },
  sendPasswordReset: { what: named("sendReset"), missing: "NotSent", params: ofUser },
};

/** How much of a reason the page shows that sends a form again, in characters. */
const SHOWN_REASON = 200;

/** What `action` of a form may be. */
export const PAGE_ACTIONS: readonly string[] = Object.keys(FORMS);

/**
 * Does what `action` of the form names, and returns to the page: to `callbackUrl` of the form, else to that of the user. Where the
 * session is too old, it leads to a proof first, and keeps the form.
 */
export async function changeAdmin(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, body = {} } = incoming;
  const name = body.action as PageAction;
  if (typeof name !== "string" || !Object.hasOwn(FORMS, name)) {
    return {
      status: 400,
      json: { message: `Unknown action. Write ${PAGE_ACTIONS.join(", ")}` },
    };
  }
  const form = FORMS[name];
  const user = typeof body.user === "string" && body.user !== "" && name !== "removeUser" ? body.user : null;
  const back = withoutMessages(
    await wantedUrl(incoming, setup) || toPage("admin", { user }, incoming, setup),
    origin,
  );
  const door = doorOf(incoming, setup);
  const guarded = await guard({ name, params: [body.user] }, door, setup).catch((error) => {
    if (!isA(error, AccessDenied) || isFromScript(incoming)) throw error;
    setup.logger.error(error);
    return null;
  });
  // The role was lost since the page was shown: it says so, or that it is shown no more.
  if (!guarded) return { redirect: withParams(back, origin, { error: "AccessDenied" }) };
  const { lack } = guarded;
  const about = await findUser(body.user, setup);
  if (lack === "age") {
    const { messages } = await localeOf(incoming, setup);
    // The page that sends the form again says about whom it is, and why.
    const whom = about && ` \u2013 \u2068${await whomOf(about, setup)}\u2069`;
    const reason = typeof body.reason === "string"
      ? [...onOneLine(body.reason)].slice(0, SHOWN_REASON).join("")
      : "";
    const asked = { userId: (await door.userId())!, factors: guarded.staff.freshness.factors };
    const what = form.what(messages) + (whom ?? "") + (reason && `: \u2068${reason}\u2069`);
    return await proofForChange(asked, { incoming, returnTo: back, path: "admin", what }, setup);
  }
  if (lack) return { redirect: helpUrl(lack, back, incoming, setup) };
  const actorId = String(guarded.staff.actor.id);
  const refuse = async (error: string): Promise<Outcome> => ({
    redirect: withParams(back, origin, { error }),
    ...form.kept && { cookies: await keepTyped(form.kept, typedFormOf(actorId), incoming, setup) },
  });
  const params = form.params(body, setup.platform.now());
  const obstacle = about && await form.obstacle?.(about, body, setup) || null;
  const error = typeof params === "string" ? params : obstacle;
  if (error !== null) return await refuse(error);
  // The config may leave its origin to the request, and emails need one.
  const by = { setup: { ...setup, origin }, actorId, client: incoming };
  let cookies: readonly SetCookie[] | null = null;
  const result = await run(async () => {
    if (name !== "actAs") return await operate(name, params as readonly unknown[], by);
    const visit = { staff: guarded.staff, ...incoming };
    cookies = await beginActing(params as readonly unknown[], visit, setup);
    return cookies !== null;
  }, setup);
  if (typeof result === "string") return await refuse(result);
  if (!result) return await refuse(form.missing ?? "NotFound");
  // It says where to stop, and leads on to the application.
  if (cookies) {
    const home = { callbackUrl: setup.home ?? origin };
    return { redirect: toAddress(endpointUrl("acting", origin, setup), home, incoming), cookies };
  }
  const page = name === "createUser"
    ? toPage("admin", { user: String((result as AdapterUser).id) }, incoming, setup)
    : back;
  return { redirect: withParams(page, origin, { done: name }) };
}

/** What pages call a user: their id, where they have nothing else. */
async function whomOf(user: AdapterUser, setup: Setup): Promise<string> {
  const { identifier } = await toNamed(user, setup);
  return shownName(user) ?? identifier ?? String(user.id);
}

/** The errors that the page has words for. */
const SHOWN: readonly string[] = ["AccessDenied", "InvalidEmail", "EmailSignInError", "RateLimited"];

/** Calls a function. Returns a text if it has failed in a way that the page has words for. */
async function run<T>(work: () => Promise<T>, { logger }: Setup): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!isA(error, AuthError) || !SHOWN.includes(error.type)) throw error;
    logger.error(error);
    return error.type;
  }
}

/** The name that was typed; `null` for none. */
function toName(typed: unknown): string | null {
  return typeof typed === "string" && typed.trim() || null;
}

/** Whether a name is short enough. */
function isName(typed: unknown): boolean {
  return (toName(typed)?.length ?? 0) <= LONGEST_NAME;
}

/** A day, in milliseconds. */
const DAY = 86_400_000;

/** How long a ban lasts, by the value of `length`; empty: for good. Anything else: until the date that is typed, for good without one. */
const LENGTHS: Readonly<Record<string, number>> = { day: DAY, week: 7 * DAY };

/** The parameters of a ban. */
function banIn({ user, reason, length, until }: Fields, now: number): readonly unknown[] | string {
  const why = typeof reason === "string" ? reason.trim() : "";
  const lasts = typeof length === "string" && Object.hasOwn(LENGTHS, length) ? LENGTHS[length]! : null;
  if (lasts !== null) return toBan(user, why, new Date(now + lasts));
  const typed = typeof until === "string" ? until.trim() : "";
  if (length === "" || (!typed && length !== "date")) return toBan(user, why, null);
  const end = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(typed) ? new Date(typed) : new Date(NaN);
  return end.getTime() > now ? toBan(user, why, end) : "InvalidBan";
}

function toBan(user: unknown, reason: string, until: Date | null): readonly unknown[] | string {
  return isReason(reason) ? [user, { reason: reason || null, until }] : "InvalidBan";
}

function isReason(reason: unknown): reason is string {
  return typeof reason === "string" && reason.length <= LONGEST_REASON && isStorable(reason);
}

/** The URL of a page without what it was told about a change before. */
function withoutMessages(page: string, origin: string): string {
  const url = new URL(page, origin);
  for (const name of ["done", "error"]) url.searchParams.delete(name);
  return url.href;
}
