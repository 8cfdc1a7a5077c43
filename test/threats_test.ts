import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { withChapters } from "../tools/chapters.ts";
import { codesIn, readCitations, readThreats, rowsOf, withTests } from "../tools/threats.ts";

const page = await readThreats();
const decisions = await readFile(new URL("../docs/decisions.md", import.meta.url), "utf8");
const citations = await readCitations();
const rows = rowsOf(page);
const codes = rows.map(([code]) => code);

/** A code of a group that does not exist: a literal one would be a citation. */
const code = (number: string) => `ZZ-${number}`;

test("docs/threats.md has each code that a test cites", () => {
  const unknown = [...citations].filter(([cited]) => !codes.includes(cited));
  assert.deepEqual(unknown.map(([cited, tests]) => `${tests.join(", ")} cites ${cited}`), []);
});

test("docs/threats.md has no code without a test", () => {
  assert.deepEqual(codes.filter((cited) => !citations.has(cited)), []);
});

test("docs/threats.md has each code once, and the codes of a group in order", () => {
  for (const listed of Map.groupBy(codes, (cited) => cited.split("-")[0]!).values()) {
    assert.deepEqual(listed, [...new Set(listed)].sort());
  }
});

test("docs/decisions.md cites only codes of docs/threats.md", () => {
  assert.deepEqual(codesIn(decisions).filter((cited) => !codes.includes(cited)), []);
});

test("withChapters() refuses a chapter that the page has no heading for", () => {
  assert.throws(() => withChapters("# Page\n", ["## Other\n"]), TypeError);
  assert.equal(
    withChapters("# Page\n\n## One\n\nold\n\n## Two\n", ["## One\n\nnew\n"]),
    "# Page\n\n## One\n\nnew\n\n## Two\n",
  );
});

test("codesIn() reads single codes, lists and ranges", () => {
  const text = `(${code("01")}, ${code("03")}), ${code("05")} to ${code("07")}, "${code("09")} … ${
    code("10")
  }"`;
  assert.deepEqual(codesIn(text), ["01", "03", "05", "06", "07", "09", "10"].map(code));
});

test("codesIn() returns another spelling of a code, so that it is reported", () => {
  for (const spelling of ["1", "001", "01/02", "01–03"]) {
    assert.deepEqual(codesIn(code(spelling)), [code(spelling)]);
  }
});

test("codesIn() ignores algorithms and parts of other words", () => {
  for (
    const text of [
      "SHA-256",
      "UTF-16",
      "CVE-2022-35924",
      `AA${code("01")}`,
      `${code("01")}-x`,
      `x-${code("01")}`,
    ]
  ) {
    assert.deepEqual(codesIn(text), [], text);
  }
});

test("withTests() replaces the last cell of a row, and nothing else", () => {
  const [head, other] = ["| Code | Attack | Defence | Tests |\n", "| --- | --- | --- | --- |\n"];
  const before = `${head}${other}| ${code("01")} | an \`attack\` | a defence | old |\n`;
  const after = `${head}${other}| ${code("01")} | an \`attack\` | a defence | \`a/b\`, \`c\` |\n`;
  assert.equal(withTests(before, new Map([[code("01"), ["a/b", "c"]]])), after);
});
