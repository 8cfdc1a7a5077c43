/**
 * The sections that every account page has: ways to sign in, and sessions.
 *
 * @module
 */

import { DISMISSAL } from "./dismissed.ts";
import { sessionsPart } from "./pages/sessions.ts";
import { waysPart } from "./pages/ways.ts";
import type { AccountData } from "../../shapes/account.ts";
import type { AccountSection } from "../../setup/account_section.ts";
import { addableProviders } from "../../sign_in/ways/addable.ts";
import { endListedSession, endOtherSessions, removeWay, renamePasskey } from "./changes.ts";
import { isOn, proofUrl } from "../../sign_in/freshness.ts";
import { FEATURES } from "../../shapes/lists.ts";
import { accountSections } from "../../sign_in/hooks.ts";
import { methodOf } from "../../sign_in/methods.ts";
import { nameWay, readAccounts, readListedSessions, readPasskeys } from "./data.ts";
import { findById } from "./ids.ts";
import type { Incoming } from "../../http/types.ts";
import type { Way } from "../../sign_in/ways/ways.ts";
import { fillText } from "../../messages/fill.ts";
import type { Messages } from "../../messages/types.ts";
import { wayName, wayNames } from "../../pages/way_name.ts";
import type { Overview } from "../../sign_in/ways/overview.ts";
import type { Setup, SetupProvider } from "../../setup/setup.ts";
import { signOut } from "../../sign_in/sign_out.ts";
import type { Outcome } from "../../http/types.ts";
import type { PageForm, PasskeyForm } from "../../pages/types.ts";
import { toPage } from "../../http/urls.ts";
import { withParams } from "../../http/redirect.ts";

/** The ways to sign in, passkeys among them, with the rows of other sections. */
const WAYS: AccountSection<Setup, Overview> = {
  name: "ways",
  signalled: ["removed", "renamed"],
  read: async (...given) => ({ ...await readAccounts(...given), ...await readPasskeys(...given) }),
  async toPart(page, request, setup) {
    const { accountUrl: callbackUrl, data, origin } = page;
    const { owner, incoming } = request;
    const addable = addableProviders(owner.user, setup);
    // It leads here after a cancel, too: see `changeIn()`.
    const returnTo = withParams(callbackUrl, origin, {
      done: "added",
      before: [...waysIn(data).keys()].join("."),
    });
    const rows = (await accountSections(setup)).map(({ toRow }) => toRow?.(page, request, setup) ?? []);
    return waysPart(page, {
      providers: await accountForms(data, origin, setup),
      canAdd: addable.length > 0,
      addUrl: addable.every(isPasskey)
        ? null
        : toPage("signIn", { link: "true", callbackUrl: returnTo }, incoming, setup),
      rows: (await Promise.all(rows)).flat(),
      // A user with a second factor is asked for that, and does not sign in again.
      needsFresh: !owner.isFresh && !owner.factors.some(isOn),
      passkey: await passkeyFormOf(page.origin, setup),
      signals: await signalsOf(request, setup),
      proofUrl: owner.canBecomeFresh ? proofUrl(owner, { incoming, returnTo: callbackUrl }, setup) : null,
    });
  },
  changes: {
    // Of a passkey, too.
    remove: {
      done: "removed",
      needsFresh: true,
      of: providerOf,
      async what(overview, { incoming, messages }, setup) {
        const id = await providerOf(overview, incoming, setup) ?? "";
        const provider = setup.providers.get(id);
        const name = provider ? wayName(provider, setup, messages) : id;
        return fillText(messages.account.removeNamed, { name });
      },
      run: removeWay,
    },
    rename: {
      done: "renamed",
      needsFresh: false,
      of: (_overview, { body }) => Promise.resolve(typeof body?.id === "string" ? body.id : undefined),
      async run(overview, { body }, setup) {
        const { id, name } = body ?? {};
        // An empty text removes the name. Anything else than text must not.
        if (typeof name !== "string") return { answer: NAME_IS_NOT_TEXT };
        return await renamePasskey({ id, name }, overview, setup) ?? [];
      },
    },
  },
};

const NAME_IS_NOT_TEXT: Outcome = {
  status: 400,
  json: { message: "Nothing was renamed: write `name` as text. Empty text removes it." },
};

/** The sessions. A user who suspects that one was stolen must not have to sign in first. */
const SESSIONS: AccountSection<Setup, Overview> = {
  name: "sessions",
  read: (overview, _request, setup) => readListedSessions(overview, setup),
  toPart(page, _request, setup) {
    const { messages } = page.locale;
    return Promise.resolve(sessionsPart(page, wayNames(setup, messages)));
  },
  changes: {
    "sign-out": {
      done: "signed-out",
      what: (_overview, { messages }) => Promise.resolve(messages.account.endSession),
      past: ({ account }) => account.ended,
      needsFresh: false,
      async run(overview, incoming, setup) {
        const ended = await endListedSession(incoming.body?.id, overview, setup);
        return ended === "current" ? { answer: await signOut(incoming, setup) } : ended ?? [];
      },
    },
    "sign-out-others": {
      done: "signed-out-others",
      needsFresh: false,
      what: (_overview, { messages }) => Promise.resolve(messages.account.endOthers),
      past: ({ account }) => account.endedOthers,
      run: endOtherSessions,
    },
  },
};

/** All sections of a config, in the order of the page. */
export async function sectionsOf(setup: Setup): Promise<readonly AccountSection<Setup, Overview>[]> {
  const rank = (section: AccountSection<Setup>) => FEATURES.indexOf(section.name);
  const others = (await accountSections(setup)).toSorted((one, other) => rank(one) - rank(other));
  const at = (wanted?: "first" | "late" | "last") => others.filter(({ place }) => place === wanted);
  return [...at("first"), WAYS, ...at(), SESSIONS, ...at("late"), ...at("last"), DISMISSAL];
}

/** The provider of a way that the user has: of a passkey, too. */
async function providerOf(
  { userId, ways }: Overview,
  { body }: Incoming,
  { secrets }: Setup,
): Promise<string | undefined> {
  const way = await findById<Way>(body?.id, ways?.list ?? [], { named: nameWay(userId), secrets });
  return way?.account.provider;
}

/** The ways to sign in, but those of other sections, by a text that is short enough for a URL. */
function waysIn({ mail, accounts, passkeys }: AccountData): ReadonlyMap<string, string | null> {
  const ways = [...mail ? [{ id: "mail", name: mail.name }] : [], ...accounts ?? [], ...passkeys ?? []];
  return new Map(ways.map(({ id, name }) => [id.slice(0, 6), name]));
}

/** What was changed before, and its name, where the page has it. */
export function changeIn(
  query: URLSearchParams,
  data: AccountData,
  context: { readonly setup: Setup; readonly messages: Messages },
): { readonly done: string | null; readonly changed: string | null } {
  const done = query.get("done");
  const before = query.get("before");
  if (done !== "added" || before === null) {
    return { done, changed: changedName(query.get("of"), data, context) };
  }
  const added = [...waysIn(data)].find(([id]) => !before.split(".").includes(id));
  return added ? { done, changed: added[1] } : { done: null, changed: null };
}

/** The name of what was changed: of a passkey of the user, or of a provider. What is in the URL is never shown. */
function changedName(
  of: string | null,
  { passkeys }: AccountData,
  { setup, messages }: { readonly setup: Setup; readonly messages: Messages },
): string | null {
  const passkey = passkeys?.find(({ id }) => id === of);
  if (passkey) return passkey.name;
  const provider = setup.providers.get(of ?? "");
  return provider ? wayName(provider, setup, messages) : null;
}

/** Passkeys are added on the account page itself, other ways on the sign-in page. */
function isPasskey({ type }: SetupProvider): boolean {
  return type === "webauthn";
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

/** The signals for passkey managers, after a change that they should hear of. */
async function signalsOf(
  { owner, incoming }: { readonly owner: Overview; readonly incoming: Incoming },
  setup: Setup,
): Promise<readonly object[]> {
  const done = incoming.query.get("done") ?? "";
  const sections = [WAYS, ...await accountSections(setup)];
  if (!sections.some(({ signalled }) => signalled?.includes(done))) return [];
  const asked = [...setup.providers.values()].filter(isPasskey).map(async (provider) => {
    const { signals } = await methodOf(provider);
    return await signals?.(owner, incoming, provider, setup) ?? [];
  });
  return (await Promise.all(asked)).flat();
}

/** The form of the first provider of passkeys; `null` without one. */
async function passkeyFormOf(origin: string, setup: Setup): Promise<PasskeyForm | null> {
  const provider = [...setup.providers.values()].find(isPasskey);
  if (!provider) return null;
  const { form } = await methodOf(provider);
  const page = await form(provider, origin, setup);
  return page.form === "passkey" ? page : null;
}
