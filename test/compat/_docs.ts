/**
 * The examples of `docs/migration.md`, which the tests run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";

const page = await readFile(new URL("../../docs/migration.md", import.meta.url), "utf8");

/** The example below `<!-- test: name -->`. */
export function exampleOf(name: string): string {
  const [, example] = new RegExp(`<!-- test: ${name} -->\n\n\`\`\`\\w+\n([^]*?)\n\`\`\``).exec(page) ?? [];
  assert.ok(example, `docs/migration.md has no example "${name}"`);
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
