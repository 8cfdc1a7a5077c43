import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { isIdentifier, isOfOneScript } from "../../src/features/user_names/characters.ts";
import { CONFUSABLES } from "../../src/features/user_names/confusables.ts";
import { skeletonOf, skeletonsOf } from "../../src/features/user_names/look_alikes.ts";
import { toUserNameKey } from "../../src/features/user_names/name.ts";
import { root } from "../../tools/exports.ts";
import { SOURCE, TARGET, toModule, VERSION } from "../../tools/user_names/look_alikes.ts";

const looksOf = (shown: string) => skeletonsOf({ shown, key: toUserNameKey(shown) });

/** Names that look alike, in small letters, in capitals, or as they are shown. */
const ALIKE: readonly (readonly [name: string, other: string])[] = [
  // Inside a script.
  ["lisa", "Iisa"],
  ["lisa", "1isa"],
  ["bob0", "bobo"],
  ["barney", "bamey"],
  ["will", "vvill"],
  ["ines", "İnes"],
  ["ada_b", "ada__b"],
  ["encyclopaedia", "encyclopædia"],
  ["νικος", "νικοσ"],
  // One script in place of another.
  ["paypa", "раура"],
  ["scope", "ѕсоре"],
  ["oooo", "օօօօ"],
  ["ovo", "ονο"],
  ["oll", "סוו"],
  // In capitals alone.
  ["bob", "вов"],
  ["ahha", "Анна"],
  ["nina", "νινα"],
  // As they are shown alone.
  ["rob", "гоВ"],
];

for (const [name, other] of ALIKE) {
  test(`skeletonsOf() finds two names that look alike: ${name} and ${other}`, () => {
    const looks = looksOf(other);
    assert.ok(looksOf(name).some((look) => looks.includes(look)), `${looks}`);
  });
}

test("skeletonsOf() tells names apart that look different", () => {
  const names =
    "ada ada.b ada_b ada-b adab rene rené jorn jørn иван ivan нина nina мама 東京 東亰 김철수 김절수 שלום סלום sofia sofie"
      .split(" ");
  const looks = names.flatMap((name) => looksOf(name));
  assert.deepEqual(looks.filter((look, at) => looks.indexOf(look) !== at), []);
});

test("skeletonsOf() has one text for names of ASCII and without capitals", () => {
  for (
    const name of ["quick-brown_fox.123", "jumps.over0456789", "lazydog", "東京タワー", "سلام۱۲", "김철수"]
  ) {
    assert.equal(looksOf(name).length, 1, name);
  }
});

test("the skeleton of each character that a name may have is its own skeleton", () => {
  let characters = 0;
  for (let point = 0x21; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (!isIdentifier(character) || !isOfOneScript(character)) continue;
    characters++;
    for (const look of looksOf(character)) assert.equal(skeletonOf(look), look, character);
  }
  assert.ok(characters > 100_000);
});

test("the table of look-alikes has less than 3.2 kB", () => {
  assert.ok(gzipSync(CONFUSABLES).length < 3_200);
});

test("the table is what `tools/user_names/look_alikes.ts` writes", async (context) => {
  const source = await readFile(SOURCE, "utf8").catch(() => null);
  if (source === null) {
    console.log("skip: the look-alikes are not compared: no .work/unicode/confusables.txt");
    return context.skip("no .work/unicode/confusables.txt");
  }
  assert.equal(await readFile(TARGET, "utf8"), toModule(source));
});

test("`tools/user_names/look_alikes.ts` takes one version of Unicode, which the table and NOTICE name", async () => {
  assert.throws(() => toModule("# Version: 15.0.0\n"), /not the file of Unicode 16\.0\.0/);
  const [table, notice] = await Promise.all([
    readFile(TARGET, "utf8"),
    readFile(new URL("NOTICE", root), "utf8"),
  ]);
  assert.ok(table.includes(`Unicode ${VERSION}`));
  assert.ok(notice.includes(`Unicode ${VERSION}`));
});

test("`tools/user_names/look_alikes.ts` follows a look-alike to its end, and keeps only characters of names", () => {
  const rows = [
    "0430 ;\t0061 ;\tMA",
    "0410 ;\t0041 ;\tMA",
    "0131 ;\t0069 ;\tMA",
    "2160 ;\t006C ;\tMA",
    "2163 ;\t0049 0056 ;\tMA",
  ];
  const written = toModule(`#\n# Version: ${VERSION}\n${rows.join("\n")}\n`);
  const [, table = ""] = /"(.*)";/.exec(written)!;
  let point = 0;
  const looks = table.split(",").map((row) => {
    const [step = 0, ...look] = row.split(" ").map((number) => parseInt(number, 36));
    point += step;
    return `${String.fromCodePoint(point)}${String.fromCodePoint(...look)}`;
  });
  assert.deepEqual(looks, ["il", "wvv", "ıl", "ςσ", "Аa", "аa"]);
});
