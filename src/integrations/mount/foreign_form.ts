/**
 * Refuses the forms that other sites send to an application, in place of the check of its framework.
 *
 * @module
 */

import { isFromOrigin } from "../../http/fetch_site.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Content types that a form, or a script without the consent of this site, can send to another site. */
const FORM = /application\/x-www-form-urlencoded|multipart\/form-data|text\/plain/i;

/**
 * Returns the answer to a form that does not come from the origin of the application; `null` for anything else.
 *
 * @param origin That of `AUTH_URL`, if it is set.
 * @param door The function with the option `checkOrigin`.
 */
export function refusalOfForeign(
  { method, headers }: Pick<Request, "method" | "headers">,
  { origin, door }: { readonly origin: string; readonly door: string },
): Response | null {
  if (SAFE.has(method)) return null;
  const type = headers.get("content-type");
  const isOwn = isFromOrigin((name) => headers.get(name), origin);
  if (isOwn || (type !== null && !FORM.test(type))) return null;
  const from = headers.get("origin")?.slice(0, 200) ?? "not sent";
  return new Response(
    `Cannot accept this ${method}: its Origin is ${from}. For a webhook, write ` +
      `${door}(config, { checkOrigin: false }); behind a proxy, set AUTH_URL`,
    { status: 403 },
  );
}
