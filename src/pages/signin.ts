/**
 * The page where users choose how to sign in.
 *
 * @module
 */

import { UI_LOCALES } from "../http/ui_locales.ts";
import { fill, fillText } from "../messages/fill.ts";
import type { AlertMessage, Locale } from "../messages/types.ts";
import type { User } from "../values/types.ts";
import { hole, type Html, markup, type Part, Template } from "../markup/html.ts";
import {
  appName,
  fields,
  homeLink,
  linkTarget,
  readableHost,
  scriptIn,
  textLink,
  toDocument,
} from "./layout.ts";
import { logosOf, tilesOf } from "./mark.ts";
import { alert, alertMessage } from "./alert.ts";
import { type Choice, choiceList, choicesOf } from "./signin/choices.ts";
import type { BrandedTheme } from "./content.ts";
import { OWN } from "../http/link_request.ts";
import { shownName } from "./person.ts";
import type { FieldForms, FormsLook, Page, PageBase, PageForm, SignInVisit } from "./types.ts";

/** The sign-in page of an origin: all that is the same for every visitor. */
export interface SignInTemplate extends Omit<SignInBase, "providers" | "isAdding"> {
  /** Whether the page adds a way to sign in. */
  readonly isAdding: boolean;
  /** Value of `Content-Security-Policy`. */
  readonly policy: string;
  /** Changes the document of a theme with code, once its holes are filled in. */
  readonly finish?: ((document: Html) => Html) | undefined;
  /** The forms with fields; `null` if there are none. */
  readonly forms: FieldForms | null;
  /** The buttons that lead to providers. */
  readonly choices: readonly Choice[];
  /** The list of them, if none is marked. */
  readonly choicesHtml: Part;
  /** The document. */
  readonly document: Template<string>;
  /** The document for most visitors, of whom nothing is known. */
  readonly plain: Template<"fields" | "query" | "host">;
}

/** The sign-in page, as far as it is the same for every visitor. */
interface SignInBase extends PageBase {
  /** In the order of the config. */
  readonly providers: readonly PageForm[];
  /** Whether the visitor is signed in, and adds one of the providers to their account. Default `false`. */
  readonly isAdding?: boolean;
  /** Whether the visitor is signed in, and is offered what concerns them: they are not new here. Default: `isAdding`. */
  readonly isKnown?: boolean;
  /** Links of the theme, and of capabilities. Default: none. */
  readonly links?: FormsLook["links"];
  /** Whether new users sign up here with a passkey. Default `true`. */
  readonly signsUp?: boolean;
}

/** Makes the page: the form for the address, passkeys, forms of other kinds, and buttons that lead to providers. */
export async function toSignInTemplate(page: SignInBase): Promise<SignInTemplate> {
  const { origin, locale, providers, links = {}, isAdding = false, isKnown = isAdding, signsUp = true } =
    page;
  const messages = locale.messages.signIn;
  const withFields = providers.filter(({ layOut }) => layOut);
  const buttons = providers.filter(({ layOut }) => !layOut);
  const forms = withFields[0]?.layOut?.(withFields, { messages, links, isAdding, signsUp }) ?? null;
  const { list, html } = choicesOf(buttons, origin, messages);
  const passkey = providers.find((form) => form.form === "passkey");
  const asked = buttons.find((form) => form.part)?.part?.html;
  const parts = { ...forms?.parts, providers: list.length > 0 && choiceForm(list, asked) };
  const { order = ["address", "passkey", "providers"] }: BrandedTheme = page.theme;
  const groups = order.filter((name) => parts[name]);
  const { document, policy, finish } = await toDocument(page, {
    title: hole("title"),
    heading: hole("heading"),
    lead: hole("purpose"),
    body: markup`${hole("current")}${hole("alert")}
${
      groups.length
        ? groups.map((name, at) => [
          at > 0 && name !== "passkey" && separator(messages.or),
          parts[name],
        ])
        : isAdding
        ? markup`<p class="text">${messages.nothingToAdd}</p>`
        : alert(messages.noProvider)
    }
${
      links.signUp && !isKnown &&
      markup`<p class="note aside">${messages.newHere} <a href="${links.signUp}">${messages.register}</a></p>`
    }${hole("wayOut")}`,
    tiles: tilesOf(buttons),
    images: logosOf(buttons, origin),
    script: passkey && scriptIn(locale, passkey.script),
    formParts: providers.flatMap(({ part }) => part ?? []),
  });
  const template = {
    ...page,
    isAdding,
    policy,
    finish,
    forms,
    choices: list,
    choicesHtml: html,
    document: new Template(document),
  };
  const plain = fillTemplate(template, PLAIN, { fields: hole("fields"), query: hole("query") });
  return { ...template, plain: new Template(plain, { host: readableHost(origin) }) };
}

/** The URL of a page that returns to where this one does. */
export function withQuery(url: string): Html {
  return markup`${url}${url.includes("?") ? "&" : "?"}${hole("query")}`;
}

/**
 * Shows the page to a visitor.
 *
 * @param origin Origin of the page, if the template was made for a placeholder of the same scheme. It needs no escapes.
 */
export function signInPage(template: SignInTemplate, visit: SignInVisit, origin = template.origin): Page {
  const { locale: { language }, policy, plain } = template;
  const { error, email, failedForm, last, current } = visit;
  const isPlain = !error && !email && failedForm === null && last === null && current === null;
  const host = readableHost(origin);
  const move = (text: string) =>
    origin === template.origin ? text : text.replaceAll(readableHost(template.origin), host);
  const html = isPlain
    ? plain.fill({ ...partsOf(visit), host }).toString()
    : move(fillTemplate(template, visit, partsOf(visit)).toString());
  return { status: 200, html, policy: move(policy), language };
}

/** What each visit has: the hidden fields of the forms, and the query of links to other forms. */
function partsOf(visit: SignInVisit): { readonly fields: Html; readonly query: string } {
  const { callbackUrl, locales } = visit;
  const query = new URLSearchParams({ callbackUrl, ...(locales && { [UI_LOCALES]: locales }) });
  return { fields: fields(visit), query: query.toString() };
}

/** A visit without the values of hidden fields. */
type VisitFacts = Omit<SignInVisit, "csrfToken" | "callbackUrl" | "locales">;

/** The visit of most users: nothing is known of them. */
const PLAIN: VisitFacts = {
  error: null,
  email: null,
  failedForm: null,
  last: null,
  ways: [],
  current: null,
  link: false,
};

function fillTemplate(
  template: Omit<SignInTemplate, "plain">,
  visit: VisitFacts & Partial<Pick<SignInVisit, "callbackUrl">>,
  parts: Readonly<Record<"fields" | "query", Part>>,
): Html {
  const { locale, document, forms, choices, choicesHtml, theme, isAdding } = template;
  const { current, error, callbackUrl = "" } = visit;
  const { signIn, general } = locale.messages;
  const message = error ? alertOf(error, visit, locale) : null;
  // The mark "last used" is for a sign-in, and not for a way that a user adds.
  const last = isAdding ? null : visit.last;
  const title = headingOf(template, theme.name);
  const isMarked = choices.some(({ id }) => id === last);
  const filled = document.fill({
    title: error ? fill(general.errorTitle, { title }) : title,
    heading: headingOf(template, theme.name && markup`<span class="name">${theme.name}</span>`),
    purpose: applicationLine(template),
    current: current && signedInAs(current, { ...visit, callbackUrl }, template),
    ...parts,
    choices: isMarked ? choiceList(choices, last, signIn) : choicesHtml,
    wayOut: wayOut(template, visit),
    // A visitor who has something to read first keeps the focus at the top.
    first: !current && !error && markup` data-first`,
    ...forms?.partsOf({ ...visit, last }, message) ?? { alert: message && alert(message) },
  });
  return template.finish?.(filled) ?? filled;
}

/**
 * The link for a user who does not want what the page asks for. It leads to the application: the page that they wanted would
 * send them back here. One who may go on as they are has a button for that.
 */
function wayOut(page: Base, visit: VisitFacts & { callbackUrl?: string }): Part {
  const { current, callbackUrl = "" } = visit;
  if (page.isAdding) return textLink(callbackUrl, page.locale.messages.link.cancel, page);
  return !current || asksCurrent(visit) ? homeLink(page) : null;
}

/** Whether the user who is signed in has to sign in again, or to connect a provider again. */
function asksCurrent({ error, only }: Pick<SignInVisit, "error" | "only">): boolean {
  return error === "SessionNotFresh" || only === OWN || isToReconnect({ error, only });
}

/** Whether the application needs a provider to be connected again; also after a failure. */
function isToReconnect({ error, only }: Pick<SignInVisit, "error" | "only">): boolean {
  return error === "ReconnectRequired" || only === "one";
}

type Base = Pick<SignInTemplate, "theme" | "origin" | "home" | "locale" | "isAdding">;

/** The heading, with the name of the application as text or as an element. */
function headingOf({ isAdding, locale }: Base, name: Part): Part {
  const { signIn } = locale.messages;
  if (isAdding) return signIn.headingToAdd;
  return name ? fill(signIn.headingNamed, { app: name }) : signIn.heading;
}

/** The application: by its host, unless the heading has its name. */
function applicationLine(page: Base): Part {
  const { signIn } = page.locale.messages;
  if (page.isAdding) return paragraph(fill(signIn.purposeToAdd, { app: markup`<b>${appName(page)}</b>` }));
  return page.theme.name
    ? null
    : paragraph(fill(signIn.purpose, { app: markup`<b>${readableHost(page.origin)}</b>` }));
}

/**
 * Says who is signed in, so that users do not sign in with another account by mistake. One who has to sign in again cannot
 * go on as they are: the page that they want would send them back here.
 */
function signedInAs(
  current: User,
  { callbackUrl, ...visit }: Pick<SignInVisit, "callbackUrl" | "error" | "only">,
  page: Base & Pick<SignInTemplate, "forms" | "choices">,
): Html {
  const person = shownName(current);
  const { signIn: messages, link: { switch: proceed }, general } = page.locale.messages;
  const who = person
    ? fill(messages.current, { person: markup`<b>${person}</b>` })
    : messages.currentNameless;
  // Japanese and Chinese have none between two sentences.
  const blank = messages.current.endsWith("。") ? "" : " ";
  if (page.isAdding) {
    return markup`<p class="notice">${who}${blank}${
      (page.forms || page.choices.length > 0) && messages.adding
    }</p>
`;
  }
  const isToProve = visit.error === "SessionNotFresh";
  if (asksCurrent(visit)) {
    // After a failure, the message is about that.
    const reason = !isToProve && visit.only === OWN && page.locale.messages.signInErrors.SessionNotFresh.what;
    return markup`<p class="notice">${who}${reason && blank + reason}</p>
`;
  }
  // Not to a user who has just chosen another account, and must choose their own.
  return markup`<div class="notice"><p>${who}${visit.error !== "OtherAccount" && blank + messages.another}</p>
<a class="button plain" href="${linkTarget(callbackUrl, page.origin)}">${
    person ? fill(proceed, { proven: person }) : fill(general.back, { app: appName(page) })
  }</a></div>
`;
}

/** The message about the failure, which names the providers a user signs in with if they are known. */
function alertOf(
  error: string,
  { ways, provider }: VisitFacts,
  { language, messages }: Locale,
): AlertMessage {
  const { UserNotVerifiedWithWays: { what, now }, ReconnectRequiredWithName: named, ...known } = {
    ...messages.signInErrors,
    ...messages.challenge?.errors,
  };
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(ways);
  const withNames = {
    ...known,
    ...(ways.length && { UserNotVerified: { what, now: fillText(now, { ways: list }) } }),
    ...(provider && {
      ReconnectRequired: { what: fillText(named.what, { provider }), now: fillText(named.now, { provider }) },
    }),
  };
  return alertMessage(error, { messages: withNames, unknown: messages.general.unknownError });
}

/** One form for all buttons, each with the URL of its provider. */
function choiceForm([first]: readonly Choice[], above: Part): Html {
  return markup`
<form method="post" action="${first?.action}">
${hole("fields")}
${above}${hole("choices")}
</form>`;
}

function paragraph(text: Part): Html {
  return markup`<p>${text}</p>`;
}

function separator(or: string): Html {
  return markup`
<p class="or">${or}</p>`;
}
