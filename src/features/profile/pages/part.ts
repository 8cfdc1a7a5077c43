/**
 * The profile on the account page: a form that works without a script.
 *
 * @module
 */

import { type Html, markup, type Part } from "../../../markup/html.ts";
import { fillText } from "../../../messages/fill.ts";
import type { ProfileMessages } from "../../../messages/types.ts";
import { form, part, pill } from "../../../pages/account_parts.ts";
import { PROFILE } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../../pages/account_types.ts";
import { FILE_STYLE, minify } from "../../../pages/style.ts";
import { attribute, errorElement, invalidBy } from "../../../pages/signin/input.ts";
import type { ProfileValue } from "../../../shapes/profile.ts";
import { LANGUAGE } from "../language.ts";
import type { ProfileField, ProfileLabel } from "../options.ts";
import { type ReadValue, readValue } from "../values.ts";
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

/** A field as the form shows it. */
interface Line {
  readonly name: string;
  readonly field: ProfileField;
  readonly label: string;
  readonly value: ProfileValue;
  /** What is wrong with it; `null` without a mistake. */
  readonly error: string | null;
}

/** The part about the profile; none if the user is not stored. */
export function profilePart(page: SectionPage, { fields, kept, picture }: Shown): AccountPart {
  const { data: { profile }, locale: { language, messages } } = page;
  if (!profile) return {};
  const { about, name: nameLabel, language: languageLabel, followed, saved } = messages.profile;
  const labels = new Map([["name", nameLabel], [LANGUAGE, languageLabel]]);
  const isFixed = (name: string, { editable = true }: ProfileField) =>
    name === "name" ? !profile.nameIsEditable : !editable;
  const lines = [...fields].map(([name, field]): Line & { readonly isFixed: boolean } => {
    const sent = isFixed(name, field) ? undefined : kept?.[name];
    const read = sent === undefined ? null : readValue(sent, field);
    return {
      name,
      field,
      isFixed: isFixed(name, field),
      label: textOf(field.label, language) || labels.get(name)!,
      value: sent ?? (name === "name" ? profile.name : profile.fields[name] ?? null),
      error: read && errorOf(read, field, messages.profile),
    };
  });
  const hasError = lines.some(({ error }) => error !== null);
  const shown = lines.map((line) => line.isFixed ? fixedLine(line, language) : inputLine(line, page));
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
    style: STYLE + FILE_STYLE,
    ...(image !== null && { picture: image, images: [image] }),
    ...(hasError ? { shownError: INVALID } : card.length > 0 && isOfPicture(error) && { shownError: error }),
  };
}

function textOf(label: ProfileLabel, language: string): string {
  return typeof label === "function" ? label(language) : label;
}

function errorOf(read: ReadValue, { type, maxLength }: ProfileField, { errors }: ProfileMessages) {
  if (typeof read !== "string") return null;
  if (read === "required" && type !== "choice") return type === "boolean" ? errors.tick : errors.required;
  if (read === "tooLong") {
    return fillText(errors.tooLong, { count: String(maxLength ?? (type === "url" ? 2000 : 200)) });
  }
  return type === "url" || type === "date" ? errors[type] : errors.choice;
}

/** What the user cannot change. */
function fixedLine({ name, label, field, value }: Line, language: string): Html {
  const { type, choices = {} } = field;
  if (type === "boolean") {
    return tick(
      markup`<input id="profile-${name}" type="checkbox" disabled${value === true && markup` checked`}>`,
      {
        name,
        label,
      },
    );
  }
  const day = { dateStyle: "long", timeZone: "UTC" } as const;
  const text = typeof value !== "string"
    ? "–"
    : type === "date"
    ? new Intl.DateTimeFormat(language, day).format(Date.parse(value))
    : type === "choice" && Object.hasOwn(choices, value)
    ? textOf(choices[value]!, language)
    : value;
  return markup`<div class="line"><span class="label">${label}</span><div class="field"><bdi>${text}</bdi></div></div>`;
}

/** A box to tick, with its label behind it. */
function tick(box: Html, { name, label }: Pick<Line, "name" | "label">, below?: Part): Html {
  return markup`<div class="line"><div class="tick">${box}<label for="profile-${name}">${label}</label></div>${below}</div>`;
}

function inputLine(line: Line, page: SectionPage): Html {
  const { name, field: { type, required = false }, label, value, error } = line;
  const id = `profile-${name}`;
  const state = [
    required && markup` required`,
    error && invalidBy(`${id}-error`),
  ];
  const below = error && errorElement(`${id}-error`, error);
  if (type === "boolean") {
    const isTicked = String(value) === "true";
    const box =
      markup`<input type="hidden" name="${name}" value="false"><input id="${id}" name="${name}" type="checkbox" value="true"${
        isTicked && markup` checked`
      }${state}>`;
    return tick(box, line, below);
  }
  return markup`<div class="line"><label for="${id}">${label}</label>${
    !required && name !== LANGUAGE && pill(page.locale.messages.profile.optional)
  }<div class="field">${
    type === "choice" ? choices(id, line, state, page.locale) : input(id, line, state)
  }</div>${below}</div>`;
}

function input(id: string, { name, field: { type }, value }: Line, state: Part): Html {
  return markup`<input id="${id}" name="${name}" type="${type}"${attribute("value", String(value ?? ""))}${
    attribute("autocomplete", name === "name" ? name : type === "url" ? type : "off")
  }${type === "text" && markup` dir="auto"`}${state}>`;
}

function choices(
  id: string,
  { name, field: { choices = {}, required = false }, value }: Line,
  state: Part,
  { language, messages }: SectionPage["locale"],
): Html {
  const none = name === LANGUAGE ? messages.profile.ofBrowser : "–";
  const isOne = typeof value === "string" && Object.hasOwn(choices, value);
  const option = (given: string, label: string, isChosen: boolean) =>
    markup`<option value="${given}"${isChosen && markup` selected`}>${label}</option>`;
  return markup`<select id="${id}" name="${name}"${state}>${
    (!required || !isOne) && option("", none, !isOne)
  }${
    Object.entries(choices).map(([given, label]) => option(given, textOf(label, language), given === value))
  }</select>`;
}

const STYLE = minify(`
.profile{max-width:29rem;padding:0 var(--s6) var(--s5)}
.profile .line:first-child{margin-top:0}
.profile .label{grid-area:1/1;font-size:var(--t-m);font-weight:500}
.profile select{display:block;width:100%;min-height:var(--c-l);padding:var(--s2) var(--s3);border:1px solid var(--field);border-radius:var(--radius);
background:var(--card);color:inherit;font:1rem/1.5 var(--font)}
.profile select[aria-invalid]{border-color:var(--bad)}
.tick{grid-column:1/-1;display:flex;align-items:center;gap:var(--s3)}
.tick label{font-weight:400}
.profile [type=checkbox]{flex:none;margin:0;accent-color:var(--brand)}
.tick input:not(:checked){padding:0;border-radius:.25rem;appearance:none}
[dir=rtl] .profile [type=url]{direction:ltr}
[dir=rtl] .profile input{text-align:right}
.profile .end{justify-content:start}
.portrait{display:grid;grid-template-columns:auto 1fr;gap:0 var(--s4);align-items:start}
.portrait>:is(img,.icon){width:4rem;height:4rem;margin:0;border-radius:50%;object-fit:cover}
.portrait>.icon{padding:var(--s4)}
.portrait>.end{grid-column:2}
.portrait>.line{margin-top:0}
@media(max-width:50rem){.profile{padding-inline:var(--s4)}}
@media(forced-colors:active){.profile select[aria-invalid]{border-width:.25rem;border-style:double}}
`);
