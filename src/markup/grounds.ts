/**
 * The colours of pages and emails that no theme changes.
 *
 * @module
 */

/** Light or dark colours. */
export type ColorScheme = "light" | "dark";

/** Colours, in hexadecimal. */
interface GroundColors {
  /** Behind the card. */
  readonly page: string;
  /** The card. */
  readonly card: string;
  /** Text. */
  readonly text: string;
  /** Text of less weight. */
  readonly soft: string;
  /** Decorative lines: the card, dividers, buttons whose text says what they are. */
  readonly line: string;
  /** Borders of fields, which need 3:1 (WCAG 2.2 §1.4.11). */
  readonly field: string;
  /** A ground that is a shade off the card. */
  readonly tint: string;
  /** Text of errors. */
  readonly bad: string;
  /** Ground of errors. */
  readonly alarm: string;
}

/** The colours, by scheme. */
export const GROUNDS: Readonly<Record<ColorScheme, GroundColors>> = {
  light: {
    page: "#f6f7f9",
    card: "#ffffff",
    text: "#15171c",
    soft: "#565e6c",
    line: "#dde1e7",
    field: "#868e9c",
    tint: "#f1f3f6",
    bad: "#b3151f",
    alarm: "#fdf1f1",
  },
  dark: {
    page: "#0b0c0f",
    card: "#15171c",
    text: "#f2f4f7",
    soft: "#a4acb9",
    line: "#2d323b",
    field: "#6d7684",
    tint: "#1e2128",
    bad: "#ff9c96",
    alarm: "#2b1517",
  },
};
