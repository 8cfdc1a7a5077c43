import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const root = new URL("../", import.meta.url);
const docs = (await readdir(new URL("docs/", root))).filter((name) => name.endsWith(".md"));
const further = await Promise.all(
  ["start", "frameworks", "concepts", "migration", "recipes"].map(async (folder) =>
    (await readdir(new URL(`docs/${folder}/`, root))).filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`)
  ),
);

for (
  const page of [
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ...[...docs, ...further.flat()].map((name) => `docs/${name}`),
  ]
) {
  test(`${page} links to files and headings that exist`, async () => {
    const text = await readFile(new URL(page, root), "utf8");
    for (const [, link] of prose(text).matchAll(/(?:\]\(|src=")(?!https?:)([^)"\s]+)[)"]/g)) {
      const target = new URL(link!, new URL(page, root));
      const heading = decodeURI(target.hash.slice(1));
      target.hash = "";
      const isFolder = await readFile(target, "utf8").then(() => false, (error) => error.code === "EISDIR");
      const linked = isFolder ? "" : await readFile(target, "utf8");
      if (heading) assert.ok(headingsOf(linked).includes(heading), `${page} links to ${link}`);
    }
  });
}

function prose(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$/gms, "");
}

/** Fragments of the headings: written out as `{#fragment}`, else as GitHub makes them. */
function headingsOf(markdown: string): readonly string[] {
  return [...prose(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    /\{#([\w-]+)\}$/.exec(heading!)?.[1] ??
      heading!.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")
  );
}

test("the documentation names SECURITY.md for reports alone: what it defends is in docs/concepts/security.md", async () => {
  const names = (await readdir(new URL("docs/", root), { recursive: true }))
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"));
  for (const name of names) {
    const text = await readFile(new URL(`docs/${name}`, root), "utf8");
    assert.doesNotMatch(text, /SECURITY\.md(?!#reporting|\])/, name);
  }
});
