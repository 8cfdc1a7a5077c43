/**
 * `GET kept-form`: the form that a user has sent before they confirmed that it is them, and a button that sends it.
 *
 * @module
 */

import { removeChunked } from "../../http/chunked_cookies.ts";
import { currentSession } from "../../session/current.ts";
import { readKeptForm } from "../../http/kept_form.ts";
import { parsePath } from "../../http/own_path.ts";
import { keptFormPage } from "../../pages/kept_form.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { returnUrl } from "../../http/redirect.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

/**
 * Shows the form once: the page holds it then. Leads to the page that had it if there is none, if it is not of this user, or if another
 * tab has kept one since, which stays.
 */
export async function showKeptForm(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, cookies, query } = incoming;
  const callbackUrl = await returnUrl(incoming, setup);
  const session = await currentSession(incoming, setup);
  const form = await readKeptForm(cookies, "kept form", setup);
  const consumed = removeChunked(cookies, setup.cookies.keptForm);
  if (!form || form.userId !== session?.userId) return { redirect: callbackUrl, cookies: consumed };
  const at = query.get("at");
  if (at && form.at && form.at !== at) return { redirect: callbackUrl };
  const { pathname } = new URL(origin + form.target);
  const page = await keptFormPage({
    ...await pageBase(incoming, setup),
    action: origin + form.target,
    enctype: form.enctype,
    isOwn: parsePath(pathname, setup) !== null,
    what: form.what ?? null,
    files: form.files ?? [],
    chosen: form.chosen ?? [],
    from: form.from ?? pathname,
    at: Number(form.at),
    now: setup.platform.now(),
    fields: [...new URLSearchParams(form.body)],
    callbackUrl,
  });
  return toPageOutcome(page, consumed);
}
