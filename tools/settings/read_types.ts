/**
 * Reads interfaces, their fields and their doc comments from sources.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import ts from "npm:typescript@5.9.3";
import { root } from "../exports.ts";
import { defaultOf, type Prose, toProse } from "./prose.ts";

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
  const read = await Promise.all(files.map(async (file) => {
    const text = await readFile(new URL(file, root), "utf8");
    const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return statements.flatMap((each) => {
      const type = toTypeDoc(each);
      return type ? [[`${file} ${type.name}`, { ...type, file }] as const] : [];
    });
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

function toTypeDoc(node: ts.Statement): Omit<TypeDoc, "file"> | null {
  if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) return null;
  const parts = ts.isInterfaceDeclaration(node)
    ? [node, ...node.heritageClauses?.flatMap(({ types }) => types) ?? []]
    : ts.isIntersectionTypeNode(node.type)
    ? node.type.types
    : [node.type];
  return {
    name: node.name.text,
    bases: parts.flatMap(baseOf),
    fields: parts.flatMap(toFields),
    ...toProse(node),
  };
}

function baseOf(part: ts.Node): readonly string[] {
  if (ts.isTypeReferenceNode(part)) return [part.typeName.getText()];
  return ts.isExpressionWithTypeArguments(part) ? [part.expression.getText()] : [];
}

function toFields(part: ts.Node): readonly Field[] {
  if (!ts.isInterfaceDeclaration(part) && !ts.isTypeLiteralNode(part)) return [];
  return part.members.flatMap((member) => {
    if (!member.name || ts.isSetAccessor(member)) return [];
    const prose = toProse(member);
    // A getter, `get user(): User`, reads like a property.
    const type = ts.isPropertySignature(member) || ts.isGetAccessor(member) ? member.type : undefined;
    return [{
      name: member.name.getText(),
      isOptional: member.questionToken !== undefined,
      isMethod: type === undefined,
      type: inOneLine(type?.getText() ?? textAfter(member.questionToken ?? member.name, member)),
      ...prose,
      ...defaultOf(prose.text),
    }];
  });
}

function textAfter(node: ts.Node, member: ts.Node): string {
  return member.getSourceFile().text.slice(node.getEnd(), member.getEnd()).replace(/[;,]$/, "");
}

/** The text of a type as the formatter writes it where it has room. */
function inOneLine(text: string): string {
  return text.replaceAll(/\/\*\*[^]*?\*\/|\/\/ .*$/gm, "").replaceAll(/\s+/g, " ").replaceAll(
    /,? ([)}])/g,
    " $1",
  )
    .replaceAll("( ", "(").replaceAll(" )", ")").replaceAll("; }", " }").replace(/^ ?\| /, "").trim();
}
