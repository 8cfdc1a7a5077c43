/**
 * A layout, a background, an icon and your own CSS for the pages: `Brand`.
 *
 * @module
 */

export { Brand } from "../pages/brand/brand.ts";
export type { BrandOptions, BrandSide, SignInPart } from "../pages/brand/options.ts";
export type { Theme, ThemeLinks } from "../values/types.ts";
