/**
 * The answer of an integration to a request for a path of the library.
 *
 * @module
 */

import type { Mount } from "./mount.ts";
import { siblingOf } from "./refusal.ts";
import { answer } from "../../core/answer.ts";
import { isForPerson } from "../../http/incoming.ts";
import { readAppUrl, toOuterPath } from "../../http/origin.ts";
import { refererIn } from "../../http/referer.ts";
import { type Answer, forScript, toAnswer } from "../../http/outcome.ts";
import type { Received } from "../../http/types.ts";

/** Answers a request. Never rejects: see `answer()`. */
export async function answerAt(
  received: Received,
  mounted: Pick<Mount, "config" | "origin">,
): Promise<Answer> {
  const url = pageElsewhere(received, mounted);
  if (url === null) return await answer(received, mounted.config);
  const outcome = { redirect: url, status: 303 };
  return toAnswer(received.method === "POST" ? forScript(outcome) : outcome);
}

/**
 * On a host that only reads the session, the URL of the page on the host with the pages of the library: only that one has the
 * cookies that forms need. For a link on a page of that host, and a sign-in or sign-out of the browser client; `null` for any other
 * request. `Host` alone says nothing: a proxy may send its own.
 */
function pageElsewhere(
  { method, headers, url }: Received,
  { config, origin }: Pick<Mount, "config" | "origin">,
): string | null {
  const header = (name: string) => headers.get(name);
  const { pathname, search, origin: seen } = new URL(url);
  const sibling = siblingOf({ origin: seen, header }, { config, origin });
  const from = sibling && refererIn(header, sibling);
  if (from === null) return null;
  const isOfClient = method === "POST" && header("x-auth-return-redirect") !== null &&
    OF_CLIENT.test(pathname);
  if (!isOfClient && !isForPerson({ method, headers })) return null;
  const page = new URL(toOuterPath(pathname + search, readAppUrl(config.url)), origin);
  // A link begins no sign-in.
  if (isOfClient) {
    page.pathname = page.pathname.replace(OF_CLIENT, (_, action) => action ? "/signout" : "/signin");
  }
  const back = page.searchParams.get("callbackUrl") ?? (isOfClient ? from : "/");
  if (URL.canParse(back, sibling!)) page.searchParams.set("callbackUrl", new URL(back, sibling!).href);
  return page.href;
}

/** The end of the paths to which the browser client posts. */
const OF_CLIENT = /\/(?:signin|callback|(signout))(?:\/[^/]*)?$/;
