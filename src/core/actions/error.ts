/**
 * `GET error`, and the pages that say at the address that failed what went wrong.
 *
 * @module
 */

import { RateLimited, type ServerBusy } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { asksToLink } from "../../http/link_request.ts";
import { wantedUrl } from "../../http/redirect.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { toPage } from "../../http/urls.ts";
import { pageBase } from "../../pages/base.ts";
import { busyPage, errorPage, limitedPage } from "../../pages/error.ts";
import { defaultLocaleOf } from "../../pages/locale.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import type { Setup } from "../../setup/setup.ts";
import { linkUrl } from "./page.ts";

export { showKeptForm, showSignIn, showSignOut, showTakenOver } from "./page.ts";
export { storeFailedForm } from "../../sign_in/failed_form.ts";

/** Says what went wrong. */
export async function showError(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const error = incoming.query.get("error");
  // The user still wants what they wanted before the failure.
  const params = {
    link: asksToLink(incoming) ? "true" : null,
    callbackUrl: await wantedUrl(incoming, setup),
  };
  if (setup.pages.error) return { redirect: toPage("error", { error, ...params }, incoming, setup) };
  const signinUrl = toPage("signIn", params, incoming, setup);
  return toPageOutcome(await errorPage({ ...await pageBase(incoming, setup), signinUrl, error }));
}

/** Says that the server or its database failed, at the address that failed: `again` repeats it. */
export async function showFailed(
  incoming: Incoming,
  setup: Setup,
  again: string,
  isAway: boolean,
): Promise<Outcome> {
  const page = await errorPage({
    ...await pageBase(incoming, setup),
    signinUrl: again,
    error: "ServerError",
  });
  return { ...toPageOutcome(page), status: isAway ? 503 : 500 };
}

/**
 * Says that the server is busy, or that there were too many attempts, and counts the seconds until the next one. Also where the
 * error page is the application's own: a redirect would lose the status.
 *
 * @param signinUrl The page with the form.
 */
export async function showLater(
  error: ServerBusy | RateLimited,
  signinUrl: string,
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome> {
  const base = { ...await pageBase(incoming, setup), signinUrl };
  if (!isA(error, RateLimited)) return toPageOutcome(await busyPage(base));
  const { origin } = incoming;
  const callbackUrl = new URL(signinUrl, origin).searchParams.get("callbackUrl") ?? origin;
  const page = await limitedPage({
    ...base,
    // After too many emails, a user does not get one behind the link either.
    links: [...setup.capabilities].flatMap(({ guess }) =>
      guess && guess.kind === error.cause?.kind
        ? {
          url: linkUrl(guess.link, { callbackUrl, incoming }, setup),
          text: base.locale.messages.signIn[guess.link],
        }
        : []
    ),
    wait: error.retryAfter,
    canSwitch: setup.providers.size > 1,
  });
  return toPageOutcome(page);
}

/**
 * Says that the site is not set up correctly. Needs no setup, since there is none.
 *
 * @param acceptLanguage Value of `Accept-Language`.
 * @param languages Those of the config, which may be anything.
 */
export async function showMisconfiguration(
  origin: string,
  acceptLanguage: string | null,
  languages: unknown,
): Promise<Outcome> {
  const page = await errorPage({
    theme: {},
    origin,
    locale: await defaultLocaleOf(acceptLanguage, languages),
    signinUrl: origin,
    error: "Configuration",
  });
  return { ...toPageOutcome(page), status: 500 };
}
