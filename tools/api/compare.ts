/**
 * Compares two public interfaces, and asks that the changelog names each difference.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";
import type { Export } from "./export.ts";
import { declaredName } from "./text.ts";

/** A difference that users see. */
export interface Difference {
  /** What is changed or removed may stop an application from compiling. */
  readonly kind: "added" | "changed" | "removed";
  /** What differs: `AuthConfig.languages`. */
  readonly what: string;
  /** A sub-path in which it differs: `./types`. */
  readonly path: string;
  /** Names in code by which a line of the changelog can call it. The first is the plainest. */
  readonly names: readonly string[];
}

/** Headings of the changelog below which a difference may stand. The writer of a new field may know that it breaks. */
const HEADINGS: Readonly<Record<Difference["kind"], readonly string[]>> = {
  added: ["Added", "Changed"],
  changed: ["Changed", "Removed"],
  removed: ["Removed", "Changed"],
};

/** Lists the differences between two interfaces. What several sub-paths export is one. */
export function compareExports(before: readonly Export[], now: readonly Export[]): readonly Difference[] {
  const [old, current] = [
    declarationsOf(withoutNames(before, now)),
    declarationsOf(withoutNames(now, before)),
  ];
  const keys = [...new Set([...old.keys(), ...current.keys()])];
  const found = keys.flatMap((key) => {
    const [first, second] = [old.get(key), current.get(key)];
    if (first && second) return changesOf(first, second);
    if (second) return [presence("added", second, before)];
    return first ? [presence("removed", first, now)] : [];
  });
  return [...new Map(found.toReversed().map((each) => [`${each.kind} ${each.what}`, each])).values()]
    .toReversed();
}

/** Whether the first version is still to come: a changelog then says what the library does, and lists no differences. */
export function isBeforeFirstRelease(changelog: string): boolean {
  const versions = changelog.match(/^## .*$/gm) ?? [];
  return versions.length === 1 && /^## \[\d+\.\d+\.\d+\] - Unreleased$/.test(versions[0] ?? "");
}

/** For each difference that the section "Unreleased" of a changelog does not name below its heading: what to write. */
export function adviceFor(differences: readonly Difference[], changelog: string): readonly string[] {
  if (isBeforeFirstRelease(changelog)) return [];
  const sections = sectionsOf(changelog);
  return differences.flatMap(({ kind, what, path, names }) => {
    const items = HEADINGS[kind].flatMap((heading) => sections.get(heading)?.split(/^- /m).slice(1) ?? []);
    const spans = items.flatMap((item) => codeIn(kind === "removed" ? beginningOf(item) : item));
    if (names.some((name) => spans.some((span) => isNamed(name, span)))) return [];
    const where = kind === "removed" ? "at the beginning of a line" : "in a line";
    return [`${kind}: ${what} of ${path}: name \`${names[0]}\` ${where} below "### ${HEADINGS[kind][0]}"`];
  });
}

/** Writes out, within its sub-path, each plain name of a type that the other interface lacks: the type stays the same. */
function withoutNames(exports: readonly Export[], others: readonly Export[]): readonly Export[] {
  const known = new Set(others.map(({ path, name }) => `${path} ${name}`));
  const aliases = exports.flatMap(({ path, name, text }) => {
    const [, type] = /^type \w+ = (\w+(?:<\w+>)?);$/.exec(text) ?? [];
    return type && !known.has(`${path} ${name}`) ? [{ path, name, type }] : [];
  });
  return exports.map((each) => ({
    ...each,
    text: aliases.filter(({ path, name }) => path === each.path && name !== each.name).reduce(
      (text, { name, type }) => text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), type),
      each.text,
    ),
  }));
}

/** Replaces each reference to another export by what that one declares. */
function declarationsOf(exports: readonly Export[]): ReadonlyMap<string, Export> {
  const all = new Map(exports.map((each) => [`${each.path} ${each.name}`, each]));
  return new Map([...all].map(([key, each]) => {
    const [, type = "", home, name = each.name] = /^(type )?from (\S+)(?: (\S+))?$/.exec(each.text) ?? [];
    const [, same] = /^= (\S+)$/.exec(each.text) ?? [];
    const target = home ? all.get(`${home} ${name}`) : same ? all.get(`${each.path} ${same}`) : each;
    if (!target) throw new Error(`Cannot find what "${each.name}" of "${each.path}" is: ${each.text}`);
    return [key, { ...each, text: (type ? "type only: " : "") + target.text }];
  }));
}

/** An export that only one of the interfaces has. Where the other one lacks the whole sub-path, that can be named too. */
function presence(
  kind: "added" | "removed",
  { path, name, text }: Export,
  others: readonly Export[],
): Difference {
  const what = name === "default" ? declaredName(text) ?? name : name;
  const isWhole = !others.some((each) => each.path === path);
  return { kind, what, path, names: isWhole ? [path, what] : [what] };
}

function changesOf(before: Export, { path, name, text }: Export): readonly Difference[] {
  if (before.text === text) return [];
  const what = name === "default" ? declaredName(text) ?? name : name;
  const statements = [statementsOf(before.text), statementsOf(text)] as const;
  const [old, current] = statements.map(shapeOf);
  if (!old || old.rest !== current?.rest) {
    return [{ kind: kindOfChange(...statements), what, path, names: [what] }];
  }
  const members = [...new Set([...old.members.keys(), ...current.members.keys()])];
  return members.flatMap((member) => {
    const kind = kindOf(old.members.get(member), current.members.get(member));
    return kind ? [{ kind, what: `${what}.${member}`, path, names: [member, what] }] : [];
  });
}

/** An application can go on without a new member, unless it makes values of the type. */
function kindOf(old: Member | undefined, current: Member | undefined): Difference["kind"] | null {
  if (!current) return "removed";
  if (!old) return current.isRequired ? "changed" : "added";
  const isSame = textOf(old.declarations) === textOf(current.declarations);
  return isSame ? null : kindOfChange(old.declarations, current.declarations);
}

/** An application can go on without a new overload, and without a new parameter that may be left out. */
function kindOfChange(old: readonly ts.Node[], current: readonly ts.Node[]): "added" | "changed" {
  const texts = current.map((node) => node.getText());
  const [[first], [second]] = [old, current];
  const isAddition = old.length < current.length
    ? old.every((node) => isCallable(node) && texts.includes(node.getText()))
    : old.length === 1 && current.length === 1 && isExtended(first, second);
  return isAddition ? "added" : "changed";
}

function isExtended(old: ts.Node | undefined, current: ts.Node | undefined): boolean {
  if (!old || !current || !isCallable(old) || !isCallable(current)) return false;
  const added = current.parameters.slice(old.parameters.length);
  return added.length > 0 && added.every((each) => each.questionToken ?? each.dotDotDotToken) &&
    withoutPart(old, old.parameters) === withoutPart(current, current.parameters) &&
    old.parameters.every((each, i) => each.getText() === current.parameters[i]?.getText());
}

function isCallable(
  node: ts.Node,
): node is ts.FunctionDeclaration | ts.MethodSignature | ts.MethodDeclaration | ts.ConstructorDeclaration {
  return ts.isFunctionDeclaration(node) || ts.isMethodSignature(node) || ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node);
}

/** The text of a node without a list in it. */
function withoutPart(node: ts.Node, list: ts.NodeArray<ts.Node>): string {
  const { text } = node.getSourceFile();
  return text.slice(node.getStart(), list.pos) + text.slice(list.end, node.getEnd());
}

function textOf(nodes: readonly ts.Node[]): string {
  return nodes.map((node) => node.getText()).join("\n");
}

function statementsOf(text: string): readonly ts.Statement[] {
  return [...ts.createSourceFile("declaration.ts", text, ts.ScriptTarget.Latest, true).statements];
}

interface Member {
  /** More than one with overloads. */
  readonly declarations: readonly (ts.TypeElement | ts.ClassElement)[];
  /** Whether a value without it does not have the type. Applications make no values of a class but by its constructor. */
  readonly isRequired: boolean;
}

/** A type with members. */
interface Shape {
  readonly members: ReadonlyMap<string, Member>;
  /** Its text without them. */
  readonly rest: string;
}

function shapeOf([statement, ...others]: readonly ts.Statement[]): Shape | null {
  const type = statement && typeWithMembers(statement);
  if (!type || others.length) return null;
  const groups = Map.groupBy<string, ts.TypeElement | ts.ClassElement>(type.members, nameOf);
  const members = [...groups].map(([name, all]) =>
    [name, {
      declarations: all,
      isRequired: !ts.isClassDeclaration(type) && all.some((each) => !isOptional(each)),
    }] as const
  );
  return {
    members: new Map(members),
    rest: withoutPart(statement, type.members),
  };
}

function typeWithMembers(
  statement: ts.Statement,
): ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeLiteralNode | undefined {
  if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) return statement;
  if (!ts.isTypeAliasDeclaration(statement)) return undefined;
  const { type } = statement;
  return (ts.isIntersectionTypeNode(type) ? [...type.types] : [type]).find(ts.isTypeLiteralNode);
}

function nameOf(member: ts.TypeElement | ts.ClassElement): string {
  if (member.name) return member.name.getText();
  return ts.isConstructorDeclaration(member) ? "constructor" : member.getText();
}

function isOptional(member: ts.TypeElement | ts.ClassElement): boolean {
  return (ts.isPropertySignature(member) || ts.isMethodSignature(member)) && Boolean(member.questionToken);
}

/** The parts of the section "Unreleased", by their headings. */
function sectionsOf(changelog: string): ReadonlyMap<string, string> {
  const [, unreleased = ""] = /^## \[Unreleased\]\n([^]*?)(?=^## \[|$(?![^]))/m.exec(changelog) ?? [];
  return new Map(
    unreleased.split(/^### /m).slice(1).map((part) => [part.split("\n")[0]?.trim() ?? "", part]),
  );
}

/** The part of an item that says what it is about. Others often name what an application still has. */
function beginningOf(item: string): string {
  return item.split(/[.:;](?=\s|$)/)[0] ?? "";
}

function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code ?? []);
}

/** Whether a piece of code has a name as a word of its own, or ends with a sub-path. */
function isNamed(name: string, code: string): boolean {
  if (name.startsWith("./")) return code.endsWith(name.slice(1));
  const word = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w$/-])${word}(?![\\w$/-])`).test(code);
}
