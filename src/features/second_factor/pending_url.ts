/**
 * The URL where a pending sign-in goes on.
 *
 * @module
 */

import { isFromScript } from "../../http/incoming.ts";
import type { PendingSignIn } from "./pending.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import { toPage } from "../../http/urls.ts";
import { waysParam } from "./ways.ts";

/** The URL of the page on which a pending sign-in goes on. */
export async function pendingUrl(
  { name: question, step, returnTo: callbackUrl, isDoubtful, allowed: { userId } }:
    & Pick<PendingSignIn, "step" | "returnTo" | "isDoubtful" | "allowed">
    & { readonly name: string },
  { incoming, row, locales = null, error = null }: {
    readonly incoming: Incoming;
    readonly row: AdapterSecondFactor | null;
    readonly locales?: string | null;
    readonly error?: string | null;
  },
  setup: Setup,
): Promise<string> {
  const params = { callbackUrl, question, error };
  if (step === "enrol") return toPage("secondFactorSetup", params, incoming, setup, locales);
  const isShownElsewhere = setup.pages.secondFactor !== undefined || isFromScript(incoming);
  const ways = row && isShownElsewhere && userId !== null ? await waysParam(row, setup, isDoubtful) : null;
  return toPage("secondFactor", { ways, ...params }, incoming, setup, locales);
}
