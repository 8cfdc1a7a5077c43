/**
 * The form of a change whose user must prove first that it is them.
 *
 * @module
 */

import type { Freshness } from "../setup/account_section.ts";
import { proofUrl } from "./freshness.ts";
import { isFromScript } from "../http/incoming.ts";
import { storeFormToSend } from "../http/kept_form.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { endpointUrl } from "../http/urls.ts";

/**
 * Leads to the proof, and keeps the form: a page sends it again afterwards. A form that has no room, or that a script has sent, is
 * not kept.
 *
 * @param asked The user, and what they may prove.
 * @param returnTo Where the user goes who does not send it. @param path The endpoint of the form. @param what What it does, for the
 * page.
 */
export async function proofForChange(
  asked: Pick<Freshness, "factors"> & { readonly userId: string },
  { incoming, returnTo, path, what }: {
    readonly incoming: Incoming;
    readonly returnTo: string;
    readonly path: string;
    readonly what?: string | undefined;
  },
  setup: Setup,
): Promise<Outcome & { readonly redirect: string }> {
  const { origin, body } = incoming;
  const form = {
    userId: asked.userId,
    what,
    target: new URL(endpointUrl(path, origin, setup)).pathname,
    // A browser has sent texts.
    body: String(new URLSearchParams(body as Record<string, string> | undefined)),
  };
  const page = endpointUrl("kept-form", origin, setup);
  const kept = isFromScript(incoming) || setup.raw
    ? null
    : await storeFormToSend(form, { request: incoming, page, callbackUrl: returnTo }, setup);
  const redirect = proofUrl(asked, { incoming, returnTo, ...kept }, setup);
  return { redirect, ...(kept && { cookies: kept.cookies }) };
}
