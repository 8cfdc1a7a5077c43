/**
 * The section of the account page about the address, and the pages behind the emails about it.
 *
 * @module
 */

import { issueCsrfToken } from "../../http/csrf.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { keepTyped, readTyped } from "../../http/typed_fields.ts";
import { endpointUrl, toPage } from "../../http/urls.ts";
import { PROFILE, SECURITY } from "../../pages/account_tabs.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import type { AccountSection } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import { proofUrl } from "../../sign_in/freshness.ts";
import { type Overview, readOverview } from "../../sign_in/ways/overview.ts";
import { askForChange, changeAddress, isCurrent } from "./change.ts";
import { emailPart, INVALID, SENT } from "./pages/card.ts";
import { emailPage, type EmailPageState } from "./pages/email.ts";
import { type Confirmation, openLink, pageOf, type Undoing } from "./token.ts";
import { rulesOf } from "./rules.ts";
import { undo, undoStateOf } from "./undo.ts";

/** The section. */
export const EMAIL_SECTION: AccountSection<Setup> = {
  name: "emailChange",
  place: "first",
  signalled: ["email-changed"],
  async toPart(page, { owner: { userId, user }, incoming: { query, cookies } }, setup) {
    rulesOf(setup);
    const isWrong = query.get("error") === INVALID;
    const outcome = isWrong ? INVALID : query.get("done");
    // It lasts for five minutes, and must not come back with a later visit.
    const typed = outcome === INVALID || outcome === SENT
      ? await readTyped(formOf(userId, outcome), { cookies }, setup)
      : null;
    const tab = setup.tabs?.has(PROFILE.id) ? PROFILE : SECURITY;
    return emailPart(page, { email: user?.email ?? null, typed: typed?.email ?? null, isWrong, tab });
  },
  mails: ({ messages }) => Promise.resolve(messages.emailChangeMails),
  changes: {
    "change-email": {
      done: SENT,
      needsFresh: true,
      what: (_owner, { messages }) => Promise.resolve(messages.emailChange.changeHeading),
      async run(owner, incoming, setup) {
        const error = await askForChange(owner, incoming, setup);
        if (error === "TooManyEmails") return error;
        // The page shows which address it was: it may have been mistyped.
        const form = formOf(owner.userId, error ?? SENT);
        const cookies = await keepTyped(["email"], form, incoming, setup);
        return error === null ? cookies : { error, of: "email", cookies };
      },
    },
  },
  pages: { "email-change": showLink },
  forms: { "confirm-email": answerLink, "restore-email": answerLink },
};

/** The form, as it is kept for what the page says of it: an address to which nothing was sent must not stand there as if it was. */
const formOf = (userId: string, outcome: typeof SENT | typeof INVALID) =>
  ({ userId, purpose: outcome === SENT ? "email change sent" : "email change form" }) as const;

/** Shows what the link of an email does. */
async function showLink(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const token = incoming.query.get("token");
  const named = await openLink(token, setup);
  if (named?.kind === "undo") {
    const { state } = await undoStateOf(named, setup);
    const states = { possible: "undo", done: "undone", over: "over" } as const;
    return await show({ state: states[state], email: named.from, token }, incoming, setup);
  }
  if (!named || !token) return await show({ state: "over", email: "", token }, incoming, setup);
  const held = await holderOf(named, token, incoming, setup);
  if ("redirect" in held) return held;
  return await show({ state: held.isCurrent ? "confirm" : "over", email: named.to, token }, incoming, setup);
}

/** Does what the button of that page says. */
async function answerLink(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { token, action } = incoming.body ?? {};
  const named = await openLink(token, setup);
  const over = () => show({ state: "over", email: "", token: null }, incoming, setup);
  if (named?.kind === "undo" && action === "restore-email") {
    return await restore(named, String(token), incoming, setup);
  }
  if (named?.kind !== "confirm" || action !== "confirm-email") return await over();
  const held = await holderOf(named, String(token), incoming, setup);
  if ("redirect" in held) return held;
  if (!held.isCurrent) return await over();
  const result = await changeAddress(named, held.owner.user!, incoming, setup);
  if (result === "over") return await over();
  if (result === "EmailInUse") return { redirect: toPage("account", { error: result }, incoming, setup) };
  return { redirect: toPage("account", { done: "email-changed" }, incoming, setup), cookies: result };
}

async function restore(named: Undoing, token: string, incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { state, user } = await undoStateOf(named, setup);
  if (state === "possible") await undo(named, user!, incoming, setup);
  return { redirect: pageOf(token, incoming, setup) };
}

/**
 * The user who has asked for the address, in a fresh session: whoever else gets the email, because the address was mistyped, must not
 * get the account.
 */
async function holderOf(
  named: Confirmation,
  token: string,
  incoming: Incoming,
  setup: Setup,
): Promise<{ readonly redirect: string } | { readonly owner: Overview; readonly isCurrent: boolean }> {
  const owner = await readOverview(incoming, setup);
  const returnTo = pageOf(token, incoming, setup);
  if (!owner || String(owner.userId) !== named.userId) {
    return {
      redirect: toPage("signIn", { error: "SessionRequired", callbackUrl: returnTo }, incoming, setup),
    };
  }
  if (!owner.isFresh) return { redirect: proofUrl(owner, { incoming, returnTo }, setup) };
  return { owner, isCurrent: await isCurrent(named, owner.user, setup) };
}

async function show(
  shown: { readonly state: EmailPageState; readonly email: string; readonly token: string | null },
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome> {
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const page = await emailPage({
    ...await pageBase(incoming, setup),
    ...shown,
    action: endpointUrl("account", incoming.origin, setup),
    csrfToken,
    accountUrl: toPage("account", {}, incoming, setup),
    signInUrl: toPage("signIn", {}, incoming, setup),
  });
  return toPageOutcome(page, cookies);
}
