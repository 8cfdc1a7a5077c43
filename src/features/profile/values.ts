/**
 * The values of the profile: as they are stored, as forms have them, and what is wrong with one that a form sends.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { ProfileProblem, ProfileValue } from "../../shapes/profile.ts";
import { onOneLine, toPrintableName } from "../../values/printable_name.ts";
import type { ProfileField } from "./options.ts";

/** A value of a form that may be stored. */
interface Accepted {
  /** As it is stored. */
  readonly value: string | boolean | Date | null;
  /** As forms have it. */
  readonly shown: ProfileValue;
}

/** What is read of a form: a value, or what is wrong with it. */
export type ReadValue = Accepted | ProfileProblem;

/** The fields of a user, those of the application too. */
export function fieldsOf(user: AdapterUser): Readonly<Record<string, unknown>> {
  return user as unknown as Readonly<Record<string, unknown>>;
}

/** The value of a stored field, as forms have it. Another type than that of the field counts as none. */
export function shownValue(stored: unknown, { type }: Pick<ProfileField, "type">): ProfileValue {
  if (type === "boolean") return stored === true;
  if (type !== "date") return typeof stored === "string" && stored ? stored : null;
  // A database that stores text only returns that.
  const text = stored instanceof Date && !Number.isNaN(stored.getTime()) ? stored.toISOString() : stored;
  return typeof text === "string" && DAY.test(text) ? text.slice(0, 10) : null;
}

/** Reads a value that a form, a script or the application has sent. */
export function readValue(sent: unknown, field: ProfileField): ReadValue {
  const { type, required = false } = field;
  if (type === "boolean") return readTick(sent, required);
  const given = sent ?? "";
  if (typeof given !== "string") return "invalid";
  const text = onOneLine(given);
  // In some texts nothing can be seen.
  if (toPrintableName(text) === null) return required ? "required" : { value: null, shown: null };
  return READERS[type](text, field);
}

const DAY = /^\d{4}-\d\d-\d\d/;

/** The most characters by default. */
const [MAX_TEXT, MAX_URL] = [200, 2000];

const READERS: Readonly<Record<Exclude<ProfileField["type"], "boolean">, Reader>> = {
  text: (text, { maxLength = MAX_TEXT }) => ofLength(text, maxLength),
  url(text, { maxLength = MAX_URL }) {
    // Another scheme, such as `javascript:`, would be a script in a link of the application.
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return "invalid";
    const url = new URL(text);
    url.username = url.password = "";
    return ofLength(url.href, maxLength);
  },
  date(text) {
    const date = new Date(`${text}T00:00:00Z`);
    const isDay = DAY.test(text) && !Number.isNaN(date.getTime());
    // There is no 30th of February.
    return isDay && date.toISOString().startsWith(text) ? { value: date, shown: text } : "invalid";
  },
  choice: (text, { choices = {} }) => Object.hasOwn(choices, text) ? { value: text, shown: text } : "invalid",
};

/** @param text Not empty, on one line. */
type Reader = (text: string, field: ProfileField) => ReadValue;

/** A box that is not ticked is not sent: the form has a hidden `false` before it. */
function readTick(sent: unknown, required: boolean): ReadValue {
  const value = new Map<unknown, boolean>([
    [true, true],
    ["true", true],
    ["on", true],
    [false, false],
    ["false", false],
    ["", false],
    [null, false],
  ]).get(sent);
  if (value === undefined) return "invalid";
  return required && !value ? "required" : { value, shown: value };
}

function ofLength(text: string, most: number): ReadValue {
  return [...text].length > most ? "tooLong" : { value: text, shown: text };
}
