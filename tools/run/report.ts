/**
 * What a run prints: a line for each stage, then why tests were skipped, and the failures at the end.
 *
 * @module
 */

import { overBudget } from "./budgets.ts";
import type { Past } from "./progress.ts";
import type { Failure } from "./output.ts";
import { type Result, sum } from "./step.ts";

/** A stage that has ended. */
export interface Done {
  readonly name: string;
  readonly result: Result;
  readonly seconds: number;
}

const isTerminal = Deno.stdout.isTerminal();

/** GitHub shows colours, although its logs are no terminal. */
const hasColours = !Deno.env.get("NO_COLOR") && (isTerminal || Boolean(Deno.env.get("GITHUB_ACTIONS")));

/** How often a log that is not a terminal gets a line, in milliseconds. */
const PERIOD = 60_000;

const red = (text: string) => paint(text, 31);
const green = (text: string) => paint(text, 32);
const yellow = (text: string) => paint(text, 33);
const cyan = (text: string) => paint(text, 36);

function paint(text: string, colour: number): string {
  return hasColours ? `\x1b[${colour}m${text}\x1b[0m` : text;
}

/** Shows a line again and again: below all others in a terminal, else once a minute. @returns Ends it. */
export function showLine(line: () => string): () => void {
  const show = isTerminal ? () => writeBelow(line()) : () => line() && console.log(`…       ${line()}`);
  const timer = setInterval(show, isTerminal ? 500 : PERIOD);
  return () => {
    clearInterval(timer);
    if (isTerminal) writeBelow("");
  };
}

/** Replaces the last line of the terminal. */
function writeBelow(text: string): void {
  const width = isTerminal ? Deno.consoleSize().columns - 1 : 0;
  Deno.stdout.writeSync(new TextEncoder().encode(`\r\x1b[2K${text.slice(0, width)}`));
}

function print(text: string): void {
  if (isTerminal) writeBelow("");
  console.log(text);
}

/** Prints that a stage begins. */
export function printBegin(name: string, past: Past | undefined): void {
  print(`begins  ${name}${past ? ` (${Math.round(past.seconds)} s last time)` : ""}`);
}

/** Prints the result of a stage, and at once which tests of it have failed. */
export function printEnd(done: Done): void {
  print([rowOf(done), ...failedIn(done)].join("\n"));
}

/** The tests of a stage that failed, and what hung, a line for each. */
export function failedIn({ result: { failures, reasons } }: Pick<Done, "result">): readonly string[] {
  const tests = failures.flatMap(({ tests }) => tests).map(({ name, file }) => `${file}: ${name}`);
  return [...tests, ...reasons.filter((reason) => reason.startsWith("hung: "))].map((line) =>
    `        ${line}`
  );
}

/** The line of a stage: result, name, seconds, seconds of a processor, tests. */
export function rowOf({ name, result: { passed, failed, skipped, cpu }, seconds }: Done): string {
  const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
  const times = `${seconds.toFixed(1).padStart(6)} s ${cpu.toFixed(0).padStart(5)} CPU-s`;
  return `${failed ? red("FAILED") : green("ok    ")}  ${name.padEnd(10)} ${times}  ${counts}`;
}

/** Prints the stages once more, why tests were skipped, and what failed. */
export function printSummary(done: readonly Done[], seconds: number): void {
  const total = sum(done.map(({ result }) => result));
  print(done.length > 1 ? `\n${done.map(rowOf).join("\n")}` : "");
  for (const reason of total.reasons) print(reason);
  for (const { name, result } of done) result.failures.forEach((failure) => print(textOf(failure, name)));
  const counts = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`;
  const times = `${timeOf(seconds)}, ${total.cpu.toFixed(0)} CPU-s`;
  print(`\n${total.failed ? red(counts) : green(counts)} (${times})`);
  const warning = overBudget(done);
  if (warning) print(yellow(`warning: ${warning}`));
}

/** A failure, and the commands that run what failed alone. */
export function textOf({ text, tests }: Failure, stage: string): string {
  const rows = tests.flatMap(({ name, file }) => [
    red(`FAILED  ${file}: ${name}`),
    cyan(`        ${ourselves()} task t ${file} ${quote(name)}`),
  ]);
  const alone = rows.length ? rows : [cyan(`        ${ourselves()} task test ${quote(stage)}`)];
  return [`\n${red(`── ${stage}`)}`, text, "", ...alone].join("\n");
}

/** The command that started this program. */
export function ourselves(): string {
  return Deno.execPath().includes("node_modules") ? `npx -y deno@${Deno.version.deno}` : "deno";
}

/** An argument for the shell. */
function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function timeOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")} min`;
}
