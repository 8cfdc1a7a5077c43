/**
 * Finds what Next runs in its edge runtime although it imports modules of Node: a middleware, a route handler, a page.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { codeOf, fileName, filesBelow, shown } from "./app_files.ts";
import { importFinder } from "./node_imports.ts";
import type { Finding } from "../setup/finding.ts";

/** An application of Next. */
export interface NextApp {
  /** The folder of its `package.json`. */
  readonly root: string;
  /** `src`, or nothing: where its folder `app` is. */
  readonly parent: string;
}

/** Returns a finding for each file that Next runs without Node, and that needs Node. */
export async function edgeFindings(app: NextApp, version: string | null): Promise<readonly Finding[]> {
  if (version === null) return [];
  const { root } = app;
  const find = importFinder(root);
  const findings: Finding[] = [...await lostFindings(app, version)];
  for (const file of await edgeFilesOf(app, version)) {
    const found = await needOf(file, find);
    if (!found) continue;
    const [importer, module] = found;
    const at = shown(root, file);
    const by = importer === file ? "it" : shown(root, importer);
    findings.push({
      name: "edge",
      status: "wrong",
      text: `Next ${version} runs ${at} in the edge runtime, which lacks Node: ${by} imports ${module}`,
      advice: adviceFor(at, version),
    });
  }
  return findings;
}

/** Names a middleware that asks for Node where Next has none for it: the stable releases of 15.2 to 15.4 leave it out, and only warn. */
async function lostFindings(app: NextApp, version: string) {
  const [file] = canUseNode(version) || !readsRuntime(version)
    ? []
    : await middlewareOf(app, (code) => ON_NODE.test(code));
  if (file === undefined) return [];
  const at = shown(app.root, file);
  return [{
    name: "edge",
    status: "wrong",
    text: `Next ${version} does not run ${at}, because it has \`runtime: "nodejs"\`: it guards nothing`,
    advice: "Update Next to 15.5 or newer",
  }] as const;
}

/** The middleware whose code a function accepts. */
async function middlewareOf(
  { root, parent }: NextApp,
  accepts: (code: string) => boolean,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const file of ["ts", "js"].map((end) => join(root, parent, `middleware.${end}`)).filter(existsSync)) {
    if (accepts(await codeOf(file))) files.push(file);
  }
  return files;
}

/** The middleware, and what is below the folder `app` and asks for the edge runtime. */
async function edgeFilesOf(app: NextApp, version: string) {
  const folder = join(app.root, app.parent, "app");
  const sources = (await filesBelow(folder)).filter((file) => /\.[jt]sx?$/.test(file));
  const files = [
    ...await middlewareOf(app, (code) => !readsRuntime(version) || !ON_NODE.test(code)),
  ];
  for (const file of sources.map((each) => join(folder, each)).sort()) {
    if (ON_EDGE.test(await codeOf(file))) files.push(file);
  }
  return files;
}

/** `runtime: "nodejs"`, in the `config` of a middleware, or as an export of its own. */
const ON_NODE = /\bruntime\b["']?\s*[:=]\s*["'`]nodejs\b/;

const ON_EDGE = /\bexport\s+const\s+runtime\s*=\s*["'](?:experimental-)?edge["']/;

/** Returns whether the middleware can run on Node: since 15.5, and in the canary releases of 15.2 to 15.4. */
function canUseNode(version: string): boolean {
  return isSince(version.includes("canary") ? 2 : 5, version);
}

/** Returns whether Next reads `runtime` of a middleware. */
function readsRuntime(version: string): boolean {
  return isSince(2, version);
}

/** @param minor Of Next 15. */
function isSince(minor: number, version: string): boolean {
  const [first = 0, second = 0] = version.split(".").map(Number);
  return first > 15 || (first === 15 && second >= minor);
}

function adviceFor(file: string, version: string): string {
  if (!/^(?:src\/)?middleware\./.test(file)) return `Remove \`export const runtime\` from ${file}`;
  if (Number(version.split(".")[0]) >= 16) {
    return `Call the file ${
      fileName(file).replace("middleware", "proxy")
    }, and its export \`proxy\`: that runs on Node`;
  }
  const write = `\`runtime: "nodejs"\` into the \`config\` of ${file}, beside \`matcher\``;
  return canUseNode(version) ? `Write ${write}` : `Update Next to 15.5 or newer, and write ${write}`;
}

/** Parts of the library, and packages, that do not run without Node. */
const OF_NODE =
  /^(?:@latchkey\/auth\/providers\/(?:nodemailer|passkey|webauthn)|nodemailer|pg|mysql2(?:\/promise)?)$/;

/** The modules of Node that the edge runtime has. */
const ON_BOTH = /^node:(?:assert|async_hooks|buffer|events|util)$/;

/** An import: the file that has it, and the module. */
type Need = readonly [importer: string, module: string];

/** Follows the imports of a file that uses the library to a module that needs Node; `null` if there is none. */
async function needOf(entry: string, find: ReturnType<typeof importFinder>): Promise<Need | null> {
  if (!/\bauth\b/i.test(await codeOf(entry))) return null;
  const files = new Set([entry]);
  // A set is walked in the order of its entries, with those that are added meanwhile.
  for (const file of files) {
    for (const specifier of importsOf(await codeOf(file))) {
      const isOfNode = specifier.startsWith("node:") && !ON_BOTH.test(specifier);
      if (isOfNode || OF_NODE.test(specifier)) return [file, specifier];
      const next = find(specifier, file);
      if (next !== null && /\.[cm]?[jt]s$/.test(next)) files.add(next);
    }
  }
  return null;
}

const IMPORT = /^[ \t]*(import|export)\b(?!\s+type\b)(?:([\w\s{},*$]*?)\bfrom)?\s*["']([^"'\n]+)["']/gm;

/** `<string, DatabaseSync>` */
const TYPE_ARGUMENTS = /<[\w\s,.|&[\]]*>/g;

/** The modules that a text imports for more than types. Those of `import()` are left out: a condition may guard them. */
function importsOf(code: string): readonly string[] {
  const rest = code.replaceAll(IMPORT, "").replaceAll(TYPE_ARGUMENTS, "");
  return [...code.matchAll(IMPORT)].flatMap(([, word, clause, specifier]) => {
    const names = clause?.split(/[{},]/).map((name) => name.trim()).filter(Boolean) ?? [];
    const values = names.filter((name) => !name.startsWith("type ")).map((name) => name.split(/\s+/).at(-1)!);
    const isNeeded = !names.length ||
      (word === "export" ? values.length > 0 : values.some((name) => isValue(name, rest)));
    return isNeeded ? [specifier!] : [];
  });
}

/** Returns whether a text uses a name for more than a type: compilers drop such imports. */
function isValue(name: string, text: string): boolean {
  const own = name.replaceAll("$", "\\$");
  const called = new RegExp(String.raw`\bnew\s+${own}\b|(?<![\w$.])${own}\s*[(.]`);
  const isClass = /^[A-Z]/.test(name);
  const before = isClass
    ? String.raw`[:<|&]\s*|\b(?:as|extends|implements|satisfies|typeof)\s+`
    : String.raw`\btypeof\s+`;
  return called.test(text) || new RegExp(String.raw`(?<!${before})(?<![\w$.])${own}(?![\w$])`).test(text);
}
