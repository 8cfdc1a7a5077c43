/**
 * Reads interfaces, their fields and their doc comments with `deno doc --json`.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { root } from "../exports.ts";
import { type Comment, defaultOf, type Prose, toProse } from "./prose.ts";

/** A field or a method of an interface. */
export interface Field extends Prose {
  /** Its name; in brackets if it is a symbol. */
  readonly name: string;
  /** Whether a value may be left out. */
  readonly isOptional: boolean;
  /** Whether it is declared as a method. */
  readonly isMethod: boolean;
  /** Its type as in the source, in one line. That of a method begins with the parameters. */
  readonly type: string;
  /** Default, as the doc comment says it; `null` if it says none. */
  readonly fallback: string | null;
}

/** An interface, or a type with fields of its own. */
export interface TypeDoc extends Prose {
  /** Its name. */
  readonly name: string;
  /** Path of its file. */
  readonly file: string;
  /** The types that it extends. */
  readonly bases: readonly string[];
  /** Its own fields, in the order of the source. */
  readonly fields: readonly Field[];
}

/** Types, by path of their file and their name: `src/values/types.ts User`. */
export type Types = ReadonlyMap<string, TypeDoc>;

/** Reads the types that files export. */
export async function readTypes(files: readonly string[]): Promise<Types> {
  const args = ["doc", "--json", ...files];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: root }).output();
  if (!success) throw new Error(`Cannot read the types: ${new TextDecoder().decode(stderr)}`);
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout)) as Output;
  const read = await Promise.all(files.map(async (file) => {
    const source = await readFile(new URL(file, root), "utf8");
    const { href } = new URL(file, root);
    return nodes[href]!.symbols.flatMap(({ name, declarations }) =>
      declarations.filter(({ location }) => location.filename === href).flatMap((each) => {
        const type = toTypeDoc(name, each, source);
        return type ? [[`${file} ${name}`, { ...type, file }] as const] : [];
      })
    );
  }));
  return new Map(read.flat());
}

/** Finds a type by name: in a file, or in any other. */
export function findType(types: Types, name: string, file: string): TypeDoc | undefined {
  return types.get(`${file} ${name}`) ?? [...types.values()].find((type) => type.name === name);
}

/** The fields of a type, and of those that it extends. */
export function fieldsOf(types: Types, type: TypeDoc): readonly Field[] {
  const inherited = type.bases.flatMap((base) => {
    const found = findType(types, base, type.file);
    return found ? fieldsOf(types, found) : [];
  });
  const own = new Set(type.fields.map(({ name }) => name));
  return [...inherited.filter(({ name }) => !own.has(name)), ...type.fields];
}

interface Output {
  readonly nodes: Readonly<Record<string, { readonly symbols: readonly Symbol[] }>>;
}

interface Symbol {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

interface Declaration {
  readonly kind: string;
  readonly location: Location & { readonly filename: string };
  readonly jsDoc?: Comment;
  readonly def?: Members & {
    readonly extends?: readonly { readonly repr: string }[];
    readonly tsType?: Type;
  };
}

interface Members {
  readonly properties?: readonly Member[];
  readonly methods?: readonly Member[];
}

interface Member {
  readonly name: string;
  readonly kind?: string;
  readonly jsDoc?: Comment;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly location: Location;
}

interface Location {
  /** From 0, as `col`. */
  readonly line: number;
  readonly col: number;
}

interface Type {
  readonly kind: string;
  readonly repr?: string;
  readonly value?: unknown;
}

function toTypeDoc(name: string, { kind, jsDoc, def }: Declaration, source: string) {
  if (kind === "interface") {
    const bases = def!.extends?.map(({ repr }) => repr) ?? [];
    return { name, bases, fields: toFields(def!, source), ...toProse(jsDoc) };
  }
  if (kind !== "typeAlias" || !def?.tsType) return null;
  const parts = def.tsType.kind === "intersection" ? def.tsType.value as readonly Type[] : [def.tsType];
  const bases = parts.flatMap(({ kind, repr }) => kind === "typeRef" && repr ? [repr] : []);
  const literals = parts.filter((part) => part.kind === "typeLiteral");
  const fields = literals.flatMap(({ value }) => toFields(value as Members, source));
  return { name, bases, fields, ...toProse(jsDoc) };
}

function toFields({ properties = [], methods = [] }: Members, source: string): readonly Field[] {
  const members = [
    ...properties.map((member) => ({ member, isMethod: false })),
    // A getter, `get user(): User`, reads like a property.
    ...methods.filter(({ kind }) => kind !== "setter")
      .map((member) => ({ member, isMethod: member.kind !== "getter" })),
  ];
  return members.sort((a, b) => a.member.location.line - b.member.location.line)
    .map(({ member, isMethod }) => {
      const prose = toProse(member.jsDoc);
      return {
        name: member.computed ? `[${member.name}]` : member.name,
        isOptional: member.optional ?? false,
        isMethod,
        type: typeAt(source, member.location, isMethod),
        ...prose,
        ...defaultOf(prose.text),
      };
    });
}

/** The text of the type of the member that begins at a place of a source. */
function typeAt(source: string, { line, col }: Location, isMethod: boolean): string {
  const text = source.split("\n").slice(line).join("\n").slice(col);
  const rest = text.replaceAll(/\/\*\*[^]*?\*\/|\/\/ .*$/gm, "");
  let depth = 0;
  let end = 0;
  for (; depth > 0 || rest[end] !== ";"; end++) {
    if ("([{".includes(rest[end]!)) depth++;
    if (")]}".includes(rest[end]!)) depth--;
  }
  const member = rest.slice(0, end).replaceAll(/\s+/g, " ").replaceAll(/,? ([)}])/g, " $1")
    .replaceAll("( ", "(").replaceAll(" )", ")").replaceAll("; }", " }").replaceAll(/^readonly /g, "");
  const [name] = /^(?:\[\w+\]|\w+)\??/.exec(member) ?? [];
  if (name === undefined) throw new Error(`Cannot read the name of "${member.slice(0, 80)}"`);
  const type = member.slice(name.length);
  return (isMethod ? type : type.replace(/^(?: \w+\(\))?: (?:\| )?/, "")).trim();
}
