import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { test } from "node:test";
import { LAYERS } from "../tools/architecture.ts";
import { readManifest } from "../tools/exports.ts";

const ROOT = new URL("../", import.meta.url);

/** What `deno task docs` reads, installs and makes beside the pages. */
const OF_THE_SITE = /^docs\/(?:(?:\.vitepress|node_modules|public|reference)(?:\/|$)|package.*\.json$)/;

/** Made by a task, and not in the repository; `docs/api/` from the first release on. */
const GENERATED = ["npm/dist/", "docs/api/"];

/** Pages about applications. They have tests of their own: `frameworks_docs_test.ts`, `test/docs`. */
const OTHERS = /^docs\/(?:(?:frameworks|recipes|settings|start)\/|(?:errors|index)\.md$)/;

/** Pages on the code of this repository. */
const PAGES = await readAll(
  [
    "CONTRIBUTING.md",
    ...(await filesIn("docs")).filter((path) => path.endsWith(".md") && !OTHERS.test(path)),
  ],
);
const architecture = PAGES.get("docs/architecture.md")!;
const sources = await readAll(await filesIn("src"));
const names = new Set(
  (await Promise.all(["src", "test", "tools", "docs", ".github"].map(filesIn))).flat()
    .map((path) => path.slice(path.lastIndexOf("/") + 1)),
);

for (const [page, text] of PAGES) {
  test(`${page} names only files and folders that exist`, async () => {
    const missing: string[] = [];
    for (const path of pathsIn(text)) if (!await isThere(path)) missing.push(path);
    assert.deepEqual(missing, []);
  });

  test(`${page} names only functions that src/ declares`, () => {
    const missing = [...text.matchAll(/`(\w+)\(\)`/g)].map(([, name]) => name!)
      .filter((name) => ![...sources.values()].some((source) => declares(source, name)));
    assert.deepEqual(missing, [], "write the new names");
  });

  test(`${page} names each function with the file that declares it`, () => {
    const wrong = [...text.matchAll(/`(\w+)\(\)`\s\(`([^`]+\.ts)`\)/g)]
      .filter(([, name, file]) => !declares(sources.get(file!) ?? sources.get(`src/${file}`) ?? "", name!));
    assert.deepEqual(wrong.map(([pair]) => pair), []);
  });
}

test("docs/modules.md names each sub-path that can be imported, but those of the providers", async () => {
  const page = await readFile(new URL("docs/modules.md", ROOT), "utf8");
  const { exports } = await readManifest();
  const paths = Object.keys(exports).filter((path) => !path.startsWith("./providers/"));
  const missing = paths.map((path) => path.slice(path.lastIndexOf("/") + 1))
    .filter((name) => name !== "." && !new RegExp(`[\`/]${name}\``).test(page));
  assert.deepEqual(missing, []);
});

test("docs/architecture.md shows the layers that tools/architecture.ts enforces", () => {
  const [, picture] = /```\n(mod [^]+?)\n```/.exec(architecture) ?? [];
  const layers = picture?.split("\n").map((line) => line.split("  ")[0]!.split(" "));
  assert.deepEqual(layers?.toReversed(), LAYERS);
});

test("docs/architecture.md explains only words that their file declares", () => {
  const words = rowsOf("Words");
  assert.ok(words.length > 20);
  const wrong = words.filter(([[word], [file]]) =>
    !new RegExp(`^export (?:interface|type|class) ${word}\\b`, "m").test(sources.get(`src/${file}`) ?? "")
  );
  assert.deepEqual(wrong, []);
});

test("docs/architecture.md lists the whole state of the modules, and nothing else", () => {
  const listed = rowsOf("Where state lives").flatMap(([state, [file]]) =>
    state.map((name) => `${file} ${name}`)
  );
  const pattern =
    /^(?:let|const(?=.* (?:\?\?)?= (?:new Weak|new (?:Map|Set)\b[^(]*\(\)|\[\])|.*\bcreateTurns\()) (\w+)/gm;
  const found = [...sources].flatMap(([path, source]) =>
    [...source.matchAll(pattern)].map(([, name]) => `${path.slice("src/".length)} ${name}`)
  );
  assert.deepEqual(listed.sort(), found.sort());
});

/** The rows of the first table of a section: for each cell, what is code in it. */
function rowsOf(section: string): [string[], string[]][] {
  const text = architecture.split(`\n## ${section}\n`)[1]!.split("\n## ")[0]!;
  return [...text.matchAll(/^\| (`.*?) +\| (`.*?) +\|/gm)].map(([, ...cells]) =>
    cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)) as [string[], string[]]
  );
}

/** Paths in a text: with an ending of a file, with a slash at the end, or below a folder of the repository. */
function pathsIn(text: string): readonly string[] {
  const code = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path]) => path!);
  return code.filter((path) =>
    /\.(?:ts|md|json|yml)$|\/$/.test(path) || /^(?:src|test|tools|docs|examples|bench|npm)\//.test(path)
  );
}

/** A path may begin below `src/`; the name of a file may stand alone. */
async function isThere(path: string): Promise<boolean> {
  if (GENERATED.includes(path) || names.has(path)) return true;
  const found = await Promise.all(
    [path, `src/${path}`].map((each) => stat(new URL(each, ROOT)).then(() => true, () => false)),
  );
  return found.includes(true);
}

function declares(source: string, name: string): boolean {
  return new RegExp(`\\bfunction ${name}\\b`).test(source);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(new URL(`${folder}/`, ROOT), { recursive: true });
  return entries.filter((entry) => /\.\w+$/.test(entry)).map((entry) => `${folder}/${entry}`)
    .filter((path) => !OF_THE_SITE.test(path));
}

async function readAll(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(paths.map((path) => readFile(new URL(path, ROOT), "utf8")));
  return new Map(paths.map((path, i) => [path, texts[i]!]));
}
