import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { siteLink, slugOf } from "../../docs/.vitepress/links.ts";
import { groupPages, HOME, linkOf, readPages } from "../../docs/.vitepress/pages.ts";
import { root } from "../../tools/exports.ts";
import { afterTests } from "../_after.ts";

const DOCS = fileURLToPath(new URL("docs", root));
const pages = readPages(DOCS);

const folder = await mkdtemp(join(tmpdir(), "pages-"));
afterTests(() => rm(folder, { recursive: true }));
const small = join(folder, "docs");
for (
  const [file, text] of Object.entries({
    "README.md": "# The package",
    "examples/deno/main.ts": "",
    "docs/index.md": "---\nlayout: page\n---\n\n# Home",
    "docs/start/node.md": "# Node\n\nFrom an empty *folder*\nto [a sign-in](bun.md).\n\nMore.",
    "docs/start/bun.md": "<!-- Written by hand. -->\n\n# `Bun`\n\n```sh\n# a comment\nbun\n```\n\nText.",
    "docs/start/deno.md": "# Deno",
    "docs/recipes/a_file.md": "# A",
    "docs/recipes/b_file.md": "# B",
    "docs/recipes/c_file.md": "# C",
    "docs/recipes/README.md": "# Recipes\n\n| [b](b_file.md) | [c](c_file.md) |",
    "docs/new_page.md": "# New",
    "docs/node_modules/a/README.md": "# Not a page",
    "docs/.vitepress/notes.md": "# Not a page",
  })
) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

test("groupPages() has each page of docs/ once, but the home page", () => {
  const listed = groupPages(pages).flatMap((group) => group.pages.map(({ file }) => file));
  assert.deepEqual(listed.toSorted(), pages.map(({ file }) => file).filter((file) => file !== HOME));
});

test("groupPages() orders a folder by its index page, else as readers begin, and keeps pages that no group names", () => {
  const groups = groupPages(readPages(small)).map((
    { title, pages },
  ) => [title, pages.map(({ file }) => file)]);
  assert.deepEqual(groups, [
    ["Start", ["start/deno.md", "start/node.md", "start/bun.md"]],
    ["Recipes", ["recipes/README.md", "recipes/b_file.md", "recipes/c_file.md", "recipes/a_file.md"]],
    ["Project", ["new_page.md"]],
  ]);
});

test("readPages() takes the title and the summary from the first heading and the paragraph below it", () => {
  const [bun, , node] = readPages(small).filter(({ file }) => file.startsWith("start/"));
  assert.deepEqual([node!.title, node!.summary], ["Node", "From an empty folder to a sign-in."]);
  assert.deepEqual([bun!.title, bun!.summary, bun!.link], ["Bun", "Text.", "/start/bun.html"]);
});

test("each page of docs/ has a heading, and a summary if it begins with a paragraph", () => {
  assert.deepEqual(pages.filter(({ file, title }) => title === file).map(({ file }) => file), []);
  const hono = pages.find(({ file }) => file === "frameworks/hono.md")!;
  assert.match(hono.summary, /^You get an application of Hono .* @latchkey\/auth\/hono is a middleware/);
});

test("linkOf() gives an index page the address of its folder", () => {
  assert.deepEqual(["index.md", "a/README.md", "a/b.md"].map(linkOf), ["/", "/a/", "/a/b.html"]);
});

const place = { docs: small, file: "start/node.md", ref: "v1.0.0" };
const REPOSITORY = "https://github.com/latchkey/auth";
for (
  const [href, expected] of [
    ["bun.md#install", "/start/bun.html#install"],
    ["../recipes/README.md", "/recipes/"],
    ["../recipes/", "/recipes/"],
    ["../recipes", "/recipes/"],
    ["../../README.md#start", `${REPOSITORY}/blob/v1.0.0/README.md#start`],
    ["../../examples/deno", `${REPOSITORY}/tree/v1.0.0/examples/deno`],
    ["../.vitepress/notes.md", `${REPOSITORY}/blob/v1.0.0/docs/.vitepress/notes.md`],
    ["gone.md#a", "gone.md#a"],
    ["#here", "#here"],
    ["https://example.com/a.md", "https://example.com/a.md"],
    ["mailto:a@example.com", "mailto:a@example.com"],
  ] as const
) {
  test(`siteLink() leads from a page in docs/start to ${expected} for ${href}`, () => {
    assert.equal(siteLink(href, place), expected);
  });
}

test("slugOf() makes the fragments that GitHub makes", () => {
  const headings = ["Set it up", "`AUTH_URL` & co.", "What is `a.b()`?", "Größe – 10 %", "SvelteKit 2"];
  assert.deepEqual(headings.map((heading) => slugOf(heading.replaceAll("`", ""))), [
    "set-it-up",
    "auth_url--co",
    "what-is-ab",
    "größe--10-",
    "sveltekit-2",
  ]);
});
