import assert from "node:assert/strict";
import { test } from "node:test";
import { loadMark, parseMark } from "../../src/config/mark.ts";
import { markSvg } from "../../src/pages/mark.ts";
import type { Mark, ProviderStyle } from "../../src/model/provider.ts";
import { COLORS, OTHERS } from "../markup/_colors.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";

const MARK: Mark = {
  viewBox: "0 0 24 24",
  color: "#181717",
  background: "#fff",
  paths: [{ d: "M1-2.5e3,4\n5\tA1 1 0 0 1-5 6zm0,0Z" }, { d: "m0 0h1", fill: "rgb(1 2 3)" }],
};

test("parseMark() copies what it knows, and nothing else", () => {
  const foreign = { ...MARK, onload: "x", paths: MARK.paths.map((path) => ({ ...path, style: "x" })) };
  assert.deepEqual(parseMark(foreign), MARK);
  assert.deepEqual(parseMark({ viewBox: "0 0 1 1", paths: [{ d: "M0 0" }] }), {
    viewBox: "0 0 1 1",
    paths: [{ d: "M0 0" }],
  });
});

test("parseMark() reads each field once, so that a getter cannot answer differently later", () => {
  const reads = new Map<string, number>();
  const counting = <T extends object>(fields: T): T =>
    new Proxy(fields, {
      get(target, name, receiver) {
        if (typeof name === "string") reads.set(name, (reads.get(name) ?? 0) + 1);
        return Reflect.get(target, name, receiver);
      },
    });
  parseMark(counting({ ...MARK, paths: [counting({ d: "M0 0", fill: "red" })] }));
  assert.deepEqual(Object.fromEntries(reads), {
    viewBox: 1,
    color: 1,
    background: 1,
    paths: 1,
    d: 1,
    fill: 1,
  });
});

test("parseMark() accepts a viewBox of four numbers with an area", () => {
  for (const viewBox of ["0 0 24 24", "-12 -1.5 0.5 20.25", "0 0 9999 .5".replace(" .", " 0.")]) {
    assert.equal(parseMark({ ...MARK, viewBox }).viewBox, viewBox);
  }
  for (
    const viewBox of [
      ..."0,0,24,24 0 24".split(" "),
      "0 0 0 24",
      "0 0 24 0.0",
      "0 0 -1 24",
      "0 0 24 24 ",
      "0  0 24 24",
      "0 0 24 24\n",
      "0 0 1e3 24",
      '0 0 24 24" onload="x',
      "0 0 24 24 24",
      "0 0 99999 24",
      24,
      undefined,
      ["0 0 24 24"],
    ]
  ) {
    assert.throws(
      () => parseMark({ ...MARK, viewBox }),
      /Cannot use `viewBox`/,
      String(viewBox),
    );
  }
});

test("parseMark() accepts colours alone, in each field for a colour", () => {
  for (const color of COLORS) {
    assert.equal(parseMark({ ...MARK, color }).color, color);
  }
  for (const other of [...OTHERS, null, 1, ["red"]]) {
    assert.throws(() => parseMark({ ...MARK, color: other }), /Cannot use `color`/);
    assert.throws(() => parseMark({ ...MARK, background: other }), /Cannot use `background`/);
    assert.throws(
      () => parseMark({ ...MARK, paths: [{ d: "M0 0", fill: other }] }),
      /Cannot use `paths\[0\]\.fill`/,
    );
  }
});

test("parseMark() refuses every character that is not part of path data", () => {
  const permitted = new Set("MmZzLlHhVvCcSsQqTtAa0123456789eE.,+- \t\n\r\f");
  for (let code = 0; code < 0x10000; code++) {
    const character = String.fromCharCode(code);
    const value = { ...MARK, paths: [{ d: `M0 0${character}1` }] };
    if (permitted.has(character)) assert.ok(parseMark(value), String(code));
    else assert.throws(() => parseMark(value), /Cannot use `paths\[0\]\.d`/, String(code));
  }
});

test("parseMark() demands path data that begin by moving", () => {
  for (
    const d of ["", "M", "L1 1", "0 0", " M0 0", undefined, null, 1, ["M0 0"], { toString: () => "M0 0" }]
  ) {
    assert.throws(() => parseMark({ ...MARK, paths: [{ d }] }), /Cannot use `paths\[0\]\.d`/, String(d));
  }
});

test("parseMark() limits the number of paths and their length", () => {
  const paths = (count: number, length: number) =>
    Array.from({ length: count }, () => ({ d: "M".padEnd(length, "0") }));
  assert.ok(parseMark({ ...MARK, paths: paths(16, 1000) }));
  for (const wrong of [[], paths(17, 2), paths(16, 1001), paths(1, 16_001), {}, "M0 0", undefined]) {
    assert.throws(() => parseMark({ ...MARK, paths: wrong }), /Cannot use `paths`/);
  }
});

test("parseMark() refuses what is not an object", () => {
  for (const value of [undefined, null, "<svg/>", 1, () => MARK]) {
    assert.throws(() => parseMark(value), /the default export of its module is not an object/);
  }
  assert.throws(() => parseMark({ ...MARK, paths: [null] }), /`paths\[0\]` is not an object/);
});

/** How many values parseMark() is given. */
const ROUNDS = chosenRounds({ here: 4000, nightly: 100_000 });

test(
  "markSvg() writes nothing but numbers, commands and colours, whatever parseMark() is given",
  seeded(({ below, chance, pick }) => {
    const texts = [
      "M0 0",
      "m1-2z",
      "0 0 24 24",
      "#fff",
      "red",
      "url(#a)",
      '"',
      "<",
      ">",
      "'",
      "&",
      "/",
      "\0",
      "\u2028",
    ];
    const text = () =>
      chance(0.8)
        ? texts[below(6)]
        : Array.from({ length: 1 + below(8) }, () => pick(texts.join(""))).join("");
    let drawn = 0;
    for (let i = 0; i < ROUNDS; i++) {
      const value = {
        viewBox: chance(0.8) ? "0 0 24 24" : text(),
        color: chance(0.5) ? undefined : text(),
        paths: Array.from({ length: 1 + below(2) }, () => ({
          d: text(),
          fill: chance(0.5) ? undefined : text(),
        })),
      };
      let mark: Mark;
      try {
        mark = parseMark(value);
      } catch {
        continue;
      }
      drawn++;
      assert.match(
        markSvg(mark, 0).toString(),
        /^<svg class="mark p0" viewBox="[\d. -]+" aria-hidden="true">(<path d="[\w.,+\- ]+"( fill="[#\w]+")?\/>)+<\/svg>$/,
      );
    }
    assert.ok(drawn > ROUNDS / 40, `${drawn} were drawn`);
  }),
);

test("loadMark() gives null without a mark, and loads one only when it is called", async () => {
  const { lines, logger } = log();
  let loads = 0;
  const style: ProviderStyle = { mark: () => Promise.resolve({ default: (loads++, MARK) }) };
  assert.equal(await loadMark({ id: "a", style: {} }, logger), null);
  assert.equal(loads, 0);
  assert.deepEqual(await loadMark({ id: "a", style }, logger), MARK);
  assert.equal(loads, 1);
  assert.deepEqual(lines, []);
});

test("loadMark() gives null, and warns once, if a mark cannot be loaded or shown", async () => {
  const sources: readonly [() => unknown, RegExp][] = [
    [() => Promise.reject(new TypeError("no such module")), /: no such module$/],
    [() => {
      throw new Error("thrown at once");
    }, /: thrown at once$/],
    [() => undefined, /./],
    [() => ({ default: undefined }), /: the default export of its module is not an object$/],
    [
      () => ({ default: { ...MARK, paths: [{ d: '"/><script>' }] } }),
      /: Cannot use `paths\[0\]\.d`: write the path data/,
    ],
  ];
  for (const [source, message] of sources) {
    const { lines, logger } = log();
    const style = { mark: source as NonNullable<ProviderStyle["mark"]> };
    assert.equal(await loadMark({ id: "idp", style }, logger), null);
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /^unusable-mark: Cannot show the mark of provider "idp": /);
    assert.match(lines[0]!, message);
  }
});

function log(): { lines: string[]; logger: { warn(line: string): void } } {
  const lines: string[] = [];
  return { lines, logger: { warn: (line) => void lines.push(line) } };
}
