import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Metafile } from "npm:esbuild@0.28.2";
import { root } from "../tools/exports.ts";
import { esbuild } from "../tools/_esbuild.ts";

const MARK = /^src\/providers\/marks\//;

test("a bundle of an application that only checks sessions has no mark in it", async () => {
  for (
    const code of [
      'export { getToken } from "./src/model/jwt.ts";',
      'export { resolveSession } from "./mod.ts";',
      'export { requireSession } from "./src/integrations/express/express.ts";',
    ]
  ) {
    const { inputs } = await bundle(code);
    assert.ok(Object.keys(inputs).length > 3);
    assert.deepEqual(Object.keys(inputs).filter((path) => MARK.test(path)), [], code);
  }
});

test("a bundle of an application with providers loads no mark before its sign-in page asks", async () => {
  const { inputs, outputs } = await bundle(
    'export { Auth, resolveSession } from "./mod.ts"; export { getToken } from "./src/model/jwt.ts";' +
      'export * from "./src/providers/github.ts"; export * from "./src/providers/google.ts";',
  );
  assert.deepEqual(Object.keys(inputs).filter((path) => MARK.test(path)), [
    "src/providers/marks/github.ts",
    "src/providers/marks/google.ts",
  ]);
  const loaded = new Set(Object.keys(outputs).filter((path) => outputs[path]!.entryPoint === "<stdin>"));
  for (const path of loaded) {
    assert.deepEqual(Object.keys(outputs[path]!.inputs).filter((input) => MARK.test(input)), [], path);
    for (const { kind, path: imported } of outputs[path]!.imports) {
      if (kind === "import-statement" && outputs[imported]) loaded.add(imported);
    }
  }
  assert.ok(loaded.size > 0);
});

async function bundle(contents: string): Promise<Metafile> {
  const { metafile } = await esbuild({
    stdin: { contents, resolveDir: fileURLToPath(root), loader: "ts" },
    absWorkingDir: fileURLToPath(root),
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "neutral",
    outdir: "out",
    metafile: true,
    write: false,
    logLevel: "error",
  });
  return metafile;
}
