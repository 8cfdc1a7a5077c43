/**
 * The actions that are off in a config: their paths are left to the application.
 *
 * @module
 */

import { actionsNeeding, type AuthAction, type Need } from "../http/endpoints.ts";
import { takeoverObstacle, type TakeoverRules } from "./takeover.ts";

/** The part of a setup that decides. */
export interface Capabilities extends TakeoverRules {
  /** Whether there is an account page, the application's own or the built-in one. */
  readonly hasAccountPage: boolean;
}

/** When a config has what an endpoint needs. */
const HAS: Readonly<Record<Need, (capabilities: Capabilities) => boolean>> = {
  nothing: () => true,
  database: ({ store }) => store !== null,
  takeover: (capabilities) => takeoverObstacle(capabilities) === null,
  "account page": ({ hasAccountPage }) => hasAccountPage,
  passkeys: ({ providers }) => [...providers.values()].some(({ type }) => type === "webauthn"),
};

/** Returns the actions that need what the config does not have. */
export function switchedOff(capabilities: Capabilities): ReadonlySet<AuthAction> {
  return actionsNeeding((need) => !HAS[need](capabilities));
}
