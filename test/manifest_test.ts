import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { exportsOfFiles, jsrOf, readManifest, root, VERSION_FILE, versionModule } from "../tools/exports.ts";

const manifest = await readManifest();
const read = (file: string) => readFile(new URL(file, root), "utf8");

test("jsr.json mirrors deno.json", async () => {
  assert.deepEqual(JSON.parse(await read("jsr.json")), jsrOf(manifest), "run `deno task exports`");
});

test("the command prints the version of deno.json", async () => {
  assert.equal(await read(VERSION_FILE), versionModule(manifest), "run `deno task exports`");
});

test("deno.json exports each provider and integration", async () => {
  const files = Object.entries(await exportsOfFiles());
  assert.ok(files.length > 0);
  for (const [path, file] of files) {
    assert.equal(manifest.exports[path], file, "run `deno task exports`");
  }
});

test("deno.json publishes sources and papers, and neither tests nor tools", () => {
  const others = manifest.publish.include.filter((path) => !/^(mod\.ts|src\/.*|[A-Z]+(\.md)?)$/.test(path));
  assert.deepEqual(others, []);
});

test("deno.json imports only packages that applications need", () => {
  assert.deepEqual(Object.keys(manifest.imports), ["jose", "oauth4webapi"]);
});

test("CHANGELOG.md begins with the version of deno.json", async () => {
  const versions = [...(await read("CHANGELOG.md")).matchAll(/^## \[(\d+\.\d+\.\d+)/gm)];
  assert.equal(versions[0]?.[1], manifest.version);
});

test("LICENSE is the licence of deno.json", async () => {
  assert.match(await read("LICENSE"), new RegExp(`^${manifest.license} License`));
});

test("npm/package.extra.json repeats no field of deno.json", async () => {
  const extra: unknown = JSON.parse(await read("npm/package.extra.json"));
  const doubled = Object.keys(extra as object).filter((key) => key in manifest || key === "dependencies");
  assert.deepEqual(doubled, []);
});

test("the root has no package.json, which would shadow the packed one", () => {
  assert.ok(!existsSync(new URL("package.json", root)));
});
