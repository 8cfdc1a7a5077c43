import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { examplesIn } from "../tools/_doc_examples.ts";
import { GROUPS, groupTests } from "../tools/_groups.ts";
import { root } from "../tools/exports.ts";

const PAGE = [
  "# A page",
  "```ts",
  'import { a } from "./a.ts";',
  "import {",
  "  b,",
  '} from "node:b";',
  "",
  "export const c = a(b);",
  "export default { c };",
  "```",
  "```ts ignore",
  "left();",
  "```",
  "```sh",
  "out",
  "```",
  "- In a list:",
  "",
  "```js",
  "last();",
  "```",
].join("\n");

const MODULE = `/** The module. */

/**
 * Adds.
 *
 * @example
 * \`\`\`ts
 * const sum: Sum = add(1, 2);
 * \`\`\`
 */
export async function add(): Sum {}

export type Sum = number;

/**
 * Subtracts.
 *
 * \`\`\`ts
 * import { other } from "./other.ts";
 *
 * const subtract = other;
 * \`\`\`
 */
export const subtract = 1;
`;

test("examplesIn() finds the examples of a page, with the names that deno test --doc gives them", () => {
  const examples = examplesIn("docs/page.md", PAGE);
  assert.deepEqual(examples.map(({ name }) => name), ["docs/page.md#2-11.ts", "docs/page.md#19-22.ts"]);
  assert.equal(
    examples[0]!.module,
    `import { a } from "${root}docs/a.ts";
import {
  b,
} from "node:b";

Deno.test("docs/page.md#2-11.ts", async () => {

const c = a(b);
void { c };
});
`,
  );
});

test("examplesIn() finds the examples of doc comments, which import what their module exports and they read", () => {
  const [added, subtracted, ...more] = examplesIn("src/sums/sum.ts", MODULE);
  assert.deepEqual(more, []);
  assert.equal(added!.name, "src/sums/sum.ts#7-10.ts");
  assert.ok(added!.module.startsWith(`import { add, Sum } from "${root}src/sums/sum.ts";\n\nDeno.test(`));
  assert.match(added!.module, /^const sum: Sum = add\(1, 2\);$/m);
  assert.equal(subtracted!.name, "src/sums/sum.ts#18-23.ts");
  assert.deepEqual(subtracted!.module.match(/^import .*$/gm), [
    `import { other } from "${root}src/sums/other.ts";`,
  ]);
});

test("an example that throws, and one that imports what is not there, fail with their places", async () => {
  const page = '```ts\nthrow new Error("one too many");\n```\n```ts\nimport "./gone.ts";\n```\n';
  const examples = examplesIn(`docs/${crypto.randomUUID()}.md`, page);
  await mkdir(GROUPS, { recursive: true });
  const files = await Promise.all(examples.map(async ({ module }) => {
    const file = new URL(`${crypto.randomUUID()}.ts`, GROUPS);
    await writeFile(file, module);
    return fileURLToPath(file).slice(fileURLToPath(root).length);
  }));
  const entries = await groupTests(files);
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--no-lock", ...entries],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  const written = [...entries, ...files.map((file) => fileURLToPath(new URL(file, root)))];
  await Promise.all(written.map((path) => rm(path)));
  const output = new TextDecoder().decode(stdout);
  assert.equal(success, false);
  assert.match(output, /0 passed \| 2 failed/);
  assert.ok(output.includes(`${examples[0]!.name} ... FAILED`), output);
  assert.match(output, /one too many/);
  assert.ok(output.includes(`${files[1]} can be loaded ... FAILED`), output);
});
