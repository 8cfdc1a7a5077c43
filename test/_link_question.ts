/**
 * The question whether to link an account, as the browser of a test holds it.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Browser } from "../src/testing/mod.ts";

/** The field `question` of the form that answers; none if no question waits in the browser. */
export function questionIn(
  browser: Pick<Browser, "cookies">,
  origin: string,
): { readonly question?: string } {
  const parts = browser.cookies(origin).filter(({ name }) => /latchkey\.link(\.\d+)?$/.test(name));
  const sealed = parts.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
    .map(({ value }) => value).join("");
  return sealed ? { question: createHash("sha256").update(sealed).digest("base64url").slice(0, 16) } : {};
}
