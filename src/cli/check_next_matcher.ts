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
    const sources = sourcesOf(code);
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

/** The beginning of the value of `matcher`, which is a list, a text or an object. */
const MATCHER = /\bmatcher\b["']?\s*[:=]\s*(?=[["'`{])/;

/** The next text or bracket, and the name of the property before a text. */
const TOKEN =
  /(?:["']?(\w+)["']?\s*:\s*)?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|([[{])|[\]}]/g;

/** The patterns of `matcher`: those that stand in it as texts, and each `source`. The conditions of an object have none. */
function sourcesOf(code: string): readonly string[] {
  const begin = MATCHER.exec(code);
  if (!begin) return [];
  const sources = [];
  let depth = 0;
  for (const [, name, text, opens] of code.slice(begin.index + begin[0].length).matchAll(TOKEN)) {
    if (text === undefined) depth += opens ? 1 : -1;
    else if (name === undefined || name === "source") {
      sources.push(text.slice(1, -1).replaceAll(/\\(.)/g, "$1"));
    }
    if (depth <= 0) break;
  }
  return sources;
}

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
