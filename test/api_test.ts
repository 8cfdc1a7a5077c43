import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { adviceFor, compareExports, type Difference, isBeforeFirstRelease } from "../tools/api/compare.ts";
import type { Export } from "../tools/api/export.ts";
import { readExports } from "../tools/api/read.ts";
import { parseText, toText } from "../tools/api/text.ts";
import { API_FILE, apiFile, readReleased } from "../tools/api.ts";
import { readManifest, root } from "../tools/exports.ts";

const exports = await readExports();
const released = await readReleased();
const read = (file: string) => readFile(new URL(file, root), "utf8");

test("docs/api.txt is the public interface of the sources", async () => {
  const written = await read(API_FILE);
  if (written === apiFile(exports)) return;
  const [before, now] = [new Set(linesOf(parseText(written))), new Set(linesOf(exports))];
  const gone = [...before].filter((line) => !now.has(line)).map((line) => `- ${line}`);
  const added = [...now].filter((line) => !before.has(line)).map((line) => `+ ${line}`);
  const advice = "run `deno task api`, and check that `git diff docs/api.txt` shows what you meant to change";
  assert.fail([`the interface has changed: ${advice}`, ...gone, ...added].join("\n"));
});

test("CHANGELOG.md names each difference to the interface of the last release, below a heading of its kind", async () => {
  const differences = released ? compareExports(released.exports, exports) : [];
  assert.deepEqual(adviceFor(differences, await read("CHANGELOG.md")), []);
});

test("docs/api holds the interface of the version in deno.json, from the first release on", async () => {
  const { version } = await readManifest();
  const expected = isBeforeFirstRelease(await read("CHANGELOG.md")) ? undefined : version;
  assert.equal(released?.version, expected, "run `deno task api --release` when you release a version");
});

test("parseText() reads what toText() writes", () => {
  assert.ok(exports.length > 1000);
  assert.deepEqual(linesOf(parseText(toText(exports))).toSorted(), linesOf(exports).toSorted());
});

/** An interface, and another one that differs in one thing, which applications see. */
const CHANGES: Readonly<Record<string, { before: string; now: string; found: readonly string[] }>> = {
  "a new function": {
    before: "# ./a\n\nconst one: number;\n",
    now: "# ./a\n\nconst one: number;\n\nfunction two(): void;\n",
    found: ["added two"],
  },
  "a function that is gone": {
    before: "# ./a\n\nconst one: number;\n\nfunction two(): void;\n",
    now: "# ./a\n\nconst one: number;\n",
    found: ["removed two"],
  },
  "a name for a type that is gone, where its type is written out": {
    before: "# ./a\n\ntype One = Two<Three>;\n\nfunction four(one: One): void;\n",
    now: "# ./a\n\nfunction four(one: Two<Three>): void;\n",
    found: ["removed One"],
  },
  "a name for a type that is gone, where another type takes its place": {
    before: "# ./a\n\ntype One = Two<Three>;\n\nfunction four(one: One): void;\n",
    now: "# ./a\n\nfunction four(one: Two<Four>): void;\n",
    found: ["removed One", "changed four"],
  },
  "another type of a parameter": {
    before: "# ./a\n\nfunction one(value: string): void;\n",
    now: "# ./a\n\nfunction one(value: number): void;\n",
    found: ["changed one"],
  },
  "one overload less": {
    before: "# ./a\n\nfunction one(value: string): void;\nfunction one(value: number): void;\n",
    now: "# ./a\n\nfunction one(value: string): void;\n",
    found: ["changed one"],
  },
  "a parameter that may be left out": {
    before: "# ./a\n\nfunction one(value: string): void;\n",
    now: "# ./a\n\nfunction one(value: string, other?: number): void;\n",
    found: ["added one"],
  },
  "a parameter that callers must hand in": {
    before: "# ./a\n\nfunction one(value: string): void;\n",
    now: "# ./a\n\nfunction one(value: string, other: number): void;\n",
    found: ["changed one"],
  },
  "a parameter before the others": {
    before: "# ./a\n\nfunction one(value: string): void;\n",
    now: "# ./a\n\nfunction one(other?: number, value: string): void;\n",
    found: ["changed one"],
  },
  "a parameter that may be left out, and another result": {
    before: "# ./a\n\nfunction one(value: string): void;\n",
    now: "# ./a\n\nfunction one(value: string, other?: number): string;\n",
    found: ["changed one"],
  },
  "a parameter of a method that may be left out": {
    before: "# ./a\n\ninterface One {\n  two(value: string): void;\n}\n",
    now: "# ./a\n\ninterface One {\n  two(value: string, other?: number): void;\n}\n",
    found: ["added One.two"],
  },
  "one overload more": {
    before: "# ./a\n\nfunction one(value: string): void;\n",
    now: "# ./a\n\nfunction one(value: string): void;\nfunction one(value: number): void;\n",
    found: ["added one"],
  },
  "a field that may be left out": {
    before: "# ./a\n\ninterface One {\n  a: string;\n}\n",
    now: "# ./a\n\ninterface One {\n  a: string;\n  b?: string;\n}\n",
    found: ["added One.b"],
  },
  "a field that may be left out, in an intersection": {
    before: "# ./a\n\ntype One = Two & {\n  a: string;\n};\n",
    now: "# ./a\n\ntype One = Two & {\n  a: string;\n  b?: string;\n};\n",
    found: ["added One.b"],
  },
  "a field that values must have": {
    before: "# ./a\n\ninterface One {\n  a: string;\n}\n",
    now: "# ./a\n\ninterface One {\n  a: string;\n  b: string;\n}\n",
    found: ["changed One.b"],
  },
  "a new method of a class": {
    before: "# ./a\n\nclass One {\n  a(): void;\n}\n",
    now: "# ./a\n\nclass One {\n  a(): void;\n  b(): void;\n}\n",
    found: ["added One.b"],
  },
  "a field that is gone, and one of another type": {
    before: "# ./a\n\ninterface One {\n  a: string;\n  b: string;\n}\n",
    now: "# ./a\n\ninterface One {\n  a?: string;\n}\n",
    found: ["changed One.a", "removed One.b"],
  },
  "another base of an interface": {
    before: "# ./a\n\ninterface One extends Two {\n  a: string;\n}\n",
    now: "# ./a\n\ninterface One {\n  a: string;\n}\n",
    found: ["changed One"],
  },
  "one more name in a union": {
    before: '# ./a\n\ntype One = "a";\n',
    now: '# ./a\n\ntype One = "a" | "b";\n',
    found: ["changed One"],
  },
  "a value of which only the type is left": {
    before: "# ./a\n\nOne from ./b\n\n# ./b\n\nclass One {\n  a: string;\n}\n",
    now: "# ./a\n\nOne type from ./b\n\n# ./b\n\nclass One {\n  a: string;\n}\n",
    found: ["changed One"],
  },
  "an export of several sub-paths": {
    before: "# ./a\n\nOne from ./b\n\n# ./b\n\ninterface One {\n  a: string;\n}\n",
    now: "# ./a\n\nOne from ./b\n\n# ./b\n\ninterface One {\n  a: number;\n}\n",
    found: ["changed One.a"],
  },
  "a field of a provider's profile, and its default export": {
    before: "# ./providers/a\n\ndefault = A\nfunction A(): void;\ninterface P { a: string;\n  b: string; }\n",
    now:
      "# ./providers/a\n\ndefault = A\nfunction A(a: string): void;\ninterface P { a: string; b: number; }\n",
    found: ["changed A", "changed P.b"],
  },
};

for (const [name, { before, now, found }] of Object.entries(CHANGES)) {
  test(`compareExports() finds in an interface ${name}`, () => {
    const differences = compareExports(parseText(before), parseText(now));
    assert.deepEqual(differences.map(({ kind, what }) => `${kind} ${what}`), found);
  });
}

test("compareExports() finds nothing where a declaration moves to another sub-path that both have", () => {
  const before = "# ./a\n\nOne from ./b\n\n# ./b\n\ntype One = string;\n";
  const now = "# ./a\n\ntype One = string;\n\n# ./b\n\nOne from ./a\n";
  assert.deepEqual(compareExports(parseText(before), parseText(now)), []);
});

const ADDED: Difference = { kind: "added", what: "Config.two", path: "./a", names: ["two", "Config.two"] };
const REMOVED: Difference = { kind: "removed", what: "one", path: "./a", names: ["one"] };

for (
  const { difference, changelog, isNamed } of [
    { difference: ADDED, changelog: "### Added\n\n- `two` is new.\n", isNamed: true },
    { difference: ADDED, changelog: "### Added\n\n- `Config.two` is new.\n", isNamed: true },
    { difference: ADDED, changelog: "### Changed\n\n- Each value has `{ two: 2 }`.\n", isNamed: true },
    { difference: ADDED, changelog: "### Added\n\n- two is new, and so is `twofold`.\n", isNamed: false },
    { difference: ADDED, changelog: "### Fixed\n\n- `two` is new.\n", isNamed: false },
    { difference: REMOVED, changelog: "### Removed\n\n- `one()`: write `two()`.\n", isNamed: true },
    { difference: REMOVED, changelog: "### Changed\n\n- `one()` is `two()`.\n", isNamed: true },
    {
      difference: REMOVED,
      changelog: "### Changed\n\n- `two()` waits. Before, `one()` did.\n",
      isNamed: false,
    },
    { difference: REMOVED, changelog: "### Added\n\n- `one()` is `two()`.\n", isNamed: false },
    { difference: REMOVED, changelog: "", isNamed: false },
    { difference: REMOVED, changelog: "## [0.1.0]\n\n### Removed\n\n- `one()`.\n", isNamed: false },
  ]
) {
  test(`adviceFor() of what is ${difference.kind} reads the changelog ${JSON.stringify(changelog)}`, () => {
    const advice = adviceFor([difference], `# Changelog\n\n## [Unreleased]\n\n${changelog}\n## [0.0.1]\n`);
    assert.equal(advice.length, isNamed ? 0 : 1);
  });
}

test("adviceFor() says what to write, and below which heading", () => {
  assert.deepEqual(adviceFor([REMOVED], "## [Unreleased]\n"), [
    'removed: one of ./a: name `one` at the beginning of a line below "### Removed"',
  ]);
});

test("adviceFor() accepts one line for a whole new sub-path", () => {
  const differences = compareExports([], parseText("# ./a/b\n\nconst one: number;\n\nconst two: number;\n"));
  const changelog = (line: string) => `## [Unreleased]\n\n### Added\n\n- ${line}\n`;
  assert.deepEqual(adviceFor(differences, changelog("`@latchkey/auth/a/b`.")), []);
  assert.equal(adviceFor(differences, changelog("`@latchkey/auth/a`.")).length, 2);
});

function linesOf(all: readonly Export[]): readonly string[] {
  return all.flatMap(({ path, name, text }) => text.split("\n").map((line) => `${path} ${name}: ${line}`));
}
