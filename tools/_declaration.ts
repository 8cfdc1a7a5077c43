/**
 * The declarations of public modules as text, as applications see them.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";

/** Sub-paths that hold the declaration of what several sub-paths export. */
export const FIRST: readonly string[] = ["./types", "./errors", "."];

/** The program of some modules, without the types of any platform. */
export function programOf(files: readonly string[]): ts.Program {
  return ts.createProgram(files, {
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    noLib: true,
    types: [],
  });
}

/** Returns the text of a declaration without bodies, values and private members. */
export function declarationText(node: ts.Declaration): string {
  if (ts.isFunctionDeclaration(node)) return headOf(node);
  if (ts.isClassDeclaration(node)) return classText(node);
  if (ts.isVariableDeclaration(node)) {
    const type = node.type?.getText();
    return type ? `const ${node.name.getText()}: ${type}` : `const ${node.getText()}`;
  }
  return withoutExport(node.getText());
}

function classText(node: ts.ClassDeclaration): string {
  const heritage = node.heritageClauses?.map((clause) => ` ${clause.getText()}`).join("") ?? "";
  const members = node.members.filter(isPublic).map((member) => {
    const comment = ts.getJSDocCommentsAndTags(member).map((each) => `  ${each.getText()}\n`).join("");
    return `${comment}  ${headOf(member)};`;
  });
  const parameters = node.typeParameters
    ? `<${node.typeParameters.map((each) => each.getText()).join(", ")}>`
    : "";
  return `class ${node.name!.text}${parameters}${heritage} {\n${members.join("\n")}\n}`;
}

function isPublic(member: ts.ClassElement): boolean {
  const isHidden = ts.getCombinedModifierFlags(member) &
    (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  return !isHidden && !(member.name && ts.isPrivateIdentifier(member.name));
}

/** The text up to the body of a function or the value of a field, unless that is its type. */
function headOf(node: ts.FunctionDeclaration | ts.ClassElement): string {
  const text = node.getSourceFile().text.slice(node.getStart(), endOfHead(node));
  return withoutExport(text.trim().replace(/\s*[=;]$/, ""));
}

function endOfHead(node: ts.FunctionDeclaration | ts.ClassElement): number {
  const { body, initializer } = node as { body?: ts.Node; initializer?: ts.Expression };
  const value = initializer && ts.isSatisfiesExpression(initializer) ? initializer.expression : initializer;
  if (value && ts.isStringLiteral(value)) return value.getEnd();
  return (body ?? value)?.getStart() ?? node.getEnd();
}

function withoutExport(text: string): string {
  return text.replace(/^export (?:default )?(?:declare )?/, "");
}
