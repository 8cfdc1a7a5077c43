/**
 * Makes the index of the site's search as the server of `deno task docs` does: `node search_index.mjs <docs> <file>`.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [docs, file] = process.argv.slice(2);
const { createServer } = await import(
  pathToFileURL(join(docs, "node_modules/vitepress/dist/node/index.js")).href
);
const server = await createServer(docs, { middlewareMode: true });
const { default: index } = await server.ssrLoadModule("/@localSearchIndexroot");
await writeFile(file, index);
// The server would look for packages to bundle.
process.exit();
