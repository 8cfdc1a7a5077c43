/**
 * What every page shows of its request and its application.
 *
 * @module
 */

import type { Incoming } from "../http/types.ts";
import { requestedLocales } from "../http/ui_locales.ts";
import { localeOf } from "./locale.ts";
import type { PageBase } from "./types.ts";

/** Returns the fields of every page, and the languages that the request names, which its forms pass on. */
export async function pageBase(
  incoming: Incoming,
  setup: Parameters<typeof localeOf>[1] & Pick<PageBase, "theme" | "home">,
): Promise<PageBase & { readonly locales: string | null }> {
  return {
    theme: setup.theme,
    origin: incoming.origin,
    home: setup.home,
    locale: await localeOf(incoming, setup),
    locales: requestedLocales(incoming),
  };
}
