/**
 * Which tests belong to a file.
 *
 * @module
 */

import { importersOf, type Sources } from "./sources.ts";
import { stageOf } from "./stages.ts";

/** Tests of rules that any change can break. They take two seconds. */
const ALWAYS: readonly string[] = ["test/architecture_test.ts", "test/docs_test.ts"];

/** Tests that any change of `src/` can break. Limits of size have little to spare. */
const ALWAYS_SLOW: readonly string[] = ["test/frameworks/bundles_test.ts"];

/** Rooms whose tests lie in other folders. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  actions: ["test/core/", "test/flows/"],
  entries: ["test/exports_test.ts"],
  providers: [
    "test/providers/",
    "test/providers_docs_test.ts",
    "test/provider_claims_test.ts",
    "test/marks_test.ts",
  ],
};

/** The tests of the manifest, which many others name in what they write. */
const MANIFEST = ["test/exports_test.ts", "test/manifest_test.ts", "test/lock_test.ts"];

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
  if (path.startsWith("src/")) return ofSource(path, sources);
  if (path === "deno.json") return MANIFEST;
  if (path.startsWith("test/")) return [path, ...importersOf(path, sources), NIGHTLY];
  return [...ofTool(path, sources), ...naming(path, sources)];
}

/** The tests of the same folder, and those of the same name in other folders: `src/http/csrf.ts`, `test/flows/csrf_test.ts`. */
function ofSource(path: string, sources: Sources): readonly string[] {
  const room = path.split("/")[1]!;
  const folders = ELSEWHERE[room] ?? [`test/${room}/`];
  const name = path.split("/").at(-1)!.replace(/^_|\.ts$/g, "");
  return [...sources.keys()].filter((test) =>
    folders.some((folder) => test.startsWith(folder)) || test.endsWith(`/${name}_test.ts`)
  );
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
