/**
 * Checks the appearance of the pages: no value can end a declaration of the style sheet, or load anything.
 *
 * @module
 */

import type { OptionCheck } from "../errors/checks.ts";
import { isColor } from "../markup/color.ts";
import { isFontList, isLength, isPicture } from "../markup/css_values.ts";
import type { BrandedTheme } from "../pages/content.ts";
import { brand } from "../values/markers.ts";

/** The longest name of an application, in characters. It is part of titles and of the subject of emails. */
const MAX_APP_NAME = 60;

/** The checks of a theme. */
export function themeChecks(theme: BrandedTheme): readonly OptionCheck[] {
  const { name, brandColor, buttonText, colorScheme, logo, logoDark, radius, font, links = {} } = theme;
  return [
    [
      "theme.name",
      !!name && !isOneLine(name),
      `${JSON.stringify(name)} must be text of 1 to ${MAX_APP_NAME} characters in one line`,
    ],
    colorCheck("theme.brandColor", brandColor),
    colorCheck("theme.buttonText", buttonText),
    [
      "theme.colorScheme",
      !!colorScheme && !["auto", "dark", "light"].includes(colorScheme),
      `"${colorScheme}" must be "auto", "dark" or "light"`,
    ],
    pictureCheck("theme.logo", logo),
    pictureCheck("theme.logoDark", logoDark),
    [
      "theme.radius",
      !!radius && !isLength(radius),
      `${JSON.stringify(radius)} must be a CSS length in px, rem or em, such as "8px"`,
    ],
    [
      "theme.font",
      !!font && !isFontList(font),
      `${JSON.stringify(font)} must be a list of font names, such as 'Inter, "Segoe UI", sans-serif'`,
    ],
    ["theme.links", typeof links !== "object", 'write an object, such as { terms: "/terms" }'],
    ...Object.entries(typeof links === "object" ? links : {}).map(linkCheck),
    ...theme[brand]?.checks(theme) ?? [],
  ];
}

function colorCheck(field: string, color: string | undefined): OptionCheck {
  return [field, !!color && !isColor(color), `"${color}" is not a CSS colour, such as "#346df1"`];
}

function pictureCheck(field: string, url: string | undefined): OptionCheck {
  return [
    field,
    !!url && !isPicture(url),
    `"${url}" must be an http or https URL, a path, or a data URL of an image`,
  ];
}

const MAILBOX = /^mailto:[^\s@?]+@[^\s@?]+$/;

function linkCheck([name, url]: readonly [name: string, url: string | undefined]): OptionCheck {
  const mayBeMailbox = name === "support";
  const isRight = url === undefined || isLink(url) || (mayBeMailbox && MAILBOX.test(url));
  const mailbox = mayBeMailbox ? ", or mailto: with an address" : "";
  return [`theme.links.${name}`, !isRight, `"${url}" must be an http or https URL, or a path${mailbox}`];
}

function isLink(url: unknown): boolean {
  return typeof url === "string" && /^(https?:\/\/|\/(?![/\\]))/.test(url) && URL.canParse(url, "https://x");
}

/** A line break in a name would end the header of an email. */
function isOneLine(name: unknown): boolean {
  return typeof name === "string" && name.length <= MAX_APP_NAME && name.trim() !== "" &&
    !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(name);
}
