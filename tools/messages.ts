/**
 * The messages of the library, as its source has them: of errors, and of warnings in the log. `docs/errors.md` explains
 * each one. `deno run -A tools/messages.ts` prints them.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import ts from "npm:typescript@5.9.3";
import { descendants, lineOf } from "./_syntax.ts";
import { type Declarations, declarationsOf, pairsOf, textsOf } from "./_texts.ts";

/** A message of the source. */
export interface Message {
  /** With `<name>` for each value that is known at run time only. */
  readonly text: string;
  /** Class of the error, `warning` for a warning, `answer` for an answer in JSON, `text` for any other text. */
  readonly from: string;
  /** Where it is, as `path:line`. */
  readonly at: string;
}

const ROOT = new URL("../", import.meta.url);

/** The rules of adapters say themselves how to obey them, and `docs/cli.md` has the messages of the command. */
const ELSEWHERE = /^src\/(testing\/adapter|cli)\//;

/** Position of the message among the arguments of a class, where it is not the first. */
const POSITIONS: Readonly<Record<string, number>> = { BadRequest: 1, ClientError: 1 };

/** The code of a warning. Any text that begins with one counts, and any with `Cannot`, wherever it is. */
const BEGINNING_OF_WARNING = /^[a-z]+(?:-[a-z]+)+: (?:\S|$)/;

/** Reads the messages of `src/`. */
export async function readMessages(): Promise<readonly Message[]> {
  const paths = (await readdir(new URL("src/", ROOT), { recursive: true }))
    .filter((path) => path.endsWith(".ts")).map((path) => `src/${path}`)
    .filter((path) => !ELSEWHERE.test(path)).sort();
  return messagesOf(
    new Map(
      await Promise.all(
        paths.map(async (path) => [path, await readFile(new URL(path, ROOT), "utf8")] as const),
      ),
    ),
  );
}

/**
 * The messages of modules: of the errors that they create, of their warnings, and any other text that begins as one.
 *
 * @param files Path → source text.
 */
export function messagesOf(files: ReadonlyMap<string, string>): readonly Message[] {
  const modules = [...files].map(([path, text]) =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  );
  const declarations = declarationsOf(modules);
  const nodes = modules.flatMap(descendants);
  const classes = errorClasses(nodes);
  const handed = nodes.flatMap((node) => toHanded(node, classes) ?? []);
  const seen = new Set(handed.map(({ message }) => message));
  const beginnings = nodes.filter((node): node is ts.Expression => isBeginning(node) && !isIn(node, seen))
    .map((node) => ({ node, message: wholeOf(node) }))
    .map(({ node, message }) => ({
      message,
      from: BEGINNING_OF_WARNING.test(textIn(node)) ? "warning" : "text",
    }));
  const checks = nodes.filter(isCheck).flatMap((check) => messagesOfCheck(check, declarations));
  const refusals = nodes.flatMap((node) => messagesOfRefusal(node, declarations));
  return unique([
    ...checks,
    ...refusals,
    ...[...handed, ...beginnings].flatMap(({ message, from }) =>
      textsOf(message, declarations).map(withoutLink).filter((text) =>
        /\p{L}/u.test(text.replaceAll(/<[^<>]*>/g, ""))
      )
        .map((text) => ({ text, from, at: placeOf(message) }))
    ),
  ]);
}

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${lineOf(node, source)}`;
}

/** Whether a node is an `OptionCheck`: name, condition and advice, in a function that returns such a list. */
function isCheck(node: ts.Node): node is ts.ArrayLiteralExpression {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length !== 3) return false;
  if (ts.isPropertyAccessExpression(node.parent)) return false;
  for (let scope: ts.Node | undefined = node.parent; scope; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.type) return /\bOptionCheck\b/.test(scope.type.getText());
  }
  return false;
}

/** The messages of a check: `assertConfig` and `assertProvider` put the same words before each advice. */
function messagesOfCheck(check: ts.ArrayLiteralExpression, declarations: Declarations): readonly Message[] {
  const [field, , advice] = check.elements;
  const at = placeOf(check);
  const isOfProvider = at.startsWith("src/oauth/");
  return pairsOf([field!, advice!], declarations).map(([name, text]) =>
    isOfProvider
      ? { text: `Cannot use provider "<id>": ${text}`, from: "InvalidEndpoints", at }
      : { text: `Cannot use \`${name}\`: ${text}`, from: "ConfigError", at }
  );
}

/** The messages of a call of `failProvider`, which puts the same words before each reason. That of a check is one already. */
function messagesOfRefusal(node: ts.Node, declarations: Declarations): readonly Message[] {
  if (!ts.isCallExpression(node) || node.expression.getText() !== "failProvider") return [];
  const [, reason, kind] = node.arguments;
  if (ts.isElementAccessExpression(reason!)) return [];
  const from = kind?.getText() ?? "ConfigError";
  return textsOf(reason!, declarations).map((text) => ({
    text: `Cannot use provider "<id>": ${text}`,
    from,
    at: placeOf(reason!),
  }));
}

/** Some messages have the link to their section in a line of its own. */
function withoutLink(text: string): string {
  return text.replace(/\n {2}see .*$/, "");
}

/** A text that is handed over in several places counts once; the beginning of another one, which has its own rest, not. */
function unique(messages: readonly Message[]): readonly Message[] {
  const first = [...Map.groupBy(messages, ({ text }) => text).values()].map(([each]) => each!);
  return first.filter(({ text, from }) =>
    from !== "text" || !first.some((other) => other.text !== text && other.text.startsWith(text))
  );
}

function isBeginning(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  return /^Cannot /.test(textIn(node)) || BEGINNING_OF_WARNING.test(textIn(node));
}

/** The sum that a text is the beginning of. */
function wholeOf(text: ts.Expression): ts.Expression {
  let whole = text;
  while (ts.isBinaryExpression(whole.parent) && whole.parent.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    whole = whole.parent;
  }
  return whole;
}

function textIn(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : "";
}

function isIn(node: ts.Node, seen: ReadonlySet<ts.Node>): boolean {
  for (let each: ts.Node | undefined = node; each; each = each.parent) if (seen.has(each)) return true;
  return false;
}

/** The message that a node hands over, and to what. */
function toHanded(
  node: ts.Node,
  classes: ReadonlySet<string>,
): { readonly message: ts.Expression; readonly from: string } | null {
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
    const from = node.expression.text;
    const message = node.arguments?.[POSITIONS[from] ?? 0];
    return message && classes.has(from) ? { message, from } : null;
  }
  if (isAnswer(node)) return { message: node.initializer!, from: "answer" };
  if (!ts.isCallExpression(node)) return null;
  const [message, second] = node.arguments;
  // The status decides the class.
  if (second && node.expression.getText() === "statusError") {
    return { message: second, from: "ProviderResponseError" };
  }
  return message && /\blogger\.warn$/.test(node.expression.getText()) ? { message, from: "warning" } : null;
}

/** Whether a node is the text of an answer in JSON: `message` with a sentence. */
function isAnswer(node: ts.Node): node is ts.PropertyAssignment | ts.VariableDeclaration {
  if (!ts.isPropertyAssignment(node) && !ts.isVariableDeclaration(node)) return false;
  const { name, initializer } = node;
  return name.getText() === "message" && !!initializer && ts.isStringLiteralLike(initializer) &&
    /^[A-Z].*\.$/.test(initializer.text);
}

/** The classes of the modules that extend `Error`, and those of the language. */
function errorClasses(nodes: readonly ts.Node[]): ReadonlySet<string> {
  const known = new Set(["Error", "TypeError", "RangeError", "SyntaxError"]);
  const classes = nodes.filter(ts.isClassDeclaration);
  // A class may stand before the one that it extends.
  for (const _ of classes) {
    for (const { name, heritageClauses } of classes) {
      const [base] = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types ??
        [];
      if (name && base && known.has(base.expression.getText())) known.add(name.text);
    }
  }
  return known;
}

/** A message on the page, with its explanation. */
export interface Entry {
  /** With `<name>` for a value, and `…` at the end for the rest. */
  readonly text: string;
  /** Anchor of the section. */
  readonly section: string;
  /** The cause. */
  readonly why: string;
  /** The remedy. */
  readonly fix: string;
}

/** The sections of the page, with their text. Lines of a code block are not headings. */
export function sectionsOf(page: string): readonly { readonly anchor: string; readonly text: string }[] {
  const parts = page.split(/^(?=#{2,4} )/m).filter((part) => part.startsWith("#"));
  let anchor = "";
  return parts.map((text) => {
    const [heading = ""] = text.split("\n", 1);
    const [, id] = /\{#([\w-]+)\}$/.exec(heading) ?? [];
    const isTopic = heading.startsWith("#### ");
    if (!isTopic) anchor = id ?? heading.replace(/^#+ /, "").toLowerCase();
    return { anchor, text };
  });
}

/** The entries of the page: each line of a block `text`, with the two points below it. */
export function entriesOf(page: string): readonly Entry[] {
  return sectionsOf(page).flatMap(({ anchor, text }) =>
    text.split(/^```text\n/m).slice(1).flatMap((part) => {
      const [block = "", rest = ""] = part.split(/^```\n/m);
      const [, why = "", fix = ""] =
        /^\n- \*\*Why:\*\* (.+?)\n- \*\*Fix:\*\* (.+?)(?:\n\n|\n?$)/s.exec(rest) ?? [];
      const [cause, remedy] = [why, fix].map((point) => point.replaceAll(/\s+/g, " ").trim());
      return block.trimEnd().split("\n").map((line) => ({
        text: line,
        section: anchor,
        why: cause!,
        fix: remedy!,
      }));
    })
  );
}

/**
 * Whether an entry is that of a message. A placeholder of the entry stands for one of the message, or for up to four
 * words; one of the message for any text.
 */
export function covers(entry: string, message: string): boolean {
  return inEntry(entry).test(message) || inMessage(message).test(entry);
}

/** What an entry covers. One that ends with `…` covers what begins like it. */
const inEntry = onceEach((entry) => {
  const wide = entry.endsWith("…") ? entry.slice(0, -1).trimEnd() : entry;
  const end = wide === entry ? "$" : "";
  return new RegExp(`^${toPattern(wide, "(?:<[^<>]*>|\\S+(?: \\S+){0,3}?)")}${end}`);
});

/** The entries that say more than a message of the source. */
const inMessage = onceEach((message) => new RegExp(`^${toPattern(message, ".+?")}$`));

/** Compiles the expression of a text once: each entry is compared with each message. */
function onceEach(compile: (text: string) => RegExp): (text: string) => RegExp {
  const known = new Map<string, RegExp>();
  return (text) => {
    const pattern = known.get(text) ?? compile(text);
    known.set(text, pattern);
    return pattern;
  };
}

/** The text as a regular expression, in which placeholders are another one. */
function toPattern(text: string, placeholder: string): string {
  return text.split(/<[^<> ]*>/).map((part) => part.replaceAll(/[^\w\s]/g, "\\$&")).join(placeholder);
}

if (import.meta.main) {
  for (const { text, from, at } of await readMessages()) console.log(`${from}\t${at}\t${text}`);
}
