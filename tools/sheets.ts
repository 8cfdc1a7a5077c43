/**
 * `deno run --lock=deno.lock -A tools/sheets.ts`: photographs every page of the gallery as users may have it, and writes a contact
 * sheet for each setting, `.work/sheets`: widths, light and dark, five languages, forced colours, 200 %, no script. Somebody looks
 * at them before a change of the pages lands, beside those of before, which the same command makes in a worktree. It needs an
 * installed Chromium: `CHROME_PATH` names another one.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { mkdir, writeFile } from "node:fs/promises";
import { type Browser, type BrowserContextOptions, chromium } from "npm:playwright-core@1.65.1";
import { root } from "./exports.ts";
import { type Gallery, readGallery } from "./gallery.ts";

const FOLDER = new URL(".work/sheets/", root);

const WIDTHS = [360, 768, 1280] as const;
const LANGUAGES = ["en", "de", "fr", "ja", "ar"] as const;

/** How users have a page. */
interface Setting {
  /** The name of its sheet. */
  readonly name: string;
  /** The language, a tag. */
  readonly language: string;
  /** The width of the window, in CSS pixels. */
  readonly width: number;
  /** What else is set. */
  readonly options: BrowserContextOptions;
}

const SETTINGS: readonly Setting[] = [
  ...LANGUAGES.flatMap((language) =>
    WIDTHS.flatMap((width) =>
      (["light", "dark"] as const).map((colorScheme) => ({
        ...{ name: `${language}_${width}_${colorScheme}`, language, width },
        options: { colorScheme },
      }))
    )
  ),
  ...([
    ["forced_colors", 1280, { forcedColors: "active", colorScheme: "dark" }],
    ["more_contrast", 1280, { contrast: "more", colorScheme: "light" }],
    // 1280 by 1024 pixels, enlarged (WCAG 2.2 §1.4.4).
    ["enlarged_200", 640, { deviceScaleFactor: 2, colorScheme: "light" }],
    ["no_script", 360, { javaScriptEnabled: false, hasTouch: true, isMobile: true, colorScheme: "light" }],
  ] as const).map(([name, width, options]) => ({ name, language: "en", width, options })),
];

/** The width of a page on a sheet, in pixels: larger windows stand smaller. */
const THUMBNAIL = 360;

/** Photographs the pages in one setting. @returns Title → JPEG, in base64. */
async function photograph(
  pages: Gallery,
  { width, options }: Setting,
  browser: Browser,
): Promise<readonly (readonly [string, string])[]> {
  const context = await browser.newContext({ ...options, viewport: { width, height: 740 } });
  const page = await context.newPage();
  const taken: (readonly [string, string])[] = [];
  for (const [title, html] of Object.entries(pages)) {
    await page.setContent(html);
    const picture = await page.screenshot({ fullPage: true, type: "jpeg", quality: 80 });
    taken.push([title, picture.toString("base64")]);
  }
  await context.close();
  return taken;
}

/** The sheet of one setting. */
async function writeSheet(setting: Setting, pages: Gallery, browser: Browser): Promise<void> {
  const figures = (await photograph(pages, setting, browser)).map(([title, picture]) =>
    `<figure><figcaption>${title}</figcaption><img src="data:image/jpeg;base64,${picture}"></figure>`
  );
  const page = await browser.newPage({ viewport: { width: 6 * (THUMBNAIL + 16) + 16, height: 740 } });
  await page.setContent(`<style>
    body { margin: 16px; display: flex; flex-wrap: wrap; gap: 16px; align-items: start; font: 14px system-ui, sans-serif; background: #999 }
    figure { margin: 0; width: ${THUMBNAIL}px }
    img { display: block; width: 100%; margin-top: 4px }
    </style>${figures.join("")}`);
  const sheet = await page.screenshot({ fullPage: true, type: "jpeg", quality: 75 });
  await writeFile(new URL(`${setting.name}.jpg`, FOLDER), Buffer.from(sheet));
  await page.close();
}

await mkdir(FOLDER, { recursive: true });
const gallery = await readGallery();
const browser = await chromium.launch({
  executablePath: Deno.env.get("CHROME_PATH") ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const setting of SETTINGS) await writeSheet(setting, gallery.get(setting.language)!, browser);
await browser.close();
console.log(`${SETTINGS.length} sheets in ${FOLDER.pathname}`);
