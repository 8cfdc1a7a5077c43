/**
 * Programs in processes of their own.
 *
 * @module
 */

import assert from "node:assert/strict";

/** Milliseconds after which a program that hasn't started never will. */
const LONGEST_START = 30_000;

/** What to start. */
export interface ProgramOptions {
  /** The file, or its path. */
  readonly program: string;
  /** Its arguments. */
  readonly args: readonly string[];
  /** Environment variables, beside those of this process that are no settings of the library. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder to start it in. */
  readonly cwd: string;
  /** `group`: the programs that it starts end with it. Default: they do not. */
  readonly ends?: "group";
}

/** A program that runs. */
export interface Program {
  /** What it has printed so far. */
  text(): string;
  /** Waits until it has printed something. @throws {Error} if it ends without, or takes too long. */
  printed(wanted: RegExp): Promise<string>;
  /** Waits until it listens. @throws {Error} if it ends without, or takes too long. */
  listens(port: number): Promise<void>;
  /** Ends it. @returns All that it has printed. @throws {Error} if it has ended by itself, or left a promise to nobody. */
  stop(): Promise<string>;
}

/** Starts a program. */
export function startProgram({ program, args, env, cwd, ends }: ProgramOptions): Program {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("AUTH_"));
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { ...Object.fromEntries(own), ...env },
    clearEnv: true,
    stdout: "piped",
    stderr: "piped",
    detached: ends === "group",
  }).spawn();
  const kill = () => Deno.kill(ends === "group" ? -child.pid : child.pid, "SIGKILL");
  let [text, hasEnded] = ["", false];
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk;
  };
  const ended = Promise.all([child.status, collect(child.stdout), collect(child.stderr)]);
  ended.then(() => hasEnded = true);
  const until = async <T>(find: () => Promise<T | null>): Promise<T> => {
    for (const start = Date.now(); !hasEnded && Date.now() - start < LONGEST_START;) {
      const found = await find();
      if (found !== null) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (!hasEnded) kill();
    throw new Error(`Cannot start ${program} ${args.join(" ")}:\n${text}`);
  };
  return {
    text: () => text,
    printed: (wanted) => until(() => Promise.resolve(wanted.exec(text)?.[0] ?? null)),
    listens: (port) => until(() => connects(port)),
    async stop() {
      if (!hasEnded) kill();
      const [{ signal }] = await ended;
      assert.equal(signal, "SIGKILL", `${program} has ended by itself:\n${text}`);
      // Nitro marks an error that it answers with 500 in these two ways.
      assert.doesNotMatch(text.replaceAll(/\[unhandled\]|unhandled: true/g, ""), /unhandled|uncaught/i);
      return text;
    },
  };
}

async function connects(port: number): Promise<undefined | null> {
  try {
    (await Deno.connect({ port, hostname: "127.0.0.1" })).close();
    return undefined;
  } catch {
    return null;
  }
}
