/**
 * The ways to sign in on the account page: accounts at providers, email, passwords and passkeys, in one list.
 *
 * @module
 */

import type { LinkedAccount, LinkedPasskey } from "../../../shapes/account.ts";
import {
  dated,
  hidden,
  listRow,
  part,
  pill,
  question,
  rowList,
  signOpener,
} from "../../../pages/account_parts.ts";
import { BIN, PEN } from "../../../pages/account_signs.ts";
import { SECURITY } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage, WayRow } from "../../../pages/account_types.ts";
import { dayText } from "../../../pages/date_text.ts";
import { fillText } from "../../../messages/fill.ts";
import { type Html, markup } from "../../../markup/html.ts";
import { withParams } from "../../../http/redirect.ts";
import { fields, linkTarget } from "../../../pages/layout.ts";
import {
  drawSign,
  ENVELOPE,
  KEY,
  letterTile,
  logosOf,
  PERSON_KEY,
  tileOf,
  tilesOf,
} from "../../../pages/mark.ts";
import type { PageForm, PasskeyForm } from "../../../pages/types.ts";

/** The context of the part about ways to sign in. */
interface Ways {
  /** The forms of the providers of the accounts: their pictures stand at the accounts. */
  readonly providers: readonly PageForm[];
  /** URL of the page that adds a way to sign in; `null` if there is none to add. */
  readonly addUrl: string | null;
  /** Whether a provider can be added: one of passkeys, too. */
  readonly canAdd: boolean;
  /** The rows of other sections. */
  readonly rows: readonly WayRow[];
  /** Whether the user has to sign in again before they change a way. */
  readonly needsFresh: boolean;
  /** Signals for passkey managers, which the script of the page sends. Default: none. */
  readonly signals?: readonly object[];
  /** The form that adds a passkey; `null` without a provider of passkeys. */
  readonly passkey: PasskeyForm | null;
  /** URL of the page where the user signs in again before they add a passkey; `null` if the session is fresh. */
  readonly proofUrl: string | null;
}

/** A way to sign in that has a row of its own. */
interface Way {
  /** Its name. */
  readonly name: string;
  /** Whether the application still has it. */
  readonly signsIn: boolean;
  /** Its row, as it says what stays when it is removed. */
  readonly toRow: (stays: readonly string[]) => Html;
}

/** The part about ways to sign in; none if they cannot be listed, but for the button that adds a passkey. */
export function waysPart(page: SectionPage, ways: Ways): AccountPart {
  const { data: { mail, accounts, passkeys, unavailable }, origin, locale } = page;
  const { providers, addUrl, canAdd, rows: others, passkey, proofUrl, signals = [] } = ways;
  const messages = locale.messages.account;
  if (!accounts && !passkeys?.length && !passkey) return {};
  const listed = [...accounts ?? [], ...passkeys ?? []];
  const all: readonly Way[] = [
    ...(mail ? [mail] : []).map(({ name, email, verifiedAt }): Way => ({
      name,
      signsIn: true,
      toRow: () =>
        listRow(name, {
          picture: drawSign(ENVELOPE),
          details: [email, dated(messages.verified, verifiedAt, page, dayText)],
        }),
    })),
    ...others.map(({ html, way }): Way => ({ name: way ?? "", signsIn: way !== null, toRow: () => html })),
    ...(accounts ?? []).map((account): Way => ({
      name: account.name,
      signsIn: providers.some(({ id }) => id === account.provider),
      toRow: (stays) => accountRow(account, stays, page, ways),
    })),
    ...(passkeys ?? []).toReversed().map((each): Way => ({
      name: kindOf(each, page),
      signsIn: passkey !== null,
      toRow: (stays) => passkeyRow(each, stays, page, ways),
    })),
  ];
  const rows = all.map(({ toRow }, index) =>
    toRow([...new Set(all.flatMap(({ name, signsIn }, at) => signsIn && at !== index ? name : []))])
  );
  const additions = others.filter(({ way }) => way === null).length;
  const own = rows.length - additions;
  const isOnly = !unavailable.removal && !listed.some(({ isRemovable }) => isRemovable) && own === 1;
  const html = part({
    id: "ways",
    heading: messages.ways,
    actions: [
      passkey && addition(passkey, proofUrl, page),
      addUrl &&
      markup`<a class="button plain small adds" href="${linkTarget(addUrl, origin)}">${messages.add}</a>`,
    ],
  }, [
    passkey && !proofUrl && markup`<noscript><p class="note">${messages.needsScript}</p></noscript>`,
    !own && accounts && markup`<p class="text">${messages.noWays}</p>`,
    // It says to add another one.
    isOnly && listed.length > 0 && (canAdd || additions > 0) &&
    markup`<p class="note">${messages.lastWay}</p>`,
    rowList(rows, messages.showAll),
    signals.length > 0 && markup`<div data-signals="${JSON.stringify(signals)}" hidden></div>`,
  ]);
  const { removed, renamed, added } = messages.done;
  const advice = [
    isOnly && addUrl && {
      ...{ id: "only-way", rank: 2, sign: KEY, title: messages.add, text: messages.onlyWay },
      // It stands for the link of the card, which the style sheet hides.
      action: markup`<a class="button small adds" href="${
        linkTarget(addUrl, origin)
      }">${locale.messages.signIn.continue}</a>`,
    },
    passkey && passkeys?.length === 0 && {
      ...{
        id: "passkey",
        rank: 3,
        sign: PERSON_KEY,
        title: messages.addPasskey,
        text: messages.passkeyAdvice,
      },
      action: addition(passkey, proofUrl, page, ""),
    },
  ];
  return {
    cards: [{ tab: SECURITY, html }],
    advice: advice.flatMap((each) => each || []),
    done: Object.assign({ removed, renamed, added }, ...others.map(({ done }) => done)),
    // The form that adds a passkey has no name for it yet: it is the last one, where the database knows when each was added.
    names: { added: passkeys?.at(-1)?.createdAt ? nameOf(passkeys.at(-1)!, page) : null },
    tiles: tilesOf(providers),
    images: logosOf(providers, origin),
    script: passkey?.script,
  };
}

function accountRow(
  account: LinkedAccount,
  stays: readonly string[],
  page: SectionPage,
  ways: Ways,
): Html {
  const messages = page.locale.messages.account;
  const { id, name, label, createdAt, isRemovable } = account;
  const full = label ? `${name} (${label})` : name;
  return listRow(name, {
    picture: pictureOf(account, ways, page),
    details: [label, dated(messages.added, createdAt, page, dayText)],
    actions: isRemovable && [
      signOpener(id, BIN, fillText(messages.removeNamed, { name: full })),
      removal({ id, name, full, stays }, page, ways),
    ],
  });
}

function pictureOf(
  { provider, name }: LinkedAccount,
  { providers }: Ways,
  { origin }: SectionPage,
): Html {
  const index = providers.findIndex(({ id }) => id === provider);
  const form = providers[index];
  if (!form) return letterTile(name);
  return form.form === "button" ? tileOf(form, index, origin) : drawSign(KEY);
}

function passkeyRow(
  passkey: LinkedPasskey,
  stays: readonly string[],
  page: SectionPage,
  ways: Ways,
): Html {
  const { data, locale: { messages: { account: messages } } } = page;
  const { id, isSynced, createdAt, usedAt, isRemovable } = passkey;
  const name = nameOf(passkey, page);
  const isRenamable = !data.unavailable.removal;
  const full = passkey.name ? `${name} (${kindOf(passkey, page)})` : name;
  return listRow(name, {
    picture: drawSign(PERSON_KEY),
    state: isSynced && pill(messages.synced),
    details: [
      passkey.name && kindOf(passkey, page),
      dated(messages.used, usedAt, page, dayText),
      dated(messages.added, createdAt, page, dayText),
    ],
    actions: (isRemovable || isRenamable) && [
      isRenamable && signOpener(`name-${id}`, PEN, fillText(messages.rename, { name })),
      isRemovable && signOpener(id, BIN, fillText(messages.removeNamed, { name: full })),
      isRenamable && renaming(id, name, passkey, page),
      isRemovable && removal({ id, name, full, stays }, page, ways),
    ],
  });
}

function nameOf(passkey: LinkedPasskey, page: SectionPage): string {
  return passkey.name ?? kindOf(passkey, page);
}

function kindOf({ kind }: LinkedPasskey, { locale: { messages: { account } } }: SectionPage): string {
  return kind === "security-key" ? account.securityKey : account.passkey;
}

/** So many ways that stay are named. */
const NAMED = 4;

/** Asks before a way is removed: what is lost, and what stays. */
function removal(
  { id, name, full = name, stays }: {
    readonly id: string;
    /** Its name. */
    readonly name: string;
    /** Its name and whose it is. Default: the name. */
    readonly full?: string;
    readonly stays: readonly string[];
  },
  page: SectionPage,
  { needsFresh }: Ways,
): Html {
  const { messages: { account: messages }, language } = page.locale;
  const named = [...stays.slice(0, NAMED), ...stays.length > NAMED ? ["…"] : []];
  const ways = new Intl.ListFormat(language, { type: "unit" }).format(named);
  return question(id, {
    heading: fillText(messages.removeNamed, { name: full }),
    texts: [
      messages.removeEffect,
      stays.length > 0 && fillText(messages.stays, { ways }),
      !page.data.unavailable.signOutOthers && messages.othersEnd,
      needsFresh && messages.notFresh,
    ],
    press: fillText(messages.removeNamed, { name }),
  }, { action: "remove", fields: hidden("id", id), page });
}

function renaming(id: string, name: string, passkey: LinkedPasskey, page: SectionPage): Html {
  const messages = page.locale.messages.account;
  return question(`name-${id}`, {
    heading: fillText(messages.rename, { name }),
    texts: [],
    content: markup`<div class="line"><label for="name-${id}">${messages.newName}</label>
<div class="field"><input id="name-${id}" name="name" value="${passkey.name}" maxlength="100" autocomplete="off" autofocus></div></div>`,
    press: messages.save,
    isLoss: false,
  }, { action: "rename", fields: hidden("id", id), page });
}

/** Hidden until the script has made sure that the browser supports passkeys. In an old session, a link to sign in again. */
function addition(
  { action, options }: PasskeyForm,
  proofUrl: string | null,
  page: SectionPage,
  look = "plain ",
): Html {
  const { csrfToken, shownFor, accountUrl: callbackUrl, locales, origin, locale } = page;
  const messages = locale.messages.account;
  if (proofUrl) {
    return markup`<a class="button ${look}small" href="${
      linkTarget(proofUrl, origin)
    }">${messages.addPasskey}</a>`;
  }
  return markup`<form method="post" action="${action}" data-passkey="${options}" hidden>
${
    fields({
      csrfToken,
      shownFor,
      callbackUrl: withParams(callbackUrl, origin, { done: "added" }),
      locales,
      link: true,
    })
  }
<button class="button ${look}small" name="action" value="register">${messages.addPasskey}</button>
</form>`;
}
