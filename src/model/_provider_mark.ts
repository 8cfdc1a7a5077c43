/**
 * Marks of providers as data.
 *
 * @module
 */

/**
 * The mark by which people recognize a provider, as data. The sign-in page draws it as an SVG on the button.
 *
 * The page shows the first letter of the provider's name instead if a value has another form than described here. The
 * log says so.
 */
export interface Mark {
  /** Left edge, top edge, width and height of the drawing, as the `viewBox` of SVG. Usually `0 0 24 24`. */
  readonly viewBox: string;
  /** The shapes, the lowest first. At most 16 paths, with 16,000 characters together. */
  readonly paths: readonly MarkPath[];
  /**
   * CSS colour of the paths without `fill`. On a light or dark page where the colour has a contrast below 3:1, they have
   * the colour of the text. `currentColor` is that of the text in any case. Default: `style.brandColor`, or that of the
   * text.
   */
  readonly color?: string;
  /** CSS colour behind the drawing, on light and dark pages alike. Default: that of the button. */
  readonly background?: string;
}

/** A shape of a mark. */
export interface MarkPath {
  /** Path data, as the attribute `d` of SVG: commands, numbers, commas and white space. */
  readonly d: string;
  /** CSS colour of the shape, on light and dark pages alike. For marks of several colours. Default: `color` of the mark. */
  readonly fill?: string;
}
