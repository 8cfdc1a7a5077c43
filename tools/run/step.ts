/**
 * Runs a program that tests, or that prepares tests, and ends it with all that it has started.
 *
 * @module
 */

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../exports.ts";
import { type Counts, countsOf, type Failure, failureOf, unfinishedIn } from "./output.ts";
import { endGroup, programsOf } from "./process_group.ts";
import { TimeLimit, type TimeLimits } from "./time_limit.ts";

/** Milliseconds after which a step has failed that has no limit of its own: ten minutes less than a job of `ci.yml`. */
export const LIMIT = 2_400_000;

/** A program that is run. */
export interface Step {
  /** Program and arguments. */
  readonly run: readonly string[];
  /** Finds further arguments when it begins. */
  readonly files?: () => Promise<readonly string[]>;
  /** Folder to run it in, from the root of the repository. */
  readonly cwd?: string;
  /** Whether it is a run of tests, which are counted. Otherwise it counts as one test, shown if it fails. */
  readonly counts?: boolean;
  /** Environment variables that it gets beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which it has failed. Default: {@link LIMIT}. */
  readonly limit?: number;
  /** Milliseconds without output after which it has failed. Default: ten minutes for tests without a limit of their own. */
  readonly silence?: number;
}

/** The result of a step, a stage or all of them. */
export interface Result extends Counts {
  /** Lines in which tests say why they do not run. */
  readonly reasons: readonly string[];
  /** What each step that failed says of it. */
  readonly failures: readonly Failure[];
  /** Seconds of a processor that it took, with the programs that it has started and waited for. */
  readonly cpu: number;
}

/** Adds up results. */
export function sum(results: readonly Result[]): Result {
  const add = (key: "passed" | "failed" | "skipped" | "cpu") =>
    results.reduce((total, result) => total + result[key], 0);
  return {
    passed: add("passed"),
    failed: add("failed"),
    skipped: add("skipped"),
    cpu: add("cpu"),
    reasons: [...new Set(results.flatMap(({ reasons }) => reasons))],
    failures: results.flatMap(({ failures }) => failures),
  };
}

/** How a step runs. */
export interface StepOptions {
  /** Resolves when it has taken too long. Default: after the limit of the step. */
  readonly late?: Promise<void>;
  /** Receives its output, as it comes. */
  readonly onOutput?: (part: string) => void;
}

/** Runs a step. One that does not end in time has failed, and is ended with all that it has started. */
export async function runStep(
  step: Step,
  { late, onOutput = () => {} }: StepOptions = {},
): Promise<Result> {
  const line = [step.run[0]!.split("/").pop(), ...step.run.slice(1)].join(" ");
  const run = [...step.run, ...await step.files?.() ?? []];
  const limit = step.limit ?? LIMIT;
  const silence = step.silence ?? (step.counts && !step.limit ? 600_000 : null);
  const { code, text, hang, cpu } = await capture({ ...step, run, limit, silence }, { onOutput, late });
  const hung = hang ? [`hung: ${line}: ${hang.why}`] : [];
  const details = hang
    ? [...hung, ...unfinishedIn(text).map((name) => `not ended: ${name}`), ...hang.programs]
    : [];
  const reasons = text.split("\n").map((line) => line.trim()).filter((line) => /^skip(ped)?: /i.test(line));
  const counts = step.counts
    ? countsOf(text, code)
    : { passed: Number(!code), failed: Number(!!code), skipped: 0 };
  const failure = failureOf(step.counts ? text : `${text.trim()}\nFAILED  ${line} (exit code ${code})`);
  return {
    ...counts,
    reasons: [...reasons, ...hung],
    failures: counts.failed ? [{ ...failure, text: [failure.text, ...details].join("\n") }] : [],
    cpu,
  };
}

/** Runs a step whose output goes to the terminal as it is. @returns Its exit code. */
export async function showStep(step: Step): Promise<number> {
  return await withProgram(
    step,
    { stdout: "inherit", stderr: "inherit" },
    async (child) => (await child.status).code,
  );
}

interface Captured {
  /** Exit code. */
  readonly code: number;
  /** Its output. */
  readonly text: string;
  /** Why it had to be ended, and the programs that it had running then. */
  readonly hang?: { readonly why: string; readonly programs: readonly string[] };
  /** Seconds of a processor. */
  readonly cpu: number;
}

interface CaptureOptions {
  readonly onOutput: (part: string) => void;
  readonly late?: Promise<void>;
}

async function capture(
  { run, limit, silence, ...step }: Omit<Step, "silence"> & TimeLimits,
  { onOutput, late }: CaptureOptions,
): Promise<Captured> {
  const output = {
    env: { NO_COLOR: "1", npm_config_update_notifier: "false" },
    stdout: "piped",
    stderr: "piped",
  } as const;
  const read = async (child: Deno.ChildProcess, temporary: string) => {
    let hang: Captured["hang"];
    const end = async (why: string) => {
      hang ??= { why, programs: await programsOf(child.pid) };
      await endGroup(child.pid);
    };
    const watch = new TimeLimit({ limit, silence }, end);
    late?.then(() => end(`it had not ended after ${limit / 1000} s`));
    const onPart = (part: string) => {
      watch.heard();
      onOutput(part);
    };
    const [out, errors, { code }] = await Promise.all([
      readAll(child.stdout, onPart),
      readAll(child.stderr, onPart),
      // A process that it has left behind would keep the output open.
      child.status.finally(() => endGroup(child.pid)),
    ]);
    watch.stop();
    // A step that was ended has written no times.
    const cpu = secondsIn(await Deno.readTextFile(`${temporary}/times`).catch(() => ""));
    return { code, text: out + errors, ...(hang && { hang }), cpu };
  };
  try {
    return await withProgram({ ...step, run: withTimes(run) }, output, read);
  } catch (error) {
    return { code: 1, text: (error as Error).message, cpu: 0 };
  }
}

/** Process groups that run, and their temporary folders. A signal such as that of Ctrl-C ends and removes all of them. */
const groups = new Map<number, string>();
let stopping: Promise<never> | undefined;

/** Ends and removes what runs, once: of two who remove a folder at the same time, one would fail and end before the other. */
function stop(): void {
  stopping ??= stopAll();
}

async function stopAll(): Promise<never> {
  const folders = [...groups.values()];
  await Promise.all([...groups.keys()].map(endGroup));
  await Promise.all(folders.map(removeFolder));
  Deno.exit(130);
}

/**
 * Runs a program in a process group of its own, so that it can be ended with everything that it has started, and with a
 * temporary folder of its own: what a test leaves there, such as a database when it is interrupted, goes with it.
 *
 * @param use Waits until the program has ended.
 * @throws If there is no such program.
 */
async function withProgram<T>(
  { run, cwd = ".", env }: Step,
  options: Pick<Deno.CommandOptions, "env" | "stdout" | "stderr">,
  use: (child: Deno.ChildProcess, temporary: string) => Promise<T>,
): Promise<T> {
  // A short name: macOS has room for 104 characters in the path of a socket.
  const temporary = await mkdtemp(join(tmpdir(), "lk-"));
  // As `/tmp` itself: databases run as another user.
  if (Deno.build.os !== "windows") await Deno.chmod(temporary, 0o1777);
  const [program, ...args] = run;
  const command = new Deno.Command(program!, {
    ...options,
    args,
    cwd: new URL(`${cwd}/`, root),
    env: { ...options.env, TMPDIR: temporary, ...env },
    stdin: "null",
    detached: true,
  });
  const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT"]
    : ["SIGINT", "SIGTERM", "SIGHUP"];
  try {
    const child = command.spawn();
    groups.set(child.pid, temporary);
    for (const signal of signals) Deno.addSignalListener(signal, stop);
    const result = await use(child, temporary);
    for (const signal of signals) Deno.removeSignalListener(signal, stop);
    groups.delete(child.pid);
    return result;
  } finally {
    await (stopping ?? removeFolder(temporary));
  }
}

/** Removes a folder. A program that is ending may still write into it: if it goes on for a second, the folder stays. */
async function removeFolder(folder: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The same program, started by a shell that writes into the temporary folder how long its processes kept a processor. */
function withTimes(run: readonly string[]): readonly string[] {
  if (Deno.build.os === "windows") return run;
  return ["sh", "-c", '"$@"; code=$?; times > "$TMPDIR/times"; exit $code', "sh", ...run];
}

/** Adds up the second line of the shell's `times`, such as `1m2.5s 0m0.25s`: time of the programs and of the system for them. */
export function secondsIn(times: string): number {
  const parts = [...times.split("\n")[1]?.matchAll(/(\d+)m([\d.]+)s/g) ?? []];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

async function readAll(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onOutput: (part: string) => void,
): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    onOutput(part);
  }
  return text;
}
