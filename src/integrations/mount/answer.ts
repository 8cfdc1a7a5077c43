/**
 * The answer of an integration to a request for a path of the library.
 *
 * @module
 */

import { siblingOf } from "./sibling.ts";
import { answer } from "../../core/answer.ts";
import { isForPerson } from "../../http/incoming.ts";
import { readAppUrl, toOuterPath } from "../../http/origin.ts";
import { refererIn } from "../../http/referer.ts";
import { type Answer, toAnswer } from "../../http/outcome.ts";
import type { Received } from "../../http/types.ts";

/** Answers a request. Never rejects: see `answer()`. */
export async function answerAt(
  received: Received,
  mounted: Parameters<typeof pageElsewhere>[1],
): Promise<Answer> {
  const url = pageElsewhere(received, mounted);
  return url === null ? await answer(received, mounted.config) : toAnswer({ redirect: url, status: 303 });
}

/**
 * On a host that only reads the session, the URL of the same page on the host with the pages of the library: only that one has the
 * cookies that forms need. For a link on a page of that host; `null` for any other request.
 *
 * `Host` says nothing: a proxy may send its own. Nor does the referer, which a redirect to the other host keeps: the browser has to
 * say that this host is that of the link.
 */
function pageElsewhere(
  received: Received,
  { config, origin }: Parameters<typeof siblingOf>[1],
): string | null {
  const header = (name: string) => received.headers.get(name);
  if (!isForPerson(received) || header("sec-fetch-site") !== "same-origin") return null;
  const { pathname, search, origin: seen } = new URL(received.url);
  const sibling = siblingOf({ origin: seen, header }, { config, origin });
  const from = sibling && refererIn(header, sibling);
  if (!from) return null;
  const page = new URL(origin + toOuterPath(pathname + search, readAppUrl(config.url)));
  const back = page.searchParams.get("callbackUrl") ?? from;
  if (URL.canParse(back, sibling)) page.searchParams.set("callbackUrl", new URL(back, sibling).href);
  return page.href;
}
