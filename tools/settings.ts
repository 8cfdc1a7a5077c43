/**
 * The pages of `docs/settings`: a section for each field of the config, of the providers, of the adapters
 * and of the integrations, from the doc comments in `src/`, and a page for the environment variables. `deno task print`
 * writes them.
 *
 * @module
 */

import { environmentPage } from "./settings/environment.ts";
import { readExamples } from "./settings/examples.ts";
import { PAGES } from "./settings/pages.ts";
import { readTypes } from "./settings/read_types.ts";
import { placesOf, type Section, type Sources, toMarkdown } from "./settings/render.ts";

/** Files with types that the pages link to, but do not describe themselves. */
const MORE_FILES = ["src/model/auth_config.ts", "src/values/types.ts", "src/model/_provider_oauth.ts"];

const EXAMPLES = ["config", "features", "providers", "passwords", "others", "tools"].map((name) =>
  `tools/settings/example_${name}.ts`
);

/** Reads all that the pages are made of. */
export async function readSources(): Promise<Sources> {
  const described = PAGES.flatMap(({ sections }) => sections.flatMap(filesOf));
  const files = [...new Set([...described, ...BASES, ...MORE_FILES])];
  const [types, examples] = await Promise.all([readTypes(files), readExamples(EXAMPLES)]);
  return { types, examples, places: placesOf(PAGES) };
}

/** Files with types that described types extend. */
const BASES = [
  "src/model/_provider_claims.ts",
  "src/client/types.ts",
  "src/shapes/shapes.ts",
  "src/shapes/sign_out.ts",
];

/** The pages, by the name of their file. */
export async function settingsPages(): Promise<ReadonlyMap<string, string>> {
  const sources = await readSources();
  return new Map([
    ["README.md", indexPage()],
    ...PAGES.map((page) => [page.file, toMarkdown(page, sources)] as const),
    ["environment.md", await environmentPage()],
  ]);
}

function filesOf({ type, below = {} }: Section): readonly string[] {
  return [type.split(" ")[0]!, ...Object.values(below).flat().flatMap(filesOf)];
}

function indexPage(): string {
  const rows = [
    ...PAGES.map(({ file, title, introduction }) => ({ file, title, text: introduction.split("\n")[0]! })),
    {
      file: "environment.md",
      title: "Environment variables",
      text: "The variables that are defaults of fields of the config.",
    },
  ];
  return [
    "<!-- Written by `deno task print`. -->",
    "# Settings",
    "Every option of the library, with its type, its default, its unit and an example. The text is that of the doc comments, " +
    "which your editor shows as well.",
    ["| Page | Contents |", "| --- | --- |", ...rows.map(rowOf)].join("\n"),
  ].join("\n\n") + "\n";
}

/** The first sentence of the introduction says what a page contains. */
function rowOf({ file, title, text }: { file: string; title: string; text: string }): string {
  const [sentence] = /^.*?[.:](?= |$)/.exec(text) ?? [text];
  return `| [${title}](${file}) | ${sentence!.replace(/:$/, ".")} |`;
}
