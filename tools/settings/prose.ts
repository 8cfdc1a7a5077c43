/**
 * Reads doc comments: text, default and unit.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";

/** A doc comment. */
export interface Prose {
  /** The text, each paragraph in one line. */
  readonly text: string;
  /** What a function returns, as `@returns` says it. */
  readonly returns: string | null;
  /** Why a field should not be used. */
  readonly deprecated: string | null;
}

/** Reads the doc comment of a declaration. */
export function toProse(node: ts.Node): Prose {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc)?.getText() ?? "";
  const [text = "", ...tags] = comment.slice(3, -2).replaceAll(/^\s*\* ?/gm, "").trim().split(/^@/m);
  const tag = (name: string) => tags.find((each) => each.startsWith(name))?.slice(name.length);
  const [returns, deprecated] = [tag("returns"), tag("deprecated")];
  return {
    text: toLines(withoutTags(text.trim())),
    returns: returns === undefined ? null : toLines(returns),
    deprecated: deprecated === undefined ? null : toLines(deprecated),
  };
}

/**
 * Splits the sentence that says the default from a text. Its forms: `Default: …`, `Default 3600 (1 hour)`, and
 * `Default, with type email: …`.
 */
export function defaultOf(text: string): { readonly text: string; readonly fallback: string | null } {
  const start = /(?<=^|[.:?] |\n)Default\b/.exec(text)?.index;
  if (start === undefined) return { text, fallback: null };
  const end = start + sentenceLength(text.slice(start));
  const sentence = text.slice(start, end).trim();
  const fallback = sentence.replace(/^Default(?:, (?=with))?:? ?/, "").replace(/\.$/, "");
  const rest = `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`;
  return { text: rest.replace(/ (?=- )/, "\n\n").trim(), fallback };
}

/** The first sentence of a text. */
export function firstSentence(text: string): string {
  const [paragraph = ""] = text.split("\n\n");
  return paragraph.slice(0, sentenceLength(paragraph)).trim();
}

/** The unit of numbers and times that a text names. */
export function unitOf(text: string): string | null {
  return UNITS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/[Mm]illiseconds since the epoch/, "milliseconds since the epoch"],
  [/seconds since the epoch/, "seconds since the epoch"],
  [/in milliseconds/, "milliseconds"],
  [/in seconds|so many seconds/, "seconds"],
  [/Number of bytes/, "bytes"],
  [/in characters/, "characters"],
  [/in KiB/, "KiB"],
  [/^(?:Its passes|Its lanes|Iterations|`rounds`)/, "a count"],
  [/^(?:Cost of|`mem_cost`)/, "binary logarithm"],
  [/^Port\b/, "TCP port"],
  [/^Binary logarithm/, "binary logarithm"],
  [/^(?:Block size|Parallelization)/, "a count"],
  [/^Iterations/, "iterations"],
  [/an integer/, "an integer"],
  [/^COSE algorithms/, "COSE algorithm identifiers"],
];

/** Turns tags in the line of a text, into sentences. */
function withoutTags(text: string): string {
  return text.replaceAll(/ @param (\w+) /g, " `$1`: ").replaceAll(
    / @throws \{(\w+)\} if /g,
    " It throws a `$1` if ",
  )
    .replaceAll(/ @(?:see|typeParam)\b[^]*$/g, "");
}

/** Joins the lines of each paragraph. Items of lists stay lines of their own. */
function toLines(text: string): string {
  return text.split(/\n{2,}/).map((part) => part.replaceAll(/\s*\n(?!- )\s*/g, " ")).join("\n\n")
    .replaceAll(/\{@linkcode (\w+)\}/g, "`$1`").replaceAll(
      /\{@link (\S+) \| ([^}]+)\}/g,
      (_, url: string, name: string) => `[${name}](${toFile(url)})`,
    ).trim();
}

/** The address of a page of our site becomes a link to its file, which the site resolves in each of its versions. */
function toFile(url: string): string {
  return url.replace(/^https:\/\/latchkey\.github\.io\/auth\/(\w+\/\w+)\.html/, "../$1.md");
}

/** Length of the first sentence: to a full stop that is neither in code nor in brackets, and before a new sentence. */
function sentenceLength(text: string): number {
  let depth = 0;
  let isCode = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "`") isCode = !isCode;
    else if (text[i] === "(") depth++;
    else if (text[i] === ")") depth--;
    const isEnd = /^[.?](?:\s+[A-Z`]|$)|^\n\n/.test(text.slice(i, i + 4));
    if (isEnd && !isCode && depth <= 0) return text[i] === "\n" ? i : i + 1;
  }
  return text.length;
}
