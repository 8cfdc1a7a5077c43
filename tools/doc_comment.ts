/**
 * Reads the doc comment of a provider's factory, from which its page is made.
 *
 * @module
 */

/** A doc comment, in parts. Text is Markdown, each paragraph and each step in one line. */
export interface DocComment {
  /** The text before the list. */
  readonly introduction: string;
  /** Items of the list that begin with one of `LABELS`, by it. */
  readonly labelled: Readonly<Record<string, string>>;
  /** The other items. */
  readonly notes: readonly string[];
  /** Links of the `@see` tags with what follows them, as Markdown. */
  readonly links: readonly string[];
  /** What to use instead, from the tag `@deprecated`. */
  readonly deprecated: string;
  /** Code of the `@example`, without its assertions. */
  readonly example: string;
}

/** Words that begin an item, with a colon. Each has a place of its own on the page. */
const LABELS = [
  "Register",
  "Console",
  "Local",
  "Environment",
  "Errors",
  "Options",
  "Email",
  "Logout",
  "Revocation",
];

/**
 * Reads the doc comment of the function that a file exports under a name.
 *
 * @throws {Error} if the function has none.
 */
export function parseDocComment(source: string, name: string): DocComment {
  const [before] = source.split(new RegExp(`\\nexport (?:async )?function ${name}\\b`));
  const start = before === source ? -1 : before!.lastIndexOf("/**");
  if (start < 0) throw new Error(`Cannot read the doc comment of "${name}": write one above the function`);
  const text = before!.slice(start + 3).split("*/")[0]!.replaceAll(/^\s*\* ?/gm, "").trim();
  const [body = "", ...tags] = text.split(/^@/m);
  const [introduction = "", ...items] = body.split(/^- /m).map((part) => toLine(part));
  const isLabelled = (item: string) => LABELS.some((label) => item.startsWith(`${label}:`));
  return {
    introduction,
    labelled: Object.fromEntries(
      items.filter(isLabelled).map((item) => [item.split(":")[0]!, item.slice(item.indexOf(":") + 1).trim()]),
    ),
    notes: items.filter((item) => !isLabelled(item)),
    links: tags.flatMap((tag) => [...toLine(tag).matchAll(/^see \{@link (\S+) \| ([^}]+)\}(.*)/g)])
      .map(([, url, title, text]) => `[${title}](${url})${text}`),
    deprecated: toLine(tags.find((tag) => tag.startsWith("deprecated "))?.slice("deprecated ".length) ?? ""),
    example: codeOf(tags.find((tag) => tag.startsWith("example")) ?? ""),
  };
}

/** The steps of an item that is a numbered list, each without its number. None if the item is prose. */
export function stepsOf(text = ""): readonly string[] {
  return text.startsWith("1. ") ? text.split(/^\d+\. /m).slice(1).map((step) => step.trim()) : [];
}

/** Joins the lines of each paragraph, and of each item of a list in it. Code in the text stays as it is. */
function toLine(text: string): string {
  const parts = text.trim().split(/(^```[^]*?^```$)/m);
  return parts.map((part) =>
    part.startsWith("```")
      ? part
      : part.split(/\n{2,}/).map((each) => each.trim().replaceAll(/\s*\n\s*(\d+\. |- )?/g, toBreak))
        .join("\n\n")
  ).join("\n\n").replaceAll(/\n{3,}/g, "\n\n").replaceAll(/\{@linkcode (\w+)\}/g, "`$1`").trim();
}

/** A line break stays before an item of a list. */
function toBreak(_: string, marker?: string): string {
  return marker ? `\n${marker}` : " ";
}

function codeOf(example: string): string {
  const [, code = ""] = /```ts\n([^]*?)\n```/.exec(example) ?? [];
  return code.split("\n").filter((line) => !line.startsWith("console.assert(")).join("\n").trim();
}
