/**
 * The site of the documentation: built from `docs/`, its versions, and what a browser shows of it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { linkOf, readPages } from "../../docs/.vitepress/pages.ts";
import { isNightly, nightly } from "../_nightly.ts";
import { brokenLinks } from "../../tools/site_links.ts";
import { assertAccessible } from "../e2e/_looks.ts";
import { testInBrowser } from "../e2e/chromium.ts";
import { photograph } from "../e2e/visitor.ts";
import { elementsOfSite } from "./_elements.ts";
import { buildPart, buildSite, copyOfRepository, renderPages, serve, temporaryFolder } from "./_site.ts";

/** Kinds of content, and a page with each. */
const KINDS = {
  home: "index.html",
  code: "frameworks/hono.html",
  tabs: "recipes/protect.html",
  tables: "providers/index.html",
  facts: "providers/github.html",
  reference: "reference/jwt.html",
  diagram: "new.html",
} as const;

/** The page that is seen in windows of many widths. */
const WIDTHS = "account.html";

/** The page with the gallery of the pages of the library. */
const GALLERY = "pages.html";

/** What the search finds: guides, and pages on how the library is built. */
const FOUND = ["frameworks/fastify", "providers/passkey", "settings/passkeys", "decisions", "threats"];

/** The pages that browsers open: what a run by day builds. The nightly run builds all. */
const SHOWN = [...Object.values(KINDS), WIDTHS, GALLERY, ...FOUND.map((name) => `${name}.html`)].map((page) =>
  page.replace("s/index.html", "s/README.html").replace(/html$/, "md")
);

const page = (text: string) => `# A page\n\n${text}\n`;
const DIAGRAM =
  "```mermaid\nsequenceDiagram\n  Browser->>Latchkey: GET /auth/signin\n  Latchkey-->>Browser: 200\n" +
  "  Note over Browser,Latchkey: the user chooses a provider, and the browser sends the form\n" +
  "  Browser->>Provider: GET /authorize?client_id=a&state=b&code_challenge=c\n```";
const WIDE = `| a | b |\n| --- | --- |\n| \`${"a".repeat(90)}\` | \`${"b".repeat(90)}\` |`;

const site = await temporaryFolder();
const copy = await copyOfRepository();
// A page with a wrong link is not published. At night the whole site is built, and `site_versions_test.ts` tries wrong links.
const wrong = isNightly ? "" : "[a](account.md#gone)";
await writeFile(join(copy, "docs/new.md"), page(`${DIAGRAM}\n\n${WIDE}\n\n${wrong}`));
// Tags have their own builds: `site_versions_test.ts` makes some.
const env = {
  DOCS_BASE: "/auth/",
  DOCS_OUT: site,
  DOCS_ROOT: "/auth/",
  DOCS_VERSION: "latest",
  DOCS_VERSIONS: "latest,v10.10.10",
};
const refusal = isNightly ? await buildSite(env, copy) : await refusalOf(buildPart(SHOWN, env, copy));
const pages = readPages(join(copy, "docs"));
/** Pages of the built site. */
const built = pages.filter(({ file }) => isNightly || SHOWN.includes(file));
const read = (file: string) => readFile(join(site, file), "utf8");

test("a link to a page or to a heading that does not exist fails the build, which names the page", {
  skip: isNightly,
}, () => {
  assert.match(refusal, /^Cannot publish the site:$/m);
  // A page that is not in this part.
  assert.match(refusal, /^new\.html links to \/auth\/cli\.html: there is no such page$/m);
  assert.match(refusal, /^new\.html links to \/auth\/account\.html#gone: the page has no such heading$/m);
});

test("the site has each page of docs/, as HTML and as Markdown", async () => {
  const files = new Set((await readdir(site, { recursive: true })).map((file) => file.replaceAll("\\", "/")));
  const expected = [...pages.map(({ file }) => file), ...built.map(htmlOf)];
  assert.deepEqual(expected.filter((file) => !files.has(file)), []);
});

const rendered = await temporaryFolder();

test("no page of docs/ has a link that leads nowhere, loads anything from another host, or has code for Vue", async () => {
  const printed = await renderPages(copy, { out: rendered, base: "/auth/" });
  assert.equal(printed, "");
  const files = new Set(await readdir(rendered, { recursive: true }));
  assert.deepEqual(pages.map(htmlOf).filter((file) => !files.has(file)), []);
  await cp(join(site, "llms.txt"), join(rendered, "llms.txt"));
  const broken = wrong && ["new.html links to /auth/account.html#gone: the page has no such heading"];
  assert.deepEqual(await brokenLinks(pathToFileURL(`${rendered}/`), "/auth/"), broken || []);
});

nightly("the site has no link that leads nowhere, and loads nothing from another host", async () => {
  assert.deepEqual(await brokenLinks(pathToFileURL(`${site}/`), "/auth/"), []);
});

test("llms.txt lists each page but the home page, and the files for programs, llms-full.txt holds their text", async () => {
  const list = await read("llms.txt");
  assert.match(list, /^# Latchkey\n\n> .+\n\n## Start\n\n- \[/);
  const links = [...list.matchAll(/^- \[.+?\]\(\/auth\/(.+?)\)/gm)].map(([, file]) => file!);
  const listed = pages.map(({ file }) => file).filter((file) => file !== "index.md");
  assert.deepEqual(links.toSorted(), [...listed, "SKILL.md", "openapi.json"].sort());
  for (const link of links) assert.match(await read(link), link.endsWith(".json") ? /^\{/ : /^# /m);
  const text = await read("llms-full.txt");
  for (const { file, title } of pages) {
    if (!/^(index|reference\/.*)\.md$/.test(file)) {
      assert.ok(text.replaceAll("`", "").includes(`# ${title}`), file);
    }
  }
});

test("the Markdown of a page links to other pages beside it, and to the repository for what is no page", async () => {
  const page = await read("frameworks/README.md");
  assert.match(page, /\]\(hono\.md\)/);
  assert.match(page, /\]\(https:\/\/github\.com\/latchkey\/auth\/tree\/main\/examples\/hono\)/);
});

test("code on the site has the name of its file above it", async () => {
  assert.match(
    await read("frameworks/hono.html"),
    /<p class="file-name">main\.ts<\/p><div class="language-ts /,
  );
});

test("pictures of the pages of the library have the colours that the site has", async () => {
  const page = await read(GALLERY);
  assert.doesNotMatch(page, /<picture|<source/);
  assert.equal(page.match(/class="only-dark"/g)!.length, page.match(/class="only-light"/g)!.length);
});

test("code on each page that a browser opens has colours", async () => {
  for (const page of [KINDS.home, KINDS.code, KINDS.reference]) {
    const colours = new Set((await read(page)).match(/--shiki-light:#\w+/g));
    assert.ok(colours.size >= 4, `${page}: ${[...colours]}`);
  }
});

/** The part of an element that a test reads: Deno knows no element of a browser. */
interface Tab {
  readonly dataset: { readonly tab: string };
}

const DESKTOP = { viewport: { width: 1280, height: 900 } } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const WINDOWS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { ...DESKTOP, colorScheme: "light" },
  dark: { ...DESKTOP, colorScheme: "dark" },
  phone: { ...PHONE, colorScheme: "light" },
  "dark-phone": { ...PHONE, colorScheme: "dark" },
};

/** The longest page, and pages with elements that no other one has, which stand in a text. The nightly run looks at them. */
const RARE = {
  sequence: "concepts/sessions.html",
  note: "concepts/checks.html",
  keys: "errors.html",
  emphasis: "conformance.html",
  quotation: "passkeys_only.html",
  longest: "reference/types.html",
  pictures: GALLERY,
} as const;

test("axe-core looks at each kind of element on the site, at night", async () => {
  const elements = await elementsOfSite(isNightly ? site : rendered);
  const looked = [...Object.values(KINDS), ...Object.values(RARE), WIDTHS];
  const seen = new Set(looked.flatMap((page) => [...elements.get(page)!]));
  assert.ok(seen.size > 40, String(seen.size));
  const unseen = [...elements].flatMap(([page, kinds]) =>
    [...kinds].filter((kind) => !seen.has(kind)).map((kind) => `${kind} on ${page}`)
  );
  assert.deepEqual(unseen, [], "add the page to RARE");
});

/** Sizes of windows in which axe-core looks at the menu by day: those with the least and with all of it. */
const [NARROW, WIDE_ENOUGH] = [320, 1100];

/** The windows for a page: one page after another in the other size and the other colour. The nightly run has each in all. */
function looksFor(index: number): readonly string[] {
  return isNightly ? Object.keys(WINDOWS) : [["light", "dark-phone"][index % 2]!];
}

await testInBrowser("the site of the documentation", (browser, test) => {
  const origin = serve(site);
  const shown = { ...KINDS, ...isNightly && RARE, nothing: "gone.html" };
  for (const [index, [name, file]] of Object.entries(shown).entries()) {
    for (const look of looksFor(index)) {
      test(`a page of the site with ${name} can be read in a ${look} window, from its own host`, async () => {
        await withPage(WINDOWS[look]!, async (page) => {
          await page.goto(`${origin}/auth/${file}`);
          // Its scripts have taken over the page.
          await page.waitForFunction("document.querySelector('#app')?.__vue_app__");
          await photograph(page, `docs-${name}-${look}`);
          await assertAccessible(page, `${name} ${look}`);
        });
      });
    }
  }

  for (const width of [NARROW, 768, 960, 1099, WIDE_ENOUGH]) {
    test(`a window of ${width} pixels has room for a page of the site, and its links and versions`, async () => {
      await withPage({ viewport: { width, height: 800 } }, async (page) => {
        await page.goto(`${origin}/auth/${WIDTHS}`);
        await page.waitForFunction("document.querySelector('#app')?.__vue_app__");
        await photograph(page, `docs-${width}`);
        if (width < WIDE_ENOUGH) await page.getByRole("button", { name: "mobile navigation" }).click();
        const menu = page.locator(width < WIDE_ENOUGH ? "#VPNavScreen" : ".VPNavBarMenu");
        for (const each of [menu.getByRole("link", { name: "Reference" }), menu.getByLabel("Version")]) {
          await each.waitFor();
          const { x, width: own } = (await each.boundingBox())!;
          assert.ok(x >= 0 && x + own <= width, await each.innerText());
        }
        // The menu appears slowly, and its colours with it.
        await page.waitForFunction("document.getAnimations().length === 0");
        await photograph(page, `docs-${width}-menu`);
        if (isNightly || width === NARROW || width === WIDE_ENOUGH) {
          await assertAccessible(page, String(width));
        }
      });
    });
  }

  test("a reader chooses a framework once: each group of tabs shows it, on each page and after a reload", async () => {
    await withPage(WINDOWS.light!, async (page) => {
      const shown = () => page.locator(".vp-doc .tabs[data-kind=framework] > section:visible");
      const frameworks = async () => [
        ...new Set(
          await shown().evaluateAll((all) => all.map((each) => (each as unknown as Tab).dataset.tab)),
        ),
      ];
      await page.goto(`${origin}/auth/${KINDS.tabs}`);
      assert.deepEqual(await frameworks(), ["next"]);
      await page.getByRole("tab", { name: "Hono" }).nth(2).click();
      assert.deepEqual(await frameworks(), ["hono"]);
      assert.ok(await shown().count() > 4);
      await page.keyboard.press("ArrowLeft");
      assert.deepEqual(await frameworks(), ["sveltekit"]);
      await page.keyboard.press("End");
      assert.deepEqual(await frameworks(), ["deno"]);
      await page.reload();
      assert.deepEqual(await frameworks(), ["deno"]);
      const selected = page.getByRole("tab", { selected: true });
      assert.deepEqual([...new Set(await selected.allInnerTexts())], ["Deno"]);
      const panel = page.getByRole("tabpanel", { name: "Deno" }).first();
      assert.match(await panel.innerText(), /Deno\.serve/);
    });
  });

  test("the name of a file that all frameworks have, and commands, follow the choice of the reader", async () => {
    await withPage(WINDOWS.light!, async (page) => {
      await page.goto(`${origin}/auth/${KINDS.tabs}`);
      const name = page.locator(".file-name", { hasText: "src/auth.config.ts" }).nth(1);
      assert.equal((await name.innerText()).trim(), "auth.config.ts");
      await page.getByRole("tab", { name: "SvelteKit" }).first().click();
      assert.equal((await name.innerText()).trim(), "src/auth.config.ts");
      await page.goto(`${origin}/auth/${KINDS.code}`);
      await page.getByRole("tab", { name: "pnpm" }).first().click();
      assert.match(await page.locator(".vp-doc").innerText(), /pnpm add @latchkey\/auth hono/);
      assert.doesNotMatch(await page.locator(".vp-doc").innerText(), /npm install @latchkey/);
    });
  });

  test("a page without scripts shows each tab, with its name as a heading", async () => {
    await withPage({ ...DESKTOP, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/auth/${KINDS.tabs}`);
      assert.ok(await page.getByRole("heading", { name: "Express" }).first().isVisible());
      assert.match(await page.locator(".vp-doc").innerText(), /Deno\.serve/);
      assert.equal(await page.getByRole("tab").count(), 0);
    });
  });

  test("a link to a tab chooses it, and shows it, also on the same page", async () => {
    await withPage(WINDOWS.light!, async (page) => {
      const assertShown = async (name: string, id: string) => {
        const bar = page.locator(".tabs", { has: page.locator(`[id="${id}"]`) });
        await bar.getByRole("tab", { name, selected: true }).waitFor();
        assert.equal(await page.locator("html").getAttribute("data-tab-framework"), name.toLowerCase());
        // Below the bar of the site, which is 64 pixels high.
        for (let turn = 1;; turn++) {
          // `null` while the site draws the page.
          const { y } = await bar.boundingBox() ?? { y: 0 };
          if (y > 64 && y < 200) break;
          await wait(50);
          // On a busy machine, VitePress may scroll last: as when the link is followed once more.
          if (turn % 100 === 0) await page.evaluate(`dispatchEvent(new HashChangeEvent("hashchange"))`);
        }
      };
      await page.goto(`${origin}/auth/${KINDS.tabs}#express-1`);
      await assertShown("Express", "express-1");
      await page.evaluate(`location.hash = "#hono"`);
      await assertShown("Hono", "hono");
      await page.goBack();
      await assertShown("Express", "express-1");
      // As a link in the text of a page.
      await page.evaluate(`
        document.querySelector(".vp-doc p").innerHTML += ' <a id="link" href="#sveltekit">SvelteKit</a>';
        document.getElementById("link").click();
      `);
      await assertShown("SvelteKit", "sveltekit");
    });
  });

  test("the gallery shows a page of the library in the language and the colours that a reader chooses", async () => {
    await withPage(WINDOWS.light!, async (page) => {
      await page.goto(`${origin}/auth/${GALLERY}`);
      const choose = (name: string, choice: string) =>
        page.getByRole("combobox", { name }).selectOption(choice);
      await choose("Page", "Account");
      await choose("Language", "de");
      await choose("Colours", "dark");
      await choose("Window", "phone");
      const shown = page.frameLocator(".gallery iframe");
      await shown.getByRole("heading", { name: "Ihr Konto" }).waitFor();
      const background = await page.frames()[1]!.evaluate("getComputedStyle(document.body).backgroundColor");
      // The ground behind the cards.
      assert.equal(background, "rgb(11, 12, 15)");
      await photograph(page, "docs-gallery");
    });
  });

  test("the search of the site finds a page, and axe-core finds nothing in it", async () => {
    await withPage(WINDOWS.light!, async (page) => {
      await page.goto(`${origin}/auth/`);
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.getByRole("searchbox").fill("passkey");
      await page.locator("#localsearch-list a").nth(2).waitFor();
      const found = await page.locator("#localsearch-list a").allTextContents();
      // Guides come before the pages on how the library is built.
      assert.ok(
        !found.slice(0, 3).some((title) => /Decisions|Threats|@latchkey/.test(title)),
        found.join("\n"),
      );
      await page.getByRole("searchbox").fill("Fastify");
      const hit = page.locator('#localsearch-list a[href*="/frameworks/fastify"]').first();
      await hit.waitFor();
      await photograph(page, "docs-search");
      await assertAccessible(page, "search");
      await hit.click();
      await page.waitForURL(/\/auth\/frameworks\/fastify\.html/);
    });
  });

  async function withPage(options: BrowserContextOptions, run: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(`${origin}/auth/`)) problems.push(request.url());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    await run(page);
    await context.close();
    assert.deepEqual(problems, []);
  }
  return Promise.resolve();
});

/** Why a site is not built. */
async function refusalOf(build: Promise<string>): Promise<string> {
  return await build.then(() => "", ({ message }: Error) => message);
}

function htmlOf({ file }: { readonly file: string }): string {
  return linkOf(file).slice(1).replace(/(^|\/)$/, "$1index.html");
}
