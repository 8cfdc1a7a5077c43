import assert from "node:assert/strict";
import { test } from "node:test";
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
