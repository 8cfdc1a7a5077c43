/**
 * Forms that show recovery codes, sent a second time: by a reload of the page with the codes, a double click, or Back. Each counts
 * once, since the codes that were shown must go on working.
 *
 * @module
 */

import { shownCodesPage } from "./pages/codes.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { shownCodesUrl } from "./codes.ts";
import { wordedBase } from "./locale.ts";
import { CODES_SHOWN } from "./pages/fields.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import type { TotpSecret } from "./prove.ts";
import { areNewCodes, nameOfCodes } from "./recovery_codes.ts";
import { returnUrl, withParams } from "../../http/redirect.ts";
import { rulesOf } from "./rules.ts";
import { wantsJson } from "./script.ts";
import type { Setup } from "../../setup/setup.ts";
import { openSealedField, type SetupField } from "./setup_field.ts";
import { findSession } from "./step_up.ts";
import { openStored } from "../../crypto/stored_seal.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl } from "../../http/urls.ts";

/**
 * Answers a form that was sent before; `null` for any other. Asked before anything else: the first time has changed the session,
 * and has ended the sign-in that the form names.
 */
export async function answerRepeated(incoming: Incoming, setup: Setup): Promise<Outcome | null> {
  const { action = "", setup: sealed, replaces } = incoming.body ?? {};
  const field = action === "" ? await openSealedField(sealed, setup) : null;
  const isPasskeys = action === "passkeys" && !wantsJson(incoming);
  const isCodes = action === "codes";
  if (!field && !isPasskeys && !isCodes) return null;
  const session = await findSession(incoming, setup);
  const row = session && await rulesOf(setup).store.rows.find("secondFactors", { userId: session.userId });
  if (!row?.enabledAt) return null;
  if (isCodes) return wereReplaced(row, replaces) ? await toShownCodes(incoming, setup) : null;
  if (field && !await hasApp(row, field.secret, setup)) return null;
  return await toRepeatedSetup({ field, incoming }, setup);
}

/** Whether a row has the app of a secret. One whose secret cannot be opened has another. */
export async function hasApp(
  { totpSecret, userId }: AdapterSecondFactor,
  secret: string,
  setup: Setup,
): Promise<boolean> {
  const opened = totpSecret ? await openStored<TotpSecret>(totpSecret, "totp secret", setup) : null;
  return opened !== null && String(opened.data.userId) === String(userId) && opened.data.secret === secret;
}

/** Whether the codes that a form replaces are replaced already. Without `replaces`, it makes new codes each time. */
export function wereReplaced({ recoveryCodes }: AdapterSecondFactor, replaces: unknown): boolean {
  return typeof replaces === "string" && areNewCodes(recoveryCodes, replaces);
}

/** The answer to a form that turns the second factor on, or sets another app up, sent a second time. */
export async function toRepeatedSetup(
  { field, incoming }: { readonly field: Pick<SetupField, "isChange"> | null; readonly incoming: Incoming },
  setup: Setup,
): Promise<Outcome> {
  if (!field?.isChange) return await toShownCodes(incoming, setup);
  const returnTo = await returnUrl(incoming, setup);
  return { redirect: withParams(returnTo, incoming.origin, { done: "new-authenticator", error: null }) };
}

/**
 * Leads to the page that says that the codes were shown already, which a browser may open as often as it likes. A script and the
 * application's own code get the URL where the user goes.
 */
export async function toShownCodes(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const callbackUrl = await returnUrl(incoming, setup);
  const redirect = wantsJson(incoming)
    ? withParams(callbackUrl, incoming.origin, { done: CODES_SHOWN, error: null })
    : shownCodesUrl(callbackUrl, incoming, setup);
  return { redirect };
}

/** Answers the page that says that codes were shown; `null` to any other request, and for a user without codes. */
export async function showShownCodes(incoming: Incoming, setup: Setup): Promise<Outcome | null> {
  if (incoming.query.get("done") !== CODES_SHOWN || wantsJson(incoming)) return null;
  const { origin } = incoming;
  const session = await findSession(incoming, setup);
  const row = session && await rulesOf(setup).store.rows.find("secondFactors", { userId: session.userId });
  if (!row?.enabledAt) return null;
  const callbackUrl = await returnUrl(incoming, setup);
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const page = await shownCodesPage({
    ...await wordedBase(incoming, setup),
    action: endpointUrl("second-factor-setup", origin, setup),
    csrfToken,
    callbackUrl,
    question: null,
    lack: null,
    error: null,
    replaces: nameOfCodes(row.recoveryCodes),
  });
  return toPageOutcome(page, cookies);
}
