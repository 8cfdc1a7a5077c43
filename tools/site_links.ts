/**
 * Checks the built site: each link, picture, script and fragment leads to something that is there.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

/** A page of the built site, as far as links are concerned. */
interface Html {
  /** Values of `id`. */
  readonly ids: ReadonlySet<string>;
  /** Values of `href` and `src`. */
  readonly links: ReadonlySet<string>;
}

/** Hosts that the site may link to is not limited; hosts that it may load from are none: these attributes load. */
const LOADS = /<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)="((?:https?:)?\/\/[^"]+)"/g;

/**
 * Finds links of a built site that lead nowhere, and files that it would load from other hosts.
 *
 * @param folder The built site. Folders of other versions in it are left out.
 * @param base Its path on the server, such as `/auth/`.
 * @returns One line each; empty if all is well.
 */
export async function brokenLinks(folder: URL, base: string): Promise<readonly string[]> {
  const files = await filesIn(folder);
  const there = new Set(files);
  const broken: string[] = [];
  const pages = new Map<string, Html>();
  for (const file of files.filter((file) => file.endsWith(".html"))) {
    const html = await readFile(new URL(file, folder), "utf8");
    pages.set(file, parse(html));
    for (const [, url] of html.matchAll(LOADS)) broken.push(`${file} loads ${url}`);
  }
  for (const [file, { links }] of pages) {
    for (const link of links) {
      const [path, hash] = targetOf(link, { file, base }) ?? [];
      if (path === undefined) continue;
      const found = [path, posix.join(path, "index.html")].find((each) => there.has(each));
      if (!found) broken.push(`${file} links to ${link}: there is no such page`);
      else if (hash && pages.has(found) && !pages.get(found)!.ids.has(hash)) {
        broken.push(`${file} links to ${link}: the page has no such heading`);
      }
    }
  }
  return broken;
}

async function filesIn(folder: URL): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => posix.relative(fileURLToPath(folder), posix.join(parentPath, name)))
    .filter((file) => !/^v\d/.test(file));
}

function parse(html: string): Html {
  const values = (pattern: RegExp) => new Set([...html.matchAll(pattern)].map(([, value]) => decode(value!)));
  return { ids: values(/\sid="([^"]*)"/g), links: values(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g) };
}

/** Path from the folder of the site, and fragment; `null` for another site. */
function targetOf(
  link: string,
  { file, base }: { file: string; base: string },
): readonly [string, string] | null {
  const here = new URL(base + file, "http://site.invalid");
  const url = new URL(link, here);
  if (url.host !== here.host || !/^https?:$/.test(url.protocol)) return null;
  const path = decodeURIComponent(url.pathname);
  const isInside = path.startsWith(base);
  return [
    isInside ? path.slice(base.length).replace(/\/$/, "") || "index.html" : `..${path}`,
    decodeURIComponent(url.hash.slice(1)),
  ];
}

function decode(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}
