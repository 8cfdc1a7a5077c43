/**
 * The report of `check`: findings, as text in columns or as JSON.
 *
 * @module
 */

import { AuthError } from "../errors/errors.ts";
import type { Finding } from "../setup/finding.ts";
import { redactor } from "./redaction.ts";
import { isA, messageOf, propertyOf } from "../errors/thrown.ts";
import { VERSION } from "./version.ts";

/** Findings on one part of the application. */
export interface Part {
  /** Its heading. */
  readonly title: string;
  /** The findings, in the order of the report. */
  readonly findings: readonly Finding[];
}

/** A report. */
export interface Report {
  /** Name and version of the runtime. */
  readonly runtime: string;
  /** The parts, in order. */
  readonly parts: readonly Part[];
}

/** How a report is written. */
interface Layout {
  /** Characters of a line. */
  readonly columns: number;
  /** Whether the terminal shows colours. */
  readonly isColored: boolean;
}

/** Returns an error of the library as a finding, with the reason of the runtime. */
export function toWrong(name: string, error: unknown): Finding {
  const reason = reasonOf(isA(error, AuthError) ? error.cause?.err : undefined);
  const [message, link = ""] = messageOf(error).split(LINK, 2);
  return { name, status: "wrong", text: `${message}${reason ? ` (${reason})` : ""}${link}` };
}

/** The beginning of the line with the link, in a message of the library. */
const LINK = /(?=\n {2}see https:)/;

/** Returns whether a report has something wrong. */
export function hasWrong({ parts }: Report): boolean {
  return countOf("wrong", parts) > 0;
}

/** Returns a report as text. */
export function toText({ runtime, parts }: Report, layout: Layout): string {
  const filled = parts.filter(({ findings }) => findings.length > 0);
  const width = Math.max(...filled.flatMap(({ findings }) => findings.map(({ name }) => name.length)));
  const blocks = filled.map(({ title, findings }) =>
    [paint(title, BOLD, layout), ...findings.map((finding) => toLines(finding, width, layout))].join("\n")
  );
  return [`@latchkey/auth ${VERSION} on ${runtime}`, ...blocks, summaryOf(parts, layout)].join("\n\n") + "\n";
}

/** Returns a report as JSON. Each finding has its `part`; `advice` may be missing. */
export function toJson(report: Report): string {
  const { runtime, parts } = report;
  const findings = parts.flatMap(({ title, findings }) =>
    findings.map((finding) => ({ part: title, ...finding }))
  );
  return JSON.stringify({ version: VERSION, runtime, ok: !hasWrong(report), findings }, null, 2) + "\n";
}

/** Returns a copy without the texts that must not be shown. */
export function redacted({ runtime, parts }: Report, secrets: readonly string[]): Report {
  const hide = redactor(secrets);
  return {
    runtime,
    parts: parts.map(({ title, findings }) => ({
      title: hide(title),
      findings: findings.map(({ name, status, text, advice }) => ({
        name: hide(name),
        status,
        text: hide(text),
        ...(advice !== undefined && { advice: hide(advice) }),
      })),
    })),
  };
}

/** Returns the innermost cause, without the URL that Deno repeats. */
function reasonOf(error: unknown): string {
  const cause = propertyOf(error, "cause");
  if (isA(cause, Error) && messageOf(cause)) return reasonOf(cause);
  return messageOf(error ?? "").replace(
    /^error sending request for url \(.*?\): (client error \(\w+\): )?/,
    "",
  );
}

const MARKS: Readonly<Record<Finding["status"], string>> = {
  ok: "✓",
  wrong: "✗",
  warning: "!",
  skipped: "-",
};

const BOLD = 1;
const COLORS: Readonly<Record<Finding["status"], number>> = { ok: 32, wrong: 31, warning: 33, skipped: 2 };

/** Width of the column of verdicts: `warning`. */
const STATUS = 7;

function toLines({ name, status, text, advice }: Finding, width: number, layout: Layout): string {
  const verdict = paint(`${MARKS[status]} ${status.padEnd(STATUS)}`, COLORS[status], layout);
  const indent = 2 + 2 + STATUS + 2 + width + 2;
  const lines = wrap(text, layout.columns - indent);
  const advised = advice ? wrap(advice, layout.columns - indent - 2) : [];
  const rest = [
    ...lines.slice(1),
    ...advised.map((line, index) => `${index ? " " : "→"} ${line}`),
  ];
  return [
    `  ${verdict}  ${name.padEnd(width)}  ${lines[0]}`,
    ...rest.map((line) => " ".repeat(indent) + line),
  ]
    .join("\n");
}

function summaryOf(parts: readonly Part[], layout: Layout): string {
  const [wrong, warnings] = [countOf("wrong", parts), countOf("warning", parts)];
  const also = warnings ? `, ${warnings} ${warnings === 1 ? "warning" : "warnings"}` : "";
  if (wrong) {
    return paint(`✗ ${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong${also}`, COLORS.wrong, layout);
  }
  return paint(`✓ Nothing is wrong${also}`, COLORS.ok, layout);
}

function countOf(status: Finding["status"], parts: readonly Part[]): number {
  return parts.flatMap(({ findings }) => findings).filter((finding) => finding.status === status).length;
}

function paint(text: string, code: number, { isColored }: Layout): string {
  return isColored ? `\x1b[${code}m${text}\x1b[0m` : text;
}

/** Breaks a text between words. A word that is too long, such as a URL, has a line of its own. */
function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > Math.max(columns, 30)) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line];
}
