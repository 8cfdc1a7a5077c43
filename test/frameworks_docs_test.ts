/**
 * The code on the pages about frameworks is that of applications which the tests build and run: each block names a file of
 * `examples/<page>` or `npm/frameworks/<page>`, and is the file or consecutive lines of it. A reader can paste it. The files
 * in JavaScript are those in TypeScript, without the types.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import ts from "npm:typescript@5.9.3";

const ROOT = new URL("../", import.meta.url);
const FOLDER = "docs/frameworks/";

/** Languages whose blocks are code of an application. Commands and settings are not. */
const CODE = new Set([
  "astro",
  "html",
  "js",
  "json",
  "jsonc",
  "jsx",
  "mjs",
  "svelte",
  "toml",
  "ts",
  "tsx",
  "vue",
]);

/** Headings that a reader finds on each page, whatever the framework. */
const HEADINGS = ["Set it up", "Behind a proxy", "If something is wrong"];

/** Headings that make no sense on a page: the overview has none, and a browser has no proxy to know. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  "README.md": HEADINGS,
  "client.md": ["Behind a proxy"],
  "react.md": ["Behind a proxy", "If something is wrong"],
};

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

interface Block {
  readonly line: number;
  readonly language: string;
  /** Path of the file that it is from, as the page names it. */
  readonly file: string | undefined;
  readonly text: string;
}

/** The parts whose interface is experimental until 1.0.0: the core, and what an application imports for two frameworks. */
const EXPERIMENTAL = [
  "mod.ts",
  "src/integrations/express/express.ts",
  "src/integrations/sveltekit/sveltekit.ts",
  "src/client/sveltekit.ts",
  "npm/sveltekit/components/components.d.ts",
  "README.md",
  "docs/frameworks/express.md",
  "docs/frameworks/sveltekit.md",
];

for (const file of EXPERIMENTAL) {
  test(`${file} says that it is experimental`, async () => {
    const text = (await readFile(new URL(file, ROOT), "utf8")).replaceAll(/\s+(?:\* )?/g, " ");
    // In the comment of the module, in its own words; on a page as a label.
    const [first = ""] = file.endsWith(".md") ? [text] : /^\/\*\*.*? \*?\/ /.exec(text) ?? [];
    assert.match(first, /Experimental(?:\*\*)?: before 1\.0\.0,? a minor version may /);
  });
}

for (const page of (await readdir(new URL(FOLDER, ROOT))).sort()) {
  const text = await readFile(new URL(FOLDER + page, ROOT), "utf8");
  const blocks = blocksOf(text).filter(({ language }) => CODE.has(language));

  test(`${FOLDER}${page} shows only code that its application has`, async () => {
    const wrong: string[] = [];
    for (const block of blocks) {
      const found = await Promise.all(foldersOf(page).map((folder) => isIn(block, folder)));
      if (!found.includes(true)) wrong.push(`line ${block.line}: ${block.language} ${block.file}`);
    }
    assert.deepEqual(wrong, [], "name the file after the language, and write what stands there");
  });

  test(`${FOLDER}${page} shows code that can be pasted: each bracket is closed`, () => {
    const wrong = blocks.filter(({ text }) => !isBalanced(text)).map(({ line }) => `line ${line}`);
    assert.deepEqual(wrong, [], "show the lines up to the closing bracket");
  });

  test(`${FOLDER}${page} shows the imports with the first lines of each file of an example, and of each in TypeScript`, async () => {
    const wrong: string[] = [];
    const [example] = foldersOf(page);
    for (const [file, first] of new Map(blocks.toReversed().map((block) => [block.file, block]))) {
      // The overview compares the frameworks by excerpts; an excerpt in JavaScript compiles without its imports.
      const needsImports = page !== "README.md" && /\.tsx?$/.test(file ?? "");
      for (const folder of needsImports ? foldersOf(page) : [example!]) {
        const source = await readFile(new URL(`${folder}${file}`, ROOT), "utf8").catch(() => "");
        const [imported] = await isIn(first, folder) && source.match(/^import .*$/m) || [];
        if (imported && !first.text.includes(imported)) wrong.push(`line ${first.line}: ${file}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  test(`${FOLDER}${page} imports the library where a block extends its types: some compilers find it only then`, () => {
    const wrong = blocks.filter(({ text }) =>
      [...text.matchAll(/^declare module "(@latchkey[^"]+)"/gm)]
        .some(([, name]) => !text.includes(` from "${name}";`))
    );
    assert.deepEqual(wrong.map(({ line }) => `line ${line}`), []);
  });

  test(`${FOLDER}${page} has the same program in JavaScript as in TypeScript`, async () => {
    const [example] = foldersOf(page);
    const read = async (file: string) => toJavaScript(await readFile(new URL(example + file, ROOT), "utf8"));
    const files = await readdir(new URL(example!, ROOT)).catch(() => []);
    for (const copy of files.filter((file) => file.endsWith(".js"))) {
      assert.equal(await read(copy), await read(copy.replace(/js$/, "ts")), copy);
    }
  });

  test(`${FOLDER}${page} stores no data of an update before it has checked them: any browser can send them`, () => {
    assert.doesNotMatch(text, /\.\.\.token, (\.\.\.session|\w+: session\??\.\w+) \}/);
  });

  test(`${FOLDER}${page} has the headings of every page`, () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
    const wanted = HEADINGS.filter((heading) => !LEFT_OUT[page]?.includes(heading));
    assert.deepEqual(wanted.filter((heading) => !headings.includes(heading)), []);
  });
}

/** The folders with the application of a page, the example first. The overview shows code of any. */
function foldersOf(page: string): readonly string[] {
  if (page === "README.md") return ["examples/", "npm/frameworks/"];
  const name = page.replace(/\.md$/, "");
  return [`examples/${name}/`, `npm/frameworks/${name}/`];
}

async function isIn({ file, text }: Block, folder: string): Promise<boolean> {
  if (file === undefined) return false;
  const source = await readFile(new URL(folder + file, ROOT), "utf8").catch(() => null);
  return source !== null && withoutIndent(source).some((lines) => lines.includes(`\n${text.trimEnd()}\n`));
}

/** Whether each bracket has its counterpart. Those in strings and patterns count as well. */
function isBalanced(code: string): boolean {
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    if (bracket in CLOSING) open.push(CLOSING[bracket]!);
    else if (open.pop() !== bracket) return false;
  }
  return open.length === 0;
}

/** A source with each indentation removed that an excerpt may have lost. */
function withoutIndent(source: string): readonly string[] {
  return [0, 2, 4, 6, 8].map((width) =>
    `\n${
      source.split("\n").map((line) => line.startsWith(" ".repeat(width)) ? line.slice(width) : line).join(
        "\n",
      )
    }\n`
  );
}

function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w*)(?: (\S+))?.*\n([^]*?)\n```$/gm)].map((
    { 1: language = "", 2: file, 3: code, index },
  ) => ({
    line: text.slice(0, index).split("\n").length,
    language,
    file,
    text: code!,
  }));
}

/** The program without types and comments, in the layout of the compiler. It imports the JavaScript of its neighbours. */
function toJavaScript(program: string): string {
  const { ESNext: latest } = ts.ScriptTarget;
  const compilerOptions = { target: latest, verbatimModuleSyntax: true, removeComments: true };
  return ts.transpile(program, compilerOptions).replaceAll(/(from "\.[^"]+)\.ts"/g, '$1.js"');
}
