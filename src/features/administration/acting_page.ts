/**
 * `GET acting` and `POST acting`: says who acts as whom, and ends it.
 *
 * @module
 */

import { AdapterError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { returnUrl } from "../../http/redirect.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl, toPage } from "../../http/urls.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import type { Setup } from "../../setup/setup.ts";
import { identifierOf } from "../../sign_in/identifiers.ts";
import { endActing } from "./acting.ts";
import { type ActingCookie, openActing, removeActing } from "./acting_cookie.ts";
import { findTarget } from "./acting_target.ts";
import { actingPage } from "./pages/acting.ts";
import { rulesOf } from "./rules.ts";

/** Shows the page; to everybody else, the page that they come from. */
export async function showActing(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { cookies, origin, query } = incoming;
  const callbackUrl = await returnUrl(incoming, setup);
  const acting = await openActing(cookies, setup);
  if (!acting || !await isActor(acting, incoming, setup)) {
    return { redirect: callbackUrl, cookies: removeActing(cookies, setup) };
  }
  const target = await findTarget(acting, rulesOf(setup), setup).catch((error) => {
    if (isA(error, AdapterError)) throw error;
    setup.logger.error(error as Error);
    return null;
  });
  const error = query.get("error");
  if (setup.pages.acting) {
    const state = target ? "acting" : "over";
    return { redirect: toPage("acting", { callbackUrl, state, error }, incoming, setup) };
  }
  const { token: csrfToken, cookies: set } = await issueCsrfToken(incoming, setup);
  const page = await actingPage({
    ...await pageBase(incoming, setup),
    action: endpointUrl("acting", origin, setup),
    csrfToken,
    callbackUrl: target && leadsNowhere(callbackUrl, incoming, setup)
      ? toPage("admin", { user: target.row.userId }, incoming, setup)
      : callbackUrl,
    actor: acting.actor,
    target,
    identifier: await identifierOf(target ? target.row.userId : acting.actor.sub, setup),
    now: setup.platform.now(),
    isRefused: error !== null,
  });
  return toPageOutcome(page, set);
}

/**
 * Whether who stops goes on with the user, on the page where they have begun: there are such pages, and the address names no page of the
 * application.
 */
function leadsNowhere(callbackUrl: string, { origin }: Incoming, setup: Setup): boolean {
  const { href, pathname } = new URL(callbackUrl, origin);
  const isHome = href === new URL(setup.home ?? "/", origin).href;
  return !!rulesOf(setup).pages && (isHome || pathname.startsWith(`${setup.basePath}/`));
}

/** Whether the session is still the one in which it began. */
async function isActor({ key }: ActingCookie, { cookies }: Incoming, { sessions }: Setup): Promise<boolean> {
  return await sessions.isLive(cookies) && await sessions.keyOf(cookies) === key;
}

/** Ends it, and leads back. */
export async function stopByForm(incoming: Incoming, setup: Setup): Promise<Outcome> {
  await endActing(incoming, setup);
  return { redirect: await returnUrl(incoming, setup), cookies: removeActing(incoming.cookies, setup) };
}
