/**
 * The shapes of all capabilities: a row for each.
 *
 * @module
 */

import { mail } from "./mail.ts";
import { passkeys } from "./passkeys.ts";
import { passwords } from "./passwords.ts";
import { providerLogout } from "./provider_logout.ts";
import { providerTokens } from "./provider_tokens.ts";
import { secondFactor } from "./second_factor.ts";

/** The shapes of all capabilities. */
export const SHAPES = [mail, passkeys, passwords, secondFactor, providerTokens, providerLogout] as const;

/** The shape of a capability. */
type Known = (typeof SHAPES)[number];

/** An endpoint of a capability. */
export type CapabilityEndpoint = Known["endpoints"][number];

/** A page of a capability. */
export type CapabilityPage = Keys<Known["pages"]>;

/** A cookie of a capability. */
export type CapabilityCookie = Keys<Known["cookies"]>;

/** The keys of each object of a union. */
type Keys<T> = T extends unknown ? keyof T & string : never;
