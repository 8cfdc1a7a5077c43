import assert from "node:assert/strict";
import { test } from "node:test";
import { translateCommands } from "../../docs/.vitepress/commands.ts";
import { groupTabs, type Token } from "../../docs/.vitepress/tab_groups.ts";
import { fileIn, kindOf, KINDS, tabScript, tabStyle } from "../../docs/.vitepress/tabs.ts";

/** A token as markdown-it makes it. */
function token(type: string, content: string, { tag = "", info = "", level = 0 } = {}): Token {
  return { type, tag, level, info, content, meta: null };
}

/** The tokens of a heading. */
function heading(tag: string, text: string): readonly Token[] {
  return [
    token("heading_open", "", { tag }),
    token("inline", text, { level: 1 }),
    token("heading_close", "", { tag }),
  ];
}

const code = (file: string) => token("fence", `// ${file}`, { info: `ts ${file}` });

/** Groups tokens, and writes them as one text: HTML, headings and the content of the rest. */
function grouped(...tokens: readonly (Token | readonly Token[])[]): string {
  const all = groupTabs(tokens.flat(), (html) => token("html_block", html));
  return all.filter(({ type }) => !/heading_(open|close)/.test(type)).map(({ content }) => content.trim())
    .join("\n");
}

test("groupTabs() puts headings of the fourth level with names of frameworks into one group, in the order of the names", () => {
  const text = grouped(
    heading("h2", "A task"),
    code("auth.ts"),
    heading("h4", "Deno"),
    code("main.ts"),
    heading("h4", "Next"),
    code("app/page.tsx"),
    heading("h2", "Another"),
  );
  assert.equal(
    text,
    `A task
// auth.ts
<div class="tabs" data-kind="framework"><TabBar kind="framework" names="Next,Deno" />
<section class="tab" data-tab="next">
Next
// app/page.tsx
</section>
<section class="tab" data-tab="deno">
Deno
// main.ts
</section>
</div>
Another`,
  );
});

test("groupTabs() ends a group at a line, which is not shown, and at a heading with another name", () => {
  const line = token("hr", "---", { tag: "hr" });
  const after = token("inline", "after");
  for (const end of [[line], heading("h4", "Notes"), heading("h3", "Next")]) {
    const text = grouped(heading("h4", "Next"), code("a.ts"), end, after);
    assert.match(text, /\/\/ a\.ts\n<\/section>\n<\/div>\n(?:(?:Notes|Next)\n)?after$/);
    assert.doesNotMatch(text, /---/);
  }
});

test("groupTabs() separates tabs of different kinds, and leaves lines and headings elsewhere as they are", () => {
  const text = grouped(
    token("hr", "---", { tag: "hr" }),
    heading("h4", "Next"),
    heading("h4", "Prisma"),
    heading("h4", "Drizzle"),
    heading("h4", "Caddy"),
    heading("h4", "nginx"),
  );
  assert.match(text, /^---\n/);
  assert.equal(text.match(/<div class="tabs"/g)?.length, 3);
  assert.match(text, /kind="database" names="Prisma,Drizzle"/);
  assert.match(text, /kind="proxy" names="nginx,Caddy"/);
});

test("groupTabs() marks code that all frameworks have, and the tabs that have a file in its place", () => {
  const [shared, other, own] = [code("auth.ts"), code("up.ts"), code("auth.config.ts")];
  grouped(heading("h2", "One"), shared, other, heading("h4", "Next"), own, heading("h4", "Deno"));
  assert.deepEqual(shared.meta, { not: ["next"] });
  assert.deepEqual(other.meta, { not: [] });
  assert.equal(own.meta, null);
  const [above, without] = [code("auth.ts"), code("auth.ts")];
  grouped(heading("h2", "One"), above, heading("h2", "Two"), heading("h4", "Next"), code("auth.config.ts"));
  grouped(heading("h2", "One"), without);
  assert.deepEqual([above.meta, without.meta], [null, null]);
});

test("groupTabs() marks code in tabs for databases as code that all frameworks have", () => {
  const [config, own] = [code("auth.ts"), code("auth.config.ts")];
  grouped(heading("h2", "One"), heading("h4", "Prisma"), config, heading("h4", "Next"), own);
  assert.deepEqual(config.meta, { not: ["next"] });
  assert.equal(own.meta, null);
});

test("fileIn() says where a framework has a file that stands in no tab", () => {
  const places = KINDS.framework.map((name) => [name, fileIn(name, "auth.ts"), fileIn(name, "up.ts")]);
  assert.deepEqual(places.filter(([, config]) => config !== "auth.ts"), [
    ["Next", "auth.config.ts", "up.ts"],
    ["SvelteKit", "src/auth.config.ts", "src/up.ts"],
    ["Nuxt", "server/auth.ts", "server/up.ts"],
    ["Astro", "src/auth.config.ts", "src/up.ts"],
  ]);
  for (const name of [".env", "vitest.config.ts", "Dockerfile", "prisma/schema.prisma"]) {
    assert.equal(fileIn("SvelteKit", name), name);
  }
});

test("each name of a tab belongs to one kind, and has a rule and a place for the choice", () => {
  for (const [kind, names] of Object.entries(KINDS)) {
    for (const name of names) {
      assert.equal(kindOf(name), kind);
      assert.match(tabStyle(), new RegExp(`data-tab=${name.toLowerCase()}\\]\\{display:block`));
    }
    assert.match(tabScript(), new RegExp(`"data-tab-${kind}"`));
  }
  assert.equal(kindOf("Notes"), undefined);
});

/** A block of commands, and what it is for pnpm, bun and deno. */
const BLOCKS: readonly (readonly [npm: string, ...others: (string | undefined)[]])[] = [
  ["npm install a @b/c@2", "pnpm add a @b/c@2", "bun add a @b/c@2", "deno add npm:a npm:@b/c@2"],
  ["npm install", "pnpm install", "bun install", "deno install"],
  ["npm install --save-dev a", "pnpm add -D a", "bun add -d a", "deno add --dev npm:a"],
  ["npm init -y\ncd a", "pnpm init\ncd a", "bun init -y\ncd a", undefined],
  ["npx next dev", "pnpm exec next dev", "bunx next dev", "deno run -A npm:next dev"],
  [
    "npx --yes a --install npm",
    "pnpm dlx a --install pnpm",
    "bunx a --install bun",
    "deno run -A npm:a --install deno",
  ],
  [
    "npx @latchkey/auth secret",
    "pnpm dlx @latchkey/auth secret",
    "bunx @latchkey/auth secret",
    "deno run -A npm:@latchkey/auth secret",
  ],
  ["node main.ts", undefined, undefined, undefined],
];

for (const [npm, ...others] of BLOCKS) {
  test(`translateCommands() writes for each package manager "${npm.replaceAll("\n", "; ")}"`, () => {
    assert.deepEqual((["pnpm", "bun", "deno"] as const).map((name) => translateCommands(npm, name)), others);
  });
}
