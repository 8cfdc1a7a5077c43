/**
 * Links of the pages. In the repository they lead to files, as GitHub follows them; on the site they lead to pages, and
 * files that are not pages to the repository, unless the site has them.
 *
 * @module
 */

import { statSync } from "node:fs";
import { join, posix } from "node:path";
import { isPage, linkOf } from "./pages.ts";

/** Where the repository is. */
export const REPOSITORY = "https://github.com/latchkey/auth";

/** The part of a heading's address behind `#`, as GitHub makes it. */
export function slugOf(heading: string): string {
  return heading.trim().toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-");
}

/** A page and the repository that it is in. */
export interface Place {
  /** Path of the folder `docs`. */
  readonly docs: string;
  /** The page, from `docs/`. */
  readonly file: string;
  /** Branch or tag that links to the repository name. */
  readonly ref: string;
}

/** Where a link of a page leads. */
export type Target =
  /** A page; `file` from `docs/`. */
  | { readonly file: string; readonly hash: string }
  /** Anything else. */
  | { readonly url: string };

/** Resolves a link. One to a file that does not exist stays as it is: the build reports all of them. */
export function resolveLink(href: string, { docs, file, ref }: Place): Target {
  if (/^([a-z][a-z\d+.-]*:|\/\/|#|\/)/i.test(href)) return { url: href };
  const [, path = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const target = posix.join("docs", posix.dirname(file), decodeURI(path));
  const page = [target, posix.join(target, "README.md")].map((each) => posix.relative("docs", each))
    .find((each) => !each.startsWith("..") && isPage(docs, each));
  if (page) return { file: page, hash };
  const stats = statSync(join(docs, "..", target), { throwIfNoEntry: false });
  if (!stats) return { url: href };
  // The site has these files at its root. VitePress would take Markdown for a page.
  if (/^docs\/public\/.+\.(?!md$)\w+$/.test(target)) return { url: target.slice("docs/public".length) };
  const kind = stats.isDirectory() ? "tree" : "blob";
  return { url: `${REPOSITORY}/${kind}/${ref}/${target.replace(/\/$/, "")}${hash}` };
}

/** The same as an address for the Markdown of VitePress, which adds the base of the site itself. */
export function siteLink(href: string, place: Place): string {
  const target = resolveLink(href, place);
  return "url" in target ? target.url : linkOf(target.file) + target.hash;
}
