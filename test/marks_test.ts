import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { parseMark } from "../src/config/mark.ts";
import type { Mark } from "../src/model/provider.ts";
import { readManifest, root } from "../tools/exports.ts";
import { pointsOf } from "../tools/_path.ts";
import { fileOf, folder, type Marks, marks } from "../tools/marks.ts";

const files = (await readdir(folder)).sort();
const { exports } = await readManifest();
const modules = new Map<string, Mark>();
for (const file of files) modules.set(file, (await import(new URL(file, folder).href)).default);
const sources = new Map<string, string>();
for (const file of files) sources.set(file, await readFile(new URL(file, folder), "utf8"));

test("each mark has the form that the sign-in page accepts", () => {
  assert.ok(files.length > 70, `${files.length} marks`);
  for (const [file, mark] of modules) {
    assert.deepEqual(parseMark(mark), mark, file);
  }
});

test("each mark is drawn inside its viewBox, and fills most of it", () => {
  for (const [file, { viewBox, paths }] of modules) {
    const [left, top, width, height] = viewBox.split(" ").map(Number) as [number, number, number, number];
    const points = paths.flatMap(({ d }) => pointsOf(d));
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const edge = 0.02 * width;
    assert.ok(minX >= left - edge && maxX <= left + width + edge, `${file}: ${minX} to ${maxX}`);
    assert.ok(minY >= top - edge && maxY <= top + height + edge, `${file}: ${minY} to ${maxY}`);
    assert.ok(Math.max((maxX - minX) / width, (maxY - minY) / height) >= 0.7, `${file} is small`);
  }
});

test("pointsOf() refuses what is not well-formed", () => {
  for (
    const path of [
      "x",
      "M",
      "M1",
      "M1 1L",
      "M1 1Z1",
      "M1 1A1 1 0 2 0 1 1",
      "1 1",
      "M1,,1",
      "M1 1 constructor",
    ]
  ) {
    assert.throws(() => pointsOf(path), SyntaxError, path);
  }
});

test("each mark names its source, and no mark has text, a URL or code in it", () => {
  for (const [file, source] of sources) {
    assert.match(source, /^\/\*\*\n \* The mark of .+\. Written by `deno task marks`\.\n \*\n/, file);
    assert.match(
      source,
      /\(CC0 1\.0\), from\n \* https:|publishes it for buttons:\n \* https:|drawn for this library/,
    );
    const [, literal] = /\nconst mark: Mark = (\{.*\});\n\nexport default mark;\n$/s.exec(source)!;
    assert.doesNotMatch(literal!, /[<>&'`$\\/()]|http/, file);
  }
});

test("no two marks are the same drawing: providers of one owner load one file", () => {
  const drawings = new Map<string, string>();
  for (const [file, mark] of modules) {
    const drawing = JSON.stringify(mark);
    assert.equal(drawings.get(drawing), undefined, `${file}: load the other file, and remove this one`);
    drawings.set(drawing, file);
  }
});

test("a mark is loaded by providers alone, is not a sub-path and imports types only", () => {
  assert.deepEqual(Object.values(exports).filter((file) => file.includes("/marks/")), []);
  for (const [file, source] of sources) {
    assert.deepEqual(
      source.match(/^import .*$/gm),
      ['import type { Mark } from "../../model/provider.ts";'],
      file,
    );
  }
});

test("each provider whose mark is drawn loads it, or is another provider with a mark", async () => {
  const providers = Object.entries(exports).filter(([path]) => path.startsWith("./providers/"))
    .map(([, file]) => file.replace("./src/providers/", ""));
  const found = new Map<string, readonly string[]>();
  for (const file of providers) {
    const source = await readFile(new URL(`src/providers/${file}`, root), "utf8");
    // Another name of a provider exports what the provider's file does.
    const links = [
      ...source.matchAll(/import\("\.\/(marks\/\w+\.ts)"\)|^(?:export|import) .* from "\.\/(\w+\.ts)"/gm),
    ];
    found.set(file, links.map(([, mark, provider]) => mark ?? provider!));
  }
  assert.ok(found.get("github.ts")?.includes("marks/github.ts"));
  for (const file of providers.filter((file) => modules.has(file))) {
    const links = found.get(file)!.flatMap((link) => found.get(link) ?? link);
    assert.ok(
      links.some((link) => link.startsWith("marks/")),
      `${file}: write \`mark: () => import("./marks/${file}")\``,
    );
  }
  const missing = [...found.values()].flat().filter((link) =>
    link.startsWith("marks/") && !modules.has(link.slice(6))
  );
  assert.deepEqual(missing, [], "there are no such marks");
});

test("`deno task marks` writes what is in the folder", async (context) => {
  const written = await marksOrReason();
  if (typeof written === "string") {
    console.log(`skip: the marks are not compared with simple-icons: ${written}`);
    return context.skip(written);
  }
  assert.deepEqual(files, [...written.files.keys()].sort(), "run `deno task marks`");
  for (const [file, text] of written.files) {
    assert.equal(sources.get(file), text, `${file}: run \`deno task marks\``);
  }
  for (const id of written.skipped.keys()) assert.ok(!files.includes(fileOf(id)));
});

test("NOTICE names the version and the licence of simple-icons", async () => {
  const notice = await readFile(new URL("NOTICE", root), "utf8");
  const [, version] = /simple-icons (\S+) \(CC0 1\.0\)/.exec(sources.get("github.ts")!)!;
  assert.ok(notice.includes(`Simple Icons ${version}`));
  assert.match(notice, /CC0 1\.0/);
});

/** The reason if npm cannot be reached, and the package is not in the cache. */
async function marksOrReason(): Promise<Marks | string> {
  try {
    return await marks();
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    if (code === "ERR_MODULE_NOT_FOUND" || /registry\.npmjs|npm package/.test(message)) {
      return message.split("\n")[0]!;
    }
    throw error;
  }
}
