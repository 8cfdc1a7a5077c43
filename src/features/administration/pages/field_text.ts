/**
 * The value of a field of the application, as the page about a user shows it.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { dated } from "../../../pages/account_parts.ts";
import { exactText } from "../../../pages/date_text.ts";
import { onOneLine } from "../../../values/printable_name.ts";
import { toFieldJson } from "../own_fields.ts";
import type { AdminPage } from "./frame.ts";

/** How many characters of a value are shown. */
const SHOWN = 200;

/** Writes it: a date in the language of the page, and all else as JSON has it. Nothing is "–". */
export function fieldText(value: unknown, page: AdminPage): Html {
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    return dated("{date}", value.toISOString(), page, exactText)!;
  }
  const text = typeof value === "string" ? onOneLine(value) : toFieldJson(value);
  const letters = [...value === null ? "–" : text || "–"];
  return markup`<bdi>${letters.slice(0, SHOWN).join("")}${letters.length > SHOWN && "…"}</bdi>`;
}
