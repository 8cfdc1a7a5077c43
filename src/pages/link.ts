/**
 * The page that asks a user who is signed in whether to add another identity to their account.
 *
 * @module
 */

import { fill } from "../messages/fill.ts";
import { type Html, markup, type Part } from "../markup/html.ts";
import { appName, fields, icon, layout, PERSON } from "./layout.ts";
import { drawSign, letterTile, logosOf, tileOf, tilesOf } from "./mark.ts";
import { addressBeside, shownName } from "./person.ts";
import type { Page, PageBase, PageForm } from "./types.ts";
import type { User } from "../values/types.ts";

/**
 * Shows both identities and the effect, and asks, with a form that has a button for each answer. `cancel` changes nothing. The form
 * has `link`: the page about a failure adds a way to sign in, too.
 */
export async function linkPage(page: LinkPage): Promise<Page> {
  const { action, current, proven, provider, canSwitch, form } = page;
  const forms = form ? [form] : [];
  const messages = page.locale.messages.link;
  const [currentName, provenName] = [shownName(current), shownName(proven)];
  const names = {
    current: markup`<b>${currentName ?? messages.nameless}</b>`,
    provider: markup`<b>${provider}</b>`,
    proven: markup`<b>${provenName}</b>`,
  };
  const account = markup`${provider}${provenName && markup` (${provenName})`}`;
  return await layout(page, {
    heading: messages.heading,
    icon: icon(
      "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.7 1.7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.7-1.7",
    ),
    lead: markup`<p>${fill(provenName ? messages.textWithName : messages.text, names)}</p>`,
    style: STYLE,
    tiles: tilesOf(forms),
    images: logosOf(forms, page.origin),
    body: markup`${provenCard(page)}
${ARROW}
${currentCard(page)}
<p class="text">${
      currentName
        ? fill(messages.note, { account, current: currentName })
        : fill(messages.noteNameless, { account })
    }</p>
<form method="post" action="${action}">
${fields({ ...page, link: true })}
<input type="hidden" name="question" value="${page.question}">
<button class="button" name="choice" value="link">${
      currentName
        ? fill(messages.add, { provider, current: currentName })
        : fill(messages.addNameless, { provider })
    }</button>
${
      canSwitch &&
      markup`<button class="button plain" name="choice" value="switch">${
        provenName ? fill(messages.switch, { proven: provenName }) : messages.switchNameless
      }</button>`
    }
<button class="link" name="choice" value="cancel">${messages.cancel}</button>
</form>`,
  });
}

/** The page that asks a user who is signed in whether to add another identity to their account. */
interface LinkPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards. */
  readonly callbackUrl: string;
  /** The user who is signed in. */
  readonly current: User;
  /** The other identity, as the page shows it. */
  readonly proven: User;
  /** Name of the provider that has proven the other identity. */
  readonly provider: string;
  /** Its form on the sign-in page, which has its picture. Default: the config does not have it any more. */
  readonly form?: PageForm | undefined;
  /** Whether the user may sign in with it instead. */
  readonly canSwitch: boolean;
  /** The name of the question. The form sends it, so that its answer counts for this question alone. */
  readonly question: string;
  /** `ui_locales` of the request; goes into the form. Default: none. */
  readonly locales?: string | null;
}

/** The identity that is to be added: the picture is that of its provider. No page loads one from where a profile says. */
function provenCard({ form, provider, proven, origin }: LinkPage): Html {
  const picture = form ? tileOf(form, 0, origin) : letterTile(provider);
  const name = shownName(proven);
  return card(picture, name ? [name, addressBeside(proven), provider] : [provider]);
}

/** The account to which it is added, with its letter. */
function currentCard(page: LinkPage): Html {
  const { current, locale } = page;
  const name = shownName(current);
  const picture = name ? letterTile(name) : drawSign(PERSON);
  return card(picture, [name ?? locale.messages.link.nameless, addressBeside(current), appName(page)]);
}

function card(picture: Html, [name, ...details]: readonly Part[]): Html {
  return markup`<div class="card">${picture}<span class="what"><b>${name}</b>${
    details.filter(Boolean).map((detail) => markup`<small>${detail}</small>`)
  }</span></div>`;
}

const ARROW =
  markup`<svg class="sign arrow" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4v15m-6-6 6 6 6-6"/></svg>`;

const STYLE = `header+.card{margin-top:var(--s5)}
.card{display:flex;align-items:center;gap:var(--s4);padding:var(--s3) var(--s4);border:1px solid var(--line);border-radius:var(--radius)}
.arrow+.card{background:var(--tint)}
.card .tile,.card .mark,.card .sign{width:2.5rem;height:2.5rem;font-size:1.125rem}
.arrow+.card .tile{border-radius:50%;background:var(--card)}
svg.arrow{display:block;margin:var(--s2) auto;color:var(--soft)}
`.replaceAll("\n", "");
