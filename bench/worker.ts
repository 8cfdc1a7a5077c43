/**
 * Processes that run `worker/main.mjs`, seen from here.
 *
 * @module
 */

import type { Subject } from "./plan.ts";
import { nodeOnPath, type Runtime } from "./runtimes.ts";

/** How long a process works before it is measured, and how long a batch takes: CPU milliseconds. */
export interface Pace {
  /** Before the first batch. */
  readonly warmUp: number;
  /** Runs before the first batch, at least. Default 0. */
  readonly leastRuns?: number;
  /** One batch. */
  readonly batch: number;
}

/** A process that is ready. */
export interface Worker {
  /** Has it do something; the answer is a number: µs, bytes, requests, or runs per second. @throws {Error} if an answer was wrong. */
  ask(command: "batch" | "allocate" | "requests" | "rate"): Promise<number>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/** Where and on what a process runs. */
export interface Place {
  /** Where the packages are installed and the scripts are. */
  readonly directory: string;
  /** Default: the Node on the path. */
  readonly runtime?: Runtime;
}

/**
 * Starts a process and lets it warm up.
 *
 * @param flags Of Node's, beside `--expose-gc`.
 * @throws {Error} if an answer was wrong, or nothing was answered.
 */
export async function startWorker(
  { directory, runtime }: Place,
  subject: Subject & Pace,
  flags: readonly string[] = [],
): Promise<Worker> {
  const command = subject.needsSqlite ? withSqlite(directory) : (runtime ?? await nodeOnPath()).command;
  const [program, ...args] = [...command, ...flags, "worker/main.mjs", JSON.stringify(subject)];
  const child = toCommand(program!, args, { cwd: directory, stdin: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const lines = readLines(child.stdout);
  const next = async (): Promise<{ readonly value?: number }> => {
    const { value, done } = await lines.next();
    const answer = done ? { error: "the process ended" } : JSON.parse(value);
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  const stop = async (): Promise<void> => {
    await writer.close().catch(() => {});
    await lines.return(undefined);
    await child.status;
  };
  try {
    await next();
    await holdOnOneCore(child.pid);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ask: async (command) => {
      await writer.write(new TextEncoder().encode(`${command}\n`));
      return (await next()).value ?? NaN;
    },
    stop,
  };
}

/** Runs a script to its end, and returns what it wrote, read as JSON. @throws {Error} if it fails. */
export async function runScript<T>(directory: string, args: readonly string[]): Promise<T> {
  const { success, stdout } = await toCommand("node", args, { cwd: directory }).output();
  if (!success) throw new Error(`Cannot run "node ${args.join(" ")}"`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** `node:sqlite` is young, and Node says so each time. */
function withSqlite(directory: string): readonly string[] {
  return [
    `${directory}/node_modules/node-with-sqlite/bin/node`,
    "--disable-warning=ExperimentalWarning",
    "--expose-gc",
  ];
}

/**
 * Has all threads of a process run on the last core. The main thread and those of the pool hand work to each other; on
 * one core that costs the same each time. Where it cannot be done the figures are less steady, but as true.
 */
async function holdOnOneCore(pid: number): Promise<void> {
  if (Deno.build.os !== "linux") return;
  const core = String(navigator.hardwareConcurrency - 1);
  await toCommand("taskset", ["-acp", core, String(pid)]).output().catch(() => {});
}

function toCommand(
  program: string,
  args: readonly string[],
  { cwd, stdin = "null" }: { readonly cwd?: string; readonly stdin?: "null" | "piped" } = {},
): Deno.Command {
  return new Deno.Command(program, {
    args: [...args],
    cwd,
    // AUTH_* and NODE_OPTIONS of the environment would change the figures.
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "" },
    stdin,
    stdout: "piped",
    stderr: "inherit",
  });
}

async function* readLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
