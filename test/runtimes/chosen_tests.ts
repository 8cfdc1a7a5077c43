/**
 * Chooses the unit tests that other runtimes run.
 *
 * What asks something of its runtime can behave differently on another one: cryptography, streams, text, URLs, timers,
 * languages, processes. The rest is plain JavaScript: Deno runs its tests; the other runtimes run them at night.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isNightly } from "../_nightly.ts";

/** A file of unit tests that other runtimes run. */
export interface ChosenTest {
  /** Its path in `test/`, without `_test.ts`. */
  readonly path: string;
  /** Whether it follows one way to sign in, or a session, from the request to the answer. */
  readonly isFlow: boolean;
}

const root = new URL("../../", import.meta.url);

/** Those that test the library, and nothing of Deno's or of this repository. */
const LIBRARY =
  /^(?!crypto\/password_)(?:config|conformance|core|crypto|errors|flows|http|limits|manage|markup|migrate|model|oauth|pages|passwords|platform|providers|second_factor|session|sign_in|testing|values)\/|^integrations\/_node/;

/** The module of a test whose name does not say it. */
const DOORS: Readonly<Record<string, string>> = { "integrations/_node": "integrations/node/door" };

/** Tests of each way to sign in and to stay so. */
const FLOWS =
  /^flows\/(?:credentials|database_sessions|email|oauth|oidc|raw|session_cookies|sessions|sign_out|webauthn)$/;

/** Tests that take long, and repeat what shorter ones prove on each runtime. */
const LONG = /^(?:conformance|crypto\/hashes|flows|testing)\/|_oracle$/;

/** What each runtime implements in its own way. */
const OF_RUNTIME = new RegExp(
  [
    String.raw`\bcrypto\.(?:subtle|getRandomValues|randomUUID)\b|"node:(?!assert|test")|\bprocess\.`,
    String
      .raw`\b(?:ReadableStream|TransformStream|TextEncoder|TextDecoder|FormData|atob|btoa|structuredClone)\b`,
    String.raw`\b(?:AbortController|AbortSignal|setTimeout|setInterval|queueMicrotask|AsyncLocalStorage)\b`,
    String
      .raw`\bIntl\b|\.toLocale|\.localeCompare\(|\.normalize\(|\bnew (?:Headers|Request|URL)\(|\bURL\.|\.getSetCookie\(`,
  ].join("|"),
);

/** A test that another runtime cannot run from a bundle: it needs Deno, a package or a file of this repository. */
const NEEDS_REPOSITORY = /\bDeno(?:Auth)?\b[.(]|\bnew Worker\(|"npm:|\breadCases\b|\bread(?:dir|Manifest)\(/;

/** The same of a helper, which may have functions that a test does not call. */
const HELPER_NEEDS_REPOSITORY = /"npm:|\bawait (?:readCases|symlink)\(|\breadFile(?:Sync)?\(new URL\(/;

/** Chooses the tests. The nightly run takes all that test the library, and need no package and nothing of Deno's. */
export async function chooseTests(): Promise<readonly ChosenTest[]> {
  const names = (await readdir(new URL("test/", root), { recursive: true })).sort();
  const chosen: ChosenTest[] = [];
  for (const name of names.filter((name) => name.endsWith("_test.ts") && LIBRARY.test(name))) {
    const path = name.replace("_test.ts", "");
    const isFlow = FLOWS.test(path);
    const text = await readFile(new URL(`test/${name}`, root), "utf8");
    if (NEEDS_REPOSITORY.test(text) || await helperNeedsRepository(text, new URL(`test/${name}`, root))) {
      continue;
    }
    if (isNightly || isFlow || (!LONG.test(path) && await asksRuntime(path))) chosen.push({ path, isFlow });
  }
  return chosen;
}

/** Whether a test has a helper, such as `./_renewal.ts`, that needs what another runtime does not have. */
async function helperNeedsRepository(text: string, folder: URL): Promise<boolean> {
  const helpers = [...text.matchAll(/from "(\.{1,2}\/_[^"]+)"/g)].map(([, from = ""]) =>
    new URL(from, folder)
  );
  return (await Promise.all(helpers.map(codeOf))).some((helper) => HELPER_NEEDS_REPOSITORY.test(helper));
}

/** Whether what a file tests asks something of its runtime: its module, or a module of cryptography that this imports. */
async function asksRuntime(path: string): Promise<boolean> {
  const own = [path, `features/${path}`, DOORS[path] ?? path].map((each) => new URL(`src/${each}.ts`, root))
    .find((url) => existsSync(url));
  // A file that tests no module of its own tests those that it imports.
  const hasOwn = own !== undefined;
  const module = own ?? new URL(`test/${path}_test.ts`, root);
  const text = await codeOf(module);
  const imported = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)"/gm)]
    .map(([, from = ""]) => new URL(from, module)).filter(({ pathname }) =>
      pathname.includes("/src/crypto/")
    );
  const texts = await Promise.all(imported.map(codeOf));
  return [...hasOwn ? [text] : [], ...texts].some((each) => OF_RUNTIME.test(each));
}

/** The text of a module without comments. */
async function codeOf(module: URL): Promise<string> {
  return (await readFile(fileURLToPath(module), "utf8")).replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
}
