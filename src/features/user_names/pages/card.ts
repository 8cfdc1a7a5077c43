/**
 * The card of the account page with the name.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { longDate } from "../../../pages/long_date.ts";
import { fillText } from "../../../messages/fill.ts";
import { opener, part, question } from "../../../pages/account_parts.ts";
import { PROFILE } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../../pages/account_types.ts";
import type { UserNameProblem } from "../../../shapes/user_names.ts";
import { nameInput } from "./input.ts";
import { problemMessage } from "./problem.ts";

/** Value of `done` in the URL of the page. */
export const SAVED = "username-changed";

/** Value of `error` in the URL of the page: the user can't have the name. `of` says why. */
export const INVALID = "InvalidUserName";

/** What the card shows. */
interface ShownName {
  /** What the user has typed, with a mistake; `null` without it. */
  readonly typed: string | null;
  /** What is wrong with it; `null` if nothing is. */
  readonly problem: UserNameProblem | null;
  /** The rules of names. */
  readonly rules: { readonly minLength: number; readonly maxLength: number };
}

/** Returns the card, with the form for another name: absent while the user must wait. */
export function namePart(page: SectionPage, { typed, problem, rules }: ShownName): AccountPart {
  const { data: { userName = null }, locale, now } = page;
  const { userNames: messages, account } = locale.messages;
  const isEarly = userName !== null && Date.parse(userName.changeableAt) > now;
  const waits = isEarly &&
    fillText(messages.wait, { date: longDate(new Date(userName.changeableAt), locale.language) });
  const changeableAt = userName?.changeableAt ?? null;
  const error = problem && problemMessage(problem, { locale, rules, changeableAt });
  const html = part({
    id: "user-name-heading",
    heading: messages.label,
    text: userName ? markup`<bdi>${userName.name}</bdi>` : messages.none,
    actions: !isEarly && [
      opener("username", userName ? messages.change : messages.choose),
      question("username", {
        heading: userName ? messages.changeHeading : messages.chooseHeading,
        texts: [userName ? messages.changeText : messages.chooseText],
        content: nameInput({
          id: "new-username",
          value: typed ?? userName?.name ?? "",
          error: error && `${error.what} ${error.now}`,
          locale,
          isFirst: true,
        }),
        press: account.save,
        isLoss: false,
      }, { action: "change-username", page }),
    ],
  }, [waits && markup`<p class="note">${waits}</p>`]);
  return {
    // A thief may have changed it.
    cards: [{ tab: PROFILE, html, isOfSecurity: true }],
    done: { [SAVED]: messages.changed },
    errors: error ? { [INVALID]: error } : {},
  };
}
