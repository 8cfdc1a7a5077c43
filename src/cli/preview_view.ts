/**
 * The file of a preview: all pages in frames, and what was corrected. It loads nothing.
 *
 * @module
 */

import { escapeText } from "../markup/escape.ts";
import type { Correction } from "../pages/brand/corrections.ts";
import type { Pages } from "./preview_pages.ts";

/** The content of the file. */
interface View {
  /** Name of the application. */
  readonly app: string;
  /** The pages in each language. */
  readonly pages: ReadonlyMap<string, Pages>;
  /** Colours that are shown in another tone. */
  readonly corrections: readonly Correction[];
}

/** Writes the file. */
export function previewFile({ app, pages, corrections }: View): string {
  const title = `Pages of ${escapeText(app)}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${title}</h1>
<form id="choice">
${select("page", "Page", [["", "All"], ...titlesOf(pages).map((each) => [each, each] as const)])}
${
    select("language", "Language", [...[...pages.keys()].map((tag) => [tag, languageName(tag)] as const), [
      "",
      "All",
    ]])
  }
${select("width", "Window", [["", "Both"], ["360", "360 pixels"], ["1280", "1280 pixels"]])}
${select("scheme", "Colours", [["", "Both"], ["light", "Light"], ["dark", "Dark"]])}
</form></header>
${correctionTable(corrections)}
<main id="pages"></main>
<script type="application/json" id="data">${JSON.stringify(packed(pages)).replaceAll("<", "\\u003c")}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** The pages with a number in the place of their style sheets, of which there are few. */
function packed(pages: ReadonlyMap<string, Pages>): object {
  const sheets: string[] = [];
  const toNumber = (sheet: string): string => {
    const known = sheets.indexOf(sheet);
    return String(known < 0 ? sheets.push(sheet) - 1 : known);
  };
  const shorter = (html: string) =>
    html.replace(/(?<=<style>)[^]*?(?=<\/style>)/, (sheet) => toNumber(sheet));
  const languages = [...pages].map(([tag, found]) => [
    tag,
    Object.fromEntries(Object.entries(found).map(([title, html]) => [title, shorter(html)])),
  ]);
  return { sheets, pages: Object.fromEntries(languages) };
}

function titlesOf(pages: ReadonlyMap<string, Pages>): readonly string[] {
  return [...new Set([...pages.values()].flatMap((each) => Object.keys(each)))];
}

function languageName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
}

function select(name: string, label: string, options: readonly (readonly [string, string])[]): string {
  const list = options.map(([value, text]) =>
    `<option value="${escapeText(value)}">${escapeText(text)}</option>`
  );
  return `<label>${label} <select name="${name}">${list.join("")}</select></label>`;
}

function correctionTable(corrections: readonly Correction[]): string {
  if (!corrections.length) return "<p>The pages show all colours as the theme has them.</p>";
  const color = (text: string) =>
    `<td><span class="color" style="background:${escapeText(text)}"></span> <code>${
      escapeText(text)
    }</code></td>`;
  const rows = corrections.map(({ option, place, scheme, asked, shown }) =>
    `<tr><td><code>${option}</code></td><td>${place}, ${scheme}</td>${color(asked)}${color(shown)}</tr>`
  );
  return `<table><caption>Colours that could not be read where they stand</caption>
<thead><tr><th>Option</th><th>Where</th><th>Asked</th><th>Shown</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>`;
}

const STYLE = `
body{margin:0 auto;padding:1rem;font:.9375rem/1.5 system-ui,sans-serif;background:#e4e7ec;color:#15171c}
header,form{display:flex;flex-wrap:wrap;align-items:baseline;gap:.5rem 1.5rem}
header{position:sticky;top:0;z-index:1;padding:.5rem 0;background:inherit}
h1{margin:0;font-size:1.25rem}
select{font:inherit}
table{border-collapse:collapse;background:#fff}
caption{padding:.5rem 0;text-align:start;font-weight:600}
th,td{padding:.25rem .75rem;border:1px solid #c4cad4;text-align:start}
.color{display:inline-block;width:1rem;height:1rem;border:1px solid #868e9c;vertical-align:middle}
main{display:flex;flex-wrap:wrap;gap:1.5rem;margin-top:1rem}
figure{margin:0;max-width:100%}
.window{overflow:hidden;background:#fff;box-shadow:0 1px 4px rgb(0 0 0/.3)}
iframe{display:block;border:0;transform-origin:0 0}
`.replaceAll("\n", "");

/** A frame gets its page when it comes near the window: there may be more than a thousand. */
const SCRIPT = `"use strict";
const { sheets, pages } = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("choice");
const place = document.getElementById("pages");
const SIZES = { 360: [740, 1], 1280: [800, .5] };
const waiting = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    waiting.unobserve(target);
    target.srcdoc = target.page();
  }
}, { rootMargin: "800px" });
function colored(html, scheme) {
  const whole = html.replace(/<style>(\\d+)/, (_, number) => "<base target=_blank><style>" + sheets[number]);
  return whole.replace(/\\(prefers-color-scheme: ?(light|dark)\\)/g, (_, asked) => asked === scheme ? " all" : " not all");
}
function show() {
  const choice = Object.fromEntries(new FormData(form));
  const chosen = (name, all) => choice[name] ? [choice[name]] : all;
  waiting.disconnect();
  place.textContent = "";
  for (const tag of chosen("language", Object.keys(pages))) {
    for (const title of chosen("page", Object.keys(pages[tag]))) {
      if (!(title in pages[tag])) continue;
      for (const width of chosen("width", Object.keys(SIZES))) {
        for (const scheme of chosen("scheme", ["light", "dark"])) {
          place.append(figure(title, { tag, width, scheme }));
        }
      }
    }
  }
}
function figure(title, { tag, width, scheme }) {
  const [height, scale] = SIZES[width];
  const name = [title, tag, width, scheme].join(" \\u00b7 ");
  const frame = Object.assign(document.createElement("iframe"), { width, height, title: name, sandbox: "" });
  frame.style.transform = "scale(" + scale + ")";
  frame.page = () => colored(pages[tag][title], scheme);
  const box = Object.assign(document.createElement("div"), { className: "window" });
  box.style.width = width * scale + "px";
  box.style.height = height * scale + "px";
  box.append(frame);
  const figure = document.createElement("figure");
  figure.append(Object.assign(document.createElement("figcaption"), { textContent: name }), box);
  waiting.observe(frame);
  return figure;
}
form.addEventListener("change", show);
show();
`;
