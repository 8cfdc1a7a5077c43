/**
 * The examples of `docs/migration`, which the tests run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";

const folder = new URL("../../docs/migration/", import.meta.url);
const pages = await Promise.all(
  (await readdir(folder)).map((name) => readFile(new URL(name, folder), "utf8")),
);

/** The example below `<!-- test: name -->`. */
export function exampleOf(name: string): string {
  const block = new RegExp(`<!-- test: ${name} -->\n\n\`\`\`\\w+[^\n]*\n([^]*?)\n\`\`\``);
  const [, example] = pages.map((page) => block.exec(page)).find(Boolean) ?? [];
  assert.ok(example, `docs/migration has no example "${name}"`);
  return example;
}

/** Loads an example in TypeScript as a module. */
export async function loadExample<T>(name: string): Promise<T> {
  const folder = new URL("../../.work/compat/examples/", import.meta.url);
  await mkdir(folder, { recursive: true });
  const file = new URL(`${name.replaceAll(" ", "_")}.ts`, folder);
  await writeFile(file, exampleOf(name));
  return await import(file.href);
}
