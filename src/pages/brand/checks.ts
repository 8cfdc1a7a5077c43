/**
 * Checks the options of `Brand()`: no value ends the style sheet, or loads anything but a picture that it names.
 *
 * @module
 */

import type { OptionCheck } from "../../errors/checks.ts";
import { isColor } from "../../markup/color.ts";
import { namedColor } from "../../markup/color_names.ts";
import { isPicture } from "../../markup/css_values.ts";
import type { BrandOptions, BrandSide } from "./options.ts";

/** The longest sentence on the side, and the longest name of its author, in characters. */
const [MAX_TEXT, MAX_AUTHOR] = [300, 100];

/** The longest style sheet of an application, in characters: each page has it. */
const MAX_CSS = 20_000;

/** The words that an option may be. */
const WORDS = {
  layout: ["card", "plain", "split"],
  providerButtons: ["full", "grid", "icons"],
  density: ["comfortable", "compact"],
  logoGround: ["none", "light"],
} as const satisfies { readonly [name in keyof BrandOptions]?: readonly BrandOptions[name][] };

const PARTS = ["address", "passkey", "providers"];

/** The checks of a theme, beside those that every theme has. */
export function brandChecks(theme: BrandOptions): readonly OptionCheck[] {
  const { background, order, icon, css } = theme;
  const found = css === undefined ? null : findRefused(css);
  return [
    ...Object.entries(WORDS).map(([name, words]) => wordCheck(name as keyof typeof WORDS, theme, words)),
    ...sideChecks(theme),
    ...backgroundChecks(background),
    [
      "theme.order",
      order !== undefined && (!Array.isArray(order) || [...order].sort().join() !== PARTS.join()),
      'write a list with "address", "passkey" and "providers", each of them once',
    ],
    pictureCheck("theme.icon", icon),
    [
      "theme.css",
      css !== undefined && (typeof css !== "string" || css.length > MAX_CSS),
      `write CSS as a text of at most ${MAX_CSS} characters`,
    ],
    [
      "theme.css",
      found !== null,
      `it has ${found}, and pages load nothing that their policy does not name. Remove it`,
    ],
  ];
}

function wordCheck(
  name: keyof typeof WORDS,
  { [name]: value }: BrandOptions,
  words: readonly string[],
): OptionCheck {
  const shown = words.map((word) => `"${word}"`).join(", ").replace(/, (?=[^,]*$)/, " or ");
  return [
    `theme.${name}`,
    value !== undefined && !words.includes(value),
    `${JSON.stringify(value)} must be ${shown}`,
  ];
}

function sideChecks({ layout, side }: BrandOptions): readonly OptionCheck[] {
  if (side === undefined) return [];
  const { image, color, text, author } = Object(side) as BrandSide;
  return [
    ["theme.side", typeof side !== "object" || !side, 'write an object, such as { text: "Ship it today." }'],
    ["theme.side", layout !== "split", 'only `layout: "split"` shows it: write that, or remove it'],
    pictureCheck("theme.side.image", image),
    colorCheck("theme.side.color", color),
    [
      "theme.side.text",
      text !== undefined && typeof text !== "function" && !isText(text, MAX_TEXT),
      `write a text of 1 to ${MAX_TEXT} characters, or a function that returns one for a language`,
    ],
    [
      "theme.side.author",
      author !== undefined && (!isText(author, MAX_AUTHOR) || text === undefined),
      `write a text of 1 to ${MAX_AUTHOR} characters, beside \`theme.side.text\``,
    ],
  ];
}

function backgroundChecks(background: BrandOptions["background"]): readonly OptionCheck[] {
  if (typeof background !== "object" || !background) return [colorCheck("theme.background", background)];
  return [
    colorCheck("theme.background.light", background.light),
    colorCheck("theme.background.dark", background.dark),
  ];
}

function colorCheck(field: string, color: string | undefined): OptionCheck {
  const isWrong = color !== undefined &&
    (typeof color !== "string" || !isColor(color) || isUnknownName(color));
  return [field, isWrong, `"${color}" is not a CSS colour, such as "#346df1"`];
}

function isUnknownName(color: string): boolean {
  return /^[a-z]+$/i.test(color) && namedColor(color) === null;
}

function pictureCheck(field: string, url: string | undefined): OptionCheck {
  const isWrong = url !== undefined && (typeof url !== "string" || !isPicture(url));
  return [field, isWrong, `"${url}" must be an http or https URL, a path, or a data URL of an image`];
}

function isText(text: unknown, most: number): boolean {
  return typeof text === "string" && text.trim() !== "" && text.length <= most;
}

/** Finds in a style sheet what loads something, or a tag, which could end its element; `null` if it has neither. */
function findRefused(css: unknown): string | null {
  const text = String(css);
  return /<[/!a-z][a-z]*/i.exec(text)?.[0] ??
    /@import|(?:url|src|image|image-set)\(/i.exec(withoutEscapes(text))?.[0] ?? null;
}

/** CSS with its escapes written out: `u\72l(` is a `url(` (CSS Syntax 3 §4.3.7). */
function withoutEscapes(css: string): string {
  return css.replace(/\\(?:([\da-f]{1,6})(?:\r\n|\s)?|([^\n]))/gi, (_, code?: string, char?: string) => {
    if (code === undefined) return char ?? "";
    const point = parseInt(code, 16);
    return point > 0x10ffff ? "" : String.fromCodePoint(point);
  });
}
