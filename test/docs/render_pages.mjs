/**
 * Renders the Markdown of each page of a site as VitePress does, without the theme, the colours and the bundles around it,
 * which take ten times as long: `node render_pages.mjs <docs> <out>`. Prints what Vue would take for code in a page.
 */
import { createRequire } from "node:module";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** The components of the theme, which pages may show. */
const COMPONENTS = new Set(["Gallery", "SiteMap", "TabBar"]);
const [ELEMENT, INTERPOLATION] = [1, 5];

const [docs, out] = process.argv.slice(2);
const { createMarkdownRenderer, resolveConfig } = await import(
  pathToFileURL(join(docs, "node_modules/vitepress/dist/node/index.js")).href
);
const { parse } = createRequire(join(docs, "package.json"))("@vue/compiler-dom");

const { logger, markdown, pages, rewrites, site } = await resolveConfig(docs, "build", "production");
const plain = { ...markdown, highlight: (code) => `<pre v-pre><code>${escape(code)}</code></pre>` };
const md = await createMarkdownRenderer(docs, plain, site.base, logger);
for (const file of pages) await write(file);

async function write(file) {
  const relativePath = rewrites.map[file] ?? file;
  const [path, realPath] = [join(docs, relativePath), join(docs, file)];
  const html = md.render(await readFile(realPath, "utf8"), {
    path,
    realPath,
    relativePath,
    cleanUrls: false,
  });
  const onError = ({ message }) => console.log(`${file}: ${message}`);
  for (const code of codeIn(parse(html, { onError }))) console.log(`${file}: ${code}`);
  const target = join(out, relativePath.replace(/md$/, "html"));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, `<main>${html}</main>`);
}

/** What Vue would run or draw in the place of text. Within `v-pre` it reads neither. */
function codeIn({ type, tag, tagType, children = [], loc }) {
  const own = type === INTERPOLATION || type === ELEMENT && tagType !== 0 && !COMPONENTS.has(tag);
  return [...own ? [loc.source] : [], ...children.flatMap(codeIn)];
}

function escape(code) {
  return code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
