/**
 * Starts the application. Kit has written its own origin and the trusted ones into the code; the tests choose theirs only
 * now, and start the same code several times.
 *
 * @module
 */

import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import process from "node:process";

const { PORT, IDP_ISSUER, BUILD = "build" } = process.env;
process.env.AUTH_URL ??= `http://127.0.0.1:${PORT}`;
const origin = new URL(process.env.AUTH_URL).origin;
// Adapters of Kit 2 read it when the application starts.
process.env.ORIGIN = origin;

const home = new URL(`./started/${PORT}/`, import.meta.url);
await cp(new URL(`./${BUILD}/`, import.meta.url), home, { recursive: true });
for (const path of await readdir(home, { recursive: true })) {
  if (!path.endsWith(".js")) continue;
  const text = await readFile(new URL(path, home), "utf8");
  const changed = text
    .replaceAll("https://app.example", origin)
    .replaceAll("https://appleid.apple.com", new URL(IDP_ISSUER).origin);
  if (changed !== text) await writeFile(new URL(path, home), changed);
}
await import(new URL("index.js", home).href);
