/** No page and no example reads `AUTH_SECRET` by itself: such code would not follow "Rotate the secret". */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { blocksOf } from "./_blocks.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Code that reads the variable without a number: `process.env.AUTH_SECRET`, `env["AUTH_SECRET"]`, `{ AUTH_SECRET } = …`. */
const READS =
  /\benv\??(?:\.AUTH_SECRET\b|\[["'`]AUTH_SECRET["'`]\])|\{[^{}=]*\bAUTH_SECRET\b[^{}=]*\} =|getSecret\(["']AUTH_SECRET["']\)/;

/** Files that do, and why that is right. During a rotation, the variable is always set. */
const ALLOWED: Readonly<Record<string, string>> = {
  "examples/saas/lib/settings.ts": "it asks whether the variable is set",
};

function filesIn(folder: string, extension: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && extension.test(each.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length))
    .filter((path) => !/(?:^|\/)(?:node_modules|api|\.vitepress|\.next|\.svelte-kit)\//.test(path));
}

test("no page and no example reads AUTH_SECRET by itself", () => {
  const pages = [...filesIn("docs", /\.md$/), "README.md"].flatMap((path) =>
    blocksOf(readFileSync(join(ROOT, path), "utf8")).map(({ text, line }) => ({ path, line, text }))
  );
  const examples = filesIn("examples", /\.[mc]?[jt]sx?$/).map((path) => ({
    path,
    line: 1,
    text: readFileSync(join(ROOT, path), "utf8"),
  }));
  assert.ok(pages.length > 500 && examples.length > 30);
  const found = [...pages, ...examples].filter(({ text, path }) => READS.test(text) && !(path in ALLOWED));
  assert.deepEqual(found.map(({ path, line }) => `${path}:${line}`), []);
  for (const path of Object.keys(ALLOWED)) assert.match(readFileSync(join(ROOT, path), "utf8"), READS);
});
