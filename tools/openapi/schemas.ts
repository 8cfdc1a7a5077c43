/**
 * JSON Schemas of types in the sources: what answers and forms of the endpoints have.
 *
 * @see {@link https://json-schema.org/draft/2020-12/json-schema-core | JSON Schema, draft 2020-12}
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import ts from "npm:typescript@5.9.3";
import { root } from "../exports.ts";
import { defaultOf, toProse } from "../settings/prose.ts";

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** The folders and files whose types answers and forms have. */
const SOURCES = ["src/shapes/", "src/values/", "src/model/provider.ts"];

/** Types that are another one. */
const SAME: Readonly<Record<string, string>> = { 'ProviderConfig["type"]': "ProviderType" };

/** Makes schemas from types. */
export interface Schemas {
  /** Returns a schema that refers to a type. @throws {TypeError} if the sources have no such type. */
  ref(name: string): Schema;
  /** Returns the fields of a type, with those that it extends, and which of them are required. */
  fieldsOf(
    name: string,
  ): { readonly properties: Readonly<Record<string, Schema>>; readonly required: string[] };
  /** Returns the type in angle brackets of a field: `SignUpForm` of `signUp: OwnForm<SignUpForm>`. */
  argumentOf(name: string, field: string): string;
  /** Adds a schema. Returns one that refers to it. */
  add(name: string, schema: Schema): Schema;
  /** The schemas that were added or referred to so far, by their names. */
  all(): Readonly<Record<string, Schema>>;
}

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** Reads the sources. */
export async function readSchemas(): Promise<Schemas> {
  const types = await readDeclarations();
  const made = new Map<string, Schema | null>();
  const find = (name: string): Declaration => {
    const type = types.get(name);
    if (!type) throw new TypeError(`No type ${name} in ${SOURCES.join(", ")}`);
    return type;
  };

  function ref(name: string): Schema {
    if (!made.has(name)) {
      made.set(name, null);
      const type = find(name);
      const schema = ts.isInterfaceDeclaration(type) ? toObject(type) : toSchema(type.type);
      made.set(name, { ...described(type), ...schema });
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function fieldsOf(name: string): ReturnType<Schemas["fieldsOf"]> {
    const type = find(name);
    if (!ts.isInterfaceDeclaration(type)) throw new TypeError(`${name} is no interface`);
    const bases = (type.heritageClauses ?? []).flatMap(({ types }) => types)
      .map(({ expression }) => fieldsOf(expression.getText()));
    const own = toFields(type.members);
    return {
      properties: Object.assign({}, ...bases.map(({ properties }) => properties), own.properties),
      required: [...bases.flatMap(({ required }) => required), ...own.required],
    };
  }

  function toObject(type: ts.InterfaceDeclaration): Schema {
    return { type: "object", ...fieldsOf(type.name.text) };
  }

  function toFields(members: ts.NodeArray<ts.TypeElement>): ReturnType<Schemas["fieldsOf"]> {
    const fields = members.filter(ts.isPropertySignature);
    return {
      properties: Object.fromEntries(
        fields.map((field) => [field.name.getText(), { ...described(field), ...toSchema(field.type!) }]),
      ),
      required: fields.filter(({ questionToken }) => !questionToken).map(({ name }) => name.getText()),
    };
  }

  function toSchema(type: ts.TypeNode): Schema {
    if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type)) return toSchema(type.type);
    if (ts.isArrayTypeNode(type)) return { type: "array", items: toSchema(type.elementType) };
    if (ts.isTypeLiteralNode(type)) return { type: "object", ...toFields(type.members) };
    if (type.getText() === "null") return { type: "null" };
    if (ts.isLiteralTypeNode(type)) return { const: JSON.parse(type.getText()) };
    if (ts.isUnionTypeNode(type)) return toUnion(type.types);
    if (ts.isTypeReferenceNode(type)) return toReferred(type);
    const primitive = type.getText();
    if (primitive in SAME) return ref(SAME[primitive]!);
    if (["string", "number", "boolean"].includes(primitive)) return { type: primitive };
    throw new TypeError(`No JSON Schema for the type ${primitive}`);
  }

  function toReferred(type: ts.TypeReferenceNode): Schema {
    const [name, args] = [type.typeName.getText(), type.typeArguments ?? []];
    if (name === "Readonly") return toSchema(args[0]!);
    if (name === "Record") return { type: "object", additionalProperties: toSchema(args[1]!) };
    return ref(name);
  }

  /** Texts are a list of values. A text that may be missing has two types. */
  function toUnion(types: readonly ts.TypeNode[]): Schema {
    const parts = types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword).map(toSchema);
    if (parts.length === 1) return parts[0]!;
    if (parts.every((part) => "const" in part)) return { enum: parts.map((part) => part.const) };
    const isSimple = parts.every((part) => typeof part.type === "string" && Object.keys(part).length === 1);
    return isSimple ? { type: parts.map(({ type }) => type) } : { anyOf: parts };
  }

  function argumentOf(name: string, field: string): string {
    const type = find(name);
    const members = ts.isInterfaceDeclaration(type) ? [...type.members] : [];
    const found = members.find((each) => each.name?.getText() === field);
    const [, argument] = /<(\w+)/.exec(found?.getText() ?? "") ?? [];
    if (!argument) throw new TypeError(`${name} has no field ${field} with a type in angle brackets`);
    return argument;
  }

  return {
    ref,
    fieldsOf,
    argumentOf,
    add(name, schema) {
      made.set(name, schema);
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => Object.fromEntries([...made].sort(([a], [b]) => a < b ? -1 : 1)) as Record<string, Schema>,
  };
}

/** The text of a doc comment, as a description. */
function described(node: ts.Node): { readonly description?: string } {
  const { text: whole } = toProse(node);
  const { text: rest, fallback } = defaultOf(whole);
  const text = fallback?.startsWith("none") ? rest : whole;
  return text ? { description: text.replaceAll(/\{@link (\S+?)(?: ?\| ?([^}]+))?\}/g, "$2 ($1)") } : {};
}

async function readDeclarations(): Promise<ReadonlyMap<string, Declaration>> {
  const files = await Promise.all(SOURCES.map(async (path) => {
    if (path.endsWith(".ts")) return [path];
    return (await readdir(new URL(path, root))).filter((name) => name.endsWith(".ts")).map((name) =>
      path + name
    );
  }));
  const read = await Promise.all(
    files.flat().map(async (file) => {
      const text = await readFile(new URL(file, root), "utf8");
      const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      return statements.filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));
    }),
  );
  return new Map(read.flat().map((type) => [type.name.text, type]));
}
