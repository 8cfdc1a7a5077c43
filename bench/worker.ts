/**
 * Processes of Node that run `worker/main.mjs`, seen from here.
 *
 * @module
 */

import type { Subject } from "./plan.ts";

/** How long a process works before it is measured, and how long a batch takes: CPU milliseconds. */
export interface Pace {
  /** Before the first batch. */
  readonly warmUp: number;
  /** One batch. */
  readonly batch: number;
}

/** A process that is ready. */
export interface Worker {
  /** Has it do something; the answer is a number: µs, bytes or requests. @throws {Error} if an answer was wrong. */
  ask(command: "batch" | "allocate" | "requests"): Promise<number>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/**
 * Starts a process and lets it warm up.
 *
 * @param directory Where the packages are installed and the scripts are.
 * @param flags Of Node's, beside `--expose-gc`.
 * @throws {Error} if an answer was wrong, or nothing was answered.
 */
export async function startWorker(
  directory: string,
  subject: Subject & Pace,
  flags: readonly string[] = [],
): Promise<Worker> {
  const args = ["--expose-gc", ...flags, "worker/main.mjs", JSON.stringify(subject)];
  const child = node(directory, args, "piped").spawn();
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
  const { success, stdout } = await node(directory, args, "null").output();
  if (!success) throw new Error(`Cannot run "node ${args.join(" ")}"`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Version of Node, and the core that its processes are held on. */
export async function describeNode(directory: string): Promise<string> {
  const version = await runScript<string>(directory, ["-p", "JSON.stringify(process.version)"]);
  return `Node ${version}${PINNED ? ", all threads of all processes on one core" : ""}`;
}

/**
 * The threads of Node's pool and the main thread hand work to each other; on one core they wait for each other the same
 * way each time. Only Linux can do that.
 */
const PINNED = Deno.build.os === "linux" && await exists("/usr/bin/taskset");

function node(directory: string, args: readonly string[], stdin: "null" | "piped"): Deno.Command {
  const [program, prefix] = PINNED ? ["/usr/bin/taskset", ["-c", lastCore(), "node"]] : ["node", []];
  return new Deno.Command(program, {
    args: [...prefix, ...args],
    cwd: directory,
    // AUTH_* and NODE_OPTIONS of whoever runs this are nobody's business here.
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "" },
    stdin,
    stdout: "piped",
    stderr: "inherit",
  });
}

function lastCore(): string {
  return String(navigator.hardwareConcurrency - 1);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function* readLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
