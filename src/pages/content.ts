/**
 * The content of a page, and the theme that may dress it.
 *
 * @module
 */

import type { OptionCheck } from "../errors/checks.ts";
import type { Html, Part } from "../markup/html.ts";
import type { Messages } from "../messages/types.ts";
import type { BrandOptions } from "./brand/options.ts";
import type { brand } from "../values/markers.ts";
import type { FormPart } from "./form_part.ts";
import type { Tile } from "./style.ts";
import type { PageBase, PasskeyScript } from "./types.ts";

/** What every page has, as HTML: a frame gives each its place. */
export interface Framed {
  /** The logo of the theme, else the icon of the page. */
  readonly picture: Html | undefined;
  /** Heading. */
  readonly heading: Part;
  /** Text below the heading. */
  readonly lead: Part | undefined;
  /** The part below heading and lines. */
  readonly body: Html;
  /** The links of the theme; `null` without any. */
  readonly footer: Html | null;
}

/** The content that differs between pages. */
export interface Content {
  /** Heading. */
  readonly heading: Part;
  /** Title of the document, without the name of the application. Default: the heading. */
  readonly title?: Part;
  /** Text below the heading: `p` elements. */
  readonly lead?: Part;
  /** The part below heading and lines. */
  readonly body: Html;
  /** Picture above the heading, where the theme has no logo. */
  readonly icon?: Html;
  /** Default 200. */
  readonly status?: number;
  /** Whether the content has rows with buttons, which need more width. Default `false`. */
  readonly isWide?: boolean;
  /** The providers' tiles, as `styleSheet` takes them. */
  readonly tiles?: readonly Tile[];
  /** URLs of the images in `body`, each accepted by `imageSource`. */
  readonly images?: readonly string[];
  /** The script for passkeys. */
  readonly script?: Script | undefined;
  /** Puts each of them into the page. Default: a card in the middle. */
  readonly frame?: (framed: Framed) => Html;
  /** What a capability has added to the forms in `body`. Default: nothing. */
  readonly formParts?: readonly FormPart[];
  /** Rules of this page only, after those of all pages. */
  readonly style?: string;
  /** Another script, after that of the forms. */
  readonly inlineScript?: string;
  /** Elements that a theme with code adds to the head. */
  readonly head?: Part;
  /** Changes the document of a theme with code, once its holes are filled in. */
  readonly finish?: (document: Html) => Html;
}

/** The script for passkeys in a page. */
export interface Script extends Pick<PasskeyScript, "src" | "integrity"> {
  /** Its messages, where they are not those that it contains. */
  readonly messages?: Messages["passkey"] | undefined;
}

/** A theme that may bring code. */
export interface BrandedTheme extends BrandOptions {
  /** The code. Absent in any other theme. */
  readonly [brand]?: BrandCode;
}

/** The code. */
export interface BrandCode {
  /** The options beside those of every theme. */
  readonly keys: object;
  /** Their checks. */
  readonly checks: (theme: BrandOptions) => readonly OptionCheck[];
  /** Gives the content of a page the appearance of the theme. */
  readonly dress: (page: PageBase, content: Content) => Promise<Content>;
}
