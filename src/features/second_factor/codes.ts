/**
 * New recovery codes, and the response that shows them once.
 *
 * @module
 */

import { codesPage } from "./pages/codes.ts";
import { wordedBase } from "./locale.ts";
import { CODES_SHOWN } from "./pages/fields.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { returnUrl } from "../../http/redirect.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery_codes.ts";
import { wantsJson } from "./script.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl, toAddress } from "../../http/urls.ts";

/** Recovery codes. */
interface NewCodes {
  /** For the user. */
  readonly codes: readonly string[];
  /** For the row: their hashes, separated by spaces. */
  readonly hashes: string;
}

/** Makes ten codes. */
export async function newCodes({ platform }: Pick<Setup, "platform">): Promise<NewCodes> {
  const codes = createRecoveryCodes(platform.random);
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code)));
  return { codes, hashes: hashes.join(" ") };
}

/** The URL of the page that says that recovery codes were shown. @param callbackUrl Where it leads. */
export function shownCodesUrl(callbackUrl: string, incoming: Incoming, setup: Setup): string {
  const { origin } = incoming;
  return toAddress(
    endpointUrl("second-factor-setup", origin, setup),
    { callbackUrl, done: CODES_SHOWN },
    incoming,
  );
}

/** Shows recovery codes once. The page then leads to the URL of `outcome`. A script and the application's own code get JSON. */
export async function codesOutcome(
  codes: readonly string[],
  { outcome, label, incoming, isRenewed = false }: {
    readonly outcome: Outcome;
    readonly label: string;
    readonly incoming: Incoming;
    /** Whether they replace older codes. */
    readonly isRenewed?: boolean;
  },
  setup: Setup,
): Promise<Outcome> {
  const { redirect: url = incoming.origin, cookies = [] } = outcome;
  if (wantsJson(incoming)) return { json: { codes, url }, cookies };
  const page = await codesPage({
    ...await wordedBase(incoming, setup),
    codes,
    account: label || null,
    isRenewed,
    shownQuery: new URL(shownCodesUrl(await returnUrl(incoming, setup), incoming, setup)).search,
    now: setup.platform.now(),
    continueUrl: url,
  });
  return toPageOutcome(page, cookies);
}
