/**
 * The picture on the account page: a form with a file that works without a script.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { fillText } from "../../../messages/fill.ts";
import { hidden, part } from "../../../pages/account_parts.ts";
import type { SectionPage } from "../../../pages/account_types.ts";
import { fields, icon, PERSON } from "../../../pages/layout.ts";
import { errorElement, invalidBy } from "../../../pages/signin/input.ts";

/** The picture of the user. */
export interface ShownPicture {
  /** Its URL, which the page may load; `null` without one. */
  readonly image: string | null;
  /** The largest one, in bytes. */
  readonly maxSize: number;
  /** Why the one before was refused: any text, as it comes from the query. */
  readonly error: string | null;
}

/** Values of `error` in the URL of the page: the file is too large, or none of the images that are accepted. */
export const [TOO_LARGE, NO_PICTURE] = ["PictureTooLarge", "InvalidPicture"] as const;

/** Whether the card shows an error at its field. */
export function isOfPicture(error: string | null): error is string {
  return error === TOO_LARGE || error === NO_PICTURE;
}

/** The card with the picture. */
export function pictureCard(page: SectionPage, { image, maxSize, error }: ShownPicture): Html {
  const { action, csrfToken, shownFor, accountUrl: callbackUrl, locales, locale } = page;
  const { language, messages: { account, profile } } = locale;
  const rule = fillText(profile.pictureRule, { size: sizeText(maxSize, language) });
  const isWrong = isOfPicture(error);
  // The last of several fields of a name counts.
  const removal = image !== null &&
    markup`<button class="button small bad" name="action" value="remove-picture" formnovalidate>${
      fillText(account.removeNamed, { name: profile.picture })
    }</button>`;
  const upload =
    markup`<form method="post" action="${action}" enctype="multipart/form-data"><div class="profile portrait">${
      fields({ csrfToken, shownFor, callbackUrl, locales })
    }${hidden("action", "change-picture")}${
      image === null ? icon(PERSON) : markup`<img src="${image}" alt="">`
    }<div class="line"><label for="profile-picture">${profile.pictureLabel}</label><div class="field"><input id="profile-picture"
name="picture" type="file" accept="image/png,image/jpeg,image/webp,image/gif" required${
      isWrong ? invalidBy("profile-picture-error") : markup` aria-describedby="profile-picture-rule"`
    }></div>${
      isWrong
        ? errorElement("profile-picture-error", rule)
        : markup`<p class="note" id="profile-picture-rule">${rule}</p>`
    }</div><div class="end"><button class="button small">${account.save}</button>${removal}</div></div></form>`;
  return part({ id: "picture", heading: profile.picture }, [upload]);
}

function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1024, "kilobyte"] : [bytes / 1_048_576, "megabyte"];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(value!);
}
