/**
 * Checks the settings of frameworks and platforms whose own rules answer requests that are for the library.
 *
 * @module
 */

import { join } from "node:path";
import { codeOf, fileName } from "./app_files.ts";
import type { Finding } from "../setup/finding.ts";
import type { Setup } from "../setup/setup.ts";

/** A rule of a framework. Text decides, so only what is certain is reported. */
interface Rule {
  /** The files that may have the settings. */
  readonly files: readonly string[];
  /** Whether the text of a file, without its comments, keeps requests from the library. */
  readonly isWrong: (text: string, setup: Setup) => boolean;
  /** The fact, written after the name of the file. */
  readonly text: string;
  /** The advice. */
  readonly advice: (setup: Setup) => string;
}

/** The settings of a worker. */
export const WRANGLER = ["wrangler.json", "wrangler.jsonc", "wrangler.toml"];

const RULES: readonly Rule[] = [
  {
    files: WRANGLER,
    isWrong: (text) =>
      /\bnot_found_handling["']?\s*[:=]\s*["'](?:single-page-application|404-page)["']/.test(text) &&
      !/\brun_worker_first\b/.test(text),
    text: "has `not_found_handling`: a browser that opens a page of the library gets a static file",
    advice: ({ basePath }) =>
      `Write \`run_worker_first = ["${basePath}/*"]\` beside it, with each other path that the worker answers`,
  },
  {
    files: ["mjs", "js", "ts", "mts"].map((type) => `astro.config.${type}`),
    isWrong: (text) => /\btrailingSlash:\s*["']always["']/.test(text),
    text:
      'has `trailingSlash: "always"`: the server of Astro redirects the forms of the library without their fields',
    advice: () => 'Write `trailingSlash: "ignore"`, or leave it out',
  },
  {
    files: ["svelte.config.js", "vite.config.ts", "vite.config.js"],
    isWrong: (text, setup) =>
      hearsServers(setup) && /@sveltejs\/kit|sveltekit\(/.test(text) &&
      !/\btrustedOrigins:\s*\[[^\]]*["']\*["']/.test(text),
    text: "leaves Kit's check of forms on: it refuses the logout tokens of providers",
    advice: () => 'Write `csrf: { trustedOrigins: ["*"] }`, and `KitAuth(config, { checkOrigin: true })`',
  },
];

/** Returns what is wrong with the settings in a folder, or in the one of its `package.json`. */
export async function settingsFindings(
  folders: readonly string[],
  setup: Setup,
): Promise<readonly Finding[]> {
  const findings = RULES.map(async ({ files, isWrong, text, advice }): Promise<readonly Finding[]> => {
    const paths = folders.flatMap((folder) => files.map((file) => join(folder, file)));
    const texts = await Promise.all(paths.map(async (path) => [path, await settingsOf(path)] as const));
    const [first, ...others] = texts.filter(([, code]) => code !== "");
    if (!first || !isWrong([first, ...others].map(([, code]) => code).join("\n"), setup)) return [];
    return [{
      name: "settings",
      status: "wrong",
      text: `${fileName(first[0])} ${text}`,
      advice: advice(setup),
    }];
  });
  return (await Promise.all(findings)).flat();
}

/** Whether servers post to an endpoint of the config, without the token of a form. */
function hearsServers(setup: Setup): boolean {
  return [...setup.capabilities].some(({ routes = {}, offers }) =>
    Object.entries(routes).some(([endpoint, { csrf }]) =>
      endpoint.startsWith("POST ") && !csrf && (offers?.(endpoint, setup) ?? true)
    )
  );
}

/** The text of a file without its comments, those of TOML too. */
async function settingsOf(path: string): Promise<string> {
  return (await codeOf(path)).replaceAll(/^\s*#.*$/gm, "");
}
