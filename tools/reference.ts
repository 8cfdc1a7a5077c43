/**
 * The reference: a page for each sub-path that can be imported, from the doc comments and declarations of its exports.
 * The modules of single providers have pages of their own in `docs/providers`.
 *
 * @module
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "npm:typescript@5.9.3";
import { declarationText, FIRST, programOf } from "./_declaration.ts";
import { readManifest, root } from "./exports.ts";

/** Name of a file in `docs/reference` → its Markdown. */
export type Pages = ReadonlyMap<string, string>;

const KINDS = ["Functions", "Classes", "Constants", "Types"] as const;

const MADE = "<!-- Written by `deno task docs` from the sources. -->\n\n";

/** An export, in Markdown. */
interface Entry {
  readonly name: string;
  readonly kind: typeof KINDS[number];
  readonly text: string;
}

/** Writes the pages into `docs/reference`, which is not in the repository. */
export async function writeReference(): Promise<void> {
  const folder = new URL("docs/reference/", root);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [file, text] of await referencePages()) await writeFile(new URL(file, folder), text);
}

/** Makes the pages. */
export async function referencePages(): Promise<Pages> {
  const { name, exports } = await readManifest();
  const paths = Object.keys(exports).filter((path) => !path.startsWith("./providers/"));
  const sorted = [
    ...FIRST.filter((path) => path in exports),
    ...paths.filter((path) => !FIRST.includes(path)),
  ];
  const files = new Map(sorted.map((path) => [path, fileURLToPath(new URL(exports[path]!, root))]));
  const program = programOf([...files.values()]);
  const pages = new Map<string, string>();
  const places = new Map<ts.Symbol, string>();
  const rows: string[] = [];
  for (const [path, file] of files) {
    const title = path.replace(/^\./, name);
    const page = path === "." ? "main.md" : `${path.slice(2).replaceAll(/[/-]/g, "_")}.md`;
    const about = moduleText(program.getSourceFile(file)!);
    pages.set(page, `${MADE}# ${title}\n\n${about}\n${bodyOf(program, { file, page, title, places })}`);
    const row = `- [\`${title}\`](${page}): ${about.split(/\.(?:\s|$)/)[0]!.replaceAll("\n", " ")}.`;
    if (path === ".") rows.unshift(row);
    else rows.push(row);
  }
  const index =
    `${MADE}# Reference\n\nEvery export of the package with its doc comment. Each provider has [a page](../providers/README.md).`;
  return pages.set("README.md", `${index}\n\n${rows.join("\n")}\n`);
}

function bodyOf(
  program: ts.Program,
  { file, page, title, places }: {
    file: string;
    page: string;
    title: string;
    places: Map<ts.Symbol, string>;
  },
): string {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  const entries: Entry[] = [];
  const others: string[] = [];
  const taken = new Set<string>();
  for (const exported of checker.getExportsOfModule(module)) {
    const isAlias = exported.flags & ts.SymbolFlags.Alias;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const [declaration] = symbol.declarations ?? [];
    if (exported.name === "default" || !declaration) continue;
    const place = places.get(symbol);
    if (place) others.push(`- [\`${exported.name}\`](${place})`);
    else {
      const name = exported.name.toLowerCase();
      const id = taken.has(name) ? `${name}-type` : name;
      taken.add(id);
      places.set(symbol, `${page}#${id}`);
      entries.push(entryOf(symbol, { name: exported.name, id, checker }));
    }
  }
  const sections = KINDS.map((kind) => {
    const texts = entries.filter((entry) => entry.kind === kind).map(({ text }) => text);
    return texts.length ? `\n## ${kind}\n\n${texts.join("\n")}` : "";
  });
  const rest = others.length ? `\n## Also exported by ${title}\n\n${others.join("\n")}\n` : "";
  return sections.join("") + rest;
}

function entryOf(
  symbol: ts.Symbol,
  { name, id, checker }: { name: string; id: string; checker: ts.TypeChecker },
): Entry {
  const all = symbol.declarations!;
  const overloads = all.filter((each) => ts.isFunctionDeclaration(each) && !each.body);
  const declarations = overloads.length ? overloads : all;
  const code = declarations.map(declarationText).join("\n\n");
  const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol.getJsDocTags(checker).flatMap(tagText);
  const parts = [`### ${name} {#${id}}`, proseOf(doc), `\`\`\`ts\n${code}\n\`\`\``, ...tags];
  return { name, kind: kindOf(declarations[0]!), text: parts.filter(Boolean).join("\n\n") + "\n" };
}

function kindOf(node: ts.Declaration): Entry["kind"] {
  if (ts.isFunctionDeclaration(node)) return "Functions";
  if (ts.isClassDeclaration(node)) return "Classes";
  return ts.isVariableDeclaration(node) ? "Constants" : "Types";
}

function moduleText(file: ts.SourceFile): string {
  const [, comment = ""] = /^(?:"use client";)?\s*\/\*\*([^]*?)\*\//.exec(file.text) ?? [];
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
  const end = lines.findIndex((line) => /^@module/.test(line));
  const text = lines.slice(0, end < 0 ? undefined : end).join("\n").trim();
  return proseOf(text.replaceAll(/^@example\s*/gm, "").replaceAll(/^@see /gm, "See: "));
}

function tagText({ name, text = [] }: ts.JSDocTagInfo): readonly string[] {
  const value = proseOf(ts.displayPartsToString(text).trim());
  const [, subject = "", about = ""] = /^([\w.[\]]+)\s*-?\s*([^]*)$/.exec(value) ?? [];
  if (name === "param") return about ? [`- \`${subject}\`: ${about}`] : [];
  if (name === "returns") return [`Returns: ${value}`];
  if (name === "throws") return [`Throws: ${value.replace(/^\{(\w+)\}/, "`$1`")}`];
  if (name === "default") return [`Default: ${value}`];
  if (name === "see") return [`See: ${value}`];
  if (name === "deprecated") return [`**Deprecated.** ${value}`];
  return name === "example"
    ? [`#### Example\n\n${/^```/m.test(value) ? value : `\`\`\`ts\n${value}\n\`\`\``}`]
    : [];
}

/** A doc comment as Markdown: its links, and no HTML. */
function proseOf(text: string): string {
  return text.split(/(^```.*?^```$)/ms).map((part, i) => i % 2 ? part : paragraphsOf(part)).join("");
}

function paragraphsOf(text: string): string {
  const linked = text
    .replaceAll(
      /\{@link(?:code|plain)?\s+(https?:\/\/[^\s|}]+)\s*\|?\s*([^}]*)\}/g,
      (_, url, label) => `[${label || url}](${url})`,
    )
    .replaceAll(
      /\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*)\}/g,
      (_, name, label) => label || `\`${name}\``,
    );
  return linked.split(/(`[^`]*`)/).map((part, i) =>
    i % 2 ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;")
  ).join("");
}
