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

/** Pages with the order of the steps, or with a list of secrets that says one. */
const STEPS = /\bAUTH_SECRET_2=|\[(?:new|process\.env\.NEW\w*!?), ?(?:old|process\.env\.OLD\w*!?)\]/i;

test("one page has the steps of a rotation, and each other one that names it links there", () => {
  const own = "docs/recipes/sessions.md";
  const texts = [...filesIn("docs", /\.md$/), "README.md"].map((path) => ({
    path,
    // The messages of errors and the reasons of decisions say what a list means.
    text: readFileSync(join(ROOT, path), "utf8").replaceAll(/```text\n[^]*?```/g, ""),
  }));
  const allowed = [own, "docs/architecture.md", "docs/decisions.md"];
  const others = texts.filter(({ path, text }) => STEPS.test(text) && !allowed.includes(path));
  assert.deepEqual(others.map(({ path }) => path), []);
  const naming = texts.filter(({ text }) =>
    /\b(?:rotat|replace|change)\w* (?:of )?(?:the |a |each |your )?`?(?:secret|AUTH_SECRET)\b/i.test(text)
  );
  assert.ok(naming.length > 5, String(naming.length));
  for (const { path, text } of naming) {
    if (path !== own) assert.match(text, /sessions\.md#rotate-the-secret/, path);
  }
});
