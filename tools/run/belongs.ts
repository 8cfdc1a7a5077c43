/**
 * Which tests belong to a file.
 *
 * @module
 */

import { testFolderOf } from "./mirror.ts";
import { importersOf, type Sources } from "./sources.ts";
import { stageOf } from "./stages.ts";

/** Tests of rules that any change can break. They take four seconds. */
const ALWAYS: readonly string[] = [
  "test/architecture_test.ts",
  "test/docs_test.ts",
  "test/print_test.ts",
];

/** Tests that any change of `src/` can break. Limits of size have little to spare. */
const ALWAYS_SLOW: readonly string[] = ["test/frameworks/bundles_test.ts"];

/** The beginning of a path, and tests and folders of tests to which neither a name nor an import leads from it. */
const ELSEWHERE: readonly (readonly [path: string, tests: readonly string[]])[] = [
  ["src/", ["test/api_test.ts"]],
  ["src/core/actions/", ["test/core/", "test/flows/"]],
  ["src/adapters/", ["test/databases/versions_test.ts", "test/databases/rolling_test.ts"]],
  ["src/entries/", ["test/exports_test.ts"]],
  ["src/providers/", ["test/providers_docs_test.ts", "test/provider_claims_test.ts", "test/marks_test.ts"]],
  ["test/databases/versions/", ["test/databases/versions_test.ts"]],
  ["docs/", ["test/links_test.ts", "test/claims_test.ts", "test/docs/compile_test.ts"]],
  ["docs/api", ["test/api_test.ts"]],
  ["docs/concepts/", ["test/docs/concepts_test.ts"]],
  ["docs/providers/", ["test/providers_docs_test.ts"]],
  ["examples/", ["test/examples_test.ts"]],
  ["README.md", ["test/links_test.ts", "test/claims_test.ts"]],
  ["CHANGELOG.md", ["test/api_test.ts"]],
  [".github/", ["test/workflows_test.ts", "test/contributing_test.ts"]],
  ["deno.json", ["test/exports_test.ts", "test/manifest_test.ts", "test/lock_test.ts"]],
];

/** Reads from the imports of tests what is nightly. */
const NIGHTLY = "test/run/nightly_test.ts";

/** The quick tests that belong to changed files, with those that run at each change, in order. */
export function testsOf(changed: readonly string[], sources: Sources): readonly string[] {
  return [...new Set([...belongingToAll(changed, sources), ...ALWAYS])]
    .filter((path) => sources.has(path) && stageOf(path) === "unit").sort();
}

/** The tests that belong to changed files and are not quick: those of any source first, the others in order. */
export function slowTestsOf(changed: readonly string[], sources: Sources): readonly string[] {
  const always = changed.some((path) => path.startsWith("src/")) ? ALWAYS_SLOW : [];
  const belonging = belongingToAll(changed, sources).filter((path) => stageOf(path) !== "unit").sort();
  return [...new Set([...always, ...belonging])];
}

function belongingToAll(changed: readonly string[], sources: Sources): readonly string[] {
  const chosen = new Set(changed.flatMap((path) => belongingTo(path, sources)));
  return [...chosen].filter((path) => path.endsWith("_test.ts") && sources.has(path));
}

function belongingTo(path: string, sources: Sources): readonly string[] {
  const elsewhere = inRows(path, sources);
  if (path.startsWith("src/")) return [...elsewhere, ...ofSource(path, sources)];
  // Many tests name it in what they write.
  if (path === "deno.json") return elsewhere;
  if (path.startsWith("test/")) return [path, ...elsewhere, ...importersOf(path, sources), NIGHTLY];
  return [...elsewhere, ...ofTool(path, sources), ...naming(path, sources)];
}

function inRows(path: string, sources: Sources): readonly string[] {
  const rows = ELSEWHERE.filter(([start]) => path.startsWith(start)).flatMap(([, tests]) => tests);
  return [...sources.keys()].filter((test) =>
    rows.some((row) => test === row || row.endsWith("/") && test.startsWith(row))
  );
}

/** The tests of the same folder, and those of the same name in other folders: `src/http/csrf.ts`, `test/flows/csrf_test.ts`. */
function ofSource(path: string, sources: Sources): readonly string[] {
  const folder = testFolderOf(path);
  const name = path.split("/").at(-1)!.replace(/^_|\.ts$/g, "");
  const named = [...sources.keys()].filter((test) =>
    test.startsWith(folder) || test.endsWith(`/${name}_test.ts`)
  );
  return [...named, ...ofLanguage(path, sources)];
}

/** The tests that name the tag of a language. It's loaded at run time: no import leads to it. English has none: all read it. */
function ofLanguage(path: string, sources: Sources): readonly string[] {
  const tag = path.match(/^src\/messages\/(?:\w+\/)?([a-z]{2})\.ts$/)?.[1];
  if (!tag || tag === "en") return [];
  return [...sources].filter(([, text]) => text.includes(`"${tag}"`)).map(([file]) => file);
}

/** The tests that import a program of `tools/` or of another folder. */
function ofTool(path: string, sources: Sources): readonly string[] {
  return path.endsWith(".ts") ? [...importersOf(path, sources)] : [];
}

/** The tests that name a file, with a helper that names it counted as its importers. A page is named below `docs/`, too. */
function naming(path: string, sources: Sources): readonly string[] {
  const names = [path, path.replace(/^docs\/(?=.+\/)/, "")].map((name) => `"${name}"`);
  const files = [...sources].filter(([, text]) => names.some((name) => text.includes(name))).map(([file]) =>
    file
  );
  return files.flatMap((file) => [file, ...importersOf(file, sources)]);
}
