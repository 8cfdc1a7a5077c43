/**
 * The languages that a request asks for by name: the parameter `ui_locales`, in the query or in a form.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest | OpenID Connect §3.1.2.1}
 * @module
 */

import type { Incoming } from "./types.ts";

/** Name of the parameter. */
export const UI_LOCALES = "ui_locales";

/** Tags of languages, separated by spaces, at most 100 characters. */
const TAGS = /^(?=.{1,100}$)[A-Za-z0-9-]+(?: [A-Za-z0-9-]+)*$/;

/** Returns `ui_locales` of a request: tags of languages, separated by spaces. `null` if it has none, or no valid ones. */
export function requestedLocales({ body, query }: Pick<Incoming, "body" | "query">): string | null {
  const locales = body?.[UI_LOCALES] ?? query.get(UI_LOCALES);
  return typeof locales === "string" && TAGS.test(locales) ? locales : null;
}
