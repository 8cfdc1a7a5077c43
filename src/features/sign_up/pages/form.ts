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
import type { AskedFields, Typed } from "../../../setup/new_user.ts";
import type { Setup } from "../../../setup/setup.ts";
import { ACCEPTED, type SignUpRules } from "../rules.ts";

/** What the form shows. */
interface Shown {
  /** What was sent, with a mistake; `null` at first. */
  readonly typed: Typed | null;
  /** What stands in the fields at first. */
  readonly values: Typed;
  /** What is asked for. */
  readonly rules: SignUpRules;
}

/** Draws what is asked for. */
export async function drawForm(
  page: Pick<PageBase, "theme" | "origin" | "locale">,
  { typed, values, rules }: Shown,
  setup: Setup,
): Promise<AskedFields> {
  const { names, fields, terms } = rules;
  const shown = { typed, values, locale: page.locale };
  const drawn = await Promise.all(names.map((name) => fields.get(name)!.draw([name], shown, setup)));
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
