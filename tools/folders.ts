/**
 * The README of each folder of a capability: all that it adds, from the lists, and where else it is named.
 * `deno task print` writes them.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { COOKIES } from "../src/config/known_keys.ts";
import { MAILS, RULES } from "../src/limits/rules.ts";
import { COOKIES_OF } from "../src/shapes/lists.ts";
import { CAPABILITY_PAGES, FUNCTIONS, toKebab } from "../src/shapes/shapes.ts";
import { ALL_KINDS, ROW_KINDS } from "../src/shapes/rows.ts";
import type { FunctionsShape } from "../src/shapes/shape.ts";
import type { Capability } from "../src/setup/setup.ts";
import { type Facts, readFacts } from "./_folder_facts.ts";
import { readManifest, root } from "./exports.ts";

/** The folders whose capability is a feature, or a way to sign in; and the limits, which several of them bring. */
const FEATURES = "src/features";
const OTHERS = [
  "src/limits",
  "src/sign_in/credentials",
  "src/sign_in/mail",
  "src/sign_in/oauth",
  "src/sign_in/passkey",
];

/** The rows of a folder whose types have a file of another name. */
const SHAPE_FILES: Readonly<Record<string, string>> = {
  account_page: "account",
  limits: "attempts",
  passkey: "",
  mail: "",
  oauth: "",
  credentials: "",
  trusted_origins: "",
  challenge: "",
};

/** The fields of a capability that are told apart from its other places. */
const TOLD: ReadonlySet<string> = new Set(["name", "type", "options", "routes", "calls", "outside", "kinds"]);

/** Rules of which each is set. */
const ALL_RULES: object = new Proxy({}, { get: () => true });

/** The setups in which a capability stores rows, by the strategy of sessions. */
const SETUPS = ["jwt", "database"].map((strategy) =>
  ({ strategy, rules: { get: () => ALL_RULES } }) as unknown as Parameters<
    NonNullable<Capability["kinds"]>
  >[0]
);

/** A folder, and its capability. */
interface Folder {
  /** Its path from the root, such as `src/features/passwords`. */
  readonly path: string;
  /** Its last name. */
  readonly name: string;
  /** Its capability; empty for the limits, which other capabilities bring. */
  readonly capability: Capability;
}

/** The README of each folder, by its path. */
export async function readFolders(): Promise<ReadonlyMap<string, string>> {
  const features = (await readdir(new URL(FEATURES, root))).sort().map((name) => `${FEATURES}/${name}`);
  const facts = await readFacts();
  const written = await Promise.all([...features, ...OTHERS].map(async (path) => {
    const name = path.split("/").at(-1)!;
    const text = await describe({ path, name, capability: await readCapability(path) }, facts);
    return [`${path}/README.md`, text] as const;
  }));
  return new Map(written);
}

/** The capability of a folder; an empty one if it has none. */
async function readCapability(path: string): Promise<Capability> {
  if (!(await readdir(new URL(path, root))).includes("capability.ts")) return {};
  const module: Readonly<Record<string, unknown>> = await import(new URL(`${path}/capability.ts`, root).href);
  const [capability] = Object.values(module).filter((each) => {
    const { name, type } = Object(each) as Capability;
    return typeof each === "object" && (name ?? type) !== undefined;
  });
  const { load } = capability as Capability;
  return load ? Object.values(await load())[0]! : capability as Capability;
}

/** The kinds of declarations in a file of shapes. */
function declaredIn(hasRows: boolean, hasFunctions: boolean): string {
  if (!hasFunctions) return "rows";
  return hasRows ? "rows, forms and functions" : "forms and functions";
}

/** The names of ways to sign in among the cookies, by their folders. */
const COOKIES_OF_WAYS: Readonly<Record<string, string>> = { mail: "mail", passkey: "passkeys" };

async function describe({ path, name, capability }: Folder, facts: Facts): Promise<string> {
  const shape = FUNCTIONS[capability.name ?? ""];
  const { [capability.name ?? COOKIES_OF_WAYS[name] ?? ""]: cookies = [] } = COOKIES_OF as Readonly<
    Record<string, readonly string[]>
  >;
  const shapeFile = SHAPE_FILES[name] ?? name;
  const shapes: Readonly<Record<string, unknown>> = shapeFile
    ? await import(new URL(`src/shapes/${shapeFile}.ts`, root).href)
    : {};
  const kinds = SETUPS.flatMap((setup) => capability.kinds?.(setup) ?? []);
  const declared = [...Object.values(shapes), ...kinds.map((kind) => ROW_KINDS[kind])];
  const stored = ALL_KINDS.filter((kind) => declared.includes(kind));
  const own = stored.filter((kind) => Object.values(shapes).includes(kind));
  const files = await readdir(new URL(path, root));
  const chapters = files.filter((file) => /^(?:decisions|threats)\.md$/.test(file)).sort();
  const filled = Object.keys(capability).filter((place) => !TOLD.has(place));
  const code = [...facts.sources].flatMap(([file, text]) => file.startsWith(`${path}/`) ? [text] : [])
    .join("\n").replace(/\btype \w+|\["\w+"\]/g, "");
  const names = (pattern: RegExp) =>
    [...new Set([...code.matchAll(pattern)].map(([, found = ""]) => found))].sort();
  const promised = shapeFile ? await readFile(new URL(`src/shapes/${shapeFile}.ts`, root), "utf8") : "";
  const texts = new Set(names(/"([\w-]+)"/g));
  const counted = new Set(names(/\bkind: ([^,;}]+)/g).flatMap((each) => each.match(/\w+/g) ?? []));
  const words = await wordsOf({ name, capability });
  return [
    `# ${toTitle(name)}`,
    `All that it adds, written by \`deno task print\`.` +
    (shapeFile
      ? ` Its ${declaredIn(own.length > 0, shape !== undefined)} are in \`src/shapes/${shapeFile}.ts\`.`
      : "") +
    (chapters.length
      ? ` Its ${chapters.map((file) => `${file.slice(0, -3)}: [${file}](${file})`).join("; its ")}.`
      : ""),
    ...list("In a config", [...optionsOf(capability), ...await subPathsOf(path)]),
    ...list("Functions", shape ? functionsOf(capability.name!, shape) : []),
    ...list("Endpoints", Object.keys(capability.routes ?? {}).map((endpoint) => toCode([endpoint]))),
    ...list(
      "Pages",
      (shape ? CAPABILITY_PAGES : []).filter((page) => texts.has(page)).map((page) => `\`pages.${page}\``),
    ),
    ...list("Cookies", [
      ...cookies.map((cookie) => `${toCode([toKebab(cookie)])}, \`cookies.${cookie}\``),
      ...names(/\bcookies\.(\w+)\b(?!\.name)/g).filter((each) => each in COOKIES && !cookies.includes(each))
        .map((cookie) => `\`cookies.${cookie}\`, which is there without it`),
    ]),
    ...list(
      "Rows",
      stored.map((kind) => tableOf(kind, own.includes(kind) ? "" : name)),
    ),
    ...list("Words", words.map(([group]) => `\`${group}\``)),
    ...list("Emails", words.flatMap(([, texts]) => mailsIn(texts)).map((mail) => toCode([mail]))),
    ...list("Limits", [
      ...Object.keys(RULES).filter((kind) => counted.has(kind) || path === "src/limits").map((kind) =>
        toCode([kind])
      ),
      ...Object.keys(MAILS).filter((about) => texts.has(about) || path === "src/limits").map((about) =>
        `mails about \`${about}\``
      ),
    ]),
    ...list(
      "Errors and warnings",
      facts.messages.filter((each) =>
        new RegExp(`\\b${each === "Configuration" ? "ConfigError" : each}\\b(?!-)`).test(code) ||
        promised.includes(`\`${each}\``) || /^MissingAdapter/.test(each) && code.includes("assertRows(")
      ).map((each) => toCode([each])),
    ),
    ...list(
      "Account data",
      facts.accountData.filter((field) => capability.account && field === capability.name).map((field) =>
        toCode([field])
      ),
    ),
    ...list(
      "Events",
      [
        ...names(/\bemit(?:\?\.)?\(\s*"(\w+)"/g),
        ...(code.includes("emitFailure(") ? ["signInFailure"] : []),
      ].map((event) => `\`events.${event}\``),
    ),
    ...list("Values of `done` and `error` in the URL of a page", [
      ...names(/\b(?:done: |[A-Z]+_(?:SHOWN|ON|OFF) = )"([\w-]+)"/g).map((done) => `\`done=${done}\``),
      ...names(/\berror: "((?!Configuration)\w+)"/g).map((error) => `\`error=${error}\``),
    ]),
    ...list("Places that it fills", filled.map((place) => `\`${place}\`: ${facts.places.get(place) ?? ""}`)),
    ...list("Elsewhere", files.includes("elsewhere.md") ? await readItems(`${path}/elsewhere.md`) : []),
    ...list(
      "Named elsewhere, by room",
      capability.name ? namesOf({ path, name, capability }, shapes, facts.sources) : [],
    ),
    "",
  ].join("\n\n");
}

/** How a config has it. */
function optionsOf({ name, type, options }: Capability): readonly string[] {
  if (name && options) {
    const written = name[0]!.toUpperCase() + name.slice(1);
    return [
      `\`${written}()\` in \`${type ? "providers" : "features"}\`, with ${toCode(Object.keys(options))}`,
    ];
  }
  return type ? [`providers of the type \`${type}\``] : [];
}

/** The groups of its messages, with their English texts. */
async function wordsOf({ name, capability }: Pick<Folder, "name" | "capability">) {
  const url = new URL(`src/messages/${name}s/en.ts`, root);
  const loaded = await capability.words?.() ?? (capability.levels ? (await import(url.href)).words : {});
  return Object.entries(loaded as object) as readonly (readonly [string, object])[];
}

/** A table, and its columns; of a table that others share, those that are named after the folder, or the version. */
function tableOf({ name: table, since, columns, version }: (typeof ALL_KINDS)[number], name: string): string {
  const all = Object.values(columns).map(({ column }) => column);
  const named = all.filter((column) => column.includes(name.replace(/s$/, "")));
  const needed = named.length ? named : all.filter((column) => column === version);
  // The columns of a kind that belongs to another capability stand there.
  const listed = needed.length ? `: ${toCode(needed)}` : "";
  return `table ${toCode([table])}, since version ${since} of the tables${listed}`;
}

/** The items of a list that is written by hand: what no list of the sources says. */
async function readItems(path: string): Promise<readonly string[]> {
  const text = await readFile(new URL(path, root), "utf8");
  return text.split(/^- /m).slice(1).map((item) => item.replace(/\s+/g, " ").trim());
}

/** The mails of a group: each has a subject. */
function mailsIn(texts: object): readonly string[] {
  return "subject" in texts
    ? ["signIn"]
    : Object.keys(texts).filter((key) =>
      "subject" in Object((texts as Readonly<Record<string, unknown>>)[key])
    );
}

function list(heading: string, items: readonly string[]): readonly string[] {
  return items.length ? [`## ${heading}`, items.map((item) => `- ${item}`).join("\n")] : [];
}

function functionsOf(
  group: string,
  { forms = {}, calls = [], reads = {}, outside = [] }: FunctionsShape,
): string[] {
  return [
    ...Object.entries(forms).map(([form, { action, hasProvider, page, begins, shows }]) =>
      `\`auth.${group}.${form}(form)\`, also in the browser: \`POST ${action}${
        hasProvider ? "/:provider" : ""
      }\`, of \`pages.${page}\`` +
      `${begins ? "; it leaves the session as it is" : ""}${shows ? `; shows \`${shows}\` once` : ""}`
    ),
    ...calls.map((call) =>
      `\`auth.${group}.${call}()\`${reads[call] ? `, also in the browser: \`GET ${reads[call]}\`` : ""}`
    ),
    ...outside.map((call) => `\`outside(config).${group}.${call}()\``),
  ];
}

/** The words in the names of a folder, where its own name has another meaning as well: an account is one at a provider, too. */
const STEMS: Readonly<Record<string, readonly string[]>> = {
  account_page: ["accountData", "accountPage", "accountPart", "accountSection"],
  profile: [
    "accountProfile",
    "changeProfile",
    "profileCalls",
    "profileFeature",
    "profileMessages",
    "profileOptions",
  ],
};

/** The names of a folder that stand in other rooms. */
function namesOf(
  { path: own, name, capability }: Folder,
  shapes: Readonly<Record<string, unknown>>,
  sources: ReadonlyMap<string, string>,
): readonly string[] {
  const stem = name.replace(/s$/, "").replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const stems = STEMS[name] ?? [stem, capability.name!.replace(/s$/, "")];
  const words = stems.map((each) => `\\w*[${each[0]!}${each[0]!.toUpperCase()}]${each.slice(1)}\\w*`);
  const known = new RegExp(`\\b(?:${[...words, ...Object.keys(shapes)].join("|")})\\b`, "g");
  const rooms = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    if (path.startsWith(`${own}/`) || path.startsWith("src/messages/")) continue;
    const room = path.split("/").slice(0, -1).join("/");
    for (const [found] of text.matchAll(known)) rooms.set(room, (rooms.get(room) ?? new Set()).add(found));
  }
  return [...rooms].sort().map(([room, names]) => `\`${room || "mod.ts"}\`: ${toCode([...names].sort())}`);
}

/** The modules of the package that come from a folder. */
async function subPathsOf(path: string): Promise<readonly string[]> {
  const { exports } = await readManifest();
  const found = await Promise.all(
    Object.entries(exports).map(async ([subPath, file]) => {
      const text = await readFile(fileURLToPath(new URL(file, root)), "utf8");
      const isOwn = file.startsWith("./src/entries/") && text.includes(`${path.slice(4)}/`);
      return isOwn ? [`\`@latchkey/auth${subPath.slice(1)}\``] : [];
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
