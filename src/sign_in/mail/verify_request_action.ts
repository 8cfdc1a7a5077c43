/**
 * `GET verify-request`: the page after an email was asked for, or the application's own.
 *
 * @module
 */

import { capabilityOf } from "../capability.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { findUserSession } from "../intent.ts";
import { readRequestedMail } from "./finish.ts";
import { secondsToWait } from "./mailed_proof.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { callbackUrlOf, endpointUrl, toPage } from "../../http/urls.ts";
import { SECOND_STEP_REQUIRED } from "../../http/second_step.ts";
import { triesIn, verifyRequestPage } from "../../pages/verify.ts";

/** Says that an email is on its way, and asks for its code in the browser that asked for the email. */
export async function showVerifyRequest(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  if (setup.pages.verifyRequest) {
    return { redirect: toPage("verifyRequest", Object.fromEntries(query), incoming, setup) };
  }
  const failed = query.get("error");
  const base = { ...await pageBase(incoming, setup), error: failed === SECOND_STEP_REQUIRED ? null : failed };
  const mail = await readRequestedMail(incoming, setup);
  if (!mail) {
    // Back, after the email has signed in.
    const isOver = base.error === null && await findUserSession(incoming, setup) !== null;
    if (isOver) return { redirect: setup.home ?? origin };
    return toPageOutcome(await verifyRequestPage({ ...base, mail: null }));
  }
  const { provider, identifier: email, returnTo: callbackUrl, intent, code } = mail;
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const link = intent.link === "requested";
  const again = query.get("again");
  const { mailText } = capabilityOf(setup.providers.get(provider) ?? {}) ?? {};
  const page = await verifyRequestPage({
    ...base,
    triesLeft: triesIn(query),
    mail: {
      email,
      codeAction: code !== undefined ? callbackUrlOf(provider, origin, setup) : null,
      againAction: endpointUrl(`signin/${provider}`, origin, setup),
      signinUrl: toPage("signIn", { callbackUrl, link: link ? "true" : null }, incoming, setup),
      wait: secondsToWait(mail, setup.platform),
      again,
      ...await mailText?.(mail, again, base.locale.messages),
      csrfToken,
      callbackUrl,
      link,
      locales: base.locales,
    },
  });
  return toPageOutcome(page, cookies);
}
