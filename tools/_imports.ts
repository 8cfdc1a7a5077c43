/**
 * The imports of a module, and the circles of imports.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";
import { lineOf } from "./_syntax.ts";

/** Something that a module imports. */
export interface Import {
  /** As written; `?` if it is computed. */
  readonly specifier: string;
  /** Line, from 1. */
  readonly line: number;
  /** Whether it is `import()`. */
  readonly lazy: boolean;
  /** Whether it is of types alone, and so gone at run time. */
  readonly isType: boolean;
}

/** The import that a node is, if it is one. */
export function importOf(node: ts.Node, source: ts.SourceFile): Import[] {
  // The scanner has to look for the beginning of a node: of the few that are imports alone.
  const at = () => lineOf(node, source);
  if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) {
    const isType = ts.isImportDeclaration(node) ? isTypeImport(node) : isTypeExport(node);
    return [{ specifier: (node.moduleSpecifier as ts.StringLiteral).text, line: at(), lazy: false, isType }];
  }
  if (ts.isImportTypeNode(node)) {
    const specifier = ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)
      ? node.argument.literal.text
      : "?";
    return [{ specifier, line: at(), lazy: false, isType: true }];
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    const specifier = argument && ts.isStringLiteralLike(argument) ? argument.text : "?";
    return [{ specifier, line: at(), lazy: true, isType: false }];
  }
  return [];
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.isTypeOnly) return true;
  const { name, namedBindings } = importClause;
  return !name && !!namedBindings && ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly);
}

function isTypeExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly) return true;
  return !!exportClause && ts.isNamedExports(exportClause) && exportClause.elements.length > 0 &&
    exportClause.elements.every((element) => element.isTypeOnly);
}

/** Path of a module that another one imports by a relative path. */
export function resolve(path: string, specifier: string): string {
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

/** A module, as far as its imports go. */
interface Importer {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly types: readonly Import[];
}

/** Modules that import each other, types included, each circle once. Those of tests and tools are free. */
export function circles(modules: ReadonlyMap<string, Importer>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) found.push(`${path}: imports itself: ${[...way.slice(start), path].join(" → ")}`);
    const module = modules.get(path);
    if (start >= 0 || done.has(path) || !module || !/^(src\/|mod\.ts$)/.test(path)) return;
    const targets = [...module.imports, ...module.types].filter(({ specifier }) => specifier.startsWith("."));
    const others = targets.map(({ specifier }) => resolve(path, specifier)).filter((each) => each !== path);
    for (const other of others) walk(other, [...way, path]);
    done.add(path);
  };
  for (const path of modules.keys()) walk(path, []);
  return found;
}
