/**
 * `GET account` and `POST account`: the page on which users manage how they sign in and where they are signed in.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import { requestedUrl, returnUrl, withParams } from "../http/redirect.ts";
import type { Incoming, Outcome, SetCookie } from "../http/types.ts";
import { requestedLocales } from "../http/ui_locales.ts";
import { endpointUrl, toPage } from "../http/urls.ts";
import { addableProviders } from "../manage/addable.ts";
import {
  type ChangeContext,
  type ChangeRefusal,
  endListedSession,
  endOtherSessions,
  removeWay,
  renamePasskey,
} from "../manage/changes.ts";
import { type Overview, readOverview, toAccountData } from "../manage/overview.ts";
import { accountPage } from "../pages/account.ts";
import type { AccountData } from "../pages/account_data.ts";
import { localeOf } from "../pages/locale.ts";
import { toPageOutcome } from "../pages/outcome.ts";
import type { PageForm, PasskeyForm } from "../pages/types.ts";
import { accountSection } from "../sign_in/hooks.ts";
import { proofUrl } from "../sign_in/freshness.ts";
import { shownFor } from "../sign_in/shown_for.ts";
import { methodOf } from "../sign_in/methods.ts";
import { signOut } from "./signout.ts";

/** Shows the page; leads to the sign-in page if no one is signed in. */
export async function showAccount(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  if (setup.pages.account) {
    return { redirect: toPage("account", Object.fromEntries(query), incoming, setup) };
  }
  const overview = await readOverview(incoming, setup);
  const accountUrl = toPage("account", {}, incoming, setup);
  if (!overview) return { redirect: signInAgainUrl(accountUrl, null, { incoming, setup }) };
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const locale = await localeOf(incoming, setup);
  const data = await toAccountData(overview, { messages: locale.messages, incoming }, setup);
  const shown = {
    theme: setup.theme,
    origin,
    locale,
    providers: await accountForms(data, origin, setup),
    now: setup.platform.now(),
    csrfToken,
    shownFor: await shownFor(overview.userId, setup),
    locales: requestedLocales(incoming),
    action: endpointUrl("account", origin, setup),
    accountUrl,
    signOutUrl: toPage("signOut", { callbackUrl: accountUrl }, incoming, setup),
    addUrl: canAdd(overview, setup)
      ? signInAgainUrl(accountUrl, null, { incoming, setup, link: true })
      : null,
    passwordUrl: toPage("password", { callbackUrl: accountUrl }, incoming, setup),
  };
  const section = await accountSection(setup);
  const { secondFactor } = data;
  const page = await accountPage({
    ...shown,
    data,
    secondFactor: section && secondFactor &&
      await section.toPart(secondFactor, { page: shown, userId: overview.userId }, setup),
    passkey: await passkeyFormOf(origin, setup),
    proofUrl: overview.canBecomeFresh ? proofUrl(overview, { incoming, returnTo: accountUrl }, setup) : null,
    done: query.get("done"),
    error: query.get("error"),
  });
  return toPageOutcome(page, cookies);
}

/**
 * Makes the change that `action` of the form names, and returns to the page: to `callbackUrl` of the form, else to the
 * account page. To remove a way to sign in, the session must be fresh; otherwise it leads to the sign-in page first.
 */
export async function changeAccount(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, body } = incoming;
  const change = typeof body?.action === "string" ? CHANGES.get(body.action) : undefined;
  if (!change) {
    const message = `Unknown action: write one of ${[...CHANGES.keys()].join(", ")}.`;
    return { status: 400, json: { message } };
  }
  const back = requestedUrl(incoming) === null
    ? toPage("account", {}, incoming, setup)
    : await returnUrl(incoming, setup);
  const overview = await readOverview(incoming, setup);
  if (!overview) return { redirect: signInAgainUrl(back, "SessionRequired", { incoming, setup }) };
  if (change.needsFresh && !overview.isFresh) {
    return { redirect: proofUrl(overview, { incoming, returnTo: back }, setup) };
  }
  const result = await change.run(overview, { incoming, setup });
  if (result.type === "answered") return result.outcome;
  const params = result.type === "made"
    ? { done: change.done, error: null }
    : { done: null, error: result.error };
  return {
    redirect: withParams(back, origin, params),
    ...(result.type === "made" && { cookies: result.cookies }),
  };
}

/** A change that a form can ask for. */
interface AccountChange {
  /** Value of `done` in the URL of the page afterwards. */
  readonly done: string;
  /** Whether it needs a fresh session. */
  readonly needsFresh: boolean;
  /** Makes the change. */
  run(
    overview: Overview,
    context: ChangeContext,
  ): Promise<ChangeResult>;
}

/** The result of a change: it was made, or refused, or has answered the request itself. */
type ChangeResult =
  | { readonly type: "made"; readonly cookies: readonly SetCookie[] }
  | { readonly type: "refused"; readonly error: ChangeRefusal }
  | { readonly type: "answered"; readonly outcome: Outcome };

/** By the value of `action`. */
const CHANGES: ReadonlyMap<string, AccountChange> = new Map(Object.entries<AccountChange>({
  remove: {
    done: "removed",
    needsFresh: true,
    run: async (overview, context) =>
      toChangeResult(await removeWay(context.incoming.body?.id, overview, context)),
  },
  rename: {
    done: "renamed",
    needsFresh: false,
    async run(overview, { incoming: { body }, setup }) {
      const { id, name } = body ?? {};
      // An empty text removes the name. Anything else than text must not.
      if (typeof name !== "string") return { type: "answered", outcome: NAME_IS_NOT_TEXT };
      return toChangeResult(await renamePasskey({ id, name }, overview, setup));
    },
  },
  // A user who suspects that a session was stolen must not have to sign in first.
  "sign-out": {
    done: "signed-out",
    needsFresh: false,
    async run(overview, { incoming, setup }) {
      const ended = await endListedSession(incoming.body?.id, overview, setup);
      return ended === "current"
        ? { type: "answered", outcome: await signOut(incoming, setup) }
        : toChangeResult(ended);
    },
  },
  "sign-out-others": {
    done: "signed-out-others",
    needsFresh: false,
    run: async (overview, context) => toChangeResult(await endOtherSessions(overview, context)),
  },
}));

/** @param result `null`, or cookies to set, if the change was made; else the reason. */
function toChangeResult(result: ChangeRefusal | readonly SetCookie[] | null): ChangeResult {
  return typeof result === "string"
    ? { type: "refused", error: result }
    : { type: "made", cookies: result ?? [] };
}

const NAME_IS_NOT_TEXT: Outcome = {
  status: 400,
  json: { message: "Nothing was renamed: write `name` as text. An empty text removes the name." },
};

function signInAgainUrl(
  callbackUrl: string,
  error: string | null,
  { incoming, setup, link = false }: {
    readonly incoming: Incoming;
    readonly setup: Setup;
    readonly link?: boolean;
  },
): string {
  return toPage("signIn", { link: link ? "true" : null, callbackUrl, error }, incoming, setup);
}

/** Whether the sign-in page has something to add. Passkeys are added on the account page itself. */
function canAdd({ user }: Overview, setup: Setup): boolean {
  return addableProviders(user, setup).some(({ type }) => type !== "webauthn");
}

/** The forms of the providers of accounts, each once. A provider that the config does not have any more has none. */
async function accountForms(
  { accounts }: AccountData,
  origin: string,
  setup: Setup,
): Promise<readonly PageForm[]> {
  const ids = [...new Set(accounts?.map(({ provider }) => provider))];
  const providers = ids.flatMap((id) => setup.providers.get(id) ?? []);
  return await Promise.all(providers.map(async (provider) => {
    const { form } = await methodOf(provider);
    return await form(provider, origin, setup);
  }));
}

/** The form of the first provider of passkeys; `null` without one. */
async function passkeyFormOf(origin: string, setup: Setup): Promise<PasskeyForm | null> {
  const provider = [...setup.providers.values()].find(({ type }) => type === "webauthn");
  if (!provider) return null;
  const { form } = await methodOf(provider);
  const page = await form(provider, origin, setup);
  return page.form === "passkey" ? page : null;
}
