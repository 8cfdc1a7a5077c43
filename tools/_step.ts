/**
 * Runs a program that tests, or that prepares tests, and ends it with all that it has started.
 *
 * @module
 */

import { type Counts, countsOf, failureOf } from "./_output.ts";
import { LIVE, printLine, type Screen } from "./_screen.ts";
import { root } from "./exports.ts";

/** A program that is run. */
export interface Step {
  /** Program and arguments. */
  readonly run: readonly string[];
  /** Folder to run it in, from the root of the repository. */
  readonly cwd?: string;
  /** Whether it is a test run whose output is shown as it comes. Otherwise it counts as one test, shown if it fails. */
  readonly counts?: boolean;
}

/** The result of a step, a stage or all of them. */
export interface Result extends Counts {
  /** Lines in which tests say why they do not run. */
  readonly reasons: readonly string[];
  /** The end of the output of each run of tests that failed: which tests, and why. */
  readonly failures: readonly string[];
}

/** How a step runs. */
export interface StepOptions {
  /** Milliseconds that it may take. Default: forty minutes. */
  readonly limit?: number;
  /** Where its output goes. Default: it is shown at once. */
  readonly screen?: Screen;
}

/** Milliseconds after which a step has failed. */
const LONGEST_STEP = 2_400_000;

/** Runs a step. One that does not end in time has failed, and is ended with all that it has started. */
export async function runStep(
  step: Step,
  { limit = LONGEST_STEP, screen = LIVE }: StepOptions = {},
): Promise<Result> {
  const { run: [program, ...args], cwd = ".", counts } = step;
  const { code, text, isLate } = await capture(program!, args, {
    cwd: new URL(`${cwd}/`, root),
    screen: counts ? screen : null,
    limit,
  });
  const line = [program!.split("/").pop(), ...args].join(" ");
  const late = `hung: ${line}: it had not ended after ${limit / 1000} s`;
  const reasons = [
    ...text.split("\n").map((line) => line.trim()).filter((line) => /^skip(ped)?: /i.test(line)),
    ...(isLate ? [late] : []),
  ];
  if (isLate) printLine(screen, counts ? late : `${text}\n${late}`);
  if (counts) {
    const result = countsOf(text, code);
    return { ...result, reasons, failures: result.failed ? [failureOf(text)] : [] };
  }
  const failed = `${text}\nFAILED  ${line} (exit code ${code})`;
  if (!isLate) printLine(screen, code === 0 ? `ok      ${line}` : failed);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, reasons, failures: [] };
}

/** Process groups that run. Ctrl-C ends all of them. */
const groups = new Set<number>();

interface Captured {
  /** Exit code. */
  readonly code: number;
  /** Its output. */
  readonly text: string;
  /** Whether it had to be ended. */
  readonly isLate: boolean;
}

async function capture(
  program: string,
  args: readonly string[],
  { cwd, screen, limit }: { cwd: URL; screen: Screen | null; limit: number },
): Promise<Captured> {
  const command = new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", npm_config_update_notifier: "false" },
    stdout: "piped",
    stderr: "piped",
    stdin: "null",
    // A process group of its own: it can be ended with everything that it has started.
    detached: true,
  });
  let child: Deno.ChildProcess;
  try {
    child = command.spawn();
  } catch (error) {
    const text = (error as Error).message;
    if (screen) printLine(screen, text);
    return { code: 1, text, isLate: false };
  }
  groups.add(child.pid);
  const stop = async () => {
    await Promise.all([...groups].map(endGroup));
    Deno.exit(130);
  };
  const signals: readonly Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, limit);
  const [out, errors, { code }] = await Promise.all([
    readAll(child.stdout, screen?.out),
    readAll(child.stderr, screen?.error),
    // A process that it has left behind would keep the output open.
    child.status.finally(() => endGroup(child.pid)),
  ]);
  clearTimeout(timer);
  groups.delete(child.pid);
  for (const signal of signals) Deno.removeSignalListener(signal, stop);
  return { code, text: out + errors, isLate };
}

/** Ends a process group, and what the processes in it have started in groups of their own. */
async function endGroup(id: number): Promise<void> {
  if (Deno.build.os === "windows") {
    return await run("taskkill", ["/T", "/F", "/PID", String(id)]).then(() => {});
  }
  for (const pid of membersOf(id, await run("ps", ["-A", "-o", "pid=,ppid=,pgid="]))) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** @param table Process, parent and group in each line, as `ps` prints them. @returns The group as one, if `ps` is missing. */
export function membersOf(group: number, table: string): readonly number[] {
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const members = new Set(rows.filter(([, , pgid]) => pgid === group).map(([pid]) => pid!));
  // A set that grows is walked to its end.
  for (const member of members) {
    for (const [pid, parent] of rows) if (parent === member) members.add(pid!);
  }
  return rows.length > 1 ? [...members] : [-group];
}

/** The output of a program; empty if the program does not exist. */
async function run(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return new TextDecoder().decode(stdout);
  } catch {
    return "";
  }
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  echo?: (bytes: Uint8Array) => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    echo?.(bytes);
  }
  return text;
}
