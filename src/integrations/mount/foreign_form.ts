/**
 * Refuses the forms that other sites send to an application, in place of the check of its framework.
 *
 * @module
 */

import { isFromOrigin } from "../../http/fetch_site.ts";
import { siblingOf } from "./sibling.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Content types that a form, or a script without the consent of this site, can send to another site. */
const FORM = /application\/x-www-form-urlencoded|multipart\/form-data|text\/plain/i;

/**
 * Returns the answer to a form that does not come from the origin of the application; `null` for anything else. On a host that only
 * reads the session, forms come from its own pages, too.
 *
 * @param seen Origin of the request, as the server sees it. It counts without an `AUTH_URL`.
 * @param door The function with the option `checkOrigin`.
 */
export function refusalOfForeign(
  { method, headers }: Pick<Request, "method" | "headers">,
  { seen, mounted, door }: {
    readonly seen: string;
    readonly mounted: Parameters<typeof siblingOf>[1];
    readonly door: string;
  },
): Response | null {
  if (SAFE.has(method)) return null;
  const type = headers.get("content-type");
  const header = (name: string) => headers.get(name);
  const own = [mounted.origin ?? seen, siblingOf({ origin: seen, header }, mounted)];
  const isOwn = own.some((origin) => origin !== null && isFromOrigin(header, origin));
  if (isOwn || (type !== null && !FORM.test(type))) return null;
  const from = headers.get("origin")?.slice(0, 200) ?? "not sent";
  return new Response(
    `Cannot accept this ${method}: its Origin is ${from}. For a webhook, write ` +
      `${door}(config, { checkOrigin: false }); behind a proxy, set AUTH_URL`,
    { status: 403 },
  );
}
