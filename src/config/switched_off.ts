/**
 * The actions without use in a config: their paths are left to the application.
 *
 * @module
 */

import type { AuthAction } from "../http/endpoints.ts";
import { takeoverObstacle, type TakeoverRules } from "./takeover.ts";

/** The part of a setup that decides. */
export interface Capabilities extends TakeoverRules {
  /** Whether there is an account page, the application's own or the built-in one. */
  readonly hasAccountPage: boolean;
}

/** When an action has a use. An action that is missing here always has one. */
const USES: { readonly [action in AuthAction]?: (capabilities: Capabilities) => boolean } = {
  account: ({ hasAccountPage }) => hasAccountPage,
  "account-data": ({ hasAccountPage }) => hasAccountPage,
  link: ({ store }) => store !== null,
  "taken-over": (capabilities) => takeoverObstacle(capabilities) === null,
  "webauthn-options": hasPasskeys,
  "webauthn-script": hasPasskeys,
};

/** Returns the actions that have no use: no page of theirs can be reached, or no script asks them. */
export function switchedOff(capabilities: Capabilities): ReadonlySet<AuthAction> {
  const actions = Object.keys(USES) as (keyof typeof USES)[];
  return new Set(actions.filter((action) => !USES[action]!(capabilities)));
}

function hasPasskeys({ providers }: Capabilities): boolean {
  return [...providers.values()].some(({ type }) => type === "webauthn");
}
