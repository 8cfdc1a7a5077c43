/**
 * Writes the pages of the settings as Markdown.
 *
 * @module
 */

import { type Examples, toBlock } from "./examples.ts";
import { firstSentence, unitOf } from "./prose.ts";
import { type Field, fieldsOf, type Types } from "./read_types.ts";

/** A page. */
export interface Page {
  /** Name of the file in `docs/settings`. */
  readonly file: string;
  /** Its heading. */
  readonly title: string;
  /** Text below the heading. */
  readonly introduction: string;
  /** The types that it describes. */
  readonly sections: readonly Section[];
}

/** A type on a page: a section for each of its fields. */
export interface Section {
  /** Path of the file and name: `src/values/types.ts Theme`. */
  readonly type: string;
  /** Heading above the fields. Default: none. */
  readonly heading?: string;
  /** Text above the fields. Default: none. */
  readonly introduction?: string;
  /** Begins the headings of the fields. Default: nothing. */
  readonly prefix?: string;
  /** Name of the object with the examples. Without it, the type has a table instead of a section for each field. */
  readonly example?: string;
  /** Code before and after the example of a field, around the `…`: `Resend({ … })`. Default: the field alone. */
  readonly around?: string;
  /** The same for single fields. */
  readonly arounds?: Readonly<Record<string, string>>;
  /** Fields to begin with. Default: the order of the source. */
  readonly first?: readonly string[];
  /** Default of each field, where the type declares all of them and a config needs none. */
  readonly fallbacks?: string;
  /** Types in the place of type parameters. */
  readonly generics?: Readonly<Record<string, string>>;
  /** Fields that are described elsewhere. */
  readonly omit?: readonly string[];
  /** Types below a field: those of its options, of its parameters or of its result. */
  readonly below?: Readonly<Record<string, readonly Section[]>>;
}

/** Sources of the pages. */
export interface Sources {
  /** Types of `src/`. */
  readonly types: Types;
  /** Examples, by the name of their object and their field. */
  readonly examples: Examples;
  /** Where a type is described: name → page and anchor. */
  readonly places: ReadonlyMap<string, string>;
}

/** Writes a page. */
export function toMarkdown(page: Page, sources: Sources): string {
  const entries = page.sections.flatMap((section) => entriesOf(section, sources, 2));
  const listed = page.sections.flatMap((section) => section.example ? rowsOf(section, sources) : []);
  const parts = [
    "<!-- Written by `deno task print` from the doc comments in `src/`. -->",
    `# ${page.title}`,
    page.introduction,
    ...listed.length ? [overview(listed)] : [],
    ...entries,
  ];
  return parts.join("\n\n") + "\n";
}

/** Where each type of the pages is described. */
export function placesOf(pages: readonly Page[]): ReadonlyMap<string, string> {
  const all = pages.flatMap(({ file, sections }) =>
    sections.flatMap((section) => placesIn(section, null)).map(([name, anchor]) =>
      [name, `${file}#${anchor}`] as const
    )
  );
  return new Map(all.toReversed());
}

/** The address of a heading on its page, as GitHub makes it. */
export function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-");
}

/** The heading of a field. */
export function headingOf({ prefix = "" }: Section, { name }: Pick<Field, "name">): string {
  return `\`${prefix}${name}\``;
}

function placesIn(section: Section, parent: string | null): readonly (readonly [string, string])[] {
  const [, name = ""] = section.type.split(" ");
  const own = section.heading ?? parent;
  const below = Object.entries(section.below ?? {}).flatMap(([field, sections]) =>
    sections.flatMap((each) => placesIn(each, headingOf(section, { name: field })))
  );
  return [...own === null ? [] : [[name, slugOf(own)] as const], ...below];
}

/** The fields of a section, in its order. */
export function fieldsIn(section: Section, { types }: Pick<Sources, "types">): readonly Field[] {
  const type = types.get(section.type);
  if (!type) throw new Error(`Cannot write the settings of "${section.type}": the file exports no such type`);
  const { omit = [], first = [], fallbacks } = section;
  const rank = ({ name }: Field) => first.includes(name) ? first.indexOf(name) : first.length;
  return fieldsOf(types, type).filter(({ name }) => !omit.includes(name))
    .sort((a, b) => rank(a) - rank(b))
    .map((field) => {
      const isFilled = fallbacks !== undefined && !field.isOptional;
      const type = typeOf(field, section);
      return isFilled ? { ...field, type, isOptional: true, fallback: fallbacks } : { ...field, type };
    });
}

/** The type of a field, without type parameters, and without the `undefined` that each optional field allows. */
function typeOf({ type, isOptional, isMethod }: Field, { generics = {} }: Section): string {
  const concrete = type.replaceAll(
    /\b[A-Z]\w*\b/g,
    (name) => Object.hasOwn(generics, name) ? generics[name]! : name,
  );
  return isOptional && !isMethod ? concrete.replace(/ \| undefined$/, "") : concrete;
}

function entriesOf(section: Section, sources: Sources, level: number): readonly string[] {
  const { heading, introduction, example } = section;
  const above = [
    ...heading ? [`${"#".repeat(level)} ${heading}`] : [],
    ...introduction ? [introduction] : [],
    ...example ? [] : [fieldTable(fieldsIn(section, sources))],
  ];
  if (!example) return above;
  const depth = heading ? level + 1 : level;
  const fields = fieldsIn(section, sources);
  return [...above, ...fields.flatMap((field) => fieldParts(field, { section, sources, level: depth }))];
}

interface Context {
  readonly section: Section;
  readonly sources: Sources;
  readonly level: number;
}

function fieldParts(field: Field, { section, sources, level }: Context): readonly string[] {
  const example = sources.examples.get(`${section.example}.${field.name}`);
  const below = section.below?.[field.name] ?? [];
  const listed = below.flatMap((each) => each.example ? rowsOf(each, sources) : []);
  return [
    `${"#".repeat(level)} ${headingOf(section, field)}`,
    ...field.deprecated === null ? [] : [`Deprecated. ${field.deprecated}`],
    ...field.text ? [field.text] : [],
    factsOf(field, headingOf(section, field), sources),
    ...example
      ? ["```ts\n" + toBlock(example, section.arounds?.[field.name] ?? section.around) + "\n```"]
      : [],
    ...listed.length ? [overview(listed)] : [],
    ...below.flatMap((each) => entriesOf(each, sources, level + (each.heading ? 0 : 1))),
  ];
}

function factsOf(field: Field, heading: string, { places }: Sources): string {
  const links = namesIn(field.type).flatMap((name) => {
    const place = places.get(name);
    return place && !place.endsWith(`#${slugOf(heading)}`) ? [`[${name}](${place})`] : [];
  });
  const unit = /\bnumber\b/.test(field.type) ? unitOf(field.text) : null;
  return [
    `- Type: ${code(field.isMethod ? field.name + field.type : field.type)}`,
    ...links.length ? [`- See ${links.join(", ")}`] : [],
    ...unit ? [`- Unit: ${unit}`] : [],
    ...field.deprecated === null ? [needOf(field)] : [],
    ...field.returns ? [`- Returns: ${field.returns}`] : [],
  ].join("\n");
}

function needOf({ isOptional, fallback }: Field): string {
  return isOptional || fallback ? `- Default: ${fallback ?? "none"}` : "- Required";
}

function namesIn(type: string): readonly string[] {
  return [...new Set([...type.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name))];
}

function overview(rows: readonly string[]): string {
  return ["| Field | Meaning | Default |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The rows of an overview. */
function rowsOf(section: Section, sources: Sources): readonly string[] {
  return fieldsIn(section, sources).map((field) => {
    const heading = headingOf(section, field);
    const { text, deprecated, isOptional, fallback } = field;
    const meaning = deprecated === null ? firstSentence(text) : `Deprecated. ${firstSentence(deprecated)}`;
    return row([`[${heading}](#${slugOf(heading)})`, meaning, isOptional ? fallback ?? "none" : "required"]);
  });
}

function fieldTable(fields: readonly Field[]): string {
  const rows = fields.map((field) => {
    const { name, type, isOptional, text, fallback, deprecated } = field;
    const meaning = [deprecated && `Deprecated. ${deprecated}`, text, fallback && `Default: ${fallback}.`];
    return row([`\`${name}${isOptional ? "?" : ""}\``, code(type), meaning.filter(Boolean).join(" ")]);
  });
  return ["| Field | Type | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Code in a line. A type that contains a backtick needs two around it. */
function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
