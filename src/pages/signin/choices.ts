/**
 * The buttons that lead to providers. Of a long list, the first few are shown, and the rest in a fold.
 *
 * @module
 */

import { fill } from "../../messages/fill.ts";
import type { SignInMessages } from "../../messages/types.ts";
import { type Html, markup, type Part } from "../html.ts";
import { imageSource } from "../layout.ts";
import { markSvg } from "../mark.ts";
import type { Tile } from "../style.ts";
import type { ButtonForm, FieldsForm } from "./plan.ts";

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

/** The list as most visitors see it, and what it is made of. */
export interface Choices {
  /** The list if none of its providers is marked. */
  readonly html: Part;
  /** Its buttons. */
  readonly list: readonly Choice[];
}

/** How many buttons are shown: all of a list of up to `MAX_SHOWN`, `SHOWN` of a longer one. */
const [MAX_SHOWN, SHOWN] = [6, 4];

/** Writes the list. */
export function choicesOf(
  forms: readonly (ButtonForm | FieldsForm)[],
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
  const sorted = at < shownCount ? list : [list[at]!, ...list.toSpliced(at, 1)];
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

/** The tiles of the list, as `styleSheet` takes them. */
export function tilesOf(forms: readonly (ButtonForm | FieldsForm)[]): readonly Tile[] {
  return forms.map((form) =>
    form.form === "button"
      ? { color: form.mark?.color ?? form.style.brandColor, mark: form.mark }
      : { mark: null }
  );
}

/** The logo of a provider, if the page can show it. */
export function logoOf(form: ButtonForm | FieldsForm, origin: string): string | null {
  const logo = form.form === "button" ? form.style.logo : null;
  return logo && imageSource(logo, origin) ? logo : null;
}

function tileOf(form: ButtonForm | FieldsForm, index: number, origin: string): Html {
  const logo = logoOf(form, origin);
  if (logo) return markup`<img class="tile" src="${logo}" alt="" loading="lazy">`;
  if (form.form === "fields") return GUEST;
  if (form.mark) return markSvg(form.mark, index);
  return markup`<span class="tile p${index}" aria-hidden="true">${monogram(form.name)}</span>`;
}

/** A person, for credentials without fields. */
const GUEST =
  markup`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.6-3.4 3.6-5.2 7.5-5.2s6.9 1.8 7.5 5.2"/></svg>`;

function monogram(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}
