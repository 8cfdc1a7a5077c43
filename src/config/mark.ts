/**
 * Loads and checks the marks of providers, which become HTML.
 *
 * @module
 */

import type { OAuthProvider } from "../oauth/types.ts";
import type { Mark, MarkPath } from "../model/provider.ts";
import { messageOf } from "../errors/thrown.ts";
import type { LoggerInstance } from "../values/types.ts";
import { isColor } from "../markup/color.ts";

/** Loads the mark of a provider; `null` if there is none, or none that can be shown: the log then says why. */
export async function loadMark(
  { id, style }: Pick<OAuthProvider, "id" | "style">,
  { warn }: Pick<LoggerInstance, "warn">,
): Promise<Mark | null> {
  if (!style.mark) return null;
  try {
    return parseMark((await style.mark()).default);
  } catch (error) {
    warn(`unusable-mark: Cannot show the mark of provider "${id}": ${messageOf(error)}`);
    return null;
  }
}

/**
 * Copies a mark, field by field.
 *
 * @throws {TypeError} that says which field has another form than `Mark` describes.
 */
export function parseMark(value: unknown): Mark {
  const { viewBox, paths, color, background } = fieldsOfMark(value, "the default export of its module");
  if (typeof viewBox !== "string" || !VIEW_BOX.test(viewBox)) failMark("viewBox", 'write it as "0 0 24 24"');
  if (!Array.isArray(paths) || !paths.length || paths.length > MAX_PATHS) {
    failMark("paths", `write an array of 1 to ${MAX_PATHS} paths`);
  }
  const parsed = paths.map(parseMarkPath);
  if (parsed.reduce((sum, { d }) => sum + d.length, 0) > MAX_PATHS_LENGTH) {
    failMark("paths", `they have more than ${MAX_PATHS_LENGTH} characters`);
  }
  return {
    viewBox,
    paths: parsed,
    ...parseMarkColor("color", color),
    ...parseMarkColor("background", background),
  };
}

const MAX_PATHS = 16;

/** Characters of all paths. */
const MAX_PATHS_LENGTH = 16_000;

/** Four numbers, the last two above zero. */
const VIEW_BOX =
  /^(?:-?\d{1,4}(?:\.\d{1,4})? ){2}(?=[\d.]*[1-9])\d{1,4}(?:\.\d{1,4})? (?=[\d.]*[1-9])\d{1,4}(?:\.\d{1,4})?$/;

/**
 * The characters of path data, which begin with a command to move. None of them has a meaning in HTML.
 *
 * @see {@link https://www.w3.org/TR/SVG2/paths.html#PathDataBNF | SVG 2 §9.3.9}
 */
const PATH_DATA = /^[Mm][MmZzLlHhVvCcSsQqTtAa0-9eE.,+\-\x20\t\n\r\f]+$/;

function parseMarkPath(value: unknown, index: number): MarkPath {
  const { d, fill } = fieldsOfMark(value, `\`paths[${index}]\``);
  if (typeof d !== "string" || !PATH_DATA.test(d)) {
    failMark(`paths[${index}].d`, "write the path data of an SVG, which begin with M");
  }
  return { d, ...parseMarkColor("fill", fill, `paths[${index}].`) };
}

function parseMarkColor<N extends string>(name: N, value: unknown, place = ""): Partial<Record<N, string>> {
  if (value === undefined) return {};
  if (typeof value !== "string" || !isColor(value)) {
    failMark(place + name, 'write a CSS colour, such as "#346df1"');
  }
  return { [name]: value } as Record<N, string>;
}

function fieldsOfMark(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw new TypeError(`${what} is not an object`);
  return value as Readonly<Record<string, unknown>>;
}

function failMark(field: string, advice: string): never {
  throw new TypeError(`Cannot use \`${field}\`: ${advice}`);
}
