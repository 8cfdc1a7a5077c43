/**
 * What `Brand()` takes.
 *
 * @module
 */

import type { Theme } from "../../values/types.ts";

/** The appearance of pages and emails. `layout` and what follows are for pages only. */
export interface BrandOptions extends Theme {
  /**
   * Where the form is: in a card, on the page without one, or beside a picture or a text in windows of 960 CSS pixels and more.
   * The account page has a layout of its own. Default `card`.
   */
  readonly layout?: "card" | "plain" | "split";
  /** What is beside the form, with `layout: "split"`. Default: nothing. */
  readonly side?: BrandSide;
  /**
   * CSS colour behind the card, or one for light pages and one for dark ones. Where it has text on it, the page takes a lighter or
   * darker tone on which the text can be read. On phones the card covers the page. Default: a grey.
   */
  readonly background?: string | { readonly light?: string; readonly dark?: string };
  /**
   * The parts of the sign-in page from the top: the form for the address, the button for passkeys, the buttons of providers. The list
   * has each of them once. A form with other fields counts as the form for the address. Default `["address", "passkey", "providers"]`.
   */
  readonly order?: readonly SignInPart[];
  /**
   * The buttons of providers: one below the other, in two columns with only the name, or the marks in a row, whose text
   * appears at a pointer that rests. Screen readers read the same in all three. Default `full`.
   */
  readonly providerButtons?: "full" | "grid" | "icons";
  /** Space between things, and the height of buttons and fields: on touch screens it is 44 CSS pixels in both. Default `comfortable`. */
  readonly density?: "comfortable" | "compact";
  /**
   * URL of the icon in the tab: http or https, a path, or a data URL of an image. With it, browsers that colour their bars take the
   * colour of the page. Default: none, and browsers ask for `/favicon.ico`.
   */
  readonly icon?: string;
  /** What is behind the logo on dark pages: `light` is for a dark logo that has no `logoDark`. Default `none`. */
  readonly logoGround?: "none" | "light";
  /**
   * CSS rules behind those of the page, at most 20,000 characters. With it, elements have `data-part`: `card`, `title`, `field`,
   * `button`, `provider`, `row`, `pill` or `message`. It loads nothing: `@import` and `url()` are refused. Default: none.
   */
  readonly css?: string;
}

/** A part of the sign-in page. */
export type SignInPart = "address" | "passkey" | "providers";

/** What is beside the form. */
export interface BrandSide {
  /** URL of a picture that fills the side: http or https, a path, or a data URL of an image. Default: none. */
  readonly image?: string;
  /** CSS colour of the side, and behind the text on a picture. Default: `brandColor`, else a grey. */
  readonly color?: string;
  /** A sentence on the side. A function gets the language of the page, a tag such as `de` (RFC 5646). Default: none. */
  readonly text?: string | ((language: string) => string);
  /** Who says it. Default: no one. */
  readonly author?: string;
}
