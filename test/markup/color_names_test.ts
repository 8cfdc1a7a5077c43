import assert from "node:assert/strict";
import { test } from "node:test";
import { namedColor } from "../../src/markup/color_names.ts";

test("namedColor() returns the colours of CSS Color 4, in any case, with `gray` and `grey`", () => {
  for (
    const [name, color] of [
      ["aliceblue", "#f0f8ff"],
      ["aqua", "#00ffff"],
      ["DarkSlateGrey", "#2f4f4f"],
      ["lightgray", "#d3d3d3"],
      ["lightgrey", "#d3d3d3"],
      ["rebeccapurple", "#663399"],
      ["RED", "#ff0000"],
      ["yellowgreen", "#9acd32"],
    ]
  ) assert.equal(namedColor(name!), color, name!);
  for (const other of ["", "grayish", "constructor", "blu", "transparent"]) {
    assert.equal(namedColor(other), null);
  }
});
