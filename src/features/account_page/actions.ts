/**
 * `GET account`, `GET account/:tab` and `POST account`: the page on which users manage how they sign in and where they are signed in.
 * `GET account-data`: what it shows, for a page of the application.
 *
 * @module
 */

import { accountPage, tabsOf } from "./pages/account.ts";
import { SECURE } from "../../pages/account_tabs.ts";
import { dismissedBy } from "../../sign_in/dismissed.ts";
import { changeIn, sectionsOf } from "./sections.ts";
import { shownParts } from "./shown.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { proofForChange } from "../../sign_in/kept_change.ts";
import { pageBase } from "../../pages/base.ts";
import { localeOf } from "../../pages/locale.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { toAccountData } from "./data.ts";
import { readOverview } from "../../sign_in/ways/overview.ts";
import { wantedUrl, withParams } from "../../http/redirect.ts";
import type { Call } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { record } from "../../sign_in/hooks.ts";
import { shownFor } from "../../sign_in/shown_for.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl, toAddress, toPage } from "../../http/urls.ts";

/** Shows the page, or one of its tabs; leads to the sign-in page if no one is signed in. */
export async function showAccount(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  const tab = incoming.providerId ?? null;
  const sections = await sectionsOf(setup);
  const open = sections.find(({ pages = {} }) => Object.hasOwn(pages, tab ?? ""))?.pages?.[tab!];
  if (open) return await open(incoming, setup);
  if (setup.pages.account) {
    return { redirect: toPage("account", Object.fromEntries(query), incoming, setup) };
  }
  const owner = await readOverview(incoming, setup);
  const urlOf = (id: string) => toAddress(`${setup.basePath}/account${id && `/${id}`}`, {}, incoming);
  const accountUrl = urlOf(tab ?? "");
  if (!owner) return { redirect: toPage("signIn", { callbackUrl: accountUrl }, incoming, setup) };
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const base = await pageBase(incoming, setup);
  const shown = {
    ...base,
    data: await toAccountData(owner, { sections, messages: base.locale.messages, incoming }, setup),
    now: setup.platform.now(),
    csrfToken,
    shownFor: await shownFor(owner.userId, setup),
    action: endpointUrl("account", origin, setup),
    accountUrl,
    urlOf,
  };
  const parts = await shownParts(sections, shown, { owner, incoming }, setup);
  // It has no card for this user, or the application hides it.
  const tabs = [...tabsOf(parts), SECURE];
  if (tab !== null && !tabs.some(({ id, href }) => id === tab && href === undefined)) {
    return { redirect: urlOf("") };
  }
  const page = await accountPage({
    ...shown,
    tab,
    dismissed: await dismissedBy(owner.userId, incoming, setup),
    ...changeIn(query, shown.data, { setup, messages: base.locale.messages }),
    error: query.get("error"),
    signOutUrl: toPage("signOut", { callbackUrl: accountUrl }, incoming, setup),
    parts,
  });
  return toPageOutcome(page, cookies);
}

/**
 * Makes the change that `action` of the form names, and returns to the page: to `callbackUrl` of the form, else to the
 * account page. To remove a way to sign in, the session must be fresh; otherwise it leads to a proof first, and
 * keeps the form.
 */
export async function changeAccount(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, body } = incoming;
  const sections = await sectionsOf(setup);
  const [, form] =
    sections.flatMap(({ forms = {} }) => Object.entries(forms)).find(([name]) => name === body?.action) ?? [];
  if (form) return await form(incoming, setup);
  const changes = sections.flatMap(({ changes = {} }) => Object.entries(changes));
  // The page's own come first: no capability may take their names.
  const [name, change] = changes.find(([name]) => name === body?.action) ?? [];
  if (!name || !change) {
    const message = `Unknown action. Write ${changes.map(([name]) => name).join(", ")}`;
    return { status: 400, json: { message } };
  }
  const back = withoutMessages(
    await wantedUrl(incoming, setup) || toPage("account", {}, incoming, setup),
    origin,
  );
  const overview = await readOverview(incoming, setup);
  // The application's callbacks take their time: a session that has ended by now changes nothing.
  if (!overview || !await setup.sessions.isLive(incoming.cookies)) {
    return { redirect: toPage("signIn", { error: "SessionRequired", callbackUrl: back }, incoming, setup) };
  }
  const isRefused = change.needsFresh && !overview.isFresh;
  // It may be gone afterwards.
  const of = isRefused ? null : await change.of?.(overview, incoming, setup) ?? null;
  const result = isRefused ? "NotFresh" : await change.run(overview, incoming, setup);
  if (result === "NotFresh") {
    const { messages } = await localeOf(incoming, setup);
    const what = await change.what?.(overview, { incoming, messages }, setup);
    return await proofForChange(overview, { incoming, returnTo: back, path: "account", what }, setup);
  }
  if (typeof result === "string") {
    return { redirect: withParams(back, origin, { error: result }) };
  }
  if ("error" in result) {
    const { error, of, cookies } = result;
    return { redirect: withParams(back, origin, { error, of }), cookies };
  }
  if (change.past) await record({ type: name, userId: String(overview.userId), way: of }, incoming, setup);
  if ("answer" in result) return result.answer;
  return { redirect: withParams(back, origin, { done: change.done, of }), cookies: result };
}

/** The URL of a page without what it was told about a change before. */
function withoutMessages(page: string, origin: string): string {
  const url = new URL(page, origin);
  for (const name of ["done", "of", "error"]) url.searchParams.delete(name);
  return url.href;
}

/** Answers `AccountData`; 401 and `{ error: "SessionRequired" }` if no one is signed in. */
export async function accountData(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const overview = await readOverview(incoming, setup);
  if (!overview) return { status: 401, json: { error: "SessionRequired" } };
  const { messages } = await localeOf(incoming, setup);
  return {
    json: await toAccountData(overview, { sections: await sectionsOf(setup), messages, incoming }, setup),
  };
}

/** Reads the data for a page of the application. */
export const read: Call<Setup> = async (_params, visit) => {
  const { json, status, cookies = [] } = await visit.read("account-data", {});
  return status === 401 ? { lack: "session", cookies } : { value: json, cookies };
};
