/**
 * `deno task marks`: writes the marks of the providers into `src/providers/marks`, and prints which are missing and why.
 *
 * The drawings are those of simple-icons (CC0 1.0), or of `_mark_sources.ts`. Icons are left out that have a licence
 * of their own, are large, or are words. `NOTICE` says so, too.
 *
 * @module
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { parseMark } from "../src/config/mark.ts";
import type { Mark } from "../src/model/provider.ts";
import { pointsOf } from "./_path.ts";
import { COLORS, DRAWINGS, ICONS, WITH_TEXT } from "./_mark_sources.ts";
import { root } from "./exports.ts";

/** What has been made of the sources. */
export interface Marks {
  /** Name of a file in `src/providers/marks` → its text. */
  readonly files: ReadonlyMap<string, string>;
  /** Id of a provider → why its icon is left out. */
  readonly skipped: ReadonlyMap<string, string>;
}

/** The folder of the marks. */
export const folder: URL = new URL("src/providers/marks/", root);

/** Of simple-icons. It also stands in the import below, which cannot be computed. */
const VERSION = "16.37.0";

/** Characters that a path may have: a larger drawing makes the page slow. */
const MAX_LENGTH = 8_000;

/** Width of a drawing for a height of 1: above, it is a word. */
const MAX_RATIO = 3;

if (import.meta.main) await writeMarks();

/**
 * Makes the files from simple-icons, which npm has or is asked for, and from the drawings here.
 *
 * @throws {Error} if simple-icons cannot be loaded, or an icon is missing in it.
 */
export async function marks(): Promise<Marks> {
  const icons = await readIcons();
  const files = new Map<string, string>();
  const skipped = new Map<string, string>();
  for (const [id, slug] of Object.entries(ICONS)) {
    const icon = icons.get(slug);
    if (!icon) throw new Error(`Cannot draw "${id}": simple-icons ${VERSION} has no "${slug}"`);
    const mark = toMark(icon);
    const why = objectionTo(icon, mark);
    if (why) skipped.set(id, why);
    else files.set(fileOf(id), textOf(icon.title, sourceOf(icon), mark));
  }
  for (const [id, { title, source, mark }] of Object.entries(DRAWINGS)) {
    files.set(fileOf(id), textOf(title, source, mark));
  }
  return { files, skipped };
}

/** Name of the file of a provider. */
export function fileOf(id: string): string {
  return `${id.replaceAll("-", "_")}.ts`;
}

/** An icon, as far as this program knows it. */
interface Icon {
  readonly title: string;
  readonly slug: string;
  /** Six digits. */
  readonly hex: string;
  readonly path: string;
  /** URL of the original. */
  readonly source: string;
  /** Absent: that of simple-icons. */
  readonly license?: { readonly type: string };
}

async function readIcons(): Promise<ReadonlyMap<string, Icon>> {
  const { default: _, ...icons } = await import("npm:simple-icons@16.37.0");
  return new Map(Object.values(icons).map((icon: Icon) => [icon.slug, icon]));
}

function objectionTo({ license }: Icon, { paths: [path] }: Mark): string | null {
  if (license && license.type !== "CC0-1.0") return `its licence is not CC0 (${license.type})`;
  if (path!.d.length > MAX_LENGTH) return `its path has ${path!.d.length} characters`;
  const ratio = ratioOf(path!.d);
  return ratio > MAX_RATIO ? `it is ${ratio.toFixed(1)} times as wide as high, too small to be read` : null;
}

/** Width of a drawing for a height of 1. */
function ratioOf(path: string): number {
  const points = pointsOf(path);
  const [width, height] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    .map((values) => Math.max(...values) - Math.min(...values)) as [number, number];
  return width / height;
}

function sourceOf({ slug, source }: Icon): string {
  return `Icon "${slug}" of simple-icons ${VERSION} (CC0 1.0), from\n${source}`;
}

function toMark({ slug, path, hex }: Icon): Mark {
  const color = WITH_TEXT.includes(slug) ? "currentColor" : COLORS[slug] ?? `#${hex.toLowerCase()}`;
  return { viewBox: "0 0 24 24", color, paths: [{ d: path }] };
}

function textOf(title: string, source: string, mark: Mark): string {
  const { viewBox, color, background, paths } = parseMark(mark);
  return `/**
 * The mark of ${title}. Written by \`deno task marks\`.
 *
 * ${source.replaceAll("\n", "\n * ")}
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
${linesOf({ viewBox, color, background }, "  ")}  paths: [
${paths.map(({ d, fill }) => `    {\n${linesOf({ d, fill }, "      ")}    },\n`).join("")}  ],
};

export default mark;
`;
}

/** Fields as `deno fmt` writes them. */
function linesOf(fields: Readonly<Record<string, string | undefined>>, indent: string): string {
  return Object.entries(fields)
    .map(([name, value]) => value === undefined ? "" : `${indent}${name}: "${value}",\n`)
    .join("");
}

async function writeMarks(): Promise<void> {
  const { files, skipped } = await marks();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const [file, text] of files) await writeFile(new URL(file, folder), text);
  console.log(`${files.size} marks in src/providers/marks`);
  for (const [id, why] of skipped) console.log(`without a mark: ${id}: ${why}`);
}
