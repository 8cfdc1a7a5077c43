/**
 * Finds the proxy of Next that leaves out the home page: below a base path, a pattern for all paths does not match it.
 *
 * @module
 */

import { codeOf, shown } from "./app_files.ts";
import type { Finding } from "../setup/finding.ts";

/** Names a proxy below a base path whose `matcher` is for all paths and lacks the home page. @param proxies Those that Next runs. */
export async function matcherFindings(root: string, proxies: readonly string[]): Promise<readonly Finding[]> {
  for (const file of proxies) {
    const code = await codeOf(file);
    const [, matcher = ""] = MATCHER.exec(code) ?? [];
    const sources = [...matcher.matchAll(SOURCE)].map(([, , source]) => source!);
    const all = sources.find(isForAll);
    if (!/\bauth\b/i.test(code) || all === undefined || sources.some((each) => HOME.test(each))) continue;
    return [{
      name: "proxy",
      status: "warning",
      text: `Next does not run ${shown(root, file)} for the home page: below its \`basePath\`, ${
        JSON.stringify(all)
      } does not match it`,
      advice: 'Add `"/"` to `matcher`',
    }];
  }
  return [];
}

/** The list, text or object of `matcher`: a pattern holds no quote of its own kind. */
const MATCHER = /\bmatcher\b["']?\s*[:=]\s*(\[(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`\]])*\]|(["'`])[^]*?\2)/;

const SOURCE = /(["'`])(\/[^"'`]*)\1/g;

/** `/` and `/:path*`: Next matches them at its base path, too. */
const HOME = /^\/(?::\w+(?:\([^()]*\))?\*)?$/;

/** Returns whether a pattern such as `/((?!_next).*)` is that of the home page without a base path. */
function isForAll(source: string): boolean {
  const [, inner] = /^\/\((.*)\)$/.exec(source) ?? [];
  try {
    return inner !== undefined && new RegExp(`^(?:${inner})$`).test("");
  } catch {
    return false;
  }
}
