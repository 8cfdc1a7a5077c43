/**
 * The texts that an expression can be, read from its syntax: `<name>` stands for a value that is known at run time only.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";
import { descendants } from "./_syntax.ts";

/** The declarations of all modules, by name. */
export interface Declarations {
  /** Functions with a name. Two modules, or two functions, may have one of the same name. */
  readonly functions: ReadonlyMap<string, readonly Named[]>;
  /** Constants of modules. */
  readonly constants: ReadonlyMap<string, readonly ts.VariableDeclaration[]>;
  /** Calls, by the name of the function. */
  readonly calls: ReadonlyMap<string, readonly ts.CallExpression[]>;
}

/** A function with a name: a declaration, or the value of a variable. */
type Named = ts.FunctionDeclaration | ts.ArrowFunction;

/** More texts than these are not written out: a placeholder stands for them. */
const MOST = 30;
/** How many functions deep a text is followed. */
const DEEPEST = 5;

/** Reads the declarations of modules. */
export function declarationsOf(modules: readonly ts.SourceFile[]): Declarations {
  const nodes = modules.flatMap(descendants);
  const statements = modules.flatMap(({ statements }) => [...statements]);
  return {
    functions: byName(nodes.filter(isNamed), nameOf),
    constants: byName(
      statements.filter(ts.isVariableStatement).flatMap((each) => [...each.declarationList.declarations]),
      ({ name }) => ts.isIdentifier(name) ? name.text : undefined,
    ),
    calls: byName(
      nodes.filter(ts.isCallExpression),
      ({ expression }) => ts.isIdentifier(expression) ? expression.text : undefined,
    ),
  };
}

function byName<T>(nodes: readonly T[], toName: (node: T) => string | undefined): ReadonlyMap<string, T[]> {
  return Map.groupBy(nodes.filter((node) => toName(node) !== undefined), (node) => toName(node)!);
}

function isNamed(node: ts.Node): node is Named {
  if (ts.isFunctionDeclaration(node)) return true;
  return ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent) &&
    ts.isIdentifier(node.parent.name);
}

function nameOf(node: Named): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  return ((node.parent as ts.VariableDeclaration).name as ts.Identifier).text;
}

/**
 * The texts that an expression can be, without duplicates. At least one. Parameters of the function around it are what
 * each of its calls hands in.
 */
export function textsOf(expression: ts.Expression, declarations: Declarations): readonly string[] {
  return [
    ...new Set(
      bindingsAround(expression, declarations).flatMap((bound) =>
        read(expression, { declarations, bound, depth: 0 })
      ),
    ),
  ];
}

/** The same for two expressions side by side: the pairs of texts that they can be. */
export function pairsOf(
  [first, second]: readonly [ts.Expression, ts.Expression],
  declarations: Declarations,
): readonly (readonly [string, string])[] {
  return bindingsAround(first, declarations).flatMap((bound) => {
    const context: Context = { declarations, bound, depth: 0 };
    return read(first, context).flatMap((each) =>
      read(second, context).map((other) => [each, other] as const)
    );
  });
}

function bindingsAround(node: ts.Node, declarations: Declarations): readonly Bound[] {
  const made = functionAround(node);
  return made ? bindingsOf(made, declarations, []) : [NOTHING_BOUND];
}

/** Texts of parameters. */
type Bound = ReadonlyMap<ts.Node, readonly string[]>;

const NOTHING_BOUND: Bound = new Map();

/**
 * The texts of the parameters of a function, once for each call of it, and for each call of the function around that.
 *
 * @param inner Functions that are on the way: a call in one of them is a recursion.
 */
function bindingsOf(
  made: Named,
  declarations: Declarations,
  inner: readonly Named[],
): readonly Bound[] {
  const on = [...inner, made];
  const calls = on.length > DEEPEST || !made.parameters.length ? [] : callsOf(made, declarations);
  const found = calls.flatMap((call) => {
    const around = functionAround(call);
    if (around && on.includes(around)) return [];
    const outer = around ? bindingsOf(around, declarations, on) : [NOTHING_BOUND];
    return outer.map((bound) => bind(made, call, { declarations, bound, depth: 0 }));
  });
  const distinct = new Map(found.map((bound) => [JSON.stringify([...bound.values()]), bound]));
  return distinct.size > 0 ? [...distinct.values()] : [NOTHING_BOUND];
}

function functionAround(node: ts.Node): Named | null {
  for (let scope: ts.Node | undefined = node.parent; scope; scope = scope.parent) {
    if (isNamed(scope)) return scope;
  }
  return null;
}

/** Calls by name. A function that is handed over is called elsewhere, with arguments that are not known. */
function callsOf(made: Named, declarations: Declarations): readonly ts.CallExpression[] {
  const calls = declarations.calls.get(nameOf(made) ?? "") ?? [];
  return calls.filter((call) => functionOf(call, declarations) === made);
}

/** The texts of the parameters in a call. */
function bind(
  made: Named,
  call: ts.CallExpression,
  context: Context,
): Bound {
  const bound = new Map<ts.Node, readonly string[]>();
  made.parameters.forEach((parameter, i) => {
    const given = call.arguments[i] ?? parameter.initializer;
    if (ts.isIdentifier(parameter.name) && given) {
      bound.set(parameter, read(given, { ...context, depth: context.depth + 1 }));
    }
  });
  return bound;
}

interface Context {
  readonly declarations: Declarations;
  /** Texts of the parameters of the function that is being read. */
  readonly bound: Bound;
  readonly depth: number;
}

function read(node: ts.Expression, context: Context): readonly string[] {
  const texts = [...new Set(readAny(node, context))];
  return texts.length > 0 && texts.length <= MOST ? texts : [placeholderOf(node)];
}

function readAny(node: ts.Expression, context: Context): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isNumericLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce<readonly string[]>(
      (heads, span) => product(heads, read(span.expression, context).map((text) => text + span.literal.text)),
      [node.head.text],
    );
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node)) {
    return read(node.expression, context);
  }
  if (ts.isConditionalExpression(node)) {
    return readEach(
      isFound(node.condition, context) ? [node.whenTrue] : [node.whenTrue, node.whenFalse],
      context,
    );
  }
  if (ts.isBinaryExpression(node)) return readBinary(node, context);
  if (ts.isIdentifier(node)) return readIdentifier(node, context);
  if (ts.isElementAccessExpression(node)) return readElement(node, context);
  if (ts.isCallExpression(node)) return readCall(node, context);
  return [placeholderOf(node)];
}

/** The texts of several expressions. `null` is none. */
function readEach(nodes: readonly ts.Expression[], context: Context): readonly string[] {
  return nodes.filter(({ kind }) => kind !== ts.SyntaxKind.NullKeyword).flatMap((node) =>
    read(node, context)
  );
}

/** The value of a constant object for a key that is known; else all of its values. */
function readElement(
  { expression, argumentExpression }: ts.ElementAccessExpression,
  context: Context,
): readonly string[] {
  const declaration = ts.isIdentifier(expression) && declarationOf(expression, context.declarations);
  const value = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer;
  if (!value || !ts.isObjectLiteralExpression(value)) return [];
  const keys = read(argumentExpression, context);
  const isKnown = keys.every((key) => !/<[^<>]*>/.test(key));
  return value.properties.filter(ts.isPropertyAssignment)
    .filter(({ name }) => !isKnown || (ts.isIdentifier(name) && keys.includes(name.text)))
    .flatMap(({ initializer }) => read(initializer, context));
}

/** Whether a condition asks for the value of a constant object, and there is one. */
function isFound(condition: ts.Expression, context: Context): boolean {
  const declaration = ts.isIdentifier(condition) && declarationOf(condition, context.declarations);
  const value = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer;
  if (!value || !ts.isBinaryExpression(value) || !ts.isElementAccessExpression(value.right)) return false;
  return readElement(value.right, context).length === 1;
}

function readBinary(
  { left, right, operatorToken }: ts.BinaryExpression,
  context: Context,
): readonly string[] {
  switch (operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return product(read(left, context), read(right, context));
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      return [...read(left, context), ...read(right, context)];
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return read(right, context);
    default:
      return [];
  }
}

function product(heads: readonly string[], tails: readonly string[]): readonly string[] {
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

/** A constant, a variable of the function, or a parameter of it. */
function readIdentifier(node: ts.Identifier, context: Context): readonly string[] {
  const declaration = declarationOf(node, context.declarations);
  const bound = declaration && context.bound.get(declaration);
  if (bound) return bound;
  if (!declaration || context.depth >= DEEPEST) return [];
  const deeper = { ...context, depth: context.depth + 1 };
  if (ts.isVariableDeclaration(declaration)) {
    return declaration.initializer ? read(declaration.initializer, deeper) : [];
  }
  return [];
}

/** The function that a call calls: the nearest of its module, else the only exported one of this name. */
function functionOf({ expression }: ts.CallExpression, { functions }: Declarations): Named | null {
  if (!ts.isIdentifier(expression)) return null;
  const all = functions.get(expression.text) ?? [];
  const own = all.filter((each) => each.getSourceFile() === expression.getSourceFile());
  const near = own.filter((each) => contains(scopeOf(each), expression));
  if (own.length) return near.toSorted((a, b) => scopeOf(b).pos - scopeOf(a).pos)[0] ?? own[0]!;
  const exported = all.filter((each) =>
    ts.isFunctionDeclaration(each) && each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
  return exported.length === 1 ? exported[0]! : null;
}

/** The block or the module in which a function is known. */
function scopeOf(made: Named): ts.Node {
  let scope: ts.Node = made.parent;
  while (!ts.isBlock(scope) && !ts.isSourceFile(scope)) scope = scope.parent;
  return scope;
}

function contains(scope: ts.Node, node: ts.Node): boolean {
  return scope.pos <= node.pos && node.end <= scope.end;
}

/** What a function returns, for the arguments of this call. */
function readCall(node: ts.CallExpression, context: Context): readonly string[] {
  const made = functionOf(node, context.declarations);
  if (!made?.body || context.depth >= DEEPEST) return [];
  const bound = bind(made, node, context);
  const returned = descendants(made.body).filter(ts.isReturnStatement).flatMap(({ expression }) =>
    expression ?? []
  );
  const texts = readEach(returned, { ...context, bound, depth: context.depth + 1 });
  return texts.every((text) => /^<[^<>]*>$/.test(text)) ? [] : texts;
}

function declarationOf(
  node: ts.Identifier,
  { constants }: Declarations,
): ts.VariableDeclaration | ts.ParameterDeclaration | null {
  for (let scope: ts.Node | undefined = node.parent; scope; scope = scope.parent) {
    if (ts.isFunctionLike(scope)) {
      const parameter = scope.parameters.find(({ name }) => ts.isIdentifier(name) && name.text === node.text);
      if (parameter) return parameter;
      if (scope.parameters.some(({ name }) => !ts.isIdentifier(name) && binds(name, node.text))) return null;
    }
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const { declarationList } of scope.statements.filter(ts.isVariableStatement)) {
      for (const each of declarationList.declarations) {
        if (ts.isIdentifier(each.name) && each.name.text === node.text) return each;
        if (!ts.isIdentifier(each.name) && binds(each.name, node.text)) return null;
      }
    }
  }
  const all = constants.get(node.text) ?? [];
  return all.length === 1 ? all[0]! : null;
}

function binds(name: ts.BindingName, text: string): boolean {
  if (ts.isIdentifier(name)) return name.text === text;
  return name.elements.some((each) => ts.isBindingElement(each) && binds(each.name, text));
}

/** `<host>` for `url.host`; `<…>` for an expression without a name. */
function placeholderOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return `<${node.text}>`;
  if (ts.isPropertyAccessExpression(node)) return `<${node.name.text}>`;
  if (ts.isNonNullExpression(node) || ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) {
    return placeholderOf(node.expression);
  }
  return "<…>";
}
