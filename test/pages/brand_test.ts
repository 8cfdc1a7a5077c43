import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { Brand } from "../../src/entries/brand.ts";
import { assertConfig } from "../../src/config/check.ts";
import { GitHub } from "../../src/providers/github.ts";
import { renderPages } from "../../src/cli/preview_pages.ts";
import { warningsOf } from "../../src/config/warnings.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { contrast, parseHex } from "../../src/markup/contrast.ts";
import type { BrandOptions } from "../../src/pages/brand/options.ts";
import { settings, storedUser } from "../../tools/acme.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { COLORS } from "../markup/_colors.ts";

const ORIGIN = "https://app.acme.example";

const adapter = await storedUser();

/** Opens a page of an application with a theme. */
async function open(theme: BrandOptions, path = "signin", own: Partial<AuthConfig> = {}) {
  const config = { ...settings, adapter, theme: Brand(theme), url: ORIGIN, ...own };
  const response = await Auth(new Request(`${ORIGIN}/auth/${path}`), config);
  const html = (await response.text()).replaceAll(/(?<=name="csrfToken" value=")\w+/g, "");
  const policy = response.headers.get("content-security-policy")!;
  return {
    html,
    sheet: /<style>(.*?)<\/style>/s.exec(html)![1]!,
    directive: (name: string) => policy.split("; ").find((each) => each.startsWith(`${name} `)),
  };
}

function assertTheme(theme: BrandOptions): void {
  assertConfig({ providers: [], secret: "x".repeat(32), trustHost: true, theme: Brand(theme) });
}

/** All options. */
const WHOLE: BrandOptions = {
  layout: "split",
  side: { image: "/side.jpg", color: "navy", text: "Ship it.", author: "Ada" },
  background: { light: "#fff7ed", dark: "#1c1917" },
  order: ["providers", "passkey", "address"],
  providerButtons: "grid",
  density: "compact",
  icon: "/icon.svg",
  logoGround: "light",
  css: "@media (width < 30rem) { h1 { color: teal } } b::before { content: '\\2014' }",
};

test("Brand() is a theme that a config accepts without a warning, with all of its options and without any", () => {
  for (const theme of [{}, WHOLE, { background: "oklch(97% 0.02 70)", side: undefined }]) assertTheme(theme);
  const warnings = warningsOf({ ...settings, theme: Brand({ ...WHOLE, lay: "x" } as BrandOptions) });
  assert.deepEqual(warnings.map((each) => /`theme\.\w+`/.exec(each)?.[0]), ["`theme.lay`"]);
});

/** Values that are refused, by their fields. */
const MISTAKES: Readonly<Record<string, readonly object[]>> = {
  "layout": [{ layout: "wide" }, { layout: null }],
  "side": [{ side: { color: "red" } }, { layout: "split", side: "/a.png" }, { layout: "split", side: null }],
  "side.image": ["a.png", "javascript:1", "//evil.test/a", 1].map((image) => split({ image })),
  "side.color": ["gren", "red;x:1", "url(/a)", 1].map((color) => split({ color })),
  "side.text": ["", "x".repeat(301), 1].map((text) => split({ text })),
  "side.author": [split({ author: "Ada" }), split({ text: "x", author: "" })],
  "background": [{ background: "whit" }, { background: "" }],
  "background.dark": [{ background: { dark: "#ggg" } }],
  "order": [{ order: ["address"] }, { order: "address" }, { order: ["address", "address", "providers"] }],
  "providerButtons": [{ providerButtons: "icon" }],
  "density": [{ density: "dense" }],
  "logoGround": [{ logoGround: "dark" }],
  "icon": [{ icon: "icon.svg" }, { icon: "data:text/html,x" }],
};

function split(side: object): object {
  return { layout: "split", side };
}

test("Brand() names the field of a value that cannot be used (PG-05 … PG-07)", () => {
  for (const [field, themes] of Object.entries(MISTAKES)) {
    for (const theme of themes) {
      const message = new RegExp(`^Cannot use \`theme\\.${field}\`: `);
      assert.throws(() => assertTheme(theme as BrandOptions), { message }, JSON.stringify(theme));
    }
  }
});

test("Brand() refuses CSS that loads something, or ends its element (PG-29)", () => {
  const refused = [
    '@import "/a.css"',
    "a{background:url(/a)}",
    "a{background:URL('/a')}",
    "a{background:u\\72l(/a)}",
    "a{background:\\75 rl(/a)}",
    "a{background:u\\72\r\nl(/a)}",
    "@\\69mport '/a'",
    "a{background:-webkit-image-set('/a' 1x)}",
    "a{background:image('/a')}",
    "a{background:src('/a')}",
    "</style><script>",
    "a{content:'<!--'}",
  ];
  for (const css of refused) assert.throws(() => assertTheme({ css }), /`theme\.css`: it has /, css);
  for (const css of ["x".repeat(20_001), 1 as unknown as string]) {
    assert.throws(() => assertTheme({ css }), /`theme\.css`: write CSS as a text/);
  }
});

test("a page admits the application's CSS by its hash, behind its own (PG-29)", async () => {
  const { sheet, directive } = await open(WHOLE);
  assert.ok(sheet.endsWith(WHOLE.css!));
  const hash = createHash("sha256").update(sheet).digest("base64");
  assert.equal(directive("style-src"), `style-src 'sha256-${hash}'`);
  // A file of Windows: a browser reads each of its line breaks as one character, and hashes that.
  const windows = await open({ css: "b{color:red}\r\ni{color:red}\r" });
  assert.ok(windows.sheet.endsWith("b{color:red}\ni{color:red}\n"));
});

test("a page has the rules of the options that are used, and no others", async () => {
  const { html } = await open({});
  assert.equal((await open({ layout: "card", order: undefined, density: "comfortable" })).html, html);
  for (const [name, value] of Object.entries({ ...WHOLE, side: undefined })) {
    if (value) assert.notEqual((await open({ [name]: value })).html, html, name);
  }
  const { sheet } = await open({ ...WHOLE, layout: "card", side: undefined });
  assert.doesNotMatch(sheet, /\.split|\.side/);
});

test("layout: split puts a picture and a text of the page's language beside the form, but for narrow windows", async () => {
  const side = {
    image: "https://cdn.test/side.jpg",
    text: (language: string) => `<b> in ${language}`,
    author: "A & B",
  };
  const { html, sheet, directive } = await open({ layout: "split", side }, "signin?ui_locales=de");
  assert.match(
    html,
    /<div class="pane"><main>.*<\/main>.*<aside class="side"><img src="https:\/\/cdn\.test/s,
  );
  assert.ok(html.includes('<figure dir="auto"><p>&#60;b&#62; in de</p><figcaption>A &#38; B</figcaption>'));
  assert.equal(directive("img-src"), "img-src 'self' https://cdn.test");
  assert.match(sheet, /\.side\{display:none\}.*@media\(min-width:60rem\)\{.*\.side\{display:grid/);
  // Other pages are beside it too.
  assert.match((await open({ layout: "split", side }, "error")).html, /class="side"/);
  const empty = await open({ layout: "split" });
  assert.doesNotMatch(empty.html, /<aside|<figure/);
  assert.match(empty.sheet, /\.side\{display:grid[^}]*background:var\(--tint\)\}/);
  const { sheet: branded } = await open({ layout: "split", brandColor: "#0a7d4f" });
  assert.match(branded, /\.side\{display:grid[^}]*background:#0a7d4f\}/);
  const logo = {
    ...GitHub({ clientId: "a", clientSecret: "b" }),
    style: { logo: "https://logos.test/a.svg" },
  };
  const beside = await open({ layout: "split", side }, "signin", { providers: [logo] });
  assert.equal(beside.directive("img-src"), "img-src 'self' https://logos.test https://cdn.test");
});

test("order puts the parts of the sign-in page where the application wants them, with a line between", async () => {
  const found = async (order: BrandOptions["order"]) =>
    [...(await open({ order })).html.matchAll(/class="(?:form" id="address|passkey|or|ways)"/g)]
      .map(([text]) => text.slice(7).replace(/^form" id="|"$/g, "").replace(/"$/, ""));
  assert.deepEqual(await found(undefined), ["address", "passkey", "or", "ways"]);
  assert.deepEqual(await found(["providers", "passkey", "address"]), ["ways", "passkey", "or", "address"]);
  assert.deepEqual(await found(["passkey", "address", "providers"]), [
    ...["passkey", "or", "address"],
    ...["or", "ways"],
  ]);
});

test("order moves the passkey of a user who adds a way to sign in, where no way has an address", async () => {
  const providers = settings.providers.filter(({ type }) => type !== "email");
  const found = async (order: BrandOptions["order"]) => {
    const config = { ...settings, languages: undefined, adapter, providers, url: ORIGIN };
    const pages = await renderPages({ ...config, theme: Brand({ order }) });
    const html = pages.get("en")!["Add a way to sign in"]!;
    return [...html.matchAll(/class="(passkey|or|ways)"/g)].map(([, name]) => name);
  };
  assert.deepEqual(await found(undefined), ["passkey", "or", "ways"]);
  assert.deepEqual(await found(["passkey", "providers", "address"]), ["passkey", "or", "ways"]);
  assert.deepEqual(await found(["providers", "passkey", "address"]), ["ways", "passkey"]);
});

test("providerButtons: grid shows names, and screen readers read the same text as without it", async () => {
  const textOf = (html: string) =>
    [...html.matchAll(/<button class="choice" formaction.*?<span>(.*?)<\/span>(?=<\/button>)/gs)].map((
      [, text],
    ) => text!);
  for (const path of ["signin?ui_locales=en", "signin?ui_locales=ja"]) {
    const plain = textOf((await open({}, path)).html);
    const texts = textOf((await open({ providerButtons: "grid" }, path)).html);
    assert.equal(texts.length, 3);
    assert.deepEqual(texts.map((each) => each.replace(/<[^>]*>/g, "")), plain);
    const seen = texts.map((each) => each.replace(/<span class="unseen">[^<]*<\/span>/g, ""));
    assert.deepEqual(seen.map((each) => each.replace(/[\u2066-\u2069]/g, "")), ["GitHub", "Google", "Apple"]);
  }
  const { html } = await open({ providerButtons: "icons" });
  const titles = [...html.matchAll(/<button title="([^"]*)" class="choice"[^>]*>.*?<span>\1<\/span>/gs)];
  assert.deepEqual(titles.map(([, title]) => title), textOf((await open({})).html));
});

test("icon names the icon of the tab and the colour of the browser's bars, on light pages and dark ones", async () => {
  const { html, directive } = await open({ icon: "https://cdn.test/i.svg" });
  assert.match(html, /<link rel="icon" href="https:\/\/cdn\.test\/i\.svg">/);
  const metas = [...html.matchAll(/<meta name="theme-color" content="(#\w+)" media="\(([^)]*)\)">/g)];
  assert.deepEqual(metas.map(([, color, media]) => [color, media]), [
    ["#ffffff", "prefers-color-scheme: light"],
    ["#15171c", "prefers-color-scheme: dark"],
  ]);
  assert.equal(directive("img-src"), "img-src 'self' https://cdn.test");
  const dark = await open({ icon: "/i.svg", colorScheme: "dark", layout: "plain", background: "#123" });
  assert.match(dark.html, /<meta name="theme-color" content="#112233">/);
});

test("logoGround stands behind the logo of dark pages alone, and not behind a logo for them", async () => {
  const ground = async (theme: BrandOptions) =>
    /\.logo img\{[^}]*background:#fff/.test(
      (await open({ ...theme, logo: "/l.svg", logoGround: "light" })).sheet,
    );
  assert.deepEqual(
    await Promise.all(
      [{}, { colorScheme: "dark" }, { colorScheme: "light" }, { logoDark: "/d.svg" }].map((each) =>
        ground(each as BrandOptions)
      ),
    ),
    [true, true, false, false],
  );
});

test(
  "background has contrast to whatever stands on it: texts 4.5, borders and rings 3",
  seeded(async ({ below }) => {
    const any = () => `#${below(2 ** 24).toString(16).padStart(6, "0")}`;
    const random = Array.from({ length: chosenRounds({ here: 30, nightly: 2000 }) }, any);
    for (const background of [...COLORS, ...random]) {
      for (const colorScheme of ["light", "dark"] as const) {
        const { sheet } = await open({ background, brandColor: any(), colorScheme });
        const value = (name: string) =>
          parseHex([...sheet.matchAll(new RegExp(`--${name}:(#\\w+)`, "g"))].at(-1)![1]!).rgb;
        const ratio = (name: string, ground: string) => contrast(value(name), value(ground));
        for (const text of ["text", "soft", "accent"]) {
          assert.ok(ratio(text, "page") >= 4.5, `${text} on ${background}, ${colorScheme}`);
        }
        assert.ok(ratio("edge", "page") >= 3 && ratio("edge", "card") >= 3, `edge on ${background}`);
        if (sheet.includes("--ink")) assert.ok(ratio("ink", "behind") >= 4.5, `footer on ${background}`);
      }
    }
  }),
);
