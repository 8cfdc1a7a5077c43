/**
 * The card of the account page that deletes the account.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { fill, fillText, timeText } from "../../../messages/fill.ts";
import { form, opener, part, question } from "../../../pages/account_parts.ts";
import { DATA } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../../pages/account_types.ts";
import { appName } from "../../../pages/layout.ts";
import { errorElement, invalidBy } from "../../../pages/signin/input.ts";
import { longDate } from "../../../pages/long_date.ts";

/** Value of `error` in the URL of the page: another text was typed. */
export const NOT_CONFIRMED = "NotConfirmed";

/** Returns the card: it asks before it deletes anything, and keeps the account of a user who has a session left. */
export function deletionPart(page: SectionPage, asked: Asked): AccountPart {
  const { data: { accountDeletion }, locale: { messages } } = page;
  if (!accountDeletion) return {};
  const { deletion } = messages;
  const html = accountDeletion.dueAt === null
    ? askingCard(page, asked)
    : pendingCard(accountDeletion.dueAt, page);
  return {
    // A thief may have asked for it.
    cards: [{ tab: DATA, html, isOfSecurity: accountDeletion.dueAt !== null }],
    done: { kept: deletion.kept },
    errors: {
      [NOT_CONFIRMED]: deletion.notConfirmed,
      AccountDeleted: deletion.tooLate,
      RateLimited: messages.signInErrors.RateLimited,
    },
  };
}

/** The text to type. */
interface Asked {
  /** The text; `null`: none. */
  readonly typed: string | null;
  /** Whether another one was typed. */
  readonly isWrong: boolean;
}

function askingCard(page: SectionPage, { typed, isWrong }: Asked): Html {
  const { data: { accountDeletion }, locale } = page;
  const { deletion } = locale.messages;
  const { gracePeriod } = accountDeletion!;
  const error = "confirm-error";
  const [unit, length] = UNITS.find(([, seconds]) => gracePeriod >= seconds) ?? ["second", 1];
  const time = timeText(Math.floor(gracePeriod / length), unit, locale);
  const app = appName(page);
  return part({
    id: "delete-account",
    heading: deletion.heading,
    text: fill(gracePeriod ? deletion.text : deletion.textAtOnce, { app, time }),
    actions: [
      opener("delete-account", deletion.button, "bad"),
      question("delete-account", {
        heading: deletion.question,
        texts: [
          fill(deletion.loss, { app }),
          fill(gracePeriod ? deletion.stays : deletion.nothingStays, { time }),
        ],
        content: typed &&
          markup`<div class="line"><label for="confirm">${
            fill(deletion.confirm, { value: markup`<b>${typed}</b>` })
          }</label>
<div class="field"><input id="confirm" name="confirm" required maxlength="1024" autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto"${
            isWrong && invalidBy(error)
          }></div>${isWrong && errorElement(error, deletion.notConfirmed.now)}</div>`,
        press: deletion.button,
      }, { action: "delete-account", page }),
    ],
  }, []);
}

/** From the longest on. */
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60]] as const;

function pendingCard(dueAt: string, page: SectionPage): Html {
  const { locale: { language, messages: { deletion } } } = page;
  return part({
    id: "delete-account",
    heading: deletion.pendingHeading,
    text: fillText(deletion.pending, { date: longDate(new Date(dueAt), language) }),
    actions: form("keep-account", page, [markup`<button class="button small">${deletion.keep}</button>`]),
  }, []);
}
