/**
 * The page with a form of the application that was kept while its user has confirmed that it is them.
 *
 * @module
 */

import { dateText } from "./date_text.ts";
import { type ChosenFile, plainWords } from "../http/kept_form.ts";
import { type Html, markup, type Part } from "../markup/html.ts";
import { icon, layout, textLink } from "./layout.ts";
import { FILE_STYLE } from "./style.ts";
import { onOneLine } from "../values/printable_name.ts";
import type { Page, PageBase } from "./types.ts";

/**
 * Shows what a click sends, and asks for the files again, which are not kept. The form is not sent without a click: the user may
 * have changed their mind. Once it is shown, it is in this page alone, so that a link discards it.
 */
export async function keptFormPage(page: KeptFormPage): Promise<Page> {
  const { action, enctype, fields, files, chosen, callbackUrl } = page;
  const { keptForm: messages } = page.locale.messages.general;
  // The button says what it does.
  const isNamed = page.isOwn && page.what !== null;
  return await layout(page, {
    heading: messages.heading,
    icon: icon("M4 12l16-8-5 16-3-7-8-1Z"),
    lead: markup`${!isNamed && page.what && markup`<p><b>${page.what}</b></p>`}<p>${messages.text}</p>`,
    style: STYLE,
    body: markup`${page.isOwn ? null : [originOf(page), listOf(filledIn(fields))]}
<form method="post" action="${action}"${enctype && markup` enctype="${enctype}"`} data-once>
${fields.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">\n`)}
${files.map((name) => markup`<input type="file" name="${name}" hidden>\n`)}
${chosen.length > 0 && markup`<p class="text">${messages.files}</p>${fileInputs(chosen)}`}
<button class="button">${isNamed ? page.what : messages.button}</button>
</form>
${textLink(callbackUrl, messages.discard, page)}`,
  });
}

/** The page with a form of the application that was kept. */
interface KeptFormPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** How it is sent, if that is not the default of browsers. */
  readonly enctype: "multipart/form-data" | undefined;
  /** What it does, in the words of its button; `null`: not known. */
  readonly what: string | null;
  /** Whether it is a form of the library: people fill in little of what it sends. */
  readonly isOwn: boolean;
  /** Its fields. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Names of its inputs for files, which send none. */
  readonly files: readonly string[];
  /** The files that the user has chosen. */
  readonly chosen: readonly ChosenFile[];
  /** Path of the page that had the form, as the sealed form says: anyone can write a URL. */
  readonly from: string;
  /** When it was kept, in milliseconds since the epoch; `NaN`: not known. */
  readonly at: number;
  /** Now, in milliseconds since the epoch. */
  readonly now: number;
  /** The page that had the form. */
  readonly callbackUrl: string;
}

/** Most characters that are shown of a value. */
const MAX_SHOWN = 120;

/** Most fields that are shown. */
const MAX_FIELDS = 20;

/** Name and value, as people read them. */
type Fact = readonly [name: Part, value: Part];

function originOf({ from, at, now, locale }: KeptFormPage): Html {
  const { page, filledIn } = locale.messages.general.keptForm;
  const path: Fact = [page, markup`<bdi dir="ltr">${short(readable(from))}</bdi>`];
  const isKnown = Number.isFinite(at);
  return markup`<div class="origin">${
    listOf(isKnown ? [path, [filledIn, dateText(new Date(at).toISOString(), now, locale)]] : [path])
  }</div>`;
}

/** What people fill in: a list of names that say something, with the values of each. */
function filledIn(fields: KeptFormPage["fields"]): readonly Fact[] {
  const shown = fields.filter(([name, value]) => value.trim() !== "" && !isTechnical(name, value));
  const names = namesOf(shown);
  const facts = names.slice(0, MAX_FIELDS).map((name): Fact => {
    // What browsers send for a box that is ticked.
    const values = valuesOf(name, shown);
    const value = values.join() === "on" ? TICK : short(values.join(", "));
    return [short(toLabel(name)), markup`<bdi>${value}</bdi>`];
  });
  const left = names.length - facts.length;
  return left > 0 ? [...facts, [ELLIPSIS, `+${left}`]] : facts;
}

/** Returns whether a field is one that no one fills in, by its name: what proves a page, an id, or an addition of a framework. */
function isTechnical(name: string, value: string): boolean {
  // What people choose is short, or has blanks: `recipientId=mallory`.
  return /^[_$]/.test(name) || /^utf ?$/.test(plainWords(name)) ||
    /^\S{16,}$/.test(value) && /[cx]srf|token|nonce|honeypot|view ?state|\bids? *$/.test(plainWords(name));
}

/** Each name once. */
function namesOf(fields: KeptFormPage["fields"]): readonly string[] {
  return [...new Set(fields.map(([name]) => name))];
}

function valuesOf(name: string, fields: KeptFormPage["fields"]): readonly string[] {
  return fields.flatMap(([each, value]) => each === name ? [value] : []);
}

function listOf(facts: readonly Fact[]): Html | null {
  if (!facts.length) return null;
  return markup`<dl>${
    facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)
  }</dl>`;
}

/** An input for each name: several files of a name are of one input. */
function fileInputs(chosen: readonly ChosenFile[]): readonly Html[] {
  const fields = chosen.map(({ name, file }) => [name, file] as const);
  return namesOf(fields).map((name, index) => {
    const [id, note] = [`file-${index}`, `was-${index}`];
    const files = valuesOf(name, fields);
    return markup`<div class="line"><label for="${id}">${short(toLabel(name))}</label>
<div class="field"><input id="${id}" type="file" name="${name}" required${
      files.length > 1 && markup` multiple`
    } aria-describedby="${note}"></div>
<p class="note" id="${note}"><bdi>${short(files.join(", "))}</bdi></p></div>
`;
  });
}

/** `recipientName` becomes `Recipient name`, and `user[first_name]` `User first name`. */
function toLabel(name: string): string {
  const words = name.replaceAll(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/[[\]_.\s-]+/g, " ").trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** On one line, and without what would change how the text around it reads. */
function short(text: string): Part {
  const characters = [...onOneLine(text)];
  return [characters.slice(0, MAX_SHOWN).join(""), characters.length > MAX_SHOWN && ELLIPSIS];
}

/** As references: see `layout.ts`. */
const [ELLIPSIS, TICK] = [markup`&#8230;`, markup`&#10003;`];

/** A path without escapes, where it can be read. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const STYLE = `dl{margin-top:var(--s5);border:1px solid var(--line);border-radius:var(--radius)}
dl div{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:var(--s4);padding:var(--s3) var(--s4)}
dl div+div{border-top:1px solid var(--line)}
dt,.origin dd{color:var(--soft)}
dt{font-size:var(--t-m)}
dd{margin:0;font-weight:500}
.origin dl{background:var(--tint)}
.origin div{padding-block:var(--s2)}
.origin div+div{border:0;padding-top:0}
.origin dd{font-size:var(--t-m);font-weight:400}
`.replaceAll("\n", "") + FILE_STYLE;
