/**
 * `GET signin`, `signout`, `taken-over` and `kept-form`: the built-in pages, or the application's own.
 *
 * @module
 */

import { isAddable } from "../../sign_in/ways/addable.ts";
import { toHex } from "../../crypto/bytes.ts";
import { schemeOf, valuesOf } from "../../http/cookies.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { currentSession, currentUser, storedUser } from "../../session/current.ts";
import { freshnessOf, proofUrl } from "../../sign_in/freshness.ts";
import { AdapterError, type AuthError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { isNavigation } from "../../http/incoming.ts";
import { asksToLink, ONLY, OWN } from "../../http/link_request.ts";
import { localeOf } from "../../pages/locale.ts";
import { capabilityOf } from "../../sign_in/capability.ts";
import { methodOf } from "../../sign_in/methods.ts";
import { consumeFailedForm } from "../../sign_in/failed_form.ts";
import { offeredForms } from "../../sign_in/offered_forms.ts";
import { findPassingUser } from "../../sign_in/passing_user.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { signInPageUrl } from "../../sign_in/page_url.ts";
import { isReturnable, returnUrl, withParams } from "../../http/redirect.ts";
import type { Setup, SetupProvider } from "../../setup/setup.ts";
import { shownFor } from "../../sign_in/shown_for.ts";
import { findOffer, type Offer, providerIn } from "./sign_in_offer.ts";
import { signInPage, type SignInTemplate, toSignInTemplate, withQuery } from "../../pages/signin.ts";
import { signOutPage } from "../../pages/signout.ts";
import { takenOverPage } from "../../pages/taken_over.ts";
import type { Incoming, Only, Outcome } from "../../http/types.ts";
import type { Locale } from "../../messages/types.ts";
import { defined } from "../../values/defined.ts";
import type { Session, ThemeLinks, User } from "../../values/types.ts";
import { requestedLocales, UI_LOCALES } from "../../http/ui_locales.ts";
import { endpointUrl, type PageName, pageUrl, toAddress, toPage } from "../../http/urls.ts";
import { wayName } from "../../pages/way_name.ts";

export { showKeptForm } from "./kept_form.ts";

/**
 * Shows the ways to sign in, or to add.
 *
 * @throws {UserNotStored} if nothing can be added, because the database never had the user.
 * @throws {AdapterError} if the database fails while a user wants to add one: what they have is not known.
 */
export async function showSignIn(received: Incoming, setup: Setup): Promise<Outcome> {
  // Who has not signed up has nothing to prove, and nothing to add to.
  const passing = await findPassingUser(received, setup).catch(noneIfAway);
  const incoming = passing?.asVisitor(received) ?? received;
  const { origin, query } = incoming;
  const error = query.get("error");
  const link = asksToLink(incoming);
  const proofUrl = link && await proofUrlFor(incoming, setup);
  if (proofUrl) return { redirect: proofUrl };
  if (setup.pages.signIn) {
    const page = await signInPageUrl(incoming, setup, error);
    const given = ["code", "ways", "provider", ONLY].map((name) => [name, query.get(name)]);
    return { redirect: withParams(page, origin, Object.fromEntries(given)) };
  }
  // `SessionRequired` says where the user comes from: nothing has failed.
  const isFailure = error !== null && error !== "SessionRequired";
  const begun = isFailure || link ? null : await skipPage(incoming, setup);
  if (begun) return begun;
  // The page is shown while the database fails, too, and to a user whom it never had: but not to add a way to sign in.
  const offering = findOffer(incoming, setup);
  const offer = await (link ? offering : offering.catch(() => null));
  const { token, cookies } = await issueCsrfToken(incoming, setup);
  const locale = await localeOf(incoming, setup);
  const { form, consumed } = await consumeFailedForm(incoming, setup);
  const template = await signInTemplateOf({ origin, locale, offer }, setup);
  const wanted = providerIn(incoming, setup);
  const page = signInPage(template, {
    csrfToken: token,
    shownFor: link ? await userNamed(incoming, setup) : undefined,
    callbackUrl: await returnUrl(incoming, setup),
    error,
    email: offer ? offer.email : query.get("email"),
    failedForm: error === null || offer ? null : form,
    last: valuesOf(incoming.cookies, setup.cookies.lastUsed.name).find((id) => setup.providers.has(id)) ??
      null,
    ways: providersOf(query.get("ways"), setup).map((each) => wayName(each, setup, locale.messages)),
    current: await findShownUser(null, incoming, setup).catch(noneIfAway),
    link,
    only: onlyOf(offer, wanted),
    provider: wanted && wayName(wanted, setup, locale.messages),
    locales: requestedLocales(incoming),
  }, origin);
  return toPageOutcome(page, [...cookies, ...consumed]);
}

/** No one, while the database is away. @throws {AuthError} whatever else it was. */
function noneIfAway(error: unknown): null {
  if (isA(error, AdapterError)) return null;
  throw error;
}

/** Begins the sign-in in the place of the page, as `signInPage` says; `null` if the page is shown. */
async function skipPage(incoming: Incoming, setup: Setup): Promise<Outcome | null> {
  const [provider, other] = setup.providers.values();
  // Scripts and prefetches ask for no sign-in.
  const isWanted = setup.signInPage && isNavigation(incoming) && !incoming.headers.get("sec-purpose");
  if (!isWanted || !provider || other || capabilityOf(provider)?.type !== "oauth") return null;
  // If the database fails (`undefined`), no one can sign in: the visitor gets the page.
  if (await findShownUser(null, incoming, setup).catch(() => undefined) !== null) return null;
  // A link of another site must choose neither an account there nor a customer's identity provider.
  const kept = [...incoming.query].filter(([name]) => name === "callbackUrl" || name === UI_LOCALES);
  const { start } = await methodOf(provider);
  try {
    return await start!({ ...incoming, query: new URLSearchParams(kept) }, provider, setup);
  } catch (failed) {
    setup.logger.error(failed as Error);
    return { redirect: await signInPageUrl(incoming, setup, (failed as AuthError).type ?? "ServerError") };
  }
}

/** Which providers the page offers, if not all. */
function onlyOf(offer: Offer | null, wanted: SetupProvider | null): Only | undefined {
  if (offer?.purpose === "prove") return OWN;
  return offer?.providers.length === 1 && offer.providers[0] === wanted ? "one" : undefined;
}

/** Names the user who adds a way to sign in; `undefined` if none is signed in. */
async function userNamed(incoming: Incoming, setup: Setup): Promise<string | undefined> {
  const session = await currentSession(incoming, setup);
  return session?.userId ? await shownFor(session.userId, setup) : undefined;
}

/**
 * The URL of the sign-in page where a user in an old session signs in again, before they add a way to sign in; `null` if
 * they need not. From there they return to this page. `askToLink()` leads there too, after the provider.
 *
 * @throws {UserNotStored} if nothing can be added, because the database never had the user.
 * @throws {AdapterError} if the database fails.
 */
async function proofUrlFor(incoming: Incoming, setup: Setup): Promise<string | null> {
  const session = setup.store && await storedUser(incoming, setup);
  const freshness = session && await freshnessOf(session, setup);
  if (!freshness?.canBecomeFresh) return null;
  const provider = incoming.query.get("provider");
  const here = (callbackUrl: string | null) =>
    toPage("signIn", { link: "true", provider, callbackUrl }, incoming, setup);
  const whole = here(await returnUrl(incoming, setup));
  // Rather the page that the user wants now than the one that they want afterwards.
  const callbackUrl = isReturnable(whole) ? whole : here(null);
  return proofUrl(freshness, { incoming, returnTo: callbackUrl }, setup);
}

/** Asks whether to sign out. */
export async function showSignOut(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin } = incoming;
  if (setup.pages.signOut) return { redirect: toPage("signOut", {}, incoming, setup) };
  const { token, cookies } = await issueCsrfToken(incoming, setup);
  const stayUrl = await returnUrl(incoming, setup);
  const signoutUrl = endpointUrl("signout", origin, setup);
  const page = await signOutPage({
    ...await pageBase(incoming, setup),
    csrfToken: token,
    // The account page would lead to the sign-in page without a word. This one says that the user is signed out.
    callbackUrl: isAccountPage(stayUrl, origin, setup) ? toAddress(signoutUrl, {}, incoming) : stayUrl,
    stayUrl,
    // A session without a user can be ended. While the database fails, there may be a session.
    current: await findShownUser({}, incoming, setup).catch(() => ({})),
    signinUrl: toPage("signIn", {}, incoming, setup),
    signoutUrl,
  });
  return toPageOutcome(page, cookies);
}

/** @param url Absolute. Without the page, the path is the application's. */
function isAccountPage(url: string, origin: string, setup: Setup): boolean {
  if (setup.off?.has("account")) return false;
  const [account] = pageUrl("account", { origin }, setup).split(/[?#]/);
  const [path] = url.split(/[?#]/);
  return path === account || !setup.pages.account && path!.startsWith(`${account}/`);
}

/** Says what a takeover has removed. */
export async function showTakenOver(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { query } = incoming;
  if (setup.pages.takenOver) {
    return { redirect: toPage("takenOver", Object.fromEntries(query), incoming, setup) };
  }
  const callbackUrl = await returnUrl(incoming, setup);
  const base = await pageBase(incoming, setup);
  const providers = providersOf(query.get("removed"), setup);
  const forms = await offeredForms(providers, base, setup);
  const removed = providers.map((provider, index) => ({
    form: forms[index]!,
    url: setUpAgainUrl(provider, { callbackUrl, incoming }, setup),
  }));
  return toPageOutcome(await takenOverPage({ ...base, removed, callbackUrl }));
}

/** Sign-in pages by place and language, the oldest first. */
const templates = new WeakMap<Setup, ReadonlyMap<string, SignInTemplate>>();

/** How many pages of a setup are kept. Clients choose the language, and a host with odd characters. */
const MAX_TEMPLATES = 32;

/** An origin that needs no escapes in a document, nor in a policy. */
const UNESCAPED_ORIGIN = /^https?:\/\/[\w.:-]+$/;

/**
 * The sign-in page of an origin in a language, without what differs between visitors. Where clients choose the host, one
 * page is made for all hosts, with a random name in place of the host, which no visitor can know.
 */
async function signInTemplateOf(
  { origin, locale, offer }: {
    readonly origin: string;
    readonly locale: Locale;
    readonly offer: Offer | null;
  },
  setup: Setup,
): Promise<SignInTemplate> {
  const isOwn = setup.origin !== undefined || !UNESCAPED_ORIGIN.test(origin);
  const offered = offer?.providers ?? [...setup.providers.values()];
  const ids = offer ? [offer.purpose, ...offered.map(({ id }) => id)] : [];
  const key = [locale.language, isOwn ? origin : schemeOf(origin), ...ids].join(" ");
  const known = templates.get(setup)?.get(key);
  if (known) return known;
  const place = isOwn ? origin : `${schemeOf(origin)}://${toHex(setup.platform.random(16))}.invalid`;
  const providers = await offeredForms(offered, { origin: place, locale }, setup);
  const isAdding = offer?.purpose === "add" || offer?.purpose === "connect";
  const links = linksOf((page) => withQuery(pageUrl(page, { origin: place }, setup)), setup);
  const template = await toSignInTemplate({
    theme: setup.theme,
    origin: place,
    home: setup.home,
    locale,
    providers,
    isAdding,
    isKnown: offer !== null,
    links,
    // A page of the library creates accounts in all ways.
    signsUp: setup.signsUp &&
      (!links.signUp || Boolean(setup.pages.signUp ?? setup.theme.links?.signUp)),
  });
  // Few users need this template: it must not displace those of all visitors.
  if (offer && offer.purpose !== "add") return template;
  const others = [...templates.get(setup) ?? []].filter(([each]) => each !== key);
  templates.set(setup, new Map([...others.slice(1 - MAX_TEMPLATES), [key, template]]));
  return template;
}

/** The links of the theme, and for those that it lacks, the pages that capabilities bring. */
function linksOf<T>(
  toUrl: (page: PageName) => T,
  { capabilities, signsUp, theme }: Setup,
): { readonly [name in keyof ThemeLinks]?: T | string } {
  const pages = [...capabilities].flatMap(({ links = [] }) => links).filter((page) =>
    page !== "signUp" || signsUp
  );
  return { ...Object.fromEntries(pages.map((page) => [page, toUrl(page)])), ...defined(theme.links) };
}

/** Where a user returns to from a page, and the request that leads there. */
interface ReturnPlace {
  readonly callbackUrl: string;
  readonly incoming: Incoming;
}

/** Where a link of the theme leads; `null` if neither the application nor a capability has such a page. */
export function linkUrl(
  name: keyof ThemeLinks,
  { callbackUrl, incoming }: ReturnPlace,
  setup: Setup,
): string | null {
  return linksOf((page) => toPage(page, { callbackUrl }, incoming, setup), setup)[name] ?? null;
}

/** The URL of the page where a way to sign in can be set up once more; `null` if there is none. */
function setUpAgainUrl(
  provider: SetupProvider,
  place: ReturnPlace,
  setup: Setup,
): string | null {
  const { guess } = capabilityOf(provider) ?? {};
  if (guess) return linkUrl(guess.link, place, setup);
  if (!setup.store || !isAddable(provider)) return null;
  return toPage("signIn", { link: "true", callbackUrl: place.callbackUrl }, place.incoming, setup);
}

/** The providers whose ids a query lists. The rest of its text is never shown. */
function providersOf(ids: string | null, { providers }: Setup): readonly SetupProvider[] {
  return [...new Set(ids?.split(","))].flatMap((id) => providers.get(id) ?? []);
}

/**
 * The user whom a page names: the stored one, for whom its forms act, also where `callbacks.session` shows another one. Without
 * a name or an address there, that of the session. `null` without a session.
 *
 * @param none What a session without a user gives.
 * @throws {AdapterError} if the database fails.
 */
async function findShownUser(none: User | null, incoming: Incoming, setup: Setup): Promise<User | null> {
  const read = await currentSession(incoming, setup);
  const session = read?.session as Partial<Session> | null | undefined;
  // One that the application holds back, or whose callback fails, is a session without a user.
  if (!session) return read && read.token !== null ? none : null;
  // The page to which a session without an id would go on leads back here.
  if (!read?.userId && !none) return null;
  const user = (await currentUser(incoming, setup))?.user;
  return user?.name || user?.email ? user : session.user ?? none;
}
