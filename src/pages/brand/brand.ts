/**
 * The appearance of pages beyond that of `theme`. Its code is loaded with the first page.
 *
 * @module
 */

import { brandChecks } from "./checks.ts";
import { later } from "../../http/route.ts";
import type { BrandCode, BrandedTheme } from "../content.ts";
import { brand } from "../../values/markers.ts";
import { once } from "../../platform/once.ts";
import type { Keys } from "../../values/keys.ts";
import type { Theme } from "../../values/types.ts";
import type { BrandOptions } from "./options.ts";

/**
 * Gives the pages a layout, a background, an order of the ways to sign in, an icon and your own CSS. Only a program that calls it
 * has its code. Emails take name, logo and colours of it.
 *
 * @param options All of `theme`, and more.
 * @returns The theme, for `theme` of the config. A value that cannot be used is an error of the config.
 *
 * @example
 * ```ts
 * import { Brand } from "@latchkey/auth/brand";
 *
 * const theme = Brand({ name: "Acme", layout: "split", side: { text: "Ship it today." } });
 * console.log(theme.name); // "Acme"
 * ```
 */
export function Brand(options: BrandOptions): Theme {
  const theme: BrandedTheme = { ...options, [brand]: CODE };
  return theme;
}

const KEYS: Keys<Omit<BrandOptions, keyof Theme>> = {
  layout: true,
  side: true,
  background: true,
  order: true,
  providerButtons: true,
  density: true,
  icon: true,
  logoGround: true,
  css: true,
};

const CODE: BrandCode = {
  keys: KEYS,
  checks: brandChecks,
  dress: later(once(() => import("./dress.ts")), "dress"),
};
