/**
 * The profile on the account page: a form that works without a script.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { form, part } from "../../../pages/account_parts.ts";
import { PROFILE } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../../pages/account_types.ts";
import { FILE_STYLE, minify } from "../../../pages/style.ts";
import { tick } from "../../../pages/tick.ts";
import type { ProfileField } from "../options.ts";
import { FIELD_STYLE, inputLine, labelOf, type Line, lineOf } from "./field.ts";
import { isOfPicture, pictureCard, type ShownPicture } from "./picture.ts";

/** Value of `error` in the URL of the page: a field of the form is wrong. `of` is its name. */
export const INVALID = "InvalidProfile";

/** What the form shows. */
interface Shown {
  /** The fields, by their names. */
  readonly fields: ReadonlyMap<string, ProfileField>;
  /** What the user has sent, with a mistake; `null` without it. */
  readonly kept: Readonly<Record<string, string>> | null;
  /** The picture; `null` where users have none of their own. */
  readonly picture: ShownPicture | null;
}

/** The part about the profile; none if the user is not stored. */
export function profilePart(page: SectionPage, { fields, kept, picture }: Shown): AccountPart {
  const { data: { profile }, locale: { language, messages } } = page;
  if (!profile) return {};
  const { about, followed, saved } = messages.profile;
  const isFixed = (name: string, { editable = true }: ProfileField) =>
    name === "name" ? !profile.nameIsEditable : !editable;
  const lines = [...fields].map(([name, field]) => {
    const value = name === "name" ? profile.name : profile.fields[name] ?? null;
    const sent = isFixed(name, field) ? undefined : kept?.[name];
    return { ...lineOf([name, field], { value, sent }, page.locale), isFixed: isFixed(name, field) };
  });
  const hasError = lines.some(({ error }) => error !== null);
  const shown = lines.map((line) => line.isFixed ? fixedLine(line, language) : inputLine(line, page.locale));
  const content = lines.every(({ isFixed }) => isFixed) ? markup`<div class="profile">${shown}</div>` : form(
    "change-profile",
    page,
    [
      markup`<div class="profile">${shown}<div class="end"><button class="button small">${messages.account.save}</button></div></div>`,
    ],
  );
  const html = part({ id: "profile", heading: about, text: !profile.nameIsEditable && followed }, [content]);
  const { image = null, error = null } = picture ?? {};
  const card = picture && profile.nameIsEditable ? [pictureCard(page, picture)] : [];
  return {
    cards: [...card, html].map((html) => ({ tab: PROFILE, html })),
    done: { "profile-saved": saved },
    style: STYLE + FIELD_STYLE + FILE_STYLE,
    ...(image !== null && { picture: image, images: [image] }),
    ...(hasError ? { shownError: INVALID } : card.length > 0 && isOfPicture(error) && { shownError: error }),
  };
}

/** What the user cannot change. */
function fixedLine({ name, label, field, value }: Line, language: string): Html {
  const { type, choices = {} } = field;
  if (type === "boolean") {
    const id = `profile-${name}`;
    const box = markup`<input id="${id}" type="checkbox" disabled${value === true && markup` checked`}>`;
    return tick(box, { id, label });
  }
  const day = { dateStyle: "long", timeZone: "UTC" } as const;
  const text = typeof value !== "string"
    ? "–"
    : type === "date"
    ? new Intl.DateTimeFormat(language, day).format(Date.parse(value))
    : type === "choice" && Object.hasOwn(choices, value)
    ? labelOf(choices[value]!, language)
    : value;
  return markup`<div class="line"><span class="label">${label}</span><div class="field"><bdi>${text}</bdi></div></div>`;
}

const STYLE = minify(`
.profile{max-width:29rem;padding:0 var(--s6) var(--s5)}
.profile .line:first-child{margin-top:0}
.profile .label{grid-area:1/1;font-size:var(--t-m);font-weight:500}
.profile .end{justify-content:start}
.portrait{display:grid;grid-template-columns:auto 1fr;gap:0 var(--s4);align-items:start}
.portrait>:is(img,.icon){width:4rem;height:4rem;margin:0;border-radius:50%;object-fit:cover}
.portrait>.icon{padding:var(--s4)}
.portrait>.end{grid-column:2}
.portrait>.line{margin-top:0}
@media(max-width:50rem){.profile{padding-inline:var(--s4)}}
`);
