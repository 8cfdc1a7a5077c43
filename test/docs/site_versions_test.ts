/**
 * The versions of the site, each built from its tag, and builds that fail. A run by day builds a part of the newest one:
 * `site_test.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isNightly, nightly } from "../_nightly.ts";
import { testInBrowser } from "../e2e/chromium.ts";
import { visit } from "../e2e/visitor.ts";
import { serve, type SmallRepository, smallRepository, temporaryFolder } from "./_site.ts";

const page = (text: string) => `# A page\n\n${text}\n`;

/** The newest first. */
const NAMES = ["latest", "v0.10.0", "v0.9.0"];

/** A repository with two tags that have a site, and two changes that have none. */
async function taggedRepository(): Promise<SmallRepository> {
  const repository = await smallRepository();
  const first = {
    "docs/index.md": page("Home."),
    "docs/old.md": page("Old."),
    "docs/providers/README.md": page("One."),
  };
  await repository.commit(first, "v0.9.0");
  await repository.commit({ "README.md": "# Without a site", "docs/old.md": null });
  await repository.commit({ "docs/index.md": page("The home.") }, "v0.10.0");
  await repository.commit({ "docs/new.md": page("New.") });
  return repository;
}

const repository = isNightly ? await taggedRepository() : null;
const versions = await temporaryFolder();

nightly("the site has the versions that git has tagged, each below its name", async () => {
  await repository!.build({ DOCS_BASE: "/auth/", DOCS_OUT: versions });
  const files = await readdir(versions, { recursive: true });
  const expected = ["index.html", "new.html", "v0.9.0/old.html", "v0.9.0/index.html", "v0.9.0/llms.txt"];
  assert.deepEqual([...expected, "v0.10.0/index.html"].filter((file) => !files.includes(file)), []);
  for (const file of ["old.html", "v0.9.0/new.html", "v0.10.0/old.html"]) {
    assert.ok(!files.includes(file), file);
  }
  const old = await readFile(join(versions, "v0.9.0/old.html"), "utf8");
  assert.match(old, /<script type="module" src="\/auth\/v0\.9\.0\/assets\//);
  assert.match(old, /"current\\?":\\?"v0\.9\.0/);
  const newest = await readFile(join(versions, "new.html"), "utf8");
  assert.match(newest, /Last change: <time datetime="20\d\d-/);
});

for (
  const [name, text, message] of [
    [
      "heading",
      "[a](new.md#gone)",
      /wrong\.html links to \/auth\/new\.html#gone: the page has no such heading/,
    ],
    ["page", "[a](gone.md), [b](away.md)", /dead link.*gone.*in file wrong\.md[^]*dead link.*away/],
  ] as const
) {
  nightly(`a link to a ${name} that does not exist fails the build, which names the page`, async () => {
    await repository!.commit({ "docs/wrong.md": page(text) });
    const build = repository!.build({
      DOCS_BASE: "/auth/",
      DOCS_OUT: await temporaryFolder(),
      DOCS_VERSION: "a",
    });
    await assert.rejects(build, message);
  });
}

if (isNightly) {
  await testInBrowser("the versions of the site", (browser, test) => {
    const origin = serve(versions);
    test("the menu of the site leads to the same page of another version, or to its home page", async () => {
      const visitor = await visit(browser);
      const page = await visitor.open(`${origin}/auth/v0.9.0/old.html`);
      const menu = page.getByLabel("Version").first();
      assert.equal(await menu.inputValue(), "v0.9.0");
      assert.deepEqual(await menu.locator("option").allTextContents(), NAMES);
      const [newest, next] = NAMES;
      await menu.selectOption(newest!);
      await page.waitForURL(`${origin}/auth/`);
      await page.goto(`${origin}/auth/providers/`);
      await menu.selectOption(next!);
      await page.waitForURL(`${origin}/auth/${next}/providers/`);
      // The newest version has no such page.
      await visitor.leave([/status of 404/]);
    });
    return Promise.resolve();
  });
}
