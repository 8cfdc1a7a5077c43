/**
 * Puts the pictures of a theme into the pages of a preview, which are in a file and not on the application's server.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { BrandOptions } from "../pages/brand/options.ts";

/** Folders from which frameworks serve files, below that of the application. */
const FOLDERS = ["public", "static", "src/static", "."];

const TYPES: Readonly<Record<string, string>> = {
  ".svg": "svg+xml",
  ".png": "png",
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".webp": "webp",
  ".avif": "avif",
  ".gif": "gif",
};

/**
 * Replaces the paths in a theme by data URLs of the files.
 *
 * @param folders The folders of the application.
 * @param origin Origin of the application. A path for which no folder has a file becomes a URL of this origin.
 */
export async function withPictures(
  theme: BrandOptions,
  folders: readonly string[],
  origin: string,
): Promise<BrandOptions> {
  const inline = async (url: string | undefined): Promise<string | undefined> => {
    if (!url?.startsWith("/")) return url;
    const [path = ""] = url.split(/[?#]/);
    const type = TYPES[extname(path).toLowerCase()];
    const files = folders.flatMap((folder) => FOLDERS.map((each) => join(folder, each, path)));
    const file = path.includes("..") ? undefined : files.find((each) => existsSync(each));
    if (!file || !type) return new URL(url, origin).href;
    return `data:image/${type};base64,${(await readFile(file)).toString("base64")}`;
  };
  const { logo, logoDark, side } = theme;
  const shown = {
    logo: await inline(logo),
    logoDark: await inline(logoDark),
    ...(side && { side: { ...side, image: await inline(side.image) } }),
  };
  return { ...theme, ...shown } as BrandOptions;
}
