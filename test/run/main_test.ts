import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../../tools/exports.ts";
import { readArguments } from "../../tools/run/main.ts";

test("readArguments() reads stages and options in any order", () => {
  assert.deepEqual(readArguments(["unit", "--repeat", "10", "--load", "doc lint"]), {
    names: ["unit", "doc lint"],
    runs: 10,
    seed: undefined,
    hasLoad: true,
    isVerbose: false,
    isHelp: false,
  });
  assert.equal(readArguments([]).runs, 1);
});

for (const value of ["x", "0", "-1", "1.5", "", "Infinity", "NaN"]) {
  test(`readArguments() refuses to repeat a run "${value}" times`, () => {
    assert.throws(() => readArguments([`--repeat=${value}`]), {
      name: "TypeError",
      message: `Cannot repeat a run "${value}" times: --repeat takes a whole number from 1`,
    });
  });
}

for (const args of [["--repeat"], ["--repaet", "2"], ["--load=2"]]) {
  test(`readArguments() refuses an option that is wrong: ${args.join(" ")}`, () => {
    assert.throws(() => readArguments(args), { name: "TypeError", message: /--(?:repeat|repaet|load)/ });
  });
}

/** The line that starts a program. */
const START = /^if \(import\.meta\.main\) /m;

test("no program of tools/ has a constant below the line that starts it, which it could not read yet", async () => {
  const programs = new Map<string, string>();
  for (const name of await readdir(new URL("tools/", root), { recursive: true })) {
    if (!name.endsWith(".ts")) continue;
    const text = await readFile(new URL(`tools/${name}`, root), "utf8");
    if (START.test(text)) programs.set(name, text);
  }
  assert.ok(programs.has("run/ok.ts"));
  for (const [path, text] of programs) {
    const [, below = ""] = text.split(START);
    assert.doesNotMatch(below.replaceAll(/`[^`]*`/g, "``"), /^(?:export )?(?:const|let|class) /m, path);
  }
});
