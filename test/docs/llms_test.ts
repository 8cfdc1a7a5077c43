/**
 * The documentation as text, for programs that read it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { writeTexts } from "../../docs/.vitepress/llms.ts";
import { groupPages, readPages } from "../../docs/.vitepress/pages.ts";
import { root } from "../../tools/exports.ts";
import { afterTests } from "../_after.ts";

const folder = await mkdtemp(join(tmpdir(), "texts-"));
afterTests(() => rm(folder, { recursive: true }));

/** Writes the texts of a folder `docs`. Returns what reads them. */
function textsOf(docs: string, name: string): (file: string) => Promise<string> {
  const pages = readPages(docs);
  const outDir = join(folder, name);
  const site = { docs, outDir, base: "/auth/", ref: "main", description: "A library." };
  writeTexts({ ...site, pages, groups: groupPages(pages) });
  return (file) => readFile(join(outDir, file), "utf8");
}

/** Writes the files of a small `docs`. */
async function write(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const docs = join(folder, name, "docs");
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(docs, file)), { recursive: true });
    await writeFile(join(docs, file), text);
  }
  return docs;
}

test("writeTexts() leaves out front matter, comments, layout and components, but not in code", async () => {
  const docs = await write("small", {
    "index.md": '---\nlayout: page\n---\n\n<main class="home">\n<div>\n\n# Home\n\n</div>\n\nText.\n\n' +
      "<SiteMap />\n\n</main>\n",
    "start/node.md":
      "<!-- Written by hand. -->\n\n# Node\n\nText.\n\n<!-- test: one -->\n\n```tsx\n<!-- a -->\n<div>\n<Start />\n```\n",
    "recipes/README.md": "# Recipes\n",
    "providers/README.md": "# Providers\n",
  });
  const read = textsOf(docs, "small/out");
  assert.equal(
    await read("index.md"),
    "# Home\n\nText.\n\n" +
      "- [Start](start/node.md): From an empty folder to the first sign-in, for each runtime and framework.\n" +
      "- [Recipes](recipes/README.md): Questions and answers with code that you can paste.\n" +
      "- [Providers](providers/README.md): For each provider: where to register, which variables to set, what it answers.\n\n",
  );
  assert.equal(await read("start/node.md"), "# Node\n\nText.\n\n```tsx\n<!-- a -->\n<div>\n<Start />\n```\n");
});

test("writeTexts() fails for a component that it cannot write as text", async () => {
  const docs = await write("unknown", { "start/node.md": "# Node\n\n<Map />\n" });
  assert.throws(() => textsOf(docs, "unknown/out"), /Cannot write "start\/node.md" as Markdown: .* Map /);
});

test("the text of each page of docs/ begins with its heading, and has neither comments nor components", async () => {
  const docs = fileURLToPath(new URL("docs", root));
  const read = textsOf(docs, "all");
  const wrong: string[] = [];
  for (const { file } of readPages(docs)) {
    const text = await read(file);
    const prose = text.replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`]*`/g, "");
    if (!text.startsWith("# ") || /<!--|<\/?[A-Z]\w*|<\/?(?:main|div)\b/.test(prose)) wrong.push(file);
  }
  assert.deepEqual(wrong, []);
});

test("llms.txt and the endpoints page lead to files for programs, which the site has at its root", async () => {
  const docs = fileURLToPath(new URL("docs", root));
  const read = textsOf(docs, "files");
  const listed = (await read("llms.txt")).split("\n## For programs\n")[1]!;
  const links = [...listed.matchAll(/\]\(\/auth\/([^)]+)\)/g)].map(([, file]) => file!);
  assert.deepEqual(links, ["SKILL.md", "openapi.json"]);
  await Promise.all(links.map((file) => readFile(join(docs, "public", file))));
  assert.match(await read("concepts/endpoints.md"), /\]\(\/auth\/openapi\.json\)/);
});
