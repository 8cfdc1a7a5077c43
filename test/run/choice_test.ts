import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { slowTestsOf, testsOf } from "../../tools/run/belongs.ts";
import { pickStages, readArguments } from "../../tools/run/main.ts";
import { noteOf, stagesFor } from "../../tools/run/ok.ts";
import { leftOut, LONG, SHORT, shortened } from "../../tools/run/short.ts";
import { listSources, readSources } from "../../tools/run/sources.ts";
import {
  racesStage,
  readNightlyStages,
  readStages,
  type Stage,
  stageOf,
  stepsFor,
} from "../../tools/run/stages.ts";
import { type Asked, choose, chooseAll, fromRoot, readWords } from "../../tools/run/t.ts";

const SOURCES = new Map([
  ["test/architecture_test.ts", ""],
  ["test/docs_test.ts", `read("docs/errors.md")`],
  ["test/http/csrf_test.ts", `test("refuses a token of another site (RFC 9700)")`],
  ["test/http/cookies_test.ts", ""],
  ["test/flows/csrf_test.ts", `import { open } from "./_world.ts";`],
  ["test/flows/_world.ts", `import { on } from "../_switch.ts";`],
  ["test/flows/languages_test.ts", `open({ language: "de" })`],
  ["test/run/nightly_test.ts", ""],
  ["test/messages_test.ts", `import { texts } from "../tools/_texts.ts";`],
  ["test/_switch.ts", ""],
  ["test/_page.ts", `const PAGE = "docs/languages.md";`],
  ["test/languages_test.ts", `import { PAGE } from "./_page.ts";`],
  ["test/docs/errors_test.ts", `read("docs/errors.md")`],
  ["test/providers/catalogue_test.ts", ""],
  ["test/providers_docs_test.ts", ""],
]);

const RULES = ["test/architecture_test.ts", "test/docs_test.ts"];

const NIGHTLY = "test/run/nightly_test.ts";

/** A change, and the tests that belong to it beside those that always run. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  "src/http/csrf.ts": ["test/flows/csrf_test.ts", "test/http/cookies_test.ts", "test/http/csrf_test.ts"],
  "src/oauth/_csrf.ts": ["test/flows/csrf_test.ts", "test/http/csrf_test.ts"],
  "test/http/csrf_test.ts": ["test/http/csrf_test.ts", NIGHTLY],
  "test/flows/_world.ts": ["test/flows/csrf_test.ts", NIGHTLY],
  "test/_switch.ts": ["test/flows/csrf_test.ts", NIGHTLY],
  "tools/_texts.ts": ["test/messages_test.ts"],
  "docs/languages.md": ["test/languages_test.ts"],
  "src/messages/passwords/de.ts": ["test/flows/languages_test.ts"],
  "src/providers/github.ts": ["test/providers/catalogue_test.ts", "test/providers_docs_test.ts"],
  // The guides are slow.
  "docs/errors.md": [],
  "README.md": [],
};

for (const [changed, tests] of Object.entries(CHANGES)) {
  test(`testsOf() chooses the quick tests that belong to ${changed}`, () => {
    assert.deepEqual(testsOf([changed], SOURCES), [...new Set([...RULES, ...tests])].sort());
  });
}

test("testsOf() finds tests for each folder of this library", async () => {
  const sources = await readSources();
  const rooms = ["src", "src/features"].flatMap((folder) =>
    [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`)
  );
  for (const room of rooms.filter((room) => room !== "src/features")) {
    assert.ok(testsOf([`${room}/x.ts`], sources).length > RULES.length, room);
  }
});

test("slowTestsOf() chooses the tests that belong to a change and are not quick", () => {
  const slow = ["test/docs/errors_test.ts"];
  assert.deepEqual(slowTestsOf(["docs/errors.md"], SOURCES), slow);
  assert.deepEqual(slowTestsOf(["test/docs/errors_test.ts"], SOURCES), slow);
  assert.deepEqual(slowTestsOf(["README.md"], SOURCES), []);
  const sources = new Map([["test/docs/recipes_mail_test.ts", `openPage("recipes/mail.md")`]]);
  assert.deepEqual(slowTestsOf(["docs/recipes/mail.md"], sources), [...sources.keys()]);
});

test("slowTestsOf() names the limits of size first for any change of the sources", async () => {
  const sizes = "test/frameworks/bundles_test.ts";
  assert.deepEqual(slowTestsOf(["src/http/csrf.ts"], SOURCES), [sizes]);
  const sources = await readSources();
  assert.equal(slowTestsOf(["src/adapters/redis/redis.ts", "src/oauth/x.ts"], sources)[0], sizes);
  assert.equal(
    slowTestsOf(["test/frameworks/bundles_test.ts"], sources).filter((each) => each === sizes).length,
    1,
  );
  assert.match(sources.get(sizes) ?? "", /as small as it must be/);
});

test("noteOf() says how to run the tests that have not run, of which it names six", () => {
  assert.equal(noteOf([]), "");
  assert.equal(noteOf(["a"]), "Not run, because they are slower:\n  deno task t a");
  assert.match(noteOf([..."abcdefgh"]), /t f\n {2}and 2 more$/);
});

test("stagesFor() checks the types of programs alone", () => {
  const names = (changed: string[], removed: string[] = []) =>
    stagesFor({ changed, removed }, RULES, SOURCES).map(({ name }) => name);
  assert.deepEqual(names(["docs/errors.md"]), ["format", "tests"]);
  assert.deepEqual(names(["docs/errors.md", "src/http/csrf.ts"]), ["format", "lint", "types", "tests"]);
  assert.deepEqual(names([]), ["tests"]);
  assert.deepEqual(names([], ["docs/errors.md"]), ["tests"]);
  assert.deepEqual(names([], ["src/http/csrf.ts"]), ["types", "tests"]);
});

test("stagesFor() checks the types of what may have imported a file that was removed", () => {
  const stages = stagesFor({ changed: ["tools/x.ts"], removed: ["test/_switch.ts"] }, RULES, SOURCES);
  const checked = stages.find(({ name }) => name === "types")!.steps[0]!.run;
  assert.deepEqual(checked.slice(checked.indexOf("mod.ts") + 1), [
    "tools/x.ts",
    "src",
    "test/flows/_world.ts",
    "test/flows/csrf_test.ts",
  ]);
});

test("deno task ok refuses an option that it does not know", async () => {
  const args = ["run", "-A", fileURLToPath(new URL("tools/run/ok.ts", root)), "--al"];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  assert.deepEqual([code, new TextDecoder().decode(stderr)], [1, 'Cannot use "--al": there is --all\n']);
});

/** A change in this repository, and a test that nothing but a row of `tools/run/belongs.ts` leads to. */
const ROWS: readonly (readonly [path: string, test: string])[] = [
  ["src/model/events.ts", "test/api_test.ts"],
  ["docs/api.txt", "test/api_test.ts"],
  ["CHANGELOG.md", "test/api_test.ts"],
  ["tools/_declaration.ts", "test/api_test.ts"],
  [".github/workflows/release.yml", "test/workflows_test.ts"],
  [".github/CODEOWNERS", "test/contributing_test.ts"],
  ["docs/stability.md", "test/links_test.ts"],
  ["docs/index.md", "test/claims_test.ts"],
  ["README.md", "test/claims_test.ts"],
  ["docs/providers/github.md", "test/providers_docs_test.ts"],
  ["src/adapters/sql/schema.ts", "test/databases/versions_test.ts"],
  ["src/adapters/sql/schema.ts", "test/databases/rolling_test.ts"],
  ["test/databases/versions/sqlite.sql", "test/databases/versions_test.ts"],
  ["docs/concepts/cookies.md", "test/docs/concepts_test.ts"],
  ["src/core/actions/signin.ts", "test/core/routes_test.ts"],
];

for (const [path, belonging] of ROWS) {
  test(`a change leads to the tests that belong to it: ${path} to ${belonging}`, async () => {
    const sources = await readSources();
    assert.ok(sources.has(belonging), "the test exists");
    assert.ok([...testsOf([path], sources), ...slowTestsOf([path], sources)].includes(belonging));
  });
}

test("pickStages() takes the stages that are named, in their order, and refuses a name that none has", async () => {
  const [stages, nightly] = await Promise.all([readStages(), readNightlyStages()]);
  const names = (of: readonly Stage[], ...chosen: string[]) => pickStages(of, chosen).map(({ name }) => name);
  assert.deepEqual(names(stages, "npm", "unit"), ["unit", "npm"]);
  assert.equal(names(stages).length, stages.length);
  assert.deepEqual(names(nightly), ["tests", "mutants", "audit"]);
  assert.throws(
    () => names(nightly, "unit"),
    /^TypeError: Cannot run the stage "unit": there are tests, mutants, audit$/,
  );
});

test("the short run has each quick stage, less what is listed, and files that exist of the slow ones", async () => {
  const [whole, short] = await Promise.all([readStages(), readStages({ isShort: true })]);
  const named = (stages: readonly Stage[], name: string) => stages.find((stage) => stage.name === name);
  for (const { name, quick } of whole) {
    assert.equal(named(short, name) === undefined, SHORT[name]?.length === 0, name);
    if (quick) assert.equal(SHORT[name], undefined, name);
  }
  const sources = await readSources();
  for (const [stage, files] of Object.entries(SHORT)) {
    assert.deepEqual(files.filter((file) => !sources.has(file) || stageOf(file) !== stage), []);
    assert.deepEqual(shortened(stage, [...files, "test/e2e/another_test.ts"]), files);
  }
  for (const [stage, files] of Object.entries(LONG)) {
    assert.deepEqual(files.filter((file) => !sources.has(file) || stageOf(file) !== stage), []);
    assert.deepEqual(shortened(stage, [...files, "test/flows/csrf_test.ts"]), ["test/flows/csrf_test.ts"]);
  }
  const repeated = ["test/flows/removal_faults_test.ts", "test/integrations/fuzz_test.ts"];
  assert.deepEqual(repeated.filter((file) => !sources.has(file)), []);
  assert.deepEqual(shortened("unit", repeated), []);
  assert.match(
    leftOut("deno"),
    /^left out: compat and guides, and parts of browser, .* CI=true deno task test /,
  );
});

test("readArguments() takes a seed for races, and for nothing else", () => {
  assert.equal(readArguments(["races", "--seed", "7"]).seed, "7");
  assert.equal(readArguments(["races"]).seed, undefined);
  assert.deepEqual(racesStage("7").steps.map(({ env }) => env), [{ NIGHTLY: "true", SEED: "7" }]);
  for (const args of [["--seed", "7"], ["unit", "--seed", "7"], ["races", "--seed", "x"]]) {
    assert.throws(() => readArguments(args), /^TypeError: Cannot use --seed/);
  }
});

test("stageOf() finds the stage of a file of tests", () => {
  assert.equal(stageOf("test/compat/flows_test.ts"), "compat");
  assert.equal(stageOf("test/fresh_test.ts"), "fresh");
  assert.equal(stageOf("test/flows/csrf_test.ts"), "unit");
});

test("stepsFor() builds the npm package for the tests that use it, and opens Deno KV for those of databases", () => {
  const linesOf = (file: string) => stepsFor([file], ["--filter=x"]).map(({ run }) => run.slice(1).join(" "));
  assert.match(
    linesOf("test/flows/csrf_test.ts").join("; "),
    /^test -A --no-check \S+.* --filter=x test\/flows\/csrf_test.ts$/,
  );
  assert.match(
    linesOf("test/e2e/forms_test.ts").join("; "),
    /^task npm; test -A .* test\/e2e\/forms_test.ts$/,
  );
  assert.match(
    linesOf("test/databases/races_test.ts").join("; "),
    /^test -A .*--unstable-kv .*races_test.ts$/,
  );
});

/** The arguments of `deno task t`, and what it runs. */
const CHOICES:
  readonly (readonly [word: string, filter: string | undefined, files: number, filtered?: string])[] = [
    ["test/http/csrf_test.ts", undefined, 1],
    ["./test/http/csrf_test.ts", "refuses", 1, "refuses"],
    ["test/http/", undefined, 2],
    ["test/http", undefined, 2],
    ["src/http/csrf.ts", undefined, 1],
    ["src/http", undefined, 2],
    ["src/http/", undefined, 2],
    ["test/_switch.ts", "refuses", 1, "refuses"],
    ["csrf", undefined, 2],
    ["RFC 9700", undefined, 1, "RFC 9700"],
    ["another site", undefined, 1, "another site"],
    ["no such thing", undefined, 0, "no such thing"],
  ];

for (const [word, filter, files, filtered] of CHOICES) {
  test(`choose() finds the tests for "${word}"`, () => {
    const choice = choose({ word, filter }, SOURCES);
    assert.equal(choice.files.length, files);
    assert.equal(choice.filter, filtered);
  });
}

/** What is typed, and what it asks for; `null`: the help. */
const WORDS: readonly (readonly [words: readonly string[], asked: Asked | null])[] = [
  [[], null],
  [["src/http/csrf.ts"], { words: ["src/http/csrf.ts"] }],
  [["src/http/csrf.ts", "test/flows"], { words: ["src/http/csrf.ts", "test/flows"] }],
  [["csrf"], { words: ["csrf"] }],
  [["csrf", "another site"], { words: ["csrf"], filter: "another site" }],
  [["test/http", "another site"], { words: ["test/http"], filter: "another site" }],
  [["csrf", "another", "site"], null],
  [["src/http/csrf.ts", "src/nothing.ts"], null],
];

for (const [words, asked] of WORDS) {
  test(`readWords() reads files, or one word and a part of names: ${JSON.stringify(words)}`, () => {
    assert.deepEqual(
      readWords(words),
      asked === null || asked.filter ? asked : { filter: undefined, ...asked },
    );
  });
}

test("deno task t fails where no test has these words in its name, and names the files", async () => {
  const run = async (words: string) => {
    const args = ["run", "-A", "--no-check", "tools/run/t.ts", "test/seeded_test.ts", words];
    const { code, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    return { code, text: new TextDecoder().decode(stderr) };
  };
  const { code, text } = await run("no test has this name");
  assert.equal(code, 1);
  assert.match(text, /No test of these files has "no test has this name" in its name: test\/seeded_test\.ts/);
  assert.equal((await run("seed")).code, 0);
});

test("chooseAll() takes the tests of each file and folder once", () => {
  const { files, filter } = chooseAll({ words: ["src/http", "test/http/csrf_test.ts"] }, SOURCES);
  assert.deepEqual([files.length, filter], [2, undefined]);
});

/** What is typed in a folder of the repository, and the path from the root. */
const TYPED: readonly (readonly [word: string, folder: string, path: string])[] = [
  ["csrf.ts", "src/http", "src/http/csrf.ts"],
  ["./csrf.ts", "src/http", "src/http/csrf.ts"],
  ["../crypto/", "src/http", "src/crypto"],
  [".", "src/http", "src/http"],
  ["src/http/csrf.ts", ".", "src/http/csrf.ts"],
  ["src/http/csrf.ts", "src", "src/http/csrf.ts"],
  ["csrf", "src/http", "csrf"],
  ["RFC 9700", ".", "RFC 9700"],
  ["../..", "src", "../.."],
  [".", ".", ""],
];

for (const [word, folder, path] of TYPED) {
  test(`fromRoot() finds what "${word}" names in the folder "${folder}"`, () => {
    assert.equal(fromRoot(word, fileURLToPath(new URL(folder, root))), path);
  });
}

test("listSources() finds each file without git, as in an archive", async () => {
  const listed = new Set(await listSources());
  assert.deepEqual([...(await readSources()).keys()].filter((path) => !listed.has(path)), []);
});
