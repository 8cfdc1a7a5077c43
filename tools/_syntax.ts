/**
 * Questions about the syntax of a source, for the rules of the house.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";

/** A node and all that is in it. */
export function descendants(node: ts.Node): ts.Node[] {
  const found = [node];
  // An array that grows is walked to its end.
  for (const each of found) {
    each.forEachChild((child) => {
      found.push(child);
    });
  }
  return found;
}

/** Line of a node, from 1. */
export function lineOf(node: ts.Node, source: ts.SourceFile): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** Whether an identifier reads a variable: not a property's name, a declaration or a type. */
export function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) {
    return parent.expression === node || parent.expression.getText() === "globalThis";
  }
  if (ts.isBindingElement(parent)) return isGlobalThisPattern(parent);
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node;
  return ts.isExpression(parent) || ts.isReturnStatement(parent) || ts.isExpressionStatement(parent) ||
    ts.isIfStatement(parent) || ts.isTemplateSpan(parent) || ts.isForOfStatement(parent);
}

/** `const { process } = globalThis`. */
function isGlobalThisPattern(element: ts.BindingElement): boolean {
  const declaration = element.parent.parent;
  return ts.isVariableDeclaration(declaration) &&
    /^globalThis\b/.test(declaration.initializer?.getText() ?? "");
}

/** Whether a parameter or variable around an identifier has its name. */
export function isBound(node: ts.Identifier): boolean {
  for (let scope: ts.Node | undefined = node.parent; scope; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some(({ name }) => binds(name, node.text))) return true;
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    const variables = scope.statements.filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .filter(({ initializer }) => !/^globalThis\b/.test(initializer?.getText() ?? ""));
    if (variables.some(({ name }) => binds(name, node.text))) return true;
    if (scope.statements.some((s) => ts.isFunctionDeclaration(s) && s.name?.text === node.text)) return true;
  }
  return false;
}

function binds(name: ts.BindingName, text: string): boolean {
  if (ts.isIdentifier(name)) return name.text === text;
  return name.elements.some((element) => ts.isBindingElement(element) && binds(element.name, text));
}

/** What an assignment or a `delete` changes. */
export function changedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isDeleteExpression(node)) return node.expression;
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? node.left
    : undefined;
}

/** Whether a node runs when a function is called, and not when its module is loaded. */
export function isInFunction(node: ts.Node): boolean {
  return ts.findAncestor(node.parent, ts.isFunctionLike) !== undefined;
}

/** Whether a node is the name of a test, and is not written out. */
export function isComposedName(node: ts.Node): boolean {
  const { parent } = node;
  return (ts.isTemplateExpression(node) || ts.isBinaryExpression(node)) && ts.isCallExpression(parent) &&
    parent.arguments[0] === node && /^(t\.)?test$/.test(parent.expression.getText());
}

/** How many words stand together in one of the texts that a name is composed of. */
export function longestRun(name: ts.Node): number {
  const texts = descendants(name).flatMap((node) =>
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
      ? [node.text]
      : []
  );
  return Math.max(...texts.map((text) => text.match(/\S*\p{L}\S*/gu)?.length ?? 0));
}
