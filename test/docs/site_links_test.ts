import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { brokenLinks } from "../../tools/site_links.ts";
import { afterTests } from "../_after.ts";

const folder = await mkdtemp(join(tmpdir(), "links-"));
afterTests(() => rm(folder, { recursive: true }));

let count = 0;
async function linksOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const site = join(folder, String(count++));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(site, file)), { recursive: true });
    await writeFile(join(site, file), text);
  }
  return await brokenLinks(pathToFileURL(`${site}/`), "/auth/");
}

test("brokenLinks() accepts links to pages, folders, files, headings and other sites", async () => {
  const found = await linksOf({
    "index.html":
      `<h1 id="größe">a</h1><a class="b" href="/auth/a/b.html#c">b</a> <a href="#gr%C3%B6%C3%9Fe">c</a>
      <a href="/auth/">d</a> <a href="/auth/a/">e</a> <a href="a/b.html?x=1">f</a> <img src="/auth/key.svg" alt="">
      <a href="https://github.com/a#b">g</a> <a href="mailto:a@example.com">h</a> <code>&lt;a href="/gone"</code>`,
    "a/index.html": '<a href="../index.html">home</a>',
    "a/b.html": '<h2 data-v-1 id="c">c</h2>',
    "key.svg": "",
    "v1.0.0/index.html": '<a href="/auth/v1.0.0/gone.html">of another version</a>',
  });
  assert.deepEqual(found, []);
});

for (
  const [name, html, message] of [
    [
      "a page that is missing",
      '<a href="/auth/gone.html">a</a>',
      /index\.html links to \/auth\/gone\.html: .* no such page/,
    ],
    ["a folder without a page", '<a href="/auth/empty/">a</a>', /no such page/],
    ["a page above the base", '<a href="/start.html">a</a>', /no such page/],
    ["a heading that is missing", '<a href="/auth/a.html#gone">a</a>', /no such heading/],
    ["a heading of the page itself", '<a href="#gone">a</a>', /no such heading/],
    ["a picture that is missing", '<img alt="" src="gone.png">', /no such page/],
    [
      "a script of another host",
      '<script src="https://cdn.example.com/a.js"></script>',
      /loads https:\/\/cdn/,
    ],
    ["a font of another host", '<link rel="stylesheet" href="//fonts.example.com/a.css">', /loads \/\/fonts/],
  ] as const
) {
  test(`brokenLinks() reports with its page ${name}`, async () => {
    const found = await linksOf({ "index.html": html, "a.html": "", "start.html": "", "empty/a.txt": "" });
    assert.equal(found.length, 1);
    assert.match(found[0]!, message);
  });
}
