/**
 * Whether a session may change how its user signs in: its user has signed in a short time ago, and has proven the second factor
 * if they have one. Every such change applies this rule.
 *
 * @see {@link https://github.com/OWASP/ASVS/blob/v5.0.0/5.0/en/0x16-V7-Session-Management.md | ASVS 5.0, 7.5.1}
 * @module
 */

import type { Factor, Freshness } from "../setup/account_section.ts";
import { isFresh, isStale } from "../session/current.ts";
import type { Decision } from "../model/decision.ts";
import type { Identity } from "../model/identity.ts";
import { aalOf } from "../values/levels.ts";
import { secondStepError } from "../http/second_step.ts";
import type { SessionRead } from "../model/session.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";
import { endpointUrl, toAddress, toPage } from "../http/urls.ts";

/** The part of a setup that reads second factors. */
type FactorsContext = Pick<Setup, "capabilities" | "rules">;

/** Value of the parameter `lack`: the user has to prove who they are, by the second factor only if it is still on. */
export const LACKS_PROOF = "proof";

/**
 * What counts in place of a `freshAge` of 0, in milliseconds: the user comes back to the change. An account that is added comes with
 * its own proof.
 */
export const LEAST_FRESH = 300_000;

/** Reads it. @throws {AdapterError} if the database fails. */
export async function freshnessOf(session: SessionRead, setup: Setup): Promise<Freshness> {
  const factors = await factorsOf(session.userId, setup);
  const lacksLevel = session.aal !== 2 && factors.some(isOn);
  const context = { ...setup, freshAge: setup.freshAge || LEAST_FRESH };
  return {
    factors,
    lacksLevel,
    isFresh: isFresh(session, context) && !lacksLevel,
    canBecomeFresh: isStale(session, context) || lacksLevel,
  };
}

/**
 * Whether a session has not proven the second factor that its user has turned on: the session began before, or on a remembered
 * device.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function lacksLevel({ userId, aal }: SessionRead, setup: FactorsContext): Promise<boolean> {
  return aal !== 2 && await hasFactor(userId, setup);
}

/**
 * Whether a second decision leads to another user than the first one, who has a second factor that this sign-in has not proven.
 *
 * @param again The second decision.
 * @param decision The first decision.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function lacksSecondStep(
  { amr = [], secondStep }: Identity,
  { again, decision }: { readonly again: Decision & { readonly kind: "found" }; readonly decision: Decision },
  setup: FactorsContext,
): Promise<boolean> {
  const isProven = aalOf(amr) === 2 && !secondStep;
  const isSame = "user" in decision && decision.user.id === again.user.id;
  return !isProven && !isSame && await hasFactor(again.user.id, setup);
}

/** Whether a user has turned a second factor on. No one has without a user. */
export async function hasFactor(userId: string | null, setup: FactorsContext): Promise<boolean> {
  return (await factorsOf(userId, setup)).some(isOn);
}

/** The second factors of a user; none without a user. */
export async function factorsOf(userId: string | null, setup: FactorsContext): Promise<readonly Factor[]> {
  if (userId === null) return [];
  return await Promise.all([...setup.capabilities].flatMap(({ factor }) => factor?.(userId, setup) ?? []));
}

/** Whether the user of a factor has turned it on. */
export function isOn({ isOn }: Factor): boolean {
  return isOn;
}

/**
 * The URL where the user of a session proves who they are: with the second factor that they have, else on the sign-in page.
 *
 * @param returnTo Where they go afterwards.
 */
export function proofUrl(
  { factors }: Pick<Freshness, "factors">,
  { incoming, returnTo, locales = null }: {
    readonly incoming: Incoming;
    readonly returnTo: string;
    readonly locales?: string | null;
  },
  setup: Setup,
): string {
  const factor = factors.find(isOn);
  if (factor) {
    // The endpoint leads to a page of the application, with what that page has to ask for.
    const asked = { error: secondStepError(incoming), lack: LACKS_PROOF, callbackUrl: returnTo };
    return toAddress(endpointUrl(factor.path, incoming.origin, setup), asked, incoming, locales);
  }
  return toPage("signIn", { error: "SessionNotFresh", callbackUrl: returnTo }, incoming, setup, locales);
}
