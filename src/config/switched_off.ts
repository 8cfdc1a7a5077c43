/**
 * The actions that are off in a config: their paths are left to the application.
 *
 * @module
 */

import { actionsNeeding, type AuthAction, type Need } from "../http/endpoints.ts";
import { PROVIDER_LOGOUT } from "../model/provider_logout.ts";
import type { TypedMap } from "../values/typed_map.ts";
import type { Capability } from "../setup/setup.ts";
import { takeoverObstacle, type TakeoverRules } from "./takeover.ts";

/** The part of a setup that decides. */
export interface SwitchRules extends TakeoverRules {
  /** Whether there is an account page, the application's own or the built-in one. */
  readonly hasAccountPage: boolean;
  /** The code that the application has. */
  readonly capabilities: ReadonlySet<Capability>;
  /** What the options of capabilities decide. */
  readonly rules: TypedMap;
}

/** When a config has what an endpoint needs. */
const HAS: Readonly<Record<Need, (rules: SwitchRules) => boolean>> = {
  nothing: () => true,
  database: ({ store }) => store !== null,
  takeover: (rules) => takeoverObstacle(rules) === null,
  "account page": ({ hasAccountPage }) => hasAccountPage,
  mail: ({ capabilities }) => [...capabilities].some(({ type }) => type === "email"),
  passwords: ({ capabilities }) => [...capabilities].some(({ keepsPasswords }) => keepsPasswords),
  "provider logout": ({ rules }) => rules.get(PROVIDER_LOGOUT) !== null,
  "back-channel logout": ({ rules }) => rules.get(PROVIDER_LOGOUT)?.backchannel === true,
  "second factor": ({ capabilities }) => [...capabilities].some(({ type }) => type === "secondFactor"),
  passkeys: ({ providers }) => [...providers.values()].some(({ type }) => type === "webauthn"),
};

/** Returns the actions that need what the config does not have. */
export function switchedOff(rules: SwitchRules): ReadonlySet<AuthAction> {
  return actionsNeeding((need) => !HAS[need](rules));
}
