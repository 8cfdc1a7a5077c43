/**
 * The URL where a pending sign-in goes on.
 *
 * @module
 */

import type { AdapterSecondFactor } from "../adapters/types.ts";
import { isFromScript } from "../http/incoming.ts";
import type { Incoming } from "../http/types.ts";
import { localesParam } from "../http/ui_locales.ts";
import { pageUrl } from "../http/urls.ts";
import type { FactorSetup, PendingSignIn } from "./pending.ts";
import { waysParam } from "./ways.ts";

/** The URL of the page on which a pending sign-in goes on. */
export async function pendingUrl(
  { name: question, step, returnTo: callbackUrl, allowed: { userId } }:
    & Pick<PendingSignIn, "step" | "returnTo" | "allowed">
    & { readonly name: string },
  { incoming, row, locales = null, error = null }: {
    readonly incoming: Incoming;
    readonly row: AdapterSecondFactor | null;
    readonly locales?: string | null;
    readonly error?: string | null;
  },
  setup: FactorSetup,
): Promise<string> {
  const { origin } = incoming;
  const language = localesParam(incoming, locales);
  const params = { callbackUrl, question, error, ...language };
  if (step === "enrol") return pageUrl("secondFactorSetup", { origin, params }, setup);
  const isShownElsewhere = setup.pages.secondFactor !== undefined || isFromScript(incoming);
  const ways = row && isShownElsewhere && userId !== null ? await waysParam(row, setup) : null;
  return pageUrl("secondFactor", { origin, params: { ways, ...params } }, setup);
}
