/**
 * Writes the README of each folder of a capability: all that it adds, from the lists, and where else it is named:
 * `deno run -A tools/folders.ts && deno fmt`.
 *
 * @module
 */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { FUNCTIONS, SHAPES, toKebab } from "../src/shapes/shapes.ts";
import { ALL_KINDS, ROW_KINDS } from "../src/shapes/rows.ts";
import type { FunctionsShape } from "../src/shapes/shape.ts";
import type { Capability } from "../src/setup/setup.ts";
import { readManifest, root } from "./exports.ts";

const FEATURES = new URL("src/features/", root);

/** The interfaces whose fields are the places of a capability. */
const PLACES = {
  Capability: "src/setup/setup.ts",
  AccessTokenCode: "src/model/access_tokens.ts",
  LogoutCode: "src/model/provider_logout.ts",
};

/** The fields of a capability that are told apart from its other places. */
const TOLD: ReadonlySet<string> = new Set(["name", "type", "options", "routes", "calls", "outside", "kinds"]);

/** For lists of kinds that don't read it. */
const NO_SETUP = {} as Parameters<NonNullable<Capability["kinds"]>>[0];

/** A folder, and its capability. */
interface Folder {
  readonly name: string;
  readonly capability: Capability;
}

/** The README of each folder, by its address. */
export async function readFolders(): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(FEATURES)).sort();
  const sources = await readSources();
  const places = await readPlaces();
  const written = await Promise.all(names.map(async (name): Promise<readonly [string, string]> => {
    const url = new URL(`${name}/capability.ts`, FEATURES).href;
    const module: Readonly<Record<string, unknown>> = await import(url);
    const capability = Object.values(module).find((each) =>
      Object(each).name !== undefined && typeof each === "object"
    );
    const text = await describe({ name, capability: capability as Capability }, places, sources);
    return [new URL(`${name}/README.md`, FEATURES).href, text];
  }));
  return new Map(written);
}

/** Returns a README without what the formatter decides: line breaks, and the width of tables. */
export function unformatted(text: string): string {
  return text.replace(/\s+/g, " ").replace(/ ?\| ?/g, "|").replace(/-{3,}/g, "---");
}

async function describe(
  { name, capability }: Folder,
  places: ReadonlyMap<string, string>,
  sources: ReadonlyMap<string, string>,
): Promise<string> {
  const shape = FUNCTIONS[capability.name!];
  const { cookies = [] } =
    SHAPES.find(({ endpoints, ...row }) =>
      "feature" in row
        ? row.feature === capability.name
        : endpoints.some((each) => each in (capability.routes ?? {}))
    ) ?? {};
  const shapes: Readonly<Record<string, unknown>> = await import(new URL(`src/shapes/${name}.ts`, root).href);
  const [kinds = () => []] = [capability.kinds].filter((each) => each?.length === 0);
  const declared = [...Object.values(shapes), ...kinds(NO_SETUP).map((kind) => ROW_KINDS[kind])];
  const stored = ALL_KINDS.filter((kind) => declared.includes(kind));
  const files = await readdir(new URL(name, FEATURES));
  const chapters = files.filter((file) => /^(?:decisions|threats)\.md$/.test(file)).sort();
  const filled = Object.keys(capability).filter((place) => !TOLD.has(place));
  return [
    `# ${toTitle(name)}`,
    `All that it adds, written by \`deno run -A tools/folders.ts\`. Its types are in \`src/shapes/${name}.ts\`` +
    `${chapters.map((file) => `, its ${file.slice(0, -3)} in [${file}](${file})`).join("")}.`,
    ...list("In a config", [
      capability.options
        ? `\`${
          toTitle(capability.name!).replace(/ (.)/g, (_, letter) => letter.toUpperCase())
        }()\` in \`features\`, with ` +
          `${toCode(Object.keys(capability.options))}`
        : `\`Password()\` in \`providers\`: \`PasswordSettings\` (\`src/model/provider.ts\`) are its options`,
      ...await subPathsOf(name),
    ]),
    ...list("Functions", shape ? functionsOf(capability.name!, shape) : []),
    ...list("Endpoints", Object.keys(capability.routes ?? {}).map((endpoint) => toCode([endpoint]))),
    ...list("Cookies", cookies.map((cookie) => `${toCode([toKebab(cookie)])}, \`cookies.${cookie}\``)),
    ...list(
      "Rows",
      stored.map((kind) => `table ${toCode([kind.name])}, since version ${kind.since} of the tables`),
    ),
    ...list("Places that it fills", filled.map((place) => `\`${place}\`: ${places.get(place) ?? ""}`)),
    ...list("Named elsewhere, by room", namesOf({ name, capability }, shapes, sources)),
    "",
  ].join("\n\n");
}

function list(heading: string, items: readonly string[]): readonly string[] {
  return items.length ? [`## ${heading}`, items.map((item) => `- ${item}`).join("\n")] : [];
}

function functionsOf(
  group: string,
  { forms = {}, calls = [], reads = {}, outside = [] }: FunctionsShape,
): string[] {
  return [
    ...Object.entries(forms).map(([form, { action, page, begins, shows }]) =>
      `\`auth.${group}.${form}(form)\`, also in the browser: \`POST ${action}\`, of \`pages.${page}\`` +
      `${begins ? "; it leaves the session as it is" : ""}${shows ? `; shows \`${shows}\` once` : ""}`
    ),
    ...calls.map((call) =>
      `\`auth.${group}.${call}()\`${reads[call] ? `, also in the browser: \`GET ${reads[call]}\`` : ""}`
    ),
    ...outside.map((call) => `\`outside(config).${group}.${call}()\``),
  ];
}

/** The names of a folder that stand in other rooms. */
function namesOf(
  { name, capability }: Folder,
  shapes: Readonly<Record<string, unknown>>,
  sources: ReadonlyMap<string, string>,
): readonly string[] {
  const stem = name.replace(/s$/, "").replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const words = [stem, capability.name!.replace(/s$/, "")].map((each) =>
    `[${each[0]!}${each[0]!.toUpperCase()}]${each.slice(1)}`
  );
  const known = new RegExp(`\\b(?:\\w*(?:${words.join("|")})\\w*|${Object.keys(shapes).join("|")})\\b`, "g");
  const rooms = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    if (path.startsWith(`src/features/${name}/`) || path.startsWith("src/messages/")) continue;
    const room = path.split("/").slice(0, -1).join("/");
    for (const [found] of text.matchAll(known)) rooms.set(room, (rooms.get(room) ?? new Set()).add(found));
  }
  return [...rooms].sort().map(([room, names]) => `\`${room || "mod.ts"}\`: ${toCode([...names].sort())}`);
}

/** The first sentence about each place. */
async function readPlaces(): Promise<ReadonlyMap<string, string>> {
  const interfaces = await Promise.all(
    Object.entries(PLACES).map(async ([name, path]) => {
      const text = await readFile(new URL(path, root), "utf8");
      return new RegExp(`^export interface ${name}\\b.*?^}`, "ms").exec(text)![0];
    }),
  );
  const found = interfaces.join("\n").matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s+(?:readonly )?(\w+)\??[:(]/gs);
  return new Map([...found].map(([, comment = "", place = ""]) => {
    const text = comment.replace(/\s*\n\s*\*?\s*/g, " ").trim();
    return [place, /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text];
  }));
}

/** The code of the sources, without comments. */
async function readSources(): Promise<ReadonlyMap<string, string>> {
  const paths = (await readdir(new URL("src/", root), { recursive: true })).filter((path) =>
    path.endsWith(".ts")
  );
  return new Map(
    await Promise.all(
      paths.sort().map(async (path): Promise<readonly [string, string]> => {
        const text = await readFile(new URL(`src/${path}`, root), "utf8");
        return [`src/${path}`, text.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$|\s\/\/\s.*$/gm, "")];
      }),
    ),
  );
}

/** The modules of the package that come from a folder. */
async function subPathsOf(name: string): Promise<readonly string[]> {
  const { exports } = await readManifest();
  const found = await Promise.all(
    Object.entries(exports).map(async ([path, file]) => {
      const text = await readFile(fileURLToPath(new URL(file, root)), "utf8");
      const isOwn = file.startsWith("./src/entries/") && text.includes(`features/${name}/`);
      return isOwn ? [`\`@latchkey/auth${path.slice(1)}\``] : [];
    }),
  );
  return found.flat();
}

function toTitle(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("_", " ");
  return words[0]!.toUpperCase() + words.slice(1);
}

function toCode(names: readonly string[]): string {
  return names.map((each) => `\`${each}\``).join(", ");
}

if (import.meta.main) {
  for (const [url, text] of await readFolders()) await writeFile(new URL(url), text);
}
