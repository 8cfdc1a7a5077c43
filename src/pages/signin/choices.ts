/**
 * The buttons that lead to providers. Of a long list, the first few are shown, and the rest in a fold.
 *
 * @module
 */

import { fill } from "../../messages/fill.ts";
import { type Html, markup, type Part } from "../../markup/html.ts";
import { tileOf } from "../mark.ts";
import type { SignInMessages } from "../../messages/types.ts";
import type { PageForm } from "../types.ts";

/** A button of the list. */
export interface Choice {
  /** Id of the provider. */
  readonly id: string;
  /** Name of the provider. */
  readonly name: string;
  /** URL that the button posts to. */
  readonly action: string;
  /** The picture in front of the name. */
  readonly tile: Html;
}

/** The list as most visitors see it, and its buttons. */
interface Choices {
  /** The list if none of its providers is marked. */
  readonly html: Part;
  /** Its buttons. */
  readonly list: readonly Choice[];
}

/** How many buttons are shown: all of a list of up to `MAX_SHOWN`, `SHOWN` of a longer one. */
const [MAX_SHOWN, SHOWN] = [6, 4];

/** Writes the list. */
export function choicesOf(
  forms: readonly PageForm[],
  origin: string,
  messages: SignInMessages,
): Choices {
  const list = forms.map((form, index) => ({ ...form, tile: tileOf(form, index, origin) }));
  return { list, html: choiceList(list, null, messages) };
}

/** Writes the list with a mark at the provider that was last used; one from the fold comes first. */
export function choiceList(list: readonly Choice[], last: string | null, messages: SignInMessages): Part {
  if (!list.length) return null;
  const shownCount = list.length > MAX_SHOWN ? SHOWN : list.length;
  const at = list.findIndex(({ id }) => id === last);
  const sorted = at < shownCount ? list : [...list.slice(at, at + 1), ...list.toSpliced(at, 1)];
  const button = (choice: Choice, text: Part) =>
    markup`<li><button class="choice" formaction="${choice.action}">${choice.tile}<span>${text}</span>${
      choice.id === last && lastUsed(messages)
    }</button></li>
`;
  const folded = sorted.slice(shownCount);
  return markup`<ul class="ways">
${
    sorted.slice(0, shownCount).map((choice) =>
      button(choice, fill(messages.button, { provider: choice.name }))
    )
  }</ul>${
    folded.length > 0 && markup`
<details><summary>${messages.more}</summary>
<ul class="ways names">
${folded.map((choice) => button(choice, choice.name))}</ul></details>`
  }`;
}

/** The mark of the way that was last used. */
export function lastUsed({ lastUsed }: SignInMessages): Html {
  return markup`<span class="tag">${lastUsed}</span>`;
}
