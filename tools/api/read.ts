/**
 * Reads the public interface from the sources: each export of each sub-path, with its declarations.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import ts from "npm:typescript@5.9.3";
import { declarationText, FIRST, programOf } from "../_declaration.ts";
import { readManifest, root } from "../exports.ts";
import { type Export, isProvider } from "./export.ts";

/** An export before it is known which sub-path holds its declaration. */
interface Found {
  readonly path: string;
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** Whether applications can import the type of a value, and not the value. */
  readonly isTypeOnly: boolean;
}

/** Reads all exports: by sub-path, and by name. */
export async function readExports(): Promise<readonly Export[]> {
  const { exports } = await readManifest();
  const rows = Object.entries(exports).toSorted(([a], [b]) => compare(a, b));
  const files = new Map(rows.map(([path, file]) => [path, fileURLToPath(new URL(file, root))]));
  const program = programOf([...files.values()]);
  const found = [...files].flatMap(([path, file]) => exportsOf(program, path, file));
  const homes = new Map(
    [...Map.groupBy(found, ({ symbol }) => symbol)].map(([symbol, all]) => [symbol, homeOf(all)]),
  );
  const printer = ts.createPrinter({ removeComments: true });
  return found.map((each) => ({ path: each.path, name: each.name, text: textOf(each, homes, printer) }));
}

function exportsOf(program: ts.Program, path: string, file: string): readonly Found[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`Cannot read the exports of "${path}": ${file} is not a module`);
  return checker.getExportsOfModule(module).toSorted((a, b) => compare(a.name, b.name)).map((exported) => {
    const isAlias = exported.flags & ts.SymbolFlags.Alias;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    if (!symbol.declarations) {
      throw new Error(`Cannot read "${exported.name}" of "${path}": it is declared nowhere`);
    }
    const isTypeOnly = Boolean(symbol.flags & ts.SymbolFlags.Value) &&
      (exported.declarations ?? []).some(ts.isTypeOnlyExportDeclaration);
    return { path, name: exported.name, symbol, isTypeOnly };
  });
}

/** The export that holds the declaration: by its own name, with its value, in the sub-path that comes first. */
function homeOf(all: readonly Found[]): Found {
  const rank = ({ path, name, symbol, isTypeOnly }: Found) =>
    (name === symbol.name ? 0 : 100) + (isTypeOnly ? 10 : 0) + (FIRST.indexOf(path) + 1 || 9);
  return all.toSorted((a, b) => rank(a) - rank(b))[0]!;
}

function textOf(
  { path, name, symbol, isTypeOnly }: Found,
  homes: ReadonlyMap<ts.Symbol, Found>,
  printer: ts.Printer,
): string {
  const home = homes.get(symbol);
  if (home && home.path !== path) {
    return `${isTypeOnly ? "type " : ""}from ${home.path}${home.name === name ? "" : ` ${home.name}`}`;
  }
  if (home && home.name !== name) return `= ${home.name}`;
  const declarations = symbol.declarations ?? [];
  const overloads = declarations.filter((each) => ts.isFunctionDeclaration(each) && !each.body);
  const texts = (overloads.length ? overloads : declarations).map((each) =>
    toPlain(declarationText(each), printer)
  );
  const text = (isTypeOnly ? "type only: " : "") + texts.join("\n");
  return isProvider(path) ? text.replaceAll(/\n +|\n(?=[}\])])/g, " ") : text;
}

/** A declaration without its comments and what callers cannot see, indented by two spaces. */
function toPlain(text: string, printer: ts.Printer): string {
  const file = ts.createSourceFile("declaration.ts", text, ts.ScriptTarget.Latest, true);
  const { transformed: [plain = file] } = ts.transform(file, [(context) => (node) => visit(node, context)]);
  return printer.printFile(plain).trim()
    .replaceAll(/^(?: {4})+/gm, (space) => "  ".repeat(space.length / 4))
    .replace(/^async /, "")
    .replaceAll(/^( +(?:static )?)(?:override|declare|async) /gm, "$1");
}

/** Callers see whether a parameter may be left out, and not how the function names its parts. */
function visit<T extends ts.Node>(node: T, context: ts.TransformationContext): T {
  return ts.visitEachChild(node, (child) => {
    const visited = visit(child, context);
    if (ts.isTupleTypeNode(visited)) return ts.setEmitFlags(visited, ts.EmitFlags.SingleLine);
    return ts.isParameter(visited) ? toPlainParameter(visited) : visited;
  }, context);
}

function toPlainParameter(node: ts.ParameterDeclaration): ts.ParameterDeclaration {
  if (!node.type) return node;
  const { modifiers, dotDotDotToken, type } = node;
  const name = ts.isIdentifier(node.name) ? node.name : "options";
  const isOptional = node.questionToken ?? node.initializer;
  const question = isOptional && ts.factory.createToken(ts.SyntaxKind.QuestionToken);
  return ts.factory.createParameterDeclaration(modifiers, dotDotDotToken, name, question, type);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
