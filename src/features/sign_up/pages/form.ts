/**
 * The fields of a new user, and the box for the terms.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { documents } from "../../../pages/documents.ts";
import { tick, TICK_STYLE } from "../../../pages/tick.ts";
import { errorElement, invalidBy } from "../../../pages/signin/input.ts";
import type { PageBase } from "../../../pages/types.ts";
import type { AskedFields, ShownFields } from "../../../setup/new_user.ts";
import type { Setup } from "../../../setup/setup.ts";
import { ACCEPTED, type SignUpRules } from "../rules.ts";

/** What the form shows. */
interface Shown extends Omit<ShownFields, "locale"> {
  /** What is asked for. */
  readonly rules: SignUpRules;
}

/** Draws what is asked for. */
export async function drawForm(
  page: Pick<PageBase, "theme" | "origin" | "locale">,
  { rules, ...asked }: Shown,
  setup: Setup,
): Promise<AskedFields> {
  const { names, fields, terms } = rules;
  const { typed } = asked;
  const shown = { ...asked, locale: page.locale };
  const drawn = await Promise.all(names.map((name) => fields.get(name)!.draw(name, shown, setup)));
  const style = [...new Set(drawn.map((each) => each.style))].join("");
  const isTicked = typed?.[ACCEPTED] === terms;
  return {
    style: terms === null || style.includes(TICK_STYLE) ? style : style + TICK_STYLE,
    html: markup`${drawn.map(({ html }) => html)}`,
    terms: terms === null ? null : termsBox(page, { terms, isTicked, isWrong: typed !== null && !isTicked }),
  };
}

function termsBox(
  page: Pick<PageBase, "theme" | "origin" | "locale">,
  { terms, isTicked, isWrong }: {
    readonly terms: string;
    readonly isTicked: boolean;
    readonly isWrong: boolean;
  },
): Html {
  const { accept, acceptError } = page.locale.messages.signUp;
  const box = markup`<input id="terms" name="${ACCEPTED}" type="checkbox" value="${terms}" required${
    isTicked && markup` checked`
  }${isWrong && invalidBy("terms-error")}>`;
  const below = isWrong && errorElement("terms-error", acceptError);
  return tick(box, { id: "terms", label: documents(accept, page) }, below);
}
